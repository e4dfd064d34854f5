"""Kings' Shadow cards: Event halves (KM-13); those that lie on the table are in `lying`."""

from __future__ import annotations

from typing import Any

from rules.core.decisions import Decision, OneOf, unless_settled
from rules.core.table import Procedure, Table
from rules.war_of_the_ring import muster, politics
from rules.war_of_the_ring.asking import holder, leader
from rules.war_of_the_ring.cards import common, recruiting
from rules.war_of_the_ring.cards.events import event
from rules.war_of_the_ring.catalogue import (
    EVENT_FACTS,
    FP,
    FP_NATIONS,
    NATION_OF,
    NATIONS,
    SETTLEMENTS_OF,
    SH,
    STRONGHOLDS,
    UNIT_SET,
    distances,
    figure_name,
    flies,
    region_name,
)
from rules.war_of_the_ring.sets.kings import corruption, sovereigns
from rules.war_of_the_ring.sets.kings.free_peoples_cards import choose_sovereign
from rules.war_of_the_ring.sets.kings.state import FACTS, SOVEREIGNS
from rules.war_of_the_ring.state import (
    FIELD,
    State,
    at_war,
    besieged,
    controller,
    eliminate,
    form_in_play,
    has_army,
    nation_of,
    places,
    recruit,
)

T = Table[Any]

WEST_HAS_FAILED = "kome-sh-char-26"
VALINOR = "kome-sh-str-01"
STORMCROW = "kome-sh-str-06"
KING_IS_REVEALED = "kome-sh-str-18"
WORK_OF_THE_ENEMY = "kome-sh-str-26"


# -- corruption --------------------------------------------------------------------------------------


def despairing(s: State) -> list[str]:
    """Return the Sovereigns, Leaders still, with a Nazgûl near them, or who counts as one."""
    near = EVENT_FACTS[WEST_HAS_FAILED]["range"]
    flown = {region for _, region, force in places(s, SH) if any(map(flies, force.items()))}
    return [
        sovereign
        for sovereign in sovereigns.leaders(s)
        if any(distances(sovereigns.where_is(s, sovereign) or "")[region] <= near for region in flown)
    ]


@event(WEST_HAS_FAILED, lambda s: corruption.number_of_tiles(s) > 0 and bool(despairing(s)))
def the_west_has_failed(t: T) -> Procedure[None]:
    """An attempt to corrupt a Sovereign near a Nazgûl, which costs no Eye."""
    whose = despairing(t.state)
    sovereign = yield from choose_sovereign(t, SH, "Which Sovereign despairs?", whose, WEST_HAS_FAILED)
    yield from corruption.attempt(t, sovereign, pays=False, cause=WEST_HAS_FAILED)


# -- a Nation loses heart ----------------------------------------------------------------------------


def disheartened(s: State) -> list[str]:
    """Return the Nations not At War that the Ring-bearers or a Companion are in."""
    regions = {r for _, r, force in places(s, FP) if common.companions_at(force)}
    if s.fellowship.region:
        regions.add(s.fellowship.region)
    inside = {nation_of(s, r) for r in regions}
    return [n for n in FP_NATIONS if n in inside and not at_war(s, n)]


@event(STORMCROW, lambda s: bool(disheartened(s)))
def stormcrow(t: T) -> Procedure[None]:
    """A Nation steps back from war; unless its Sovereign is awakened, he gets a tile and it loses a unit."""
    s = t.state
    nation = yield from common.choose_nation(t, SH, "Which Nation loses heart?", disheartened(s), STORMCROW)
    politics.retreat(t, nation)
    (sovereign,) = (one for one in SOVEREIGNS if FACTS[one].nation == nation)
    state = sovereigns.state_of(s, sovereign)
    if state == "awakened":
        return
    if state == "leader":
        yield from corruption.add_tile(t, sovereign, STORMCROW)
    yield from _lose_a_unit(t, nation)


def _lose_a_unit(t: T, nation: str) -> Procedure[None]:
    """The Free Peoples lose a unit of a Nation, which one they choose."""
    s = t.state
    units = [
        f"{kind}@{region}"
        for _, region, force in places(s, FP)
        for kind in force.figures
        if kind in UNIT_SET and NATION_OF[kind] == nation
    ]
    if not units:
        return
    chosen = yield unless_settled(
        Decision(
            leader(s, FP),
            "event-figure",
            f"{NATIONS[nation].name}: which unit is lost?",
            OneOf(units, muster.recruit_label),
            "WR-6.3",
            weight="light",
            fallback=_least_missed(s, units),
            context={"card": STORMCROW},
        )
    )
    kind, _, region = chosen.partition("@")
    key = _place_of_unit(s, kind, region)
    eliminate(s, key, kind)
    t.announce("struck-down", side=FP, figure=kind, region=region)
    if not s.forces.get(key) or not s.forces[key].units():
        common.after_loss(t, key)


