"""Faults of a position of Lords, and what of one written by hand follows from the rest (LM-18)."""

from collections.abc import Mapping
from typing import Any

from rules.core.errors import quoted
from rules.war_of_the_ring.position import dice, names
from rules.war_of_the_ring.position.box import box_of
from rules.war_of_the_ring.position.catalogue import DICE, FORMS, SIDES, TILES
from rules.war_of_the_ring.position.declarations import Problems
from rules.war_of_the_ring.position.state import State, fault_of_part, in_play
from rules.war_of_the_ring.sets.lords.state import OUT, RINGS, SET, Lords, lords
from rules.war_of_the_ring.soundness.faults import side_name

WITCH_KING = "witch-king"
KINDS = [kind.id for kind in DICE.values() if kind.set == SET]


def checks_between(s: State) -> Problems:
    """Rings, special dice and Sméagol's tiles are each where they can be, and once."""
    if fault := fault_of_part(s, SET, Lords):
        yield fault
        return
    part = lords(s)
    yield from _rings(s, part)
    yield from _dice(part)
    in_play = {*s.hunt_pool, *s.tiles_drawn, *s.tiles_removed}
    for tile in part.tiles_aside:
        if tile not in TILES or TILES[tile].kind != "smeagol":
            yield f"“{quoted(tile)}” is no Sméagol tile"
        elif tile in in_play:
            yield f"the Hunt tile {tile} is set aside, and in play"


def _rings(s: State, part: Lords) -> Problems:
    for ring, where in part.rings.items():
        if ring not in RINGS:
            yield f"“{quoted(ring)}” is no Elven Ring{names.hint(ring, RINGS)}"
        if where not in (*SIDES, OUT):
            yield f"{quoted(ring)}: “{quoted(where)}” is neither a side nor out of the game"
    for ring in RINGS:
        if ring not in part.rings:
            yield f"it is not said where {ring.capitalize()} is"
    for side in SIDES:
        named = [ring.capitalize() for ring, where in part.rings.items() if where == side]
        if len(named) != s.rings.get(side):
            yield (
                f"Elven Rings of the {side_name(side)}: {s.rings.get(side)} by number,"
                f" by name {', '.join(named) or 'none'}"
            )


def _dice(part: Lords) -> Problems:
    for kind in (*part.pool, *part.lost):
        if kind not in KINDS:
            yield f"“{quoted(kind)}” is no special die{names.hint(kind, KINDS)}"
    for kind in part.pool:
        if kind in part.lost:
            yield f"the {DICE[kind].name if kind in DICE else quoted(kind)} die has left the game"
    for side, fallen in (
        *((side, die) for side, all_of_them in part.rolled.items() for die in all_of_them),
        *part.kept.items(),
    ):
        kind, face = dice.split(fallen)
        if kind not in KINDS or DICE[kind].side != side or face not in DICE[kind].faces:
            yield f"no special die of the {quoted(side)} shows “{quoted(fallen)}”"
    for side in part.starred:
        if side not in part.kept:
            yield f"“{quoted(side)}” has kept no special die that could bear a star"


def fill(s: State, given: Mapping[str, Any]) -> None:
    """Let Sméagol's tiles lie in the pool, and the Rings be with whoever has them by number."""
    if fault_of_part(s, SET, Lords):
        return  # `checks_between` says it
    part = lords(s)
    if "hunt_pool" not in given:
        out = {*s.tiles_drawn, *s.tiles_removed, *part.tiles_aside}
        mine = [tile for tile in box_of(s.options).tiles if TILES[tile].kind == "smeagol"]
        s.hunt_pool = sorted([*s.hunt_pool, *(tile for tile in mine if tile not in out)])
    if "rings" in given and "sets" not in given:
        where = [side for side in SIDES for _ in range(s.rings.get(side, 0))]
        part.rings = dict(zip(RINGS, [*where, OUT, OUT, OUT], strict=False))
    if "sets" not in given:
        part.smeagol_seen = "smeagol" in (*s.fellowship.companions, *s.eliminated)
        part.witch_king_came = any(in_play(s, form) or form in s.eliminated for form in FORMS[WITCH_KING])
