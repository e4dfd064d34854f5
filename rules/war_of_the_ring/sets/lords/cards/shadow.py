"""Lords' Shadow cards: Event halves (LM-17); those that lie on the table are in `table_cards`."""

from typing import Any

from rules.core.decisions import Decision, OneOf
from rules.core.forced_choices import unless_unavoidable
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.cards import common, recruitment
from rules.war_of_the_ring.cards.events import event
from rules.war_of_the_ring.position import table_cards
from rules.war_of_the_ring.position.catalogue import (
    ADJACENT,
    CHARACTERS,
    EVENT_FACTS,
    FP,
    NAZGUL,
    SETTLEMENTS_OF,
    SH,
    STRONGHOLDS,
    distances,
    flies,
    region_name,
    within,
)
from rules.war_of_the_ring.position.roles import actor
from rules.war_of_the_ring.position.state import FIELD, INSIDE, State, is_free, region_of, side_of_place
from rules.war_of_the_ring.sets.lords.cards.combat import BALROG
from rules.war_of_the_ring.sets.lords.state import balrog_is_active, lords
from rules.war_of_the_ring.war import armies, battle, characters, movement

T = Table[Any]

BALROG_IS_COME = "lome-sh-char-17"
DOL_GULDUR = "lome-sh-str-25"
MADNESS = "lome-sh-str-26"
WITH_BALROG = frozenset((BALROG,))


# -- the Balrog --------------------------------------------------------------------------------------


@event(BALROG_IS_COME, common.required(BALROG_IS_COME))
def a_balrog_is_come(t: T) -> Procedure[None]:
    """The Balrog awakes; one who is awake moves or attacks."""
    if not balrog_is_active(t.state):
        awaken(t)
        return
    ways = balrog_ways(t.state)
    if ways:
        way = yield from common.choose_way(
            t, SH, "What does the Balrog do?", ways, BALROG_IS_COME, may_pass=True
        )
        if way is not None:
            yield from balrog_goes(t, way)


def awaken(t: T) -> None:
    """Make the Balrog active (LM-11.4)."""
    lords(t.state).balrog_active = True
    t.announce("balrog-activated")


def balrog_ways(s: State) -> dict[str, str]:
    """Return what an active Balrog can do: his Army moves or attacks, or he goes alone (LM-7.4)."""
    ways: dict[str, str] = {}
    if movement.may_move(s, SH, escort=WITH_BALROG):
        ways["move"] = "Move the Army with the Balrog"
    if battle.may_attack(s, SH, escort=WITH_BALROG):
        ways["attack"] = "Attack with the Army of the Balrog"
    if _reach_alone(s):
        ways["alone"] = "Move the Balrog alone"
    return ways


def balrog_goes(t: T, way: str) -> Procedure[None]:
    """Let the Balrog do what `balrog_ways` has offered."""
    if way == "move":
        yield from movement.move_army(t, SH, with_leader=False, escort=WITH_BALROG, why="LM-7.4")
    elif way == "attack":
        yield from battle.attack(t, SH, escort=WITH_BALROG, why="LM-7.4")
    else:
        yield from _move_alone(t)


def _reach_alone(s: State) -> list[str]:
    region = region_of(s, BALROG)
    return characters.shadow_reach(s, BALROG, region) if region else []


def _move_alone(t: T) -> Procedure[None]:
    s = t.state
    source, regions = region_of(s, BALROG) or "", _reach_alone(s)
    question = Decision(
        actor(s, SH),
        "nazgul-to",
        f"Where does {within(BALROG)} go?",
        OneOf(regions, region_name),
        "LM-1.5",
        fallback=min(regions, key=lambda region: distances(source)[region]),
        context={"from": source, "figure": BALROG},
    )
    target = yield unless_unavoidable(s.options, question)
    characters.fly(t, BALROG, source, target)
    table_cards.sweep(t)


# -- Dol Guldur --------------------------------------------------------------------------------------


def _nazgul_leadership(s: State, region: str) -> int:
    """Return the Leadership of the Nazgûl in a region, of a Witch-king too."""
    return sum(
        count * (1 if kind == NAZGUL else CHARACTERS[kind].leadership)
        for key in (FIELD[SH][region], INSIDE[region])
        if side_of_place(s, key) == SH and (force := s.forces.get(key))
        for kind, count in force.items().items()
        if flies(kind)
    )


def _nazgul_in_dol_guldur(s: State) -> bool:
    return _nazgul_leadership(s, EVENT_FACTS[DOL_GULDUR]["region"]) > 0


@event(DOL_GULDUR, _nazgul_in_dol_guldur)
def shadow_of_dol_guldur(t: T) -> Procedure[None]:
    """A Regular for every Leadership of the Nazgûl there; then the Army moves or attacks."""
    s = t.state
    facts = EVENT_FACTS[DOL_GULDUR]
    region: str = facts["region"]
    count = min(facts["most"], _nazgul_leadership(s, region))
    yield from recruitment.recruit_all(t, SH, [facts["recruits"] | {"count": count}], DOL_GULDUR)
    here = f"{region}>"
    moves = [pair for pair in movement.move_pairs(s, SH) if pair.startswith(here)]
    attacks = [pair for pair in battle.attack_pairs(s, SH) if pair.startswith(here)]
    ways = {"move": "Move the Army"} if moves else {}
    ways |= {"attack": "Attack"} if attacks else {}
    if not ways:
        return
    way = yield from common.choose_way(
        t, SH, f"Move or attack with the Army of {region_name(region)}?", ways, DOL_GULDUR, may_pass=True
    )
    if way == "move":
        yield from _march_out(t, moves)
    elif way == "attack":
        yield from battle.attack(t, SH, pairs=attacks, why="WR-6.4")


def _march_out(t: T, pairs: list[str]) -> Procedure[None]:
    question = Decision(
        actor(t.state, SH),
        "army-move",
        "Where does the Army move to?",
        OneOf(pairs, movement.pair_label),
        "WR-6.7",
        context={"card": DOL_GULDUR},
    )
    pair = yield unless_unavoidable(t.state.options, question)
    source, _, target = pair.partition(">")
    yield from movement.move_party(t, SH, source, target, {})
    yield from armies.trim(t, FIELD[SH][target], why="WR-6.7")


# -- the Strongholds of Sauron -----------------------------------------------------------------------


def _strongholds() -> list[str]:
    nation = EVENT_FACTS[MADNESS]["nation"]
    return [r for r in SETTLEMENTS_OF[nation] if r in STRONGHOLDS]


def maddened(s: State) -> list[str]:
    """Return where a Free Peoples Army stands at a Stronghold of Sauron, or beside one."""
    strongholds = _strongholds()
    return [r for r in common.army_regions(s, FP) if any(place in strongholds for place in (r, *ADJACENT[r]))]


@event(MADNESS, lambda s: common.required(MADNESS)(s) and bool(maddened(s)))
def madness_and_horror(t: T) -> Procedure[None]:
    """Dice against a Free Peoples Army, then Regulars at the Stronghold where it is besieged, or beside it."""
    s = t.state
    region = yield from common.choose_region(
        t, SH, "Which Free Peoples Army is struck?", maddened(s), MADNESS
    )
    besieged_there = region in _strongholds() and common.army_key(s, FP, region) == INSIDE[region]
    yield from common.throw_at(t, MADNESS, FP, region)
    where = [region] if besieged_there else list(ADJACENT[region])
    yield from recruitment.recruit_there(t, SH, MADNESS, [r for r in where if is_free(s, r, SH)])
