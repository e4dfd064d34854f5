"""Hoard, a small whole title: a pile of gold, a die, a bag of gems, private hands, secret bids.

A turn has three steps. Take one to three coins from the pile (H-1) and say which colours to wear (H-2, may be
passed). Pack up to two companions (H-3). Then do one thing more (H-4): roll two dice, draw a gem from the bag
without showing it, bid against the rival in secret, peek at the rival's gems, or end the turn. Whoever takes the
last coin wins (H-5). Between the steps the state can be saved; nothing is decided by chance before the third.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec

from rules import (
    ALL_SEEING,
    CHECKPOINT,
    Amount,
    Counts,
    Decision,
    Dice,
    Draw,
    GameOver,
    LogLine,
    OneOf,
    OptionField,
    Procedure,
    Refusal,
    Result,
    Subset,
    Table,
    Title,
)

SEATS = ("a", "b")
GEMS = ("amber", "jade", "onyx", "opal", "pearl")
ACTIONS = ("roll", "draw", "bid", "peek", "end")
STEPS = ("take", "pack", "act")


class State(msgspec.Struct):
    """`hands` and `bag` hold gems; `known` are gems of the rival that a seat has peeked at."""

    pile: int
    options: dict[str, str | bool | int] = {}
    turn: int = 0
    step: str = "take"
    coins: dict[str, int] = msgspec.field(default_factory=lambda: {"a": 0, "b": 0})
    bag: list[str] = msgspec.field(default_factory=lambda: list(GEMS))
    hands: dict[str, list[str]] = msgspec.field(default_factory=lambda: {"a": [], "b": []})
    known: dict[str, list[str]] = msgspec.field(default_factory=lambda: {"a": [], "b": []})
    bids: dict[str, int] = {}
    winner: str | None = None


def rival(seat: str) -> str:
    return "b" if seat == "a" else "a"


# -- the rules ---------------------------------------------------------------------------------------


def flow(t: Table[State]) -> Procedure[None]:
    """Step follows step, whatever the position is."""
    while True:
        yield CHECKPOINT
        step = t.state.step
        if step == "take":
            yield from take(t)
        elif step == "pack":
            yield from pack(t)
        else:
            yield from act(t)


def take(t: Table[State]) -> Procedure[None]:
    """Take one to three coins, and dress (H-1, H-2)."""
    s = t.state
    seat = SEATS[s.turn % 2]
    prompt = f"How many {s.options['metal']} coins?"
    taken: int = yield Decision(seat, "take", prompt, Amount(1, min(3, s.pile)), "H-1", fallback=1)
    s.pile -= taken
    s.coins[seat] += taken
    t.announce("took", seat=seat, coins=taken)
    colours: list[str] | None = yield Decision(
        seat,
        "colours",
        "Which colours do you wear?",
        Subset(("red", "green", "blue"), 1, 2, test=clashing),
        "H-2",
        may_pass=True,
        weight="light",
    )
    t.announce("wears", seat=seat, colours=colours)
    if s.pile == 0:
        s.winner = seat
        raise GameOver
    s.step = "pack"


def clashing(colours: list[str]) -> Refusal:
    if colours == ["red", "green"]:
        return "clash", "Red and green do not go together.", "H-2.1"
    return None


def pack(t: Table[State]) -> Procedure[None]:
    """Pack up to two companions (H-3)."""
    seat = SEATS[t.state.turn % 2]
    packed = yield Decision(
        seat, "pack", "Who comes along?", Counts({"elf": 2, "dwarf": 1}, 0, 2), "H-3", fallback={}
    )
    t.announce("packed", seat=seat, companions=dict(packed))
    t.state.step = "act"


def act(t: Table[State]) -> Procedure[None]:
    """One thing more, then it is the rival's turn (H-4)."""
    s = t.state
    seat = SEATS[s.turn % 2]
    action: str = yield choose_action(s, seat)
    t.announce("acted", seat=seat, action=action)
    if action == "roll":
        faces: list[int] = yield Dice("hoard-dice", 2)
        t.announce("rolled", seat=seat, faces=faces)
        s.pile += faces.count(6)
    elif action == "draw":
        gems: list[str] = yield Draw("bag", tuple(sorted(s.bag)))
        s.bag.remove(gems[0])
        s.hands[seat].append(gems[0])
        t.whisper(seat, "drew", seat=seat, gem=gems[0])
    elif action == "bid":
        s.bids = yield tuple(
            Decision(who, "bid", "Your bid?", Amount(0, 9), "H-4.3", weight="light", fallback=0)
            for who in SEATS
        )
        t.announce("bids", bids=dict(s.bids))
    elif action == "peek":
        s.known[seat] = list(s.hands[rival(seat)])
        t.whisper(seat, "peeked", seat=seat, gems=list(s.known[seat]))
        t.reveal()
    s.step = "take"
    s.turn += 1


