"""The players of a table: the side that each has, the seat at which each sits, and what is in each hand.

The procedures speak of sides and players. Usually a seat has the name of its player; where the sides are bid for,
who sits where is known when the bidding is over (`State.seats`).
"""

from collections.abc import Iterator, Mapping
from typing import Any

from rules.core.table import ALL_SEEING, Table
from rules.war_of_the_ring.position.catalogue import FP, SH, SIDES, Side
from rules.war_of_the_ring.position.state import State

#: The seats of a table that bids for the sides.
BIDDERS = ("player-one", "player-two")
NAMES = {FP: "Free Peoples", SH: "Shadow", "player-one": "First player", "player-two": "Second player"}


def is_bid_for(options: Mapping[str, Any]) -> bool:
    """Return whether the players bid for the sides, in turn or in secret."""
    return bool(options.get("bidding") or options.get("sealed_bidding"))


def seat_of(s: State, player: str) -> str:
    """Return the seat at which a player sits."""
    return s.seats.get(player, player)


def player_of(s: State, seat: str | None) -> str | None:
    """Return the player who sits at a seat; the seat itself while that is open, None for a spectator."""
    return next((player for player, its in s.seats.items() if its == seat), seat)


def side_of(s: State, seat: str) -> Side:
    """Return the side that a seat plays; the seat itself while that is open."""
    return player_of(s, seat) or seat


def seats_of(s: State, side: Side) -> Iterator[str]:
    """Yield the seats that play a side."""
    yield seat_of(s, side)


def sides_by_seat(s: State) -> dict[str, Side]:
    """Return which side each seat plays, for the faces; `{}` while the bidding is open."""
    return {seat_of(s, side): side for side in SIDES} if s.seats or not is_bid_for(s.options) else {}


def hand_of(s: State, seat: str) -> list[str]:
    """Return the cards that a seat holds, as they were drawn."""
    return s.hands[player_of(s, seat) or seat]


def sees(player: str | None, side: Side) -> bool:
    """Return whether a player may see what is the secret of a side as a whole."""
    return player in (side, ALL_SEEING)


def whisper(t: Table[State], side: Side, kind: str, **data: Any) -> None:
    """Tell those who play a side something, and nobody else."""
    for seat in seats_of(t.state, side):
        t.whisper(seat, kind, **data)
