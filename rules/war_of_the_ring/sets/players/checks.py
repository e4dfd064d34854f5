"""Faults of what a table of three or four keeps, and what of a position written by hand follows from the rest."""

from collections.abc import Mapping
from typing import Any

from rules.core.errors import quoted
from rules.war_of_the_ring.position.catalogue import (
    CARDS,
    NATIONS,
    ORIGINAL,
    SH,
    SIDES,
    region_name,
)
from rules.war_of_the_ring.position.declarations import Problems
from rules.war_of_the_ring.position.players import NAMES, of_side
from rules.war_of_the_ring.position.state import PARTS, State, fault_of_part
from rules.war_of_the_ring.sets.players import armies
from rules.war_of_the_ring.sets.players.state import SET, Deed, Players, partner, set_up, table_of, teams


def checks_between(s: State) -> Problems:
    """Each team is led by one of its players, and mixed Armies stand where both partners have units."""
    if fault := fault_of_part(s, SET, Players):
        yield fault
        return
    part = table_of(s)
    for what, named in (("leading", part.leading), ("acting", part.acting)):
        for side in teams(s):
            if named.get(side) not in [player.id for player in of_side(s, side)]:
                yield f"{what}: “{quoted(str(named.get(side)))}” does not play the {NAMES[side]}"
        for side in named:
            if side not in teams(s):
                yield f"{what}: “{quoted(side)}” is no team of this game"
    yield from _armies(s, part)
    yield from _owners(s, part)
    for deed in (part.deed, part.last):
        yield from _deed(deed)


def _armies(s: State, part: Players) -> Problems:
    for place in part.mixed:
        if place not in s.forces or not armies.is_shared(s, place):
            yield f"no mixed Army can stand at “{quoted(place)}”"
    for place in part.declined:
        if place not in PARTS:
            yield f"“{quoted(place)}” is no place at which Armies stand"


def _owners(s: State, part: Players) -> Problems:
    """Cards and Settlements belong to players of this table, each to one whose side it can be."""
    everybody = {player.id: player.side for side in SIDES for player in of_side(s, side)}
    for card, who in part.keepers.items():
        if card not in CARDS:
            yield f"“{quoted(card)}” is no Event card"
        elif everybody.get(who) != CARDS[card].side:
            yield f"{CARDS[card].title}: “{quoted(who)}” does not play the {NAMES[CARDS[card].side]}"
    for region, who in part.takers.items():
        if region not in s.captured:
            yield f"“{quoted(region)}” is not captured, and yet somebody has taken it"
        elif who not in SIDES and everybody.get(who) in (None, ORIGINAL[region]):
            yield f"“{quoted(who)}” cannot have taken {region_name(region)}"
    if part.tempter and (SH not in teams(s) or everybody.get(part.tempter) != SH):
        yield f"“{quoted(part.tempter)}” tempts nobody"


def _deed(deed: Deed) -> Problems:
    for nation in deed.nations:
        if nation not in NATIONS:
            yield f"an action is about “{quoted(nation)}”, which is no Nation"
    for place in deed.places:
        if place not in PARTS:
            yield f"an action is about “{quoted(place)}”, which is no place"


def fill(s: State, given: Mapping[str, Any]) -> None:
    """Let the first of each team lead it, and the other act first, where nothing is said."""
    if fault_of_part(s, SET, Players):
        return  # `checks_between` says it
    part = table_of(s)
    leading, acting = dict(part.leading), dict(part.acting)
    set_up(s)
    part.leading |= leading
    for side in teams(s):
        if part.leading[side] in [player.id for player in of_side(s, side)]:
            part.acting[side] = partner(s, part.leading[side])
    part.acting |= acting
