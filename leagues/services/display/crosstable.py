"""One game, or one match of teams, in a cell of a table."""

from dataclasses import dataclass

from leagues.formats import Meeting, lateness
from leagues.formats.base import number_word
from leagues.models import Pairing
from leagues.services.display import point_scales
from leagues.services.rounds import standings


@dataclass(frozen=True)
class Cell:
    """One game in a table: from the view of the line's entrant.

    Attributes:
        mark: what the game was worth, on the scale of the page (`2`, `1`, `0` or `1`, `½`, `0`), `·` (running), `–`
            (not played), `+` and `−` (without playing). words: the same for people who listen. result: `won`, `drawn`,
            `lost`, "" for others.
    """

    mark: str
    words: str
    game: str = ""
    against: int = 0
    result: str = ""


#: What is said of a round without a game, by the slot of its pairing.
_WITHOUT = {lateness.LATE: "missed, came later", lateness.ASKED: "sat out on request"}


def cell_of(
    pairing: Pairing, index: int, labels: list[str], order: dict[int, int], scale: point_scales.Scale
) -> Cell:
    """Return a game from the view of the entrant on side `index`."""
    places = list(pairing.places.all())
    own = next(place for place in places if place.index == index)
    other = next((place for place in places if place.index != index), None)
    against = order.get(other.entrant_id, -1) + 1 if other else 0
    opponent = f"against {other.entrant.user.shown_name} as {labels[index]}" if other else ""
    key = pairing.game.key if pairing.game else ""
    if pairing.outcome == Pairing.Outcome.BYE and pairing.slot:
        worth = scale.points(own.points or 0.0)
        return Cell(f"({worth})", f"{_WITHOUT[pairing.slot]}, counts {worth}", "", 0)
    if pairing.outcome == Pairing.Outcome.BYE:
        return Cell("bye", "bye", "", 0)
    if pairing.state != Pairing.State.DONE:
        state = "running" if pairing.state == Pairing.State.PLAYING else "not begun"
        return Cell("·", f"{state} {opponent}", key, against)
    points = own.points or 0.0
    if pairing.outcome == Pairing.Outcome.UNPLAYED:
        return Cell("–", f"not played {opponent}", key, against)
    if pairing.outcome == Pairing.Outcome.WALKOVER:
        return _without_playing(points > 0, opponent, key, against)
    result = "drawn" if own.won and other and other.won else "won" if own.won else "lost"
    return Cell(scale.mark(result), f"{result} {opponent}", key, against, result)


def _without_playing(won: bool, opponent: str, game: str, against: int) -> Cell:
    words = f"{'won' if won else 'lost'} without playing {opponent}"
    return Cell("+" if won else "−", words, game, against)


#: What stands in the cells of a table of teams, in a sentence.
TEAM_LEGEND = "In the cells: the board points of the match, · running, + and − without playing, – not played."


def match_cell(view: standings.Standing, match: Meeting, team: int, order: dict[int, int]) -> Cell:
    """Return a match from the view of one of its teams; `order` is the line of each team, from 0."""
    if match.is_bye:
        return Cell("bye", "rests, every match of the round counts as won")
    own = match.sides.index(team)
    other = match.sides[1 - own]
    against = order.get(other, -1) + 1
    opponent = f"against {view.name_of(other)}"
    score = f"{number_word(match.boards[own])} : {number_word(match.boards[1 - own])}"
    if match.points is None:
        return Cell("·", f"running, {score} {opponent}", "", against)
    if not match.played:
        if not any(match.points):
            return Cell("–", f"not played {opponent}", "", against)
        return _without_playing(match.points[own] > 0, opponent, "", against)
    result = "lost" if own not in match.winning else "won" if len(match.winning) == 1 else "drawn"
    return Cell(number_word(match.boards[own]), f"{result} {score} {opponent}", "", against, result)
