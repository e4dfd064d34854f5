"""The deeds of each player at a table of three or four, as the story tells them, for the report of a game (REP-10)."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rules.war_of_the_ring.position.catalogue import (
    CARDS,
    NATION_OF,
    NAZGUL,
    PLAYERS,
    REGIONS,
    Player,
)

Line = Mapping[str, Any]


class Deeds:
    """The deeds of one player: turns that he led his team, Action dice used, cards played, figures lost.

    `taken` and `lost` are Settlements, those that his team or the enemy holds now.
    """

    def __init__(self, player: Player) -> None:
        self.player = player
        self.led = self.dice = 0
        self.cards: list[str] = []
        self.losses: Counter[str] = Counter()
        self.taken: set[str] = set()
        self.lost: set[str] = set()

    @property
    def points_taken(self) -> int:
        """Victory points of the Settlements that he has taken and his side holds."""
        return sum(REGIONS[region].vp for region in self.taken)

    @property
    def points_lost(self) -> int:
        """Victory points of his Nations' Settlements that the enemy holds."""
        return sum(REGIONS[region].vp for region in self.lost)


class Table:
    """The players of a table as the lines read so far tell of them; nobody where two play."""

    def __init__(self) -> None:
        self.players: dict[str, Deeds] = {}
        self._acting: dict[str, str] = {}

    def of_side(self, side: str) -> list[Deeds]:
        """Return the players of a side, in seating order."""
        return [deeds for deeds in self.players.values() if deeds.player.side == side]

    def owner_of(self, figure: str) -> Deeds | None:
        """Return whose Nation a lost figure is of; nobody's are Characters and Nazgûl, whom partners share."""
        nation = None if figure == NAZGUL else NATION_OF.get(figure)
        return self._with_nation(nation)

    def read(self, line: Line) -> None:
        """Take up a line of the story."""
        kind, data = line["kind"], line["data"]
        if kind == "leading-player":
            self._sit_down(data["player"])
            self.players[data["player"]].led += 1
        if not self.players:
            return
        if kind == "player-acts":
            self._acting[data["side"]] = data["player"]
        elif kind == "die-used":
            self._who(data).dice += 1
        elif kind == "card-played":
            self._who(data).cards.append(CARDS[data["card"]].title)
        elif kind == "settlement-captured":
            self._who(data).taken.add(data["region"])
            owner = self._with_nation(REGIONS[data["region"]].nation)
            if owner is not None:
                owner.lost.add(data["region"])
        elif kind == "settlement-recaptured":
            for deeds in self.players.values():
                deeds.taken.discard(data["region"])
                deeds.lost.discard(data["region"])

    def _sit_down(self, leader: str) -> None:
        """Let the players of the table sit there, by the first who leads: of four it is one of the Free Peoples'."""
        if leader not in self.players:
            tables = ({player.id: Deeds(player) for player in players} for players in PLAYERS.values())
            self.players = next(players for players in tables if leader in players)

    def _who(self, data: Mapping[str, Any]) -> Deeds:
        """Return who a line is about: whom it names, who acts for the side, or its only player."""
        side = data["side"]
        return self.players[data.get("player") or self._acting.get(side) or self.of_side(side)[0].player.id]

    def _with_nation(self, nation: str | None) -> Deeds | None:
        return next((deeds for deeds in self.players.values() if nation in deeds.player.nations), None)
