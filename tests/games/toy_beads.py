"""Beans with a rule that is wrong, to be mended while games run: a six takes two beads more, and should take one.

As it stands it is the version before the mend; a test sets `Beads.version`, `mends`, and what else the mended one has
(tests/games/mending.py).
"""

from typing import Any, ClassVar

import msgspec

from rules import CHECKPOINT, Amount, Decision, Dice, GameOver, LogLine, OneOf, OptionField, Procedure, Table
from tests.games import toy

SEATS = toy.SEATS
#: The option that keeps the former reading.
GENEROUS = OptionField("generous", "A six takes two beads more", "boolean", False)


class State(msgspec.Struct):
    options: dict[str, Any]
    beans: int = 30
    turn: int = 0
    bids: dict[str, int] = msgspec.field(default_factory=dict)
    winner: str | None = None


class Beads(toy.Beans):
    id = "beads"
    name = "Beads"
    state_type = State
    #: What a six takes where no option says it.
    more: ClassVar[int] = 2
    #: What the rules cannot bear to meet in a position.
    refused: ClassVar[int | None] = None
    log_groups = {"dice": ("Dice", frozenset({"rolled"}))}

    def new_state(self, options: Any) -> State:
        return State(dict(options))

    def taken_by_six(self, state: State) -> int:
        if self.option_fields:
            return 2 if state.options.get("generous", True) else 1
        return self.more

    def flow(self, table: Table[State]) -> Procedure[None]:
        s = table.state
        while s.beans > 0:
            yield CHECKPOINT
            if s.beans == self.refused:
                raise ValueError("no such number of beads")
            seat = SEATS[s.turn % 2]
            taken = yield Decision(seat, "take", "How many beads?", Amount(1, 3), fallback=1)
            s.beans = max(0, s.beans - taken)
            table.announce("taken", seat=seat, beans=taken)
            options = OneOf(("roll", "keep"))
            roll = yield Decision(seat, "roll", "Roll the die?", options, weight="light", fallback="keep")
            if roll == "roll":
                (face,) = yield Dice("bead-die", 1)
                table.announce("rolled", face=face)
                if face == 6:
                    s.beans = max(0, s.beans - self.taken_by_six(s))
            if s.beans == 0:
                s.winner = seat
                raise GameOver
            s.turn += 1

    def describe_line(self, line: LogLine) -> str:
        return f"{line.kind}: {line.data}"


TITLE = Beads()
