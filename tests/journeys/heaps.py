"""Heaps, a small title of another package with a rule that is wrong: what HE-1.2 allows is refused.

Three heaps of stones lie in a row. In turn, take a stone from one heap or from two; whoever takes the last one wins. A
test installs this file, and then another one in its place that is mended.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from rules import CHECKPOINT, Decision, GameOver, LogLine, Procedure, Result, Subset, Table, Title

SEATS = ("north", "south")


def refused(heaps: list[str]) -> tuple[str, str, str] | None:
    if set(heaps) == {"left", "right"}:
        return ("too-far", "The left heap and the right one are too far apart.", "HE-1.2")
    return None


class State(msgspec.Struct):
    heaps: dict[str, int] = msgspec.field(
        default_factory=lambda: dict.fromkeys(("left", "middle", "right"), 4)
    )
    turn: int = 0


class Heaps(Title[State]):
    id = "heaps"
    name = "Heaps"
    stage = "trial"
    version = 1
    mends = ()
    handbook = Path(__file__).with_name("heaps.md")
    state_type = State

    def seats(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        return SEATS

    def seat_name(self, seat: str) -> str:
        return seat.capitalize()

    def new_state(self, options: Mapping[str, Any]) -> State:
        return State()

    def flow(self, table: Table[State]) -> Procedure[None]:
        s = table.state
        while True:
            yield CHECKPOINT
            seat = SEATS[s.turn % 2]
            left = [heap for heap, stones in s.heaps.items() if stones]
            offered = Subset(left, 1, 2, test=refused)
            taken = yield Decision(seat, "take", "From which heaps?", offered, fallback=left[:1])
            for heap in taken:
                s.heaps[heap] -= 1
            table.announce("taken", seat=seat, heaps=taken)
            if not any(s.heaps.values()):
                raise GameOver
            s.turn += 1

    def result(self, state: State) -> Result | None:
        winner = SEATS[state.turn % 2]
        return None if any(state.heaps.values()) else Result((winner,), "last", "The last stone is taken.")

    def view(self, state: State, seat: str | None) -> dict[str, Any]:
        return {"turn": state.turn, "heaps": dict(state.heaps)}

    def headline(self, view: dict[str, Any]) -> str:
        return f"Turn {view['turn'] + 1}"

    def describe_line(self, line: LogLine) -> str:
        return f"{self.seat_name(line.data['seat'])} takes from: {', '.join(line.data['heaps'])}."

    def text_board(self, view: dict[str, Any]) -> str:
        return "\n".join(f"{heap}: {stones}" for heap, stones in view["heaps"].items())


TITLE = Heaps()
