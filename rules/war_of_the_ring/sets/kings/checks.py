"""Faults of a position of Kings, and what of one written by hand follows from the rest (KM-15)."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rules.core.errors import quoted
from rules.war_of_the_ring.position import dice, names
from rules.war_of_the_ring.position.catalogue import DICE, REGIONS, SIDES, TILES, region_name
from rules.war_of_the_ring.position.declarations import Problems
from rules.war_of_the_ring.position.state import State, fault_of_part, in_play, take
from rules.war_of_the_ring.sets.kings import corruption
from rules.war_of_the_ring.sets.kings.ruler_dice import RULER
from rules.war_of_the_ring.sets.kings.sovereigns import place_of_leader, sovereign_name, state_of
from rules.war_of_the_ring.sets.kings.state import (
    FACTS,
    LEADER_OF,
    SET,
    SOVEREIGN_OF,
    SOVEREIGNS,
    Kings,
    is_kings_tile,
    kings,
)


def checks(s: State) -> Problems:
    """Every Sovereign is in one state, and tiles lie on those alone who are Leaders (KM-1.3, KM-6)."""
    if fault := fault_of_part(s, SET, Kings):
        yield fault
        return
    part = kings(s)
    yield from _states(s, part)
    yield from _tiles(s, part)


def _states(s: State, part: Kings) -> Problems:
    for sovereign, region in part.corrupted.items():
        if sovereign not in SOVEREIGNS:
            yield _no_sovereign(sovereign)
        elif region not in REGIONS:
            yield f"{sovereign_name(sovereign)}: “{quoted(region)}” is no region{names.hint(region, list(REGIONS))}"
        elif region != FACTS[sovereign].home:
            home = region_name(FACTS[sovereign].home)
            yield f"the corrupted {sovereign_name(sovereign)} is in {home}, and stays there"
    yield from (_no_sovereign(one) for one in part.removed if one not in SOVEREIGNS)
    for sovereign in SOVEREIGNS:
        figure = LEADER_OF[sovereign]
        states = Counter(
            {
                "a Leader": sum(figure in force.figures for force in s.forces.values()),
                "lost as a Leader": min(s.casualties.get(figure, 0), 2),
                "awakened": int(in_play(s, sovereign)),
                "lost after he awoke": s.eliminated.count(sovereign),
                "corrupted": int(sovereign in part.corrupted),
                "removed": part.removed.count(sovereign),
            }
        )
        total = sum(states.values())
        if total > 1:
            yield f"{sovereign_name(sovereign)} is more than one of these: {', '.join(states.elements())}"
        elif total == 0:
            yield f"{sovereign_name(sovereign)} is nowhere: on the map, corrupted, or out of the game"


def _no_sovereign(name: str) -> str:
    return f"“{quoted(name)}” is no Sovereign{names.hint(name, SOVEREIGNS)}"


def _tiles(s: State, part: Kings) -> Problems:
    for sovereign, tiles in part.tiles.items():
        if sovereign not in SOVEREIGNS:
            yield _no_sovereign(sovereign)
            continue
        strange = [t for t in tiles if t not in TILES or not (TILES[t].standard or is_kings_tile(t))]
        strange += [t for t in tiles if t in TILES and TILES[t].value == "eye"]
        if strange:
            yield f"“{quoted(strange[0])}” is no Corruption tile"
            continue
        if tiles and place_of_leader(s, sovereign) is None:
            yield f"Corruption tiles lie on {sovereign_name(sovereign)}, who is no Leader"
        elif corruption.level(s, sovereign) >= FACTS[sovereign].resistance:
            yield f"{sovereign_name(sovereign)} would be corrupted by his tiles"
    for sovereign, tiles in part.seen.items():
        if sovereign not in SOVEREIGNS:
            yield _no_sovereign(sovereign)
        elif not set(tiles) <= set(part.tiles.get(sovereign, ())):
            yield f"the Free Peoples have seen tiles that do not lie on {quoted(sovereign)}"


def checks_between(s: State) -> Problems:
    """Dice and tokens are each where they can be."""
    if fault_of_part(s, SET, Kings):
        return  # `checks` says it
    part = kings(s)
    for what in ("attempted", "due", "tokens", "dismay", "fallen"):
        yield from (f"{what}: {_no_sovereign(one)}" for one in getattr(part, what) if one not in SOVEREIGNS)
    for token in part.tokens:
        if token in SOVEREIGNS and state_of(s, token) != "awakened":
            yield f"there is a Ruler token of {sovereign_name(token)}, who is not awake"
    for token, number in Counter([*part.tokens, *part.dismay]).items():
        if number > 1:
            yield f"the Ruler token of {quoted(token)} is in {number} places"
    if part.tokens and s.options.get("no_ruler_tokens"):
        yield "there are Ruler tokens in a game without them"
    if part.dismay and not s.options.get("dismay_tokens"):
        yield "there are Dismay tokens in a game without them"
    for kind in part.pool:
        if kind not in RULER.values():
            yield f"“{quoted(kind)}” is no Ruler die{names.hint(kind, list(RULER.values()))}"
    for side, die in part.discarded.items():
        kind, face = dice.split(die)
        known = DICE.get(kind or side)
        if side not in SIDES or known is None or known.side != side or face not in known.faces:
            yield f"no die of the {quoted(side)} shows “{quoted(die)}”"


def fill(s: State, given: Mapping[str, Any]) -> None:
    """Let Sovereigns of whom a position by hand says nothing be lost, where it says who stands on the map.

    Where it does not, they stand at home, but those of whom it says that they are something else.
    """
    if fault_of_part(s, SET, Kings):
        return  # `checks` says it
    part = kings(s)
    for figure, sovereign in SOVEREIGN_OF.items():
        place = place_of_leader(s, sovereign)
        gone = sovereign in (*part.corrupted, *part.removed, *s.eliminated)
        if "forces" not in given:
            if place is not None and (gone or s.casualties.get(figure)):
                take(s, place, figure)
        elif "casualties" not in given and not gone and place is None and not in_play(s, sovereign):
            s.casualties[figure] = 1
