"""The three Elven Rings, each with a name and a power of its own (LM-8)."""

from __future__ import annotations

from typing import Any

from rules.core.table import Table
from rules.war_of_the_ring.catalogue import FP, SH
from rules.war_of_the_ring.sets.lords.state import KEEPERS, lords
from rules.war_of_the_ring.state import State, place_of

T = Table[Any]


def held(s: State, side: str) -> list[str]:
    """Return the Elven Rings that a side has, by name."""
    return [ring for ring, where in lords(s).rings.items() if where == side]


def has_power(s: State, ring: str) -> bool:
    """Return whether the power of a Ring can be used: it is not spent, and its Keeper is on the map (LM-8.4)."""
    return lords(s).rings[ring] == FP and place_of(s, KEEPERS[ring]) is not None


def spend(t: T, ring: str) -> None:
    """The Free Peoples use the power of a Ring: it goes to the Shadow (LM-8.3)."""
    s = t.state
    lords(s).rings[ring] = SH
    s.rings[FP] -= 1
    s.rings[SH] += 1
    s.rings_fresh += 1
    t.announce("ring-power", ring=ring)
