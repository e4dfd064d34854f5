"""A tiny game on a map: two boats sail around six lands; whoever first comes to the other's harbour wins."""

from collections.abc import Sequence
from typing import Any

import msgspec

from rules import Decision, OneOf, Result, Title
from rules.core.errors import GameOver
from rules.core.table import CHECKPOINT, LogLine, Procedure, Table

NAMES = {
    "dunmere": "Dunmere",
    "fell-moor": "Fell Moor",
    "withy-wood": "Withy Wood",
    "saltings": "Saltings",
    "heron-hills": "Heron Hills",
    "lantern-point": "Lantern Point",
}
#: Between the moor and the hills there is no way.
NEAR = {
    "dunmere": ("fell-moor", "saltings"),
    "fell-moor": ("dunmere", "withy-wood"),
    "withy-wood": ("fell-moor", "lantern-point"),
    "saltings": ("dunmere", "heron-hills"),
    "heron-hills": ("lantern-point", "saltings"),
    "lantern-point": ("heron-hills", "withy-wood"),
}
HARBOURS = {"red": "dunmere", "blue": "lantern-point"}
SEATS = tuple(HARBOURS)


class State(msgspec.Struct):
    boats: dict[str, str]
    turn: int = 0
    winner: str | None = None


class Isles(Title[State]):
    id = "isles"
    name = "Isles"
    stage = "complete"
    state_type = State

    def seats(self, options: Any) -> tuple[str, ...]:
        return SEATS

    def seat_name(self, seat: str) -> str:
        return seat.capitalize()

    def new_state(self, options: Any) -> State:
        return State(dict(HARBOURS))

    def flow(self, table: Table[State]) -> Procedure[None]:
        s = table.state
        while s.winner is None:
            yield CHECKPOINT
            seat = SEATS[s.turn % 2]
            here = s.boats[seat]
            ways = {f"{here}>{there}": f"From {NAMES[here]} to {NAMES[there]}" for there in NEAR[here]}
            choice = yield Decision(seat, "sail", "Where does your boat sail?", OneOf(tuple(ways), ways))
            s.boats[seat] = choice.partition(">")[2]
            s.turn += 1
            table.announce("sailed", seat=seat, to=s.boats[seat])
            if s.boats[seat] == next(HARBOURS[other] for other in SEATS if other != seat):
                s.winner = seat
        raise GameOver

    def result(self, state: State) -> Result | None:
        return Result((state.winner,), "harbour", f"{state.winner} wins.") if state.winner else None

    def view(self, state: State, seat: str | None) -> dict[str, Any]:
        return {"boats": state.boats}

    def describe_line(self, line: LogLine) -> str:
        return f"{self.seat_name(line.data['seat'])} sails to {NAMES[line.data['to']]}."

    def text_board(self, view: dict[str, Any]) -> str:
        return "\n".join(f"{seat}: {NAMES[at]}" for seat, at in view["boats"].items())

    def facts(self, state: State, lines: Sequence[LogLine]) -> dict[str, Any]:
        return {}


TITLE = Isles()
