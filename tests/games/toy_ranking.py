"""A tiny game of ranked lists for the server's tests: two share out the fruit of an orchard by their wishes.

Both say at once, in secret, which fruits they want, the one they want most first. Then they take in turn, each the
first of their wishes that is left, until nobody wishes for anything more. Whoever has more fruits after three rounds
wins.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from rules import (
    CHECKPOINT,
    Decision,
    GameOver,
    LogLine,
    OptionField,
    Procedure,
    Result,
    Subset,
    Table,
    Title,
)

SEATS = ("left", "right")
FRUITS = {
    "apple": "Apple",
    "apricot": "Apricot",
    "blackberry": "Blackberry",
    "cherry": "Sour cherry",
    "damson": "Damson",
    "fig": "Fig",
    "gooseberry": "Gooseberry",
    "grape": "Grape",
    "medlar": "Medlar of the Shire",
    "mulberry": "Mulberry",
    "pear": "Pear",
    "plum": "Plum",
    "quince": "Quince",
    "redcurrant": "Redcurrant",
}


class State(msgspec.Struct):
    options: dict[str, Any]
    round: int = 0
    taken: dict[str, int] = msgspec.field(default_factory=lambda: dict.fromkeys(SEATS, 0))


class Orchard(Title[State]):
    id = "orchard"
    name = "Orchard"
    stage = "complete"
    state_type = State
    standing_kinds = {"wishes": "What you wish for"}
    option_fields = (OptionField("most", "Wishes", "number", 5, minimum=1, maximum=len(FRUITS)),)

    def seats(self, options: Any) -> tuple[str, ...]:
        return SEATS

    def seat_name(self, seat: str) -> str:
        return seat.capitalize()

    def new_state(self, options: Mapping[str, Any]) -> State:
        return State(dict(options))

    def flow(self, table: Table[State]) -> Procedure[None]:
        s = table.state
        while s.round < 3:
            yield CHECKPOINT
            wishes: dict[str, list[str]] = yield tuple(wishes_of(s, seat) for seat in SEATS)
            for seat in SEATS:
                table.announce("wished", seat=seat, fruits=wishes[seat])
            left, turn = set(FRUITS), s.round
            while any(set(wishes[seat]) & left for seat in SEATS):
                seat = SEATS[turn % 2]
                wanted = [fruit for fruit in wishes[seat] if fruit in left]
                left -= set(wanted[:1])
                s.taken[seat] += len(wanted[:1])
                turn += 1
            s.round += 1
        raise GameOver

    def result(self, state: State) -> Result | None:
        if state.round < 3:
            return None
        winner = max(SEATS, key=state.taken.__getitem__)
        return Result((winner,), "fruits", f"{winner} wins.")

    def view(self, state: State, seat: str | None) -> dict[str, Any]:
        return {"round": state.round, "taken": dict(state.taken)}

    def headline(self, view: dict[str, Any]) -> str:
        return f"Round {view['round'] + 1}"

    def describe_line(self, line: LogLine) -> str:
        return f"{line.data['seat']} wished for {', '.join(line.data['fruits']) or 'nothing'}."

    def text_board(self, view: dict[str, Any]) -> str:
        return "\n".join(f"{seat}: {number} fruits" for seat, number in view["taken"].items())


def wishes_of(state: State, seat: str) -> Decision:
    """A title asks so where all that is wanted is named beforehand, in an order."""
    options = Subset(tuple(FRUITS), 0, state.options["most"], FRUITS, ordered=True)
    prompt = "Which fruits do you want, and which of them most?"
    return Decision(seat, "wishes", prompt, options, fallback=[], standing=True)


TITLE = Orchard()
