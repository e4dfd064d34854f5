"""The position as a seat may know it (DU-15), as JSON."""

from random import Random
from typing import Any, TypedDict

import msgspec

from rules.core.table import ALL_SEEING
from rules.duel.costs import by_chain, card_price, landmark_price
from rules.duel.data import (
    BONUSES,
    CARDS,
    LANDMARKS,
    LAYOUTS,
    QUEST_LENGTH,
    RACES,
    REGIONS,
    SEATS,
    SKILLS,
    TOKENS,
    seat_name,
)
from rules.duel.state import State, available, fortress_count, presence, race_symbols, supply, support


class Slot(TypedDict):
    """A card of the display, null face down; `price` and `chain` (it is free) by side."""

    slot: str
    row: int
    x: int
    card: str | None
    available: bool
    price: dict[str, int] | None
    chain: dict[str, bool] | None


class PlayArea(TypedDict):
    """A player's area: what lies there, and what follows from it."""

    coins: int
    cards: list[str]
    landmarks: list[str]
    tokens: list[str]
    skills: dict[str, int]
    choices: list[list[str]]
    chains: list[str]
    races: dict[str, int]
    support: int
    presence: list[str]
    supply: int
    fortresses: int


class Region(TypedDict):
    """The Units in a region by side, and whose Fortress stands there."""

    units: dict[str, int]
    fortress: str | None


class Landmark(TypedDict):
    """A landmark that can be bought, with its price by side."""

    id: str
    price: dict[str, int]


class Pile(TypedDict):
    """The tokens of a race: how many there are, and which are known to lie on top."""

    size: int
    top: list[str]


class Discards(TypedDict):
    """Discarded cards that both have seen, those that only this seat has, and how many are unknown."""

    seen: list[str]
    own: list[str]
    unknown: int


class DuelView(TypedDict):
    """A position of Duel as a seat knows it."""

    chapter: int
    turn: int
    active: str
    extra_turn: bool
    further_extra_turns: int
    is_extra: bool
    resolving: str | None
    display: list[Slot]
    sides: dict[str, PlayArea]
    reserve: int
    regions: dict[str, Region]
    quest: dict[str, int]
    landmarks: list[Landmark]
    landmarks_left: int
    tokens: dict[str, Pile]
    revealed_tokens: list[str]
    discards: Discards
    winners: list[str]
    reasons: list[str]


def view(s: State, seat: str | None) -> DuelView:
    """Return the position as `seat` knows it; spectators see the public part (DU-15.6)."""
    open_slots = set(available(s))
    return {
        "chapter": s.chapter,
        "turn": s.turn,
        "active": s.active,
        "extra_turn": s.extra_turn,
        "further_extra_turns": s.further_extra_turns,
        "is_extra": s.is_extra,
        "resolving": s.resolving,
        "display": [
            {
                "slot": slot,
                "row": LAYOUTS[s.chapter][slot].row,
                "x": LAYOUTS[s.chapter][slot].x,
                "card": card,
                "available": slot in open_slots,
                "price": {side: card_price(s, side, card) for side in SEATS} if card else None,
                "chain": {side: by_chain(s, side, card) for side in SEATS} if card else None,
            }
            for slot, card in s.display.items()
        ],
        "sides": {side: _side(s, side) for side in SEATS},
        "reserve": max(0, s.reserve),
        "regions": {r: {"units": dict(s.units[r]), "fortress": s.fortresses.get(r)} for r in REGIONS},
        "quest": {side: s.sides[side].quest for side in SEATS},
        "landmarks": [
            {"id": x, "price": {side: landmark_price(s, side, x) for side in SEATS}} for x in s.landmarks_up
        ],
        "landmarks_left": len(s.landmarks_unseen),
        "tokens": {
            race: {
                "size": len(s.tokens_known[race]) + len(s.tokens_unseen[race]),
                "top": list(s.tokens_known[race]),
            }
            for race in RACES
        },
        "revealed_tokens": list(s.revealed_tokens),
        "discards": _discards(s, seat),
        "winners": list(s.winners),
        "reasons": list(s.reasons),
    }


def _side(s: State, seat: str) -> PlayArea:
    side = s.sides[seat]
    skills = dict.fromkeys(SKILLS, 0)
    for card in side.cards:
        for skill, number in CARDS[card].gives.items():
            skills[skill] += number
    return {
        "coins": side.coins,
        "cards": list(side.cards),
        "landmarks": list(side.landmarks),
        "tokens": list(side.tokens),
        "skills": skills,
        "choices": [list(CARDS[c].choice) for c in side.cards if CARDS[c].choice],
        "chains": [x for c in side.cards if (x := CARDS[c].provides_chain)],
        "races": race_symbols(s, seat),
        "support": support(s, seat),
        "presence": presence(s, seat),
        "supply": supply(s, seat),
        "fortresses": fortress_count(s, seat),
    }


def _discards(s: State, seat: str | None) -> Discards:
    """Cards that both have seen, those that only this seat has, and how many are unknown (DU-15.3 to 15.5)."""
    own = [c for c, who in s.secret_discards.items() if seat == ALL_SEEING or seat in who]
    unknown = sum(s.aside.values()) + len(s.secret_discards) - len(own)
    return {"seen": list(s.discards), "own": sorted(own), "unknown": unknown}


def twin(s: State, seat: str | None, rng: Random) -> State:
    """Return a position that differs only in set-aside cards that `seat` has not seen."""
    other_state = msgspec.msgpack.decode(msgspec.msgpack.encode(s), type=State)
    if seat == ALL_SEEING:
        return other_state
    for chapter, unseen in other_state.unseen.items():
        secret = [
            c
            for c, who in other_state.secret_discards.items()
            if seat not in who and str(CARDS[c].chapter) == chapter
        ]
        pool = [*secret, *unseen]
        rng.shuffle(pool)
        exchanged = dict(zip(secret, pool, strict=False))
        other_state.secret_discards = {
            exchanged.get(c, c): who for c, who in other_state.secret_discards.items()
        }
        other_state.unseen[chapter] = sorted(pool[len(secret) :])
    return other_state


def catalogue() -> dict[str, Any]:
    """Return the static facts that pages and programs need: cards, landmarks, tokens, regions."""
    return {
        "cards": {c: msgspec.to_builtins(x) for c, x in CARDS.items()},
        "landmarks": {c: msgspec.to_builtins(x) for c, x in LANDMARKS.items()},
        "tokens": {c: msgspec.to_builtins(x) for c, x in TOKENS.items()},
        "regions": {c: msgspec.to_builtins(x) for c, x in REGIONS.items()},
        "bonuses": {str(step): bonus for step, bonus in BONUSES.items()},
        "quest_length": QUEST_LENGTH,
        "skills": list(SKILLS),
        "races": list(RACES),
        "sides": {side: seat_name(side) for side in SEATS},
    }
