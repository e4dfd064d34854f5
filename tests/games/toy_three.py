"""A tiny game for three: in turn, everybody puts a pebble on the heap; whoever puts the twelfth wins."""

from collections.abc import Sequence
from typing import Any

import msgspec

from rules import CHECKPOINT, Decision, GameOver, LogLine, OneOf, Procedure, Result, Table, Title

SEATS = ("red", "green", "blue")


class State(msgspec.Struct):
    pebbles: int = 0
    winner: str | None = None


class Pebbles(Title[State]):
    id = "pebbles"
    name = "Pebbles"
    stage = "complete"
    state_type = State

    def seats(self, options: Any) -> tuple[str, ...]:
        return SEATS

    def seat_name(self, seat: str) -> str:
        return seat.capitalize()

    def new_state(self, options: Any) -> State:
        return State()

    def flow(self, table: Table[State]) -> Procedure[None]:
        s = table.state
        while s.winner is None:
            yield CHECKPOINT
            seat = SEATS[s.pebbles % 3]
            yield Decision(seat, "put", "Put a pebble.", OneOf(("put",)))
            s.pebbles += 1
            if s.pebbles == 12:
                s.winner = seat
        raise GameOver

    def result(self, state: State) -> Result | None:
        return Result((state.winner,), "pebbles", f"{state.winner} wins.") if state.winner else None

    def facts(self, state: State, lines: Sequence[LogLine]) -> dict[str, Any]:
        """Whose newest pebble lies higher stands before the others."""
        newest = {SEATS[(n - 1) % 3]: n for n in range(1, state.pebbles + 1)}
        return {"places": [[seat] for seat in sorted(newest, key=lambda s: -newest[s])], "counts": newest}

    def view(self, state: State, seat: str | None) -> dict[str, Any]:
        return {"pebbles": state.pebbles}

    def text_board(self, view: dict[str, Any]) -> str:
        return "o" * view["pebbles"]


TITLE = Pebbles()
