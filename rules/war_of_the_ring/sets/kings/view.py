"""Kings of Middle-earth as a seat may see it (KM-15), as JSON and in the board's text."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, TypedDict

from rules.war_of_the_ring.position import dice, view
from rules.war_of_the_ring.position.catalogue import DICE, FP, SH, TILES, region_name
from rules.war_of_the_ring.position.players import sees
from rules.war_of_the_ring.position.state import State
from rules.war_of_the_ring.sets.kings import corruption
from rules.war_of_the_ring.sets.kings.options import VARIANTS
from rules.war_of_the_ring.sets.kings.sovereigns import sovereign_name, state_of, where_is
from rules.war_of_the_ring.sets.kings.state import FACTS, SOVEREIGNS, WORDS, is_kings_tile, kings


def sees_tiles(s: State, seat: str | None) -> bool:
    """Return whether a seat knows the tiles on the Sovereigns, and so what lies in the Hunt Pool."""
    return sees(seat, SH) or corruption.tiles_are_visible(s)


class SovereignView(TypedDict):
    """A Sovereign, and what the seat knows of the tiles on him."""

    state: str
    region: str | None
    resistance: int
    hidden: int
    kings: list[str]
    tiles: list[str] | None
    level: int | None
    attempted: bool
    token: bool


class KingsView(TypedDict):
    """The things of this set on the board."""

    sovereigns: dict[str, SovereignView]
    dismay: list[str]
    token_used: bool
    pool: list[str]
    discarded: dict[str, str]
    eyes: int
    palantir_used: bool
    options: dict[str, bool]


class Part(TypedDict):
    """This set's part of a view."""

    kings: KingsView


class PoolPart(TypedDict):
    """The Hunt Pool as this set tells it."""

    hunt_pool: view.HuntPool


def open_part(s: State, seat: str | None) -> Part:
    """What lies on the board of this set, and the hidden tiles that `seat` knows."""
    part = kings(s)
    return {
        "kings": {
            "sovereigns": {sovereign: _sovereign(s, sovereign, seat) for sovereign in SOVEREIGNS},
            "dismay": list(part.dismay),
            "token_used": part.token_used,
            "pool": list(part.pool),
            "discarded": dict(part.discarded),
            "eyes": len(corruption.eyes(s)),
            "palantir_used": part.palantir_used,
            "options": {name: bool(s.options.get(name)) for name in VARIANTS},
        }
    }


def _sovereign(s: State, sovereign: str, seat: str | None) -> SovereignView:
    part, everything = kings(s), sees_tiles(s, seat)
    there = corruption.hidden(s, sovereign)
    known = there if everything else part.seen.get(sovereign, []) if sees(seat, FP) else []
    return {
        "state": state_of(s, sovereign),
        "region": where_is(s, sovereign),
        "resistance": FACTS[sovereign].resistance,
        "hidden": len(there),
        "kings": [tile for tile in part.tiles.get(sovereign, ()) if is_kings_tile(tile)],
        "tiles": [corruption.face(s, tile) for tile in known] if everything or known else None,
        "level": corruption.level(s, sovereign) if everything else None,
        "attempted": sovereign in part.attempted,
        "token": sovereign in part.tokens,
    }


def hunt_pool(s: State, seat: str | None) -> PoolPart:
    """The Hunt Pool: of what is in it the Free Peoples may know the number only."""
    told = view.open_position(s, seat)["hunt_pool"]
    told["size"] = len(s.hunt_pool)
    if not sees_tiles(s, seat):
        told["in"] = None
    return {"hunt_pool": told}


def exchange(s: State, seat: str | None, rng: Random) -> None:
    """Deal the hidden tiles that a seat cannot know anew, together with those of the pool that could lie there as well.

    What comes of it hangs on nothing but what the seat knows: twins may be made as often as one likes (KM-15).
    """
    if sees_tiles(s, seat):
        return
    part = kings(s)
    known = {tile for tiles in part.seen.values() for tile in tiles} if sees(seat, FP) else set[str]()
    theirs = {who: [tile for tile in corruption.hidden(s, who) if tile not in known] for who in SOVEREIGNS}
    hidden = [tile for tiles in theirs.values() for tile in tiles]
    unseen = sorted([*hidden, *(tile for tile in s.hunt_pool if _may_lie(tile))])
    rng.shuffle(unseen)
    room = {
        who: FACTS[who].resistance - 1 - corruption.level(s, who) + _sum(theirs[who]) for who in SOVEREIGNS
    }
    # the narrowest first, so that there is soon a way for all
    takers = sorted((who for who in SOVEREIGNS for _ in theirs[who]), key=lambda who: room[who])
    dealt = _dealt(unseen, takers, room)
    assert dealt is not None  # the truth is one way
    for who, tiles in theirs.items():
        given = sorted(tile for taker, tile in zip(takers, dealt, strict=True) if taker == who)
        others = dict(zip(tiles, given, strict=True))
        for kept in (part.tiles, part.seen):
            if who in kept:
                kept[who] = sorted(others.get(tile, tile) for tile in kept[who])
    s.hunt_pool = sorted({*s.hunt_pool, *hidden} - set(dealt))


def _may_lie(tile: str) -> bool:
    """Whether a tile can lie hidden on a Sovereign."""
    return TILES[tile].standard and isinstance(TILES[tile].value, int)


def _sum(tiles: list[str]) -> int:
    return sum(int(TILES[tile].value) for tile in tiles)


def _dealt(tiles: list[str], takers: list[str], room: Mapping[str, int]) -> list[str] | None:
    """Return the first of `tiles` that each taker has room for, so that all get one; None if that cannot be."""
    if not takers:
        return []
    who, *others = takers
    for tile in tiles:
        left = room[who] - int(TILES[tile].value)
        if left >= 0:
            rest = [other for other in tiles if other != tile]
            found = _dealt(rest, others, {**room, who: left})
            if found is not None:
                return [tile, *found]
    return None


def in_text(told: Mapping[str, Any]) -> Iterator[str]:
    """Return the section of the board in text."""
    part = told["kings"]
    yield "KINGS OF MIDDLE-EARTH"
    for sovereign, facts in part["sovereigns"].items():
        yield f"  {sovereign_name(sovereign)}: {'; '.join(_words(facts))}"
    if part["pool"]:
        yield f"  Ruler dice this turn: {', '.join(_whose(kind) for kind in part['pool'])}"
    for side, die in part["discarded"].items():
        yield f"  Discarded by the {'Free Peoples' if side == FP else 'Shadow'}: {dice.die_name(die)}"
    if part["dismay"]:
        yield f"  Dismay tokens of the Shadow: {', '.join(map(sovereign_name, part['dismay']))}"
    yield f"  Eyes in the Hunt Box that count for a corruption attempt: {part['eyes']}"


def _whose(kind: str) -> str:
    return "Free Peoples" if DICE[kind].side == FP else "Shadow"


def _words(facts: dict[str, Any]) -> Iterator[str]:
    where = f" in {region_name(facts['region'])}" if facts["region"] else ""
    yield f"{WORDS['states'][facts['state']]}{where}"
    if facts["state"] == "leader":
        number = facts["hidden"]
        tiles = f"{number} Corruption {'tile' if number == 1 else 'tiles'}"
        if facts["tiles"]:
            tiles += f" ({', '.join(TILES[tile].words for tile in facts['tiles'])})"
        yield tiles
        if facts["kings"]:
            yield f"{len(facts['kings'])} with a crown"
        known = f"level {facts['level']} of " if facts["level"] is not None else ""
        yield f"{known}Shadow Resistance {facts['resistance']}"
    if facts["token"]:
        yield "Ruler token"
