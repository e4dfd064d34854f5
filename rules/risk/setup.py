"""Setting up: cards are dealt, open territories claimed, battalions and Leaders placed (RK-4)."""

from collections.abc import Sequence

from rules.core.chance import Dice, Draw
from rules.core.decisions import Counts, Decision, OneOf, Subset
from rules.core.settled import unless_settled
from rules.core.table import CHECKPOINT, Procedure, Table
from rules.risk.data import (
    EVENTS,
    EVIL,
    FIRST_ADVENTURES,
    FIRST_TERRITORY_CARDS,
    GOOD,
    LEADERS,
    NEUTRAL,
    NEUTRAL_BATTALIONS,
    TABLES,
    TERRITORIES,
    side_of,
)
from rules.risk.state import State, after, has_leader, held, knowers

ALTERNATE, RANKED, RANDOM = "alternate", "ranked", "random"


def names(territories: Sequence[str]) -> dict[str, str]:
    """Return the names of territories, as labels of options."""
    return {territory: TERRITORIES[territory].name for territory in territories}


# -- dealing -------------------------------------------------------------------------------------------


def deal(t: Table[State]) -> Procedure[None]:
    """Deal the territories by alignment; who claims first is rolled for (RK-4.2 to RK-4.4)."""
    s = t.state
    seating = TABLES[len(s.seats)]
    piles = {
        alignment: [id for id, x in TERRITORIES.items() if x.alignment == alignment]
        for alignment in (GOOD, EVIL, NEUTRAL)
    }
    for seat in s.seats:
        share = dict(seating.good if side_of(seat) == GOOD else seating.evil)
        if s.options["three_player_deal"] == "half-neutral" and NEUTRAL in share:
            share[NEUTRAL] = len(piles[NEUTRAL]) // 2 if seat == s.seats[1] else len(piles[NEUTRAL])
        dealt: list[str] = []
        for alignment, number in share.items():
            drawn: list[str] = yield Draw("deal", tuple(piles[alignment]), number)
            piles[alignment] = [x for x in piles[alignment] if x not in drawn]
            dealt += drawn
        for territory in dealt:
            s.holders[territory] = seat
            s.battalions[territory] = 1
        s.armies[seat].stock -= len(dealt)
        t.announce("dealt", seat=seat, territories=dealt)
    if seating.neutral:
        drawn = yield Draw("deal", tuple(piles[NEUTRAL]), seating.neutral)
        for territory in drawn:
            s.holders[territory] = NEUTRAL
            s.battalions[territory] = NEUTRAL_BATTALIONS
        t.announce("dealt", seat=NEUTRAL, territories=drawn)
    s.first = yield from highest(t, s.seats, "first-claim")
    s.active = s.first
    s.step = "claim"


def highest(t: Table[State], seats: Sequence[str], what: str) -> Procedure[str]:
    """Let everybody roll a die; those who are level with the highest roll again (RK-4.4, RK-4.9, RK-18.3)."""
    rolling = list(seats)
    while len(rolling) > 1:
        faces: list[int] = yield Dice(what, len(rolling))
        t.announce("rolled-for", what=what, faces=dict(zip(rolling, faces, strict=True)))
        rolling = [seat for seat, face in zip(rolling, faces, strict=True) if face == max(faces)]
    return rolling[0]


def open_territories(s: State) -> list[str]:
    return [territory for territory, holder in s.holders.items() if not holder]


# -- claiming ------------------------------------------------------------------------------------------


def claim(t: Table[State]) -> Procedure[None]:
    """Take the open territories in turn, one after another (RK-4.5)."""
    s = t.state
    mode = s.options["setup_mode"]
    wishes: dict[str, list[str]] = {seat: [] for seat in s.seats}
    if mode == RANKED and open_territories(s):
        wishes = yield tuple(_wishes(s, seat) for seat in after(s, s.first))
    while left := open_territories(s):
        seat = s.active
        if mode == ALTERNATE:
            yield CHECKPOINT
            question = Decision(
                seat, "claim", "Claim an open territory.", OneOf(left, names(left)), "RK-4.5", weight="light"
            )
            territory: str = yield unless_settled(question)
        else:
            wanted = [x for x in wishes[seat] if x in left]
            territory = wanted[0] if wanted else (yield Draw("claim", tuple(left)))[0]
        s.holders[territory] = seat
        s.battalions[territory] = 1
        s.armies[seat].stock -= 1
        t.announce("claimed", seat=seat, territory=territory)
        s.active = after(s, seat)[1]
    s.step = "muster"


def _wishes(s: State, seat: str) -> Decision:
    left = open_territories(s)
    return Decision(
        seat,
        "wishes",
        "Which territories do you want most, first to last?",
        Subset(left, labels=names(left), ordered=True),
        "RK-4.10",
        fallback=[],
    )


# -- battalions ----------------------------------------------------------------------------------------


