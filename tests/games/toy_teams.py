"""Tug of war, a tiny game for two teams of two, with hidden hands and a secret choice of all four.

North and South pull against East and West. Everybody holds three cards of a strength from 1 to 20. In every round
one of the four, in turn, calls: pull steadily, or heave (light; T-1). Then all play a card at the same time (T-2),
and draw another (T-3). The team with the greater sum pulls the rope towards itself, by two steps where it was heaved
for (T-4). Whoever has it at the end of its length wins together with the partner (T-5); after twelve rounds the team
on whose side it lies wins, and it is a draw if it lies in the middle.

Without `pairs` North and East pull alone, at a table of two.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from rules import (
    ALL_SEEING,
    CHECKPOINT,
    Decision,
    Draw,
    FactField,
    GameOver,
    LogLine,
    OneOf,
    OptionField,
    Procedure,
    Result,
    Table,
    Title,
)

SEATS = ("north", "east", "south", "west")
STRENGTHS = range(1, 21)
HAND = 3
ROUNDS = 12


class State(msgspec.Struct):
    """`rope` is above 0 on the side of North and South; `bag` holds the cards that nobody has."""

    options: dict[str, str | bool | int]
    round: int = 0
    rope: int = 0
    heaves: int = 0
    hands: dict[str, list[int]] = {}
    bag: list[int] = msgspec.field(default_factory=lambda: list(STRENGTHS))


def seats(options: Mapping[str, Any]) -> tuple[str, ...]:
    """Who pulls at a table with these options."""
    return SEATS if options["pairs"] else SEATS[:2]


def pulls_up(seat: str) -> bool:
    """Whether a seat pulls the rope towards North and South."""
    return seat in ("north", "south")


# -- the rules ---------------------------------------------------------------------------------------


def flow(t: Table[State]) -> Procedure[None]:
    """Pull round by round until the rope is where it decides."""
    while True:
        yield CHECKPOINT
        yield from fill_hands(t)
        yield CHECKPOINT
        yield from pull(t)


def fill_hands(t: Table[State]) -> Procedure[None]:
    """Everybody draws up to three cards (T-3)."""
    s = t.state
    for seat in seats(s.options):
        wanted = HAND - len(s.hands.get(seat, []))
        if wanted:
            cards: list[int] = yield Draw(f"{seat}-draws", tuple(s.bag), wanted)
            s.bag = [card for card in s.bag if card not in cards]
            s.hands[seat] = sorted([*s.hands.get(seat, []), *cards])
            t.whisper(seat, "drew", seat=seat, cards=sorted(cards))


def pull(t: Table[State]) -> Procedure[None]:
    """Call, play a card each, and move the rope (T-1, T-2, T-4, T-5)."""
    s = t.state
    pulling = seats(s.options)
    length = int(s.options["length"])
    caller = pulling[s.round % len(pulling)]
    call: str = yield Decision(
        caller,
        "call",
        "Pull steadily, or heave?",
        OneOf(("steady", "heave")),
        "T-1",
        weight="light",
        fallback="steady",
        context={"rope": s.rope},
        standing=True,
    )
    t.announce("called", seat=caller, call=call)
    played: dict[str, str] = yield tuple(
        Decision(seat, "pull", "How strongly do you pull?", OneOf([str(c) for c in s.hands[seat]]), "T-2")
        for seat in pulling
    )
    cards = {seat: int(played[seat]) for seat in pulling}
    for seat, card in cards.items():
        s.hands[seat].remove(card)
        s.bag = sorted([*s.bag, card])
    force = sum(card if pulls_up(seat) else -card for seat, card in cards.items())
    steps = (2 if call == "heave" else 1) * ((force > 0) - (force < 0))
    s.rope = max(-length, min(length, s.rope + steps))
    s.heaves += call == "heave"
    s.round += 1
    t.announce("pulled", cards=cards, rope=s.rope)
    if abs(s.rope) == length or s.round == ROUNDS:
        raise GameOver


# -- the title ---------------------------------------------------------------------------------------


class TugOfWar(Title[State]):
    id = "tug-of-war"
    name = "Tug of war"
    stage = "complete"
    rule_prefix = "T"
    sections = {
        "T-1": "Calling",
        "T-2": "Pulling",
        "T-3": "Drawing",
        "T-4": "Moving the rope",
        "T-5": "Winning",
    }
    state_type = State
    option_fields = (
        OptionField("pairs", "Two pull on each side", "boolean", True),
        OptionField("length", "Steps to pull the rope", "number", 3, minimum=2, maximum=6),
    )
    fact_fields = (
        FactField("rounds", "Rounds", "number", is_filter=True),
        FactField("heaves", "Heaves", "number"),
        FactField(
            "end", "The rope lay", "choice", {"north": "in the north", "east": "in the east"}, is_filter=True
        ),
    )
    victories = {"rope": "Rope"}
    standing_kinds = {"call": "How is the rope pulled?"}
    partner_kinds = frozenset(("call",))

    def seats(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        return seats(options)

    def allies(self, options: Mapping[str, Any], seat: str) -> tuple[str, ...]:
        return tuple(other for other in self.seats(options) if pulls_up(other) == pulls_up(seat))

    def seat_name(self, seat: str) -> str:
        return seat.capitalize()

    def new_state(self, options: Mapping[str, Any]) -> State:
        return State(dict(options))

    def flow(self, table: Table[State]) -> Procedure[None]:
        return flow(table)

    def result(self, state: State) -> Result | None:
        if abs(state.rope) < int(state.options["length"]) and state.round < ROUNDS:
            return None
        winners = self.leaders(state)
        if len(winners) == len(seats(state.options)):
            return Result(winners, "level", "The rope lies in the middle.")
        return Result(winners, "rope", f"{' and '.join(map(self.seat_name, winners))} have the rope.")

    def leaders(self, state: State) -> tuple[str, ...]:
        """Return the team on whose side the rope lies; everybody while it lies in the middle."""
        return tuple(
            seat for seat in seats(state.options) if state.rope == 0 or pulls_up(seat) == (state.rope > 0)
        )

    def facts(self, state: State, lines: Sequence[LogLine]) -> dict[str, Any]:
        end = {1: "north", -1: "east"}.get((state.rope > 0) - (state.rope < 0))
        return {"rounds": state.round, "heaves": state.heaves, "end": end}

    def view(self, state: State, seat: str | None) -> dict[str, Any]:
        return {
            "round": state.round,
            "rope": state.rope,
            "length": state.options["length"],
            "hands": {
                owner: list(hand) if seat in (owner, ALL_SEEING) else [None] * len(hand)
                for owner, hand in state.hands.items()
            },
        }

    def headline(self, view: dict[str, Any]) -> str:
        return f"Round {view['round'] + 1}"

    def describe_line(self, line: LogLine) -> str:
        data = line.data
        if line.kind == "called":
            return f"{self.seat_name(data['seat'])} calls: {data['call']}."
        if line.kind == "drew":
            return f"{self.seat_name(data['seat'])} draws {', '.join(map(str, data['cards']))}."
        told = ", ".join(f"{self.seat_name(seat)} {card}" for seat, card in data["cards"].items())
        return f"{told}: the rope is at {data['rope']}."

    def text_board(self, view: dict[str, Any]) -> str:
        length = view["length"]
        rope = "".join("o" if step == view["rope"] else "-" for step in range(-length, length + 1))
        hands = [
            f"{self.seat_name(seat)}: {' '.join('?' if card is None else str(card) for card in hand)}"
            for seat, hand in view["hands"].items()
        ]
        return "\n".join([f"East {rope} North", *hands])

    def faults(self, state: State) -> list[str]:
        cards = sorted([*state.bag, *(card for hand in state.hands.values() for card in hand)])
        return [] if cards == list(STRENGTHS) else ["the cards do not add up"]

    def twin(self, state: State, seat: str | None, rng: Random) -> State:
        """Deal the cards that `seat` does not hold anew."""
        known = state.hands.get(seat or "", [])
        unseen = [card for card in STRENGTHS if card not in known]
        dealt = dict(zip(unseen, rng.sample(unseen, len(unseen)), strict=True))
        return msgspec.structs.replace(
            state,
            hands={s: sorted(dealt.get(card, card) for card in hand) for s, hand in state.hands.items()},
            bag=sorted(dealt.get(card, card) for card in state.bag),
        )


TITLE = TugOfWar()
