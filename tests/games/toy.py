"""A tiny game for the server's tests: dice, small answers of the other side, secret bids.

Ten beans lie on the table. In turn, take one to three (a full decision). Then say whether to roll a die for
it (light, may be taken back); a die of six takes two beans more. The other side may grumble (light). After
every third turn both bid in secret. Whoever empties the table wins.
"""

from typing import Any

import msgspec

from rules import CHECKPOINT, Amount, Decision, Dice, GameOver, OneOf, Procedure, Result, Table, Title

SEATS = ("left", "right")


class State(msgspec.Struct):
    beans: int = 10
    turn: int = 0
    grumbles: int = 0
    bids: dict[str, int] = msgspec.field(default_factory=dict)
    winner: str | None = None


class Beans(Title[State]):
    id = "beans"
    name = "Beans"
    stage = "complete"
    state_type = State
    standing_kinds = {"grumble": "You may grumble"}

    def seats(self, options: Any) -> tuple[str, ...]:
        return SEATS

    def beginnings(self) -> frozenset[str]:
        return frozenset(("take", "roll", "keep", "grumble", "yes", "no", "bid"))

    def seat_name(self, seat: str) -> str:
        return seat.capitalize()

    def new_state(self, options: Any) -> State:
        return State()

    def flow(self, table: Table[State]) -> Procedure[None]:
        s = table.state
        while s.beans > 0:
            yield CHECKPOINT
            seat, other = SEATS[s.turn % 2], SEATS[(s.turn + 1) % 2]
            taken = yield Decision(seat, "take", "How many beans?", Amount(1, 3), fallback=1)
            s.beans = max(0, s.beans - taken)
            table.announce("taken", seat=seat, beans=taken)
            roll = yield Decision(
                seat, "roll", "Roll the die?", OneOf(("roll", "keep")), weight="light", fallback="keep"
            )
            if roll == "roll":
                faces = yield Dice("bean-die", 1)
                table.announce("rolled", face=faces[0])
                if faces[0] == 6:
                    s.beans = max(0, s.beans - 2)
            if s.beans == 0:
                s.winner = seat
                raise GameOver
            grumble = yield Decision(
                other,
                "grumble",
                "Do you grumble?",
                OneOf(("yes", "no")),
                weight="light",
                fallback="no",
                standing=True,
                context={"beans": s.beans, "seat": seat},
            )
            if grumble == "yes":
                s.grumbles += 1
                table.announce("grumbled", seat=other)
            s.turn += 1
            if s.turn % 3 == 0:
                s.bids = yield tuple(Decision(b, "bid", "Bid.", Amount(0, 9), fallback=0) for b in SEATS)
                table.announce("bids", bids=s.bids)

    def result(self, state: State) -> Result | None:
        return Result((state.winner,), "beans", f"{state.winner} wins.") if state.winner else None

    def view(self, state: State, seat: str | None) -> dict[str, Any]:
        return {"beans": state.beans, "turn": state.turn, "bids": state.bids}

    def headline(self, view: dict[str, Any]) -> str:
        return f"Turn {view['turn'] + 1}"

    def text_board(self, view: dict[str, Any]) -> str:
        return "o" * view["beans"]


TITLE = Beans()
