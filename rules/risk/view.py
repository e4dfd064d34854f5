"""The position as a seat may know it (RK-21), as JSON."""

from collections.abc import Sequence
from random import Random
from typing import TypedDict

import msgspec

from rules.core.table import ALL_SEEING
from rules.risk.data import (
    EVENTS,
    PATH,
    REGIONS,
    TERRITORY_OF,
    WILD_CARDS,
    side_of,
)
from rules.risk.reinforcement import income
from rules.risk.state import State, Uprising, held, knowers, regions_held, score, strongholds_held


def sees(s: State, eye: str | None, seat: str) -> bool:
    """Return whether `eye` may look at the hand of `seat` (RK-20.3, RK-21.2)."""
    return eye == ALL_SEEING or eye in knowers(s, seat)


class Territory(TypedDict):
    """The holder of a territory, and the number of battalions."""

    holder: str
    battalions: int


class ArmyView(TypedDict):
    """A player's army; null stands for a card that the seat may not look at."""

    side: str
    stock: int
    leaders: list[str]
    territories: int
    battalions: int
    strongholds: int
    income: int
    score: int
    cards: Sequence[str | None]
    hand: Sequence[str | None]
    played: list[str]


class PathStop(TypedDict):
    """The Fellowship's place on its path, counted from 1."""

    stop: int
    territory: str


class Rising(TypedDict):
    """A Local Uprising that waits, and its card, if the seat may know it."""

    by: str
    card: str | None


class RiskView(TypedDict):
    """A position of Risk as a seat knows it."""

    step: str
    round: int
    turn: int
    active: str
    seats: list[str]
    out: list[str]
    players: bool | int | str
    round_limit: int
    doom_roll: int
    territories: dict[str, Territory]
    regions: dict[str, str]
    armies: dict[str, ArmyView]
    fellowship: PathStop
    territory_deck: int
    territory_discards: list[str]
    adventure_deck: int
    adventure_discards: list[str]
    face_down: int
    own_discards: list[str]
    uprising: Rising | None
    lasting: "list[LastingView]"
    conquered: bool
    site_conquered: bool
    extra_cards: int
    has_drawn: bool
    pinned: list[str]
    winners: list[str]
    reason: str


class LastingView(TypedDict):
    """A card's effect until the next turn of who played it begins."""

    card: str
    by: str
    where: list[str]


def view(s: State, seat: str | None) -> RiskView:
    """Return the position as `seat` knows it (RK-21.1, RK-21.2)."""
    return {
        "step": s.step,
        "round": s.round,
        "turn": s.turn,
        "active": s.active,
        "seats": list(s.seats),
        "out": list(s.out),
        "players": s.options["players"],
        "round_limit": int(s.options["round_limit"]),
        "doom_roll": int(s.options["doom_roll"]),
        "territories": {x: {"holder": s.holders[x], "battalions": s.battalions[x]} for x in s.holders},
        "regions": _whole(s),
        "armies": {who: _army(s, who, seat) for who in s.seats},
        "fellowship": {"stop": s.stop + 1, "territory": PATH[s.stop].territory},
        "territory_deck": len(s.territory_deck),
        "territory_discards": list(s.territory_discards),
        "adventure_deck": len(s.adventure_deck),
        "adventure_discards": list(s.adventure_discards),
        "face_down": len(s.face_down),
        "own_discards": sorted(c for c, who in s.face_down.items() if seat == ALL_SEEING or seat in who),
        "uprising": _uprising(s, seat),
        "lasting": [msgspec.to_builtins(x) for x in s.lasting],
        "conquered": s.conquered,
        "site_conquered": s.site_conquered,
        "extra_cards": s.extra_cards,
        "has_drawn": s.has_drawn,
        "pinned": list(s.pinned),
        "winners": list(s.winners),
        "reason": s.reason,
    }


def _whole(s: State) -> dict[str, str]:
    """Return who holds all of each region, "" if nobody does."""
    found = dict.fromkeys(REGIONS, "")
    for seat in s.seats:
        found |= dict.fromkeys(regions_held(s, seat), seat)
    return found


def _army(s: State, who: str, eye: str | None) -> ArmyView:
    army = s.armies[who]
    shown = sees(s, eye, who)
    return {
        "side": side_of(who),
        "stock": army.stock,
        "leaders": list(army.leaders),
        "territories": len(held(s, who)),
        "battalions": sum(s.battalions[x] for x in held(s, who)),
        "strongholds": len(strongholds_held(s, who)),
        "income": income(s, who),
        "score": score(s, who),
        "cards": list(army.cards) if shown else [None] * len(army.cards),
        "hand": list(army.hand) if shown else [None] * len(army.hand),
        "played": list(army.played),
    }


def _uprising(s: State, eye: str | None) -> Rising | None:
    if s.uprising is None:
        return None
    return {"by": s.uprising.by, "card": s.uprising.card if eye in (s.uprising.by, ALL_SEEING) else None}


def twin(s: State, seat: str | None, rng: Random) -> State:
    """Return a position that differs only in cards that `seat` does not know (RK-21.2)."""
    other: State = msgspec.msgpack.decode(msgspec.msgpack.encode(s), type=State)
    if seat == ALL_SEEING:
        return other
    hidden = [who for who in other.seats if not sees(s, seat, who)]
    pool = sorted((*other.territory_deck, *(card for who in hidden for card in other.armies[who].cards)))
    waiting = other.uprising
    if waiting is not None and seat != waiting.by:
        pool = sorted((*pool, waiting.card))
        may_wait = [x for x in pool if x not in WILD_CARDS and s.holders[TERRITORY_OF[x]] != waiting.by]
        other.uprising = Uprising(waiting.by, rng.choice(may_wait))
        pool.remove(other.uprising.card)
    rng.shuffle(pool)
    for who in hidden:
        number = len(other.armies[who].cards)
        other.armies[who].cards, pool = sorted(pool[:number]), pool[number:]
    other.territory_deck = sorted(pool)
    unknown = [card for card, who in other.face_down.items() if seat not in who]
    bag = sorted(
        (*other.adventure_deck, *unknown, *(card for who in hidden for card in other.armies[who].hand))
    )
    events = [card for card in bag if card in EVENTS]
    plain = [card for card in bag if card not in EVENTS]
    rng.shuffle(plain)
    for who in hidden:
        number = len(other.armies[who].hand)
        other.armies[who].hand, plain = sorted(plain[:number]), plain[number:]
    exchanged = dict(zip(unknown, plain[: len(unknown)], strict=True))
    other.face_down = {exchanged.get(card, card): who for card, who in other.face_down.items()}
    other.adventure_deck = sorted((*events, *plain[len(unknown) :]))
    return other
