"""What a seat may know of the position (WR-22: the list of secrets), as JSON."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from rules.core.table import ALL_SEEING
from rules.war_of_the_ring.position.box import box_of
from rules.war_of_the_ring.position.catalogue import CARDS, NATIONS, ORIGINAL, SIDES, Side
from rules.war_of_the_ring.position.declaring import of
from rules.war_of_the_ring.position.event_cards import hand_decks
from rules.war_of_the_ring.position.state import State, controller, deck_name, side_of_place, victory_points


def view(s: State, seat: str | None) -> dict[str, Any]:
    """Return the public position, and the hidden things that `seat` may see; what the sets of its box add to it."""
    sets = box_of(s.options).sets
    shown: dict[str, Any] = {}
    for declared in of(sets):
        for part in declared.views:
            shown |= part(s, seat)
    return shown if len(sets) == 1 else {**shown, "sets": list(sets)}


def open_position(s: State, seat: str | None) -> dict[str, Any]:
    """What lies on the board, for everybody to see."""
    return {
        "turn": s.turn,
        "phase": s.phase,
        "forces": [
            {
                "region": key.partition("/")[0],
                "side": side_of_place(s, key),
                "besieged": key.endswith("/inside"),
                "figures": dict(force.figures),
                "characters": list(force.characters),
            }
            for key, force in sorted(s.forces.items())
        ],
        "control": {r: controller(s, r) for r in ORIGINAL},
        "captured": list(s.captured),
        "points": {side: victory_points(s, side) for side in SIDES},
        "politics": {n: {"step": s.steps[n], "active": n in s.active} for n in NATIONS},
        "dice": {side: list(s.dice[side]) for side in SIDES},
        "hunt_box": dict(s.hunt_box),
        "rings": dict(s.rings),
        "ring_used": list(s.ring_used),
        "dwarven_rings": dict(s.dwarven_rings),
        "pools": dict(s.pools),
        "casualties": dict(s.casualties),
        "fellowship": msgspec.to_builtins(s.fellowship),
        "hunt_pool": {
            "in": sorted(s.hunt_pool),
            "drawn": list(s.tiles_drawn),
            "removed": list(s.tiles_removed),
            "specials": list(s.specials),
        },
        "eliminated": list(s.eliminated),
    }


def cards(s: State, seat: str | None) -> dict[str, Any]:
    """The cards: a hand is its owner's secret, and so is what was discarded face down."""
    return {
        "hands": {side: _hand(s, side, seat) for side in SIDES},
        "decks": {name: len(cards) for name, cards in sorted(s.decks.items())},
        "table": {side: list(s.table[side]) for side in SIDES},
        "discards": list(s.discards),
        "hidden_discards": _hidden_discards(s, seat),
        "resolving": list(s.resolving),
    }


def course(s: State, seat: str | None) -> dict[str, Any]:
    """The battle that is fought, and how the game has ended."""
    return {
        "battle": msgspec.to_builtins(s.battle) if s.battle else None,
        "winner": s.winner,
        "reason": s.reason,
    }


def _hand(s: State, side: Side, seat: str | None) -> dict[str, Any]:
    seen = seat in (side, ALL_SEEING)
    return {"decks": hand_decks(s, side), "cards": sorted(s.hands[side]) if seen else None}


def _hidden_discards(s: State, seat: str | None) -> dict[str, Any]:
    """Cards discarded face down: the owner knows which, everybody knows how many of each deck."""
    counts: dict[str, int] = {}
    for card in s.hidden_discards:
        counts[deck_name(card)] = counts.get(deck_name(card), 0) + 1
    own = [c for c in s.hidden_discards if seat in (CARDS[c].side, ALL_SEEING)]
    return {"count": dict(sorted(counts.items())), "cards": sorted(own)}


def _laid_face_down(s: State, side: Side) -> list[str]:
    """Return the Combat card of a side that is not shown yet, if there is one (WR-10.6)."""
    shown = s.battle.cards if s.battle else {}
    return [s.battle_cards[side]] if side in s.battle_cards and side not in shown else []


def twin(s: State, seat: str | None, rng: Random) -> State:
    """Return a position that differs only in what `seat` cannot know: what the sets of its box keep secret."""
    other = msgspec.msgpack.decode(msgspec.msgpack.encode(s), type=State)
    for declared in of(box_of(s.options).sets):
        for exchange in declared.twins:
            exchange(other, seat, rng)
    return other


def exchange_cards(s: State, seat: str | None, rng: Random) -> None:
    """Exchange the cards of each deck that `seat` cannot know: hands, decks, what lies or was discarded face down."""
    for side in SIDES:
        if seat in (side, ALL_SEEING):
            continue
        for deck in ("character", "strategy"):
            name = f"{side}/{deck}"
            hand = [c for c in s.hands[side] if deck_name(c) == name]
            gone = [c for c in s.hidden_discards if deck_name(c) == name]
            laid = [c for c in _laid_face_down(s, side) if deck_name(c) == name]
            hidden = [*hand, *gone, *laid, *s.decks[name]]
            pool = list(hidden)
            rng.shuffle(pool)
            mapping = dict(zip(hidden, pool, strict=True))
            s.hands[side] = [mapping.get(c, c) for c in s.hands[side]]
            s.hidden_discards = [mapping.get(c, c) for c in s.hidden_discards]
            for card in laid:
                s.battle_cards[side] = mapping[card]
            s.decks[name] = sorted(mapping[c] for c in s.decks[name])