def choose_action(s: State, seat: str) -> Decision:
    open_ = {
        "roll": True,
        "draw": bool(s.bag),
        "bid": bool(s.options["bids"]),
        "peek": bool(s.hands[rival(seat)]),
        "end": True,
    }

    def why_not(choice: Any) -> Refusal:
        if choice == "draw":
            return "bag-empty", "The bag is empty.", "H-4.2"
        if choice == "peek":
            return "nothing-to-see", "Your rival has no gem.", "H-4.4"
        return None

    values = tuple(action for action in ACTIONS if open_[action])
    return Decision(seat, "act", "What else?", OneOf(values), "H-4", fallback="end", why_not=why_not)


# -- the title ---------------------------------------------------------------------------------------


class Hoard(Title[State]):
    id = "hoard"
    name = "Hoard"
    stage = "complete"
    rule_prefix = "H"
    sections = {
        "H-1": "Taking coins",
        "H-2": "Dressing",
        "H-3": "Packing",
        "H-4": "One thing more",
        "H-5": "Winning",
    }
    state_type = State
    shows = frozenset({"peeked"})
    option_fields = (
        OptionField("pile", "Coins in the pile", "number", 12, minimum=4, maximum=40),
        OptionField("bids", "Bidding is allowed", "boolean", True),
        OptionField("metal", "Coins are of", "choice", "gold", choices={"gold": "Gold", "silver": "Silver"}),
    )

    def seats(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        return SEATS

    def seat_name(self, seat: str) -> str:
        return {"a": "Ann", "b": "Bob"}[seat]

    def new_state(self, options: Mapping[str, Any]) -> State:
        return State(options["pile"], dict(options))

    def flow(self, table: Table[State]) -> Procedure[None]:
        return flow(table)

    def result(self, state: State) -> Result | None:
        if state.winner is None:
            return None
        return Result((state.winner,), "last-coin", f"{self.seat_name(state.winner)} takes the last coin.")

    def view(self, state: State, seat: str | None) -> dict[str, Any]:
        def gems(owner: str) -> list[str | None]:
            hand = state.hands[owner]
            if seat in (owner, ALL_SEEING):
                return list(hand)
            known = state.known[seat] if seat else []
            return [*known, *[None] * (len(hand) - len(known))]

        return {
            "pile": state.pile,
            "turn": state.turn,
            "step": state.step,
            "coins": dict(state.coins),
            "bag": len(state.bag),
            "hands": {owner: gems(owner) for owner in SEATS},
            "bids": dict(state.bids),
        }

    def headline(self, view: dict[str, Any]) -> str:
        return f"Turn {view['turn'] + 1}"

    def describe_line(self, line: LogLine) -> str:
        who = self.seat_name(line.data["seat"]) if "seat" in line.data else "Both"
        facts = ", ".join(f"{k} {v}" for k, v in line.data.items() if k != "seat")
        return f"{who} {line.kind}: {facts}."

    def text_board(self, view: dict[str, Any]) -> str:
        lines = [
            f"HOARD   turn {view['turn'] + 1}, {view['pile']} coins in the pile, {view['bag']} gems in the bag"
        ]
        for seat, hand in view["hands"].items():
            gems = " ".join(gem or "?" for gem in hand) or "no gems"
            lines.append(f"  {self.seat_name(seat)}: {view['coins'][seat]} coins, {gems}")
        return "\n".join(lines)

    def faults(self, state: State) -> list[str]:
        problems = []
        if sorted([*state.bag, *state.hands["a"], *state.hands["b"]]) != sorted(GEMS):
            problems.append("the gems do not add up")
        if state.pile < 0:
            problems.append("there are less than no coins")
        if any(set(state.known[seat]) - set(state.hands[rival(seat)]) for seat in SEATS):
            problems.append("a gem is known that is not there")
        return problems

    def twin(self, state: State, seat: str | None, rng: Random) -> State:
        """Exchange the gems that `seat` has not seen, those in the bag among them."""
        other = msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=State)
        seen = {*state.hands[seat], *state.known[seat]} if seat else set()
        unseen = [gem for gem in GEMS if gem not in seen]
        swap = dict(zip(unseen, rng.sample(unseen, len(unseen)), strict=True))
        other.bag = [swap.get(gem, gem) for gem in state.bag]
        other.hands = {who: [swap.get(gem, gem) for gem in hand] for who, hand in state.hands.items()}
        other.known = {who: [swap.get(gem, gem) for gem in gems] for who, gems in state.known.items()}
        return other


TITLE = Hoard()
