"""What a game of three or four keeps beside the position: who leads, whose turn it is, mixed Armies, who keeps what."""

import msgspec

from rules.war_of_the_ring.position.catalogue import PLAYER, SIDES, Side
from rules.war_of_the_ring.position.players import of_side
from rules.war_of_the_ring.position.state import State, part_of

SET = "players"


class Deed(msgspec.Struct):
    """What an action was about: Nations, or the places of an Army of several Nations (WR-19.7)."""

    nations: list[str] = []
    places: list[str] = []


class Players(msgspec.Struct):
    """The part of a position that only this set knows. A side with one player is in none of it but `deed` and `last`.

    Attributes:
        leading: the Leading Player of each team.
        acting: who of each team takes its next action, or takes one now.
        busy: whether an action is chosen and not over: its die is not among the others any more.
        mixed: the places of mixed Armies.
        declined: the places at which nobody asks again in this turn whether the Armies become one.
        tempter: who of the Shadow has made the last attempt of the turn to corrupt a Sovereign (KM-9.6).
        keepers: who keeps a card that lies face down, in a battle or on the table.
        takers: the player whose Nations have taken a Settlement that is captured.
        deed: what the action of the only player of a side is about, as far as it has gone.
        last: what his last action was about that was about a Nation at all.
    """

    leading: dict[Side, str] = {}
    acting: dict[Side, str] = {}
    busy: bool = False
    mixed: list[str] = []
    declined: list[str] = []
    tempter: str = ""
    keepers: dict[str, str] = {}
    takers: dict[str, str] = {}
    deed: Deed = msgspec.field(default_factory=Deed)
    last: Deed = msgspec.field(default_factory=Deed)


def table_of(s: State) -> Players:
    """Return the part of a position that this set knows; the set is in the game."""
    return part_of(s, SET, Players)


def teams(s: State) -> list[Side]:
    """Return the sides that have two players."""
    return [side for side in SIDES if is_team(s, side)]


def is_team(s: State, side: Side) -> bool:
    """Return whether a side has two players."""
    return len(of_side(s, side)) > 1


def partner(s: State, player: str) -> str:
    """Return the other player of a team."""
    one, other = of_side(s, PLAYER[player].side)
    return other.id if player == one.id else one.id


def set_up(s: State) -> None:
    """The first of each team leads it in the first turn, and the other one acts first (WR-19.2, 19.4)."""
    part = table_of(s)
    for side in teams(s):
        first, second = (player.id for player in of_side(s, side))
        part.leading[side], part.acting[side] = first, second
