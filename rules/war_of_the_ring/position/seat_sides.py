"""The sides of the seats: the seats of a table that bids for the sides, and the way from seat to side.

Without bidding a seat is a side. With it the seats are players, and which side each has is known when the bidding
is over (`State.seats`); all other procedures speak of sides and never notice.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.core.decisions import Decision, Settled
from rules.core.table import Procedure
from rules.war_of_the_ring.position.catalogue import FP, SH, SIDES, Side
from rules.war_of_the_ring.position.state import State

#: The seats of a table that bids for the sides.
PLAYERS = ("player-one", "player-two")
NAMES = {FP: "Free Peoples", SH: "Shadow", "player-one": "First player", "player-two": "Second player"}


def is_bid_for(options: Mapping[str, Any]) -> bool:
    """Return whether the players bid for the sides, in turn or in secret."""
    return bool(options.get("bidding") or options.get("sealed_bidding"))


def seat_of(s: State, side: Side) -> str:
    """Return the seat that plays a side."""
    return s.seats.get(side, side)


def side_of(s: State, seat: str | None) -> str | None:
    """Return the side that a seat plays; the seat itself while that is open, None for a spectator."""
    return next((side for side, player in s.seats.items() if player == seat), seat)


def seated(s: State, flow: Procedure[None]) -> Procedure[None]:
    """Address every question of `flow` to the seat that plays the side asked."""
    answer: Any = None
    while True:
        try:
            request = flow.send(answer)
        except StopIteration:
            return
        if isinstance(request, Decision):
            answer = yield _to_seat(s, request)
        elif isinstance(request, Settled):
            answer = yield msgspec.structs.replace(request, decision=_to_seat(s, request.decision))
        elif isinstance(request, tuple):
            answers = yield tuple(_to_seat(s, decision) for decision in request)
            answer = {side_of(s, seat): choice for seat, choice in answers.items()}
        else:
            answer = yield request


def _to_seat(s: State, decision: Decision) -> Decision:
    seat = seat_of(s, decision.seat)
    return decision if seat == decision.seat else msgspec.structs.replace(decision, seat=seat)


def sides_by_seat(s: State) -> dict[str, Side]:
    """Return which side each seat plays, for the faces; `{}` while the bidding is open."""
    return {seat_of(s, side): side for side in SIDES} if s.seats or not is_bid_for(s.options) else {}