def muster(t: Table[State]) -> Procedure[None]:
    """Place the rest of the battalions (RK-4.6)."""
    s = t.state
    mode = s.options["setup_mode"]
    if mode == RANKED:
        placed: dict[str, dict[str, int]] = yield tuple(_mustering(s, seat) for seat in after(s, s.first))
        for seat in after(s, s.first):
            _muster(t, seat, placed[seat])
    elif mode == RANDOM:
        for seat in after(s, s.first):
            mine = held(s, seat)
            faces: list[int] = yield Dice("muster", s.armies[seat].stock, len(mine))
            places = [mine[face - 1] for face in faces]
            _muster(t, seat, {x: places.count(x) for x in mine if x in places})
    while any(s.armies[seat].stock for seat in s.seats):
        seat = s.active
        if s.armies[seat].stock:
            yield CHECKPOINT
            mine = held(s, seat)
            left = s.armies[seat].stock
            question = Decision(
                seat,
                "muster-one",
                f"Place a battalion ({left} left).",
                OneOf(mine, names(mine)),
                "RK-4.6",
                weight="light",
            )
            _muster(t, seat, {(yield unless_settled(question)): 1})
        s.active = after(s, seat)[1]
    s.active = s.first
    s.step = "leaders"


def _mustering(s: State, seat: str) -> Decision:
    mine, stock = held(s, seat), s.armies[seat].stock
    share, rest = divmod(stock, len(mine))
    return Decision(
        seat,
        "muster",
        f"Place {stock} battalions in your territories.",
        Counts(dict.fromkeys(mine, stock), stock, stock, names(mine)),
        "RK-4.6",
        fallback={x: share + (i < rest) for i, x in enumerate(mine) if share + (i < rest)},
    )


def _muster(t: Table[State], seat: str, where: dict[str, int]) -> None:
    s = t.state
    for territory, number in where.items():
        s.battalions[territory] += number
        s.armies[seat].stock -= number
    t.announce("mustered", seat=seat, where=where)


# -- Leaders -------------------------------------------------------------------------------------------


def leaders(t: Table[State]) -> Procedure[None]:
    """Place two Leaders each (RK-4.7)."""
    s = t.state
    mode = s.options["setup_mode"]
    order = after(s, s.first)
    if mode == RANKED:
        chosen: dict[str, list[str]] = yield tuple(_two_leaders(s, seat) for seat in order)
        for seat in order:
            for territory in chosen[seat]:
                place_leader(t, seat, territory)
    elif mode == RANDOM:
        for seat in order:
            mine = held(s, seat)
            strong = [x for x in mine if TERRITORIES[x].stronghold]
            found: list[str] = yield Draw("leaders", tuple(strong), LEADERS)
            if len(found) < LEADERS:
                others = tuple(x for x in mine if x not in found)
                found += yield Draw("leaders", others, LEADERS - len(found))
            for territory in found:
                place_leader(t, seat, territory)
    while mode == ALTERNATE:
        seat = min(order, key=lambda x: len(s.armies[x].leaders))
        if len(s.armies[seat].leaders) == LEADERS:
            break
        yield CHECKPOINT
        yield from ask_leader(t, seat, "RK-4.7")
    s.step = "hands"


def _two_leaders(s: State, seat: str) -> Decision:
    mine = held(s, seat)
    strongest = sorted(mine, key=lambda x: (not TERRITORIES[x].stronghold, -s.battalions[x]))[:LEADERS]
    return Decision(
        seat,
        "leaders",
        "Where do you place your two Leaders?",
        Subset(mine, LEADERS, LEADERS, names(mine)),
        "RK-4.7",
        fallback=[x for x in mine if x in strongest],
    )


def ask_leader(t: Table[State], seat: str, why: str) -> Procedure[None]:
    """Let a player place a Leader in a territory of theirs without one (RK-4.7, RK-12.6, RK-16.1)."""
    s = t.state
    free = [x for x in held(s, seat) if not has_leader(s, seat, x)]
    if not free:
        return
    best = max(free, key=lambda x: (bool(TERRITORIES[x].stronghold), s.battalions[x]))
    question = Decision(
        seat, "leader", "Where do you place the Leader?", OneOf(free, names(free)), why, fallback=best
    )
    place_leader(t, seat, (yield unless_settled(question)))


def place_leader(t: Table[State], seat: str, territory: str) -> None:
    t.state.armies[seat].leaders.append(territory)
    t.announce("leader-placed", seat=seat, territory=territory)


# -- hands ---------------------------------------------------------------------------------------------


def hands(t: Table[State]) -> Procedure[None]:
    """Deal the first hands, without Events; who moves first is rolled for (RK-4.8, RK-4.9)."""
    s = t.state
    for seat in s.seats:
        army = s.armies[seat]
        army.cards = sorted((yield Draw("territory-card", tuple(s.territory_deck), FIRST_TERRITORY_CARDS)))
        s.territory_deck = [x for x in s.territory_deck if x not in army.cards]
        bag = tuple(x for x in s.adventure_deck if x not in EVENTS)
        army.hand = sorted((yield Draw("adventure-cards", bag, FIRST_ADVENTURES)))
        s.adventure_deck = [x for x in s.adventure_deck if x not in army.hand]
        t.whisper(knowers(s, seat), "first-hand", seat=seat, cards=list(army.cards), hand=list(army.hand))
    s.active = yield from highest(t, s.seats, "first-turn")
    s.first = s.active
    t.announce("begins", seat=s.active)
    s.step = "begin"
