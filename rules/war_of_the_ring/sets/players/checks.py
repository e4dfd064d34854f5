"""Faults of what a table of three or four keeps, and what of a position written by hand follows from the rest."""

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.core.errors import quoted
from rules.war_of_the_ring.position.declarations import Problems
from rules.war_of_the_ring.position.players import of_side
from rules.war_of_the_ring.position.state import State
from rules.war_of_the_ring.sets.players import armies
from rules.war_of_the_ring.sets.players.state import SET, partner, set_up, table_of, teams


def checks_between(s: State) -> Problems:
    """Each team is led by one of its players, and mixed Armies stand where both partners have units."""
    try:
        part = table_of(s)
    except msgspec.ValidationError as error:
        yield f"{SET}: {str(error).replace('`', '')}"
        return
    for what, named in (("leading", part.leading), ("acting", part.acting)):
        for side in teams(s):
            if named.get(side) not in [player.id for player in of_side(s, side)]:
                yield f"{what}: “{quoted(str(named.get(side)))}” does not play the {quoted(side)}"
        for side in named:
            if side not in teams(s):
                yield f"{what}: “{quoted(side)}” is no team of this game"
    for place in part.mixed:
        if place not in s.forces or not armies.is_shared(s, place):
            yield f"no mixed Army can stand at “{quoted(place)}”"
    for region in part.takers:
        if region not in s.captured:
            yield f"“{quoted(region)}” is not captured, and yet somebody has taken it"


def fill(s: State, given: Mapping[str, Any]) -> None:
    """Let the first of each team lead it, and the other act first, where nothing is said."""
    try:
        part = table_of(s)
    except msgspec.ValidationError:
        return  # `checks_between` says it
    leading, acting = dict(part.leading), dict(part.acting)
    set_up(s)
    part.leading |= leading
    for side in teams(s):
        if part.leading[side] in [player.id for player in of_side(s, side)]:
            part.acting[side] = partner(s, part.leading[side])
    part.acting |= acting
