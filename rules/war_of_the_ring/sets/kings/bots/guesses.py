"""The part of this set in a guessed position: what a seat sees, and what it cannot see as it may be (KM-15)."""

from collections.abc import Mapping
from typing import Any

from rules.war_of_the_ring.position.box import box_of
from rules.war_of_the_ring.position.catalogue import TILES
from rules.war_of_the_ring.position.hunt_pool import elsewhere
from rules.war_of_the_ring.position.state import State
from rules.war_of_the_ring.sets.kings import corruption
from rules.war_of_the_ring.sets.kings.options import VARIANTS
from rules.war_of_the_ring.sets.kings.state import FACTS, SET, SOVEREIGNS, Kings, is_kings_tile


def fill(s: State, view: Mapping[str, Any]) -> None:
    """Put what a seat sees of this set into a position; what it cannot know, as it may be."""
    told = view["kings"]
    people = told["sovereigns"]
    s.options |= {name: True for name in VARIANTS if told["options"][name]}
    corrupted = {who: one["region"] for who, one in people.items() if one["state"] == "corrupted"}
    lost = {
        *view["eliminated"],
        *(who for who, facts in FACTS.items() if view["casualties"].get(facts.figure)),
    }
    part = Kings(
        corrupted=corrupted,
        removed=[who for who, one in people.items() if one["state"] == "gone" and who not in lost],
        tiles={
            who: tiles for who, one in people.items() if (tiles := [*one["kings"], *(one["tiles"] or ())])
        },
        attempted=[who for who, one in people.items() if one["attempted"]],
        tokens=[who for who, one in people.items() if one["token"]],
        token_used=told["token_used"],
        dismay=told["dismay"],
        pool=told["pool"],
        discarded=told["discarded"],
        palantir_used=told["palantir_used"],
    )
    parts = {} if not isinstance(s.sets, dict) else s.sets
    s.sets = {**parts, SET: part}
    if view["hunt_pool"]["in"] is None:
        part.seen = {who: one["tiles"] for who, one in people.items() if one["tiles"]}
        _guess(s, part, {who: one["hidden"] - len(one["tiles"] or ()) for who, one in people.items()}, view)


def _guess(s: State, part: Kings, hidden: Mapping[str, int], view: Mapping[str, Any]) -> None:
    """Let the tiles that nobody has seen lie in the pool or on Sovereigns, on none so that he would have fallen."""
    unseen = _unseen(s, part)[: view["hunt_pool"]["size"] + sum(hidden.values())]
    fitting = sorted((tile for tile in unseen if TILES[tile].standard and has_number(tile)), key=number_on)
    weakest = sorted((who for who in SOVEREIGNS if hidden[who]), key=lambda who: FACTS[who].resistance)
    guessed: dict[str, list[str]] = {}
    for who in weakest:
        guessed[who], fitting = fitting[: hidden[who]], fitting[hidden[who] :]
    for who in weakest:  # the Shadow takes the worst that it draws
        spare = FACTS[who].resistance - 1 - corruption.level(s, who) - sum(map(number_on, guessed[who]))
        for number, tile in enumerate(guessed[who]):
            worse = max(
                (t for t in fitting if number_on(t) <= number_on(tile) + spare), key=number_on, default=tile
            )
            if number_on(worse) > number_on(tile):
                guessed[who][number], fitting[fitting.index(worse)] = worse, tile
                spare -= number_on(worse) - number_on(tile)
        part.tiles[who] = sorted([*part.tiles.get(who, ()), *guessed[who]])
    on_them = {tile for tiles in guessed.values() for tile in tiles}
    s.hunt_pool = sorted(tile for tile in unseen if tile not in on_them)


def _unseen(s: State, part: Kings) -> list[str]:
    """Return the tiles that may be in the pool; those first that are there for sure, or on a Sovereign."""
    out = {*s.tiles_drawn, *s.tiles_removed, *s.specials, *elsewhere(s)}
    sure, played, others = list[str](), list[str](), list[str]()
    for tile in (tile for tile in box_of(s.options).tiles if tile not in out):
        one = TILES[tile]
        if one.card is None:
            sure.append(tile)
        elif one.card in s.discards and not (one.special and s.fellowship.mordor is None):
            played.append(tile)
        else:
            others.append(tile)
    for tile in (tile for tiles in part.seen.values() for tile in tiles if tile in s.tiles_drawn):
        # one that looks like it has been drawn as well
        alike = next((other for other in sure if corruption.face(s, other) == tile), None)
        if alike is not None:
            sure.remove(alike)
    return [*sure, *played, *others]


def has_number(tile: str) -> bool:
    """Return whether a tile shows a number, and no Eye and no die."""
    return isinstance(TILES[tile].value, int)


def number_on(tile: str) -> int:
    """Return what a tile adds to a Sovereign's corruption."""
    return int(TILES[tile].value) if has_number(tile) and not is_kings_tile(tile) else 0
