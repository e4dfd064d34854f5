"""Kings' Shadow cards: Event halves (KM-13); those that lie on the table are in `table_cards`."""

from typing import Any

from rules.core.decisions import Decision, OneOf
from rules.core.settled import unless_settled
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.cards import common, recruitment
from rules.war_of_the_ring.cards.events import event
from rules.war_of_the_ring.position.catalogue import EVENT_FACTS, FP, SH, distances, figure_name, region_name
from rules.war_of_the_ring.position.roles import holder
from rules.war_of_the_ring.position.state import State, controller, form_in_play, places, recruit
from rules.war_of_the_ring.sets.base.shadow_strategy import (
    elven_strongholds,
    lose_one,
    stormcrow_nations,
    strike_the_elves,
)
from rules.war_of_the_ring.sets.kings import corruption, sovereigns
from rules.war_of_the_ring.sets.kings.cards.free_peoples import choose_sovereign
from rules.war_of_the_ring.sets.kings.state import FACTS, SOVEREIGNS
from rules.war_of_the_ring.war import politics

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
    where = {
        sovereign: place.partition("/")[0]
        for sovereign in SOVEREIGNS
        if (place := sovereigns.place_of_leader(s, sovereign))
    }
    if not where:
        return []
    flown = {region for _, region, force in places(s, SH) if force.has_flyer()}
    return [
        sovereign
        for sovereign, region in where.items()
        if any(distances(region)[other] <= near for other in flown)
    ]


@event(WEST_HAS_FAILED, lambda s: corruption.number_of_tiles(s) > 0 and bool(despairing(s)))
def the_west_has_failed(t: T) -> Procedure[None]:
    """An attempt to corrupt a Sovereign near a Nazgûl, which costs no Eye."""
    whose = despairing(t.state)
    sovereign = yield from choose_sovereign(t, SH, "Which Sovereign despairs?", whose, WEST_HAS_FAILED)
    yield from corruption.attempt(t, sovereign, pays=False, cause=WEST_HAS_FAILED)


# -- a Nation loses heart ----------------------------------------------------------------------------


@event(STORMCROW, lambda s: bool(stormcrow_nations(s)))
def stormcrow(t: T) -> Procedure[None]:
    """A Nation steps back from war; unless its Sovereign is awakened, he gets a tile and it loses a unit."""
    s = t.state
    nation = yield from common.choose_nation(
        t, SH, "Which Nation loses heart?", stormcrow_nations(s), STORMCROW
    )
    politics.retreat(t, nation)
    (sovereign,) = (one for one in SOVEREIGNS if FACTS[one].nation == nation)
    state = sovereigns.state_of(s, sovereign)
    if state == "awakened":
        return
    if state == "leader":
        yield from corruption.add_tile(t, sovereign, STORMCROW)
    yield from lose_one(t, nation, STORMCROW, "unit")


# -- damage ------------------------------------------------------------------------------------------


def _elves_despair(s: State) -> bool:
    return bool(sovereigns.corrupted(s)) or any(controller(s, r) == SH for r in elven_strongholds())


@event(VALINOR, _elves_despair)
def return_to_valinor(t: T) -> Procedure[None]:
    """Dice against the Elves in each of their Strongholds that is not besieged; corrupted Sovereigns help them."""
    s, facts = t.state, EVENT_FACTS[VALINOR]
    many = len(sovereigns.corrupted(s)) >= facts["corrupted"]
    needed = facts["needed_if_corrupted"] if many else facts["needed"]
    yield from strike_the_elves(t, VALINOR, needed)


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
    yield from recruitment.recruit_lines(t, SH, facts["recruits"], KING_IS_REVEALED)
    for _ in range(each["count"] * len(sovereigns.awakened(s))):
        key = recruitment.recruit_place(s, SH, region)
        kinds = [kind for kind in each["kinds"] if s.pools[kind]]
        if key is None or not kinds:
            break
        question = Decision(
            holder(s, KING_IS_REVEALED),
            "event-recruit",
            f"Which other figure is recruited in {region_name(region)}?",
            OneOf(kinds, figure_name),
            "WR-6.6",
            context={"card": KING_IS_REVEALED, "region": region},
        )
        kind = yield unless_settled(question)
        recruit(s, key, kind)
        t.announce("recruited", side=SH, region=region, figures={kind: 1})
    yield from recruitment.trim_recruits(t, SH, [region])
