"""The scale of points on the pages of an event: one for its table, its cells, its lists of games and its bracket.

Formats, files and the API count 2 for a win, 1 for a draw. A page counts so where its table does; where a won game
counts 1 (the community's points, sets of a knock-out, ladders) everything on it does.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from leagues.formats.base import number_word
from leagues.formats.tie_breaks import NAMES
from leagues.models import Competition

#: Tie-breaks that count games, not points.
COUNTS = (NAMES["wins"], NAMES["weaker-side"])


@dataclass(frozen=True, slots=True)
class Scale:
    """The worth of a game on a page.

    Attributes:
        won, drawn: how a won and a drawn game are written. factor: of the table's points. of_breaks: of tie-breaks.
    """

    won: str
    drawn: str
    factor: float
    of_breaks: float

    def mark(self, result: str) -> str:
        """Return what a game was worth, for `won`, `drawn` or `lost`."""
        return {"won": self.won, "drawn": self.drawn}.get(result, "0")

    def points(self, value: float) -> str:
        """Return points of a table as they are shown."""
        return number_word(value * self.factor)

    def breaks(self, values: Sequence[float], columns: Sequence[str]) -> list[str]:
        """Return tie-breaks as they are shown; those that count games stay as they are."""
        pairs = zip(values, columns, strict=True)
        return [number_word(value if name in COUNTS else value * self.of_breaks) for value, name in pairs]

    @property
    def legend(self) -> str:
        """What stands in the cells, in a sentence."""
        worth = f"{self.won} won, {self.drawn} drawn, 0 lost"
        return f"In the cells: {worth}, · running, + and − without playing, – not played."


HOBBY = Scale("2", "1", 1.0, 1.0)
GAMES = Scale("1", "½", 0.5, 0.5)
COMMUNITY = Scale("1", "½", 1.0, 0.5)


def of(competition: Competition) -> Scale:
    """Return the scale of an event's pages."""
    if competition.format == "season" and competition.settings.get("scoring") == "community":
        return COMMUNITY
    return GAMES if competition.format in ("knock-out", "ladder") else HOBBY