def _place_of_unit(s: State, kind: str, region: str) -> str:
    return next(key for key, r, force in places(s, FP) if r == region and force.count(kind))


def _least_missed(s: State, units: list[str]) -> str:
    """Return what the clock gives up: no last unit of a place, rather a Regular than an Elite, of a large Army."""

    def loss(value: str) -> tuple[bool, bool, int]:
        kind, _, region = value.partition("@")
        number = s.forces[_place_of_unit(s, kind, region)].units()
        return number == 1, not kind.endswith("regular"), -number

    return min(units, key=loss)


# -- damage ------------------------------------------------------------------------------------------


def _elven_strongholds() -> list[str]:
    return [r for r in SETTLEMENTS_OF[EVENT_FACTS[VALINOR]["nation"]] if r in STRONGHOLDS]


def _elves_despair(s: State) -> bool:
    return bool(sovereigns.corrupted(s)) or any(controller(s, r) == SH for r in _elven_strongholds())


@event(VALINOR, _elves_despair)
def return_to_valinor(t: T) -> Procedure[None]:
    """Dice against the Elves in each of their Strongholds that is not besieged; corrupted Sovereigns help them."""
    s, facts = t.state, EVENT_FACTS[VALINOR]
    many = len(sovereigns.corrupted(s)) >= facts["corrupted"]
    needed = facts["needed_if_corrupted"] if many else facts["needed"]
    for region in _elven_strongholds():
        if besieged(s, region) or not has_army(s, region, FP):
            continue
        key = FIELD[FP][region]
        elves = sum(
            n for k, n in s.forces[key].figures.items() if k in UNIT_SET and NATION_OF[k] == facts["nation"]
        )
        hits = yield from common.throw(t, VALINOR, min(facts["most_dice"], elves), needed)
        if hits:
            yield from common.strike(t, key, hits)


def worked_upon(s: State) -> list[str]:
    """Return the Sovereigns, in whatever state, who have a Free Peoples Army in their region."""
    where = {sovereign: sovereigns.where_is(s, sovereign) for sovereign in SOVEREIGNS}
    return [sovereign for sovereign, region in where.items() if region and common.army_key(s, FP, region)]


@event(WORK_OF_THE_ENEMY)
def work_of_the_enemy(t: T) -> Procedure[None]:
    """Dice against the Free Peoples Army where a Sovereign is; better ones if he is corrupted."""
    s, facts = t.state, EVENT_FACTS[WORK_OF_THE_ENEMY]
    whose = worked_upon(s)
    if not whose:
        return
    prompt = "Beside which Sovereign is the Army struck?"
    sovereign = yield from choose_sovereign(t, SH, prompt, whose, WORK_OF_THE_ENEMY)
    key = common.army_key(s, FP, sovereigns.where_is(s, sovereign) or "")
    assert key is not None
    fallen = sovereign in sovereigns.corrupted(s)
    needed = facts["needed_if_corrupted"] if fallen else facts["needed"]
    hits = yield from common.throw(t, WORK_OF_THE_ENEMY, facts["dice"], needed)
    yield from common.strike(t, key, hits)


# -- Minas Morgul ------------------------------------------------------------------------------------


def _king_is_revealed(s: State) -> bool:
    facts = EVENT_FACTS[KING_IS_REVEALED]
    return form_in_play(s, facts["in_play"]) is not None or facts["awakened"] in sovereigns.awakened(s)


@event(KING_IS_REVEALED, _king_is_revealed)
def the_king_is_revealed(t: T) -> Procedure[None]:
    """Regulars and a Nazgûl gather in Minas Morgul, and one figure more for each awakened Sovereign."""
    s, facts = t.state, EVENT_FACTS[KING_IS_REVEALED]
    each: dict[str, Any] = facts["each"]
    region: str = each["region"]
    yield from recruiting.recruit_lines(t, SH, facts["recruits"], KING_IS_REVEALED)
    for _ in range(each["count"] * len(sovereigns.awakened(s))):
        key = recruiting.recruit_place(s, SH, region)
        kinds = [kind for kind in each["kinds"] if s.pools[kind]]
        if key is None or not kinds:
            break
        kind = yield unless_settled(
            Decision(
                holder(s, KING_IS_REVEALED),
                "event-recruit",
                f"Which figure more is recruited in {region_name(region)}?",
                OneOf(kinds, figure_name),
                "WR-6.6",
                context={"card": KING_IS_REVEALED, "region": region},
            )
        )
        recruit(s, key, kind)
        t.announce("recruited", side=SH, region=region, figures={kind: 1})
    yield from recruiting.trim_recruits(t, SH, [region])
