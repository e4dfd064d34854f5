"""The Free Peoples' Strategy deck: Event halves (WR-6)."""

from collections.abc import Callable
from typing import Any

from rules.core.decisions import Counts, Decision, OneOf, Refusal
from rules.core.settled import unless_settled
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.cards import common, marches, recruitment
from rules.war_of_the_ring.cards.events import Effect, event
from rules.war_of_the_ring.position.catalogue import (
    ADJACENT,
    COMPANIONS,
    EVENT_FACTS,
    FP,
    FP_NATIONS,
    GROUPS,
    LEADER_SET,
    REGIONS,
    SH,
    UNIT_SET,
    figure_name,
    region_name,
)
from rules.war_of_the_ring.position.combat import Terms
from rules.war_of_the_ring.position.command import command
from rules.war_of_the_ring.position.moments import INVOLVED, Involved
from rules.war_of_the_ring.position.roles import actor
from rules.war_of_the_ring.position.state import (
    FIELD,
    STACKING,
    State,
    at_war,
    besieged,
    controller,
    garrison,
    has_army,
    is_free,
    is_free_for_movement,
    level_of,
    nation_of,
    places,
    region_of,
    settlements_of,
)
from rules.war_of_the_ring.sets.base.table_cards import POWER_TOO_GREAT, TOM_BOMBADIL
from rules.war_of_the_ring.war import armies, battle, characters, movement, politics

T = Table[Any]

#: Cards that do nothing but recruit, advance and draw.
for _card in (
    "fp-str-09",
    "fp-str-14",
    "fp-str-15",
    "fp-str-17",
    "fp-str-18",
    "fp-str-19",
    "fp-str-20",
    "fp-str-21",
    "fp-str-22",
    "fp-str-24",
):
    event(_card, common.required(_card))(recruitment.muster_card(_card, FP))


# -- cards that lie on the table ---------------------------------------------------------------------


def sanctuary(card: str) -> Effect:
    """Return the effect of a card that guards a land, and rouses its Nation when it is played."""

    def effect(t: T) -> Procedure[None]:
        common.advance_nations(t, EVENT_FACTS[card])
        yield from ()

    return effect


for _card in (POWER_TOO_GREAT, TOM_BOMBADIL):
    event(_card)(sanctuary(_card))


# -- politics ----------------------------------------------------------------------------------------


def errand(card: str) -> Effect:
    """Return the effect of a card by which Companions travel and bring a Nation to war."""

    def effect(t: T) -> Procedure[None]:
        s = t.state
        facts = EVENT_FACTS[card]
        yield from characters.move_companions(t, must=False)
        if any(region_of(s, c) in facts["regions"] for c in COMPANIONS):
            politics.activate(t, facts["nation"], "event")
            politics.go_to_war(t, facts["nation"], "event")

    return effect


for _card in ("fp-str-04", "fp-str-07"):
    event(_card)(errand(_card))


@event("fp-str-08")
def wisdom_of_elrond(t: T) -> Procedure[None]:
    """Activate a Nation and advance it one step."""
    s = t.state
    nations = [n for n in FP_NATIONS if n not in s.active or not at_war(s, n)]
    if not nations:
        return
    nation = yield from common.choose_nation(
        t, FP, "Which Nation follows the counsel of Elrond?", nations, "fp-str-08"
    )
    politics.activate(t, nation, "event")
    politics.advance(t, nation, "event")


# -- damage ------------------------------------------------------------------------------------------


@event("fp-str-05")
def the_spirit_of_mordor(t: T) -> Procedure[None]:
    """Dice against a Shadow Army of several Nations."""
    s = t.state
    facts = EVENT_FACTS["fp-str-05"]
    regions = [
        r
        for r in common.army_regions(s, SH)
        if len(s.forces[common.army_key(s, SH, r) or ""].nations()) >= facts["nations"]
    ]
    yield from _strike_one(t, "fp-str-05", regions)


@event("fp-str-06")
def faramirs_rangers(t: T) -> Procedure[None]:
    """Dice against a Shadow Army in Ithilien; men of Gondor join an Army in Osgiliath."""
    s = t.state
    facts = EVENT_FACTS["fp-str-06"]
    yield from _strike_one(t, "fp-str-06", [r for r in facts["regions"] if common.army_key(s, SH, r)])
    if has_army(s, facts["recruits"][0]["region"], FP):
        yield from recruitment.recruit_all(t, FP, facts["recruits"], "fp-str-06")


def _strike_one(t: T, card: str, regions: list[str]) -> Procedure[None]:
    if not regions:
        return
    region = yield from common.choose_region(t, FP, "Which Shadow Army is struck?", regions, card)
    yield from common.throw_at(t, card, SH, region)


# -- armies ------------------------------------------------------------------------------------------


def relief_pairs(s: State) -> list[str]:
    """Return the attacks from outside on a Shadow Army that besieges a Stronghold."""
    sieges = set(common.besiegers(s))
    return [
        pair
        for pair in battle.attack_pairs(s, FP)
        if (target := pair.partition(">")[2]) in sieges and pair != f"{target}>{target}"
    ]


@event("fp-str-10", lambda s: bool(relief_pairs(s)))
def help_unlooked_for(t: T) -> Procedure[None]:
    """Attack a besieger in the back; the besieged cost him Combat dice all battle long."""
    s = t.state
    pairs = relief_pairs(s)
    question = Decision(
        actor(t.state, FP),
        "attack",
        "Which Army comes to help, and where?",
        OneOf(pairs, battle.attack_label),
        "WR-6.4",
        fallback=battle.likeliest(s, FP, pairs),
        context={"card": "fp-str-10"},
    )
    pair = yield unless_settled(question)
    source, _, target = pair.partition(">")
    inside = garrison(s, target)
    terms = Terms(defender_dice_lost=inside.units() if inside else 0, defender_dice_taker="fp-str-10")
    yield from battle.declare(t, FP, source, target, terms=terms)


@event("fp-str-11", common.required("fp-str-11"))
def paths_of_the_woses(t: T) -> Procedure[None]:
    """An Army goes from Rohan straight to Minas Tirith, or beside it where the Shadow holds it."""
    s = t.state
    facts = EVENT_FACTS["fp-str-11"]
    city = facts["region"]
    targets = [city]
    if besieged(s, city) or controller(s, city) == SH:
        targets = list(ADJACENT[city])
    targets = [r for r in targets if is_free_for_movement(s, r, FP) and armies.room(s, r, FP) > 0]
    sources = [
        r
        for r in common.army_regions(s, FP)
        if nation_of(s, r) == facts["nation"] and any(_ready(s, r, target) for target in targets)
    ]
    if not sources:
        return
    source = yield from common.choose_region(t, FP, "Which Army takes the paths?", sources, "fp-str-11")
    targets = [target for target in targets if _ready(s, source, target)]
    target = yield from common.choose_region(t, FP, "Where does it come out?", targets, "fp-str-11")
    key = common.army_key(s, FP, source)
    assert key is not None
    own = _ready(s, source, target)
    test = _leaving_test(s, key, target)
    party = own
    if sum(own.values()) > 1:
        party = yield Decision(
            actor(t.state, FP),
            "army-units",
            f"Who goes to {region_name(target)}?",
            Counts(own, 1, labels=figure_name, test=test),
            "WR-6.7",
            fallback=own if test(own) is None else next(Counts(own, 1, test=test).legal()),
            context={"region": target},
        )
    INVOLVED.follow(t, Involved(FP, tuple(s.forces[key].nations()), (key, FIELD[FP][target])))
    movement.advance_party(t, FP, key, target, party)
    if key != FIELD[FP][source]:
        armies.garrison_lost(t, source)
    yield from armies.trim(t, FIELD[FP][target], why="WR-6.7")


def _ready(s: State, source: str, target: str) -> dict[str, int]:
    """Return the figures of an Army that may go to `target`; nothing if no unit may."""
    key = common.army_key(s, FP, source)
    if key is None:
        return {}
    own = armies.who_may_enter(s, movement.movable(s, FP, key, {}), target)
    return own if any(k in UNIT_SET for k in own) else {}


def _leaving_test(s: State, key: str, target: str) -> Callable[[dict[str, int]], Refusal]:
    """Return the test that a unit goes and that no Leader stays behind alone."""
    force, his = s.forces[key], command(s, FP)

    def test(party: dict[str, int]) -> Refusal:
        if not any(k in UNIT_SET for k in party):
            return "no-unit", "At least one Army unit must move.", "WR-8.1"
        if refusal := his.no_party(s, key, party):
            return refusal
        going = sum(n for k, n in party.items() if k in UNIT_SET)
        units = force.units() - going
        leaders = any(n > party.get(k, 0) for k, n in force.figures.items() if k in LEADER_SET)
        if not units and leaders:
            return "leader-alone", "A Leader cannot stay behind without an Army unit.", "WR-8.5"
        if going > armies.room(s, target, FP):
            return "stacking", f"{region_name(target)} cannot hold more than {STACKING} Army units.", "WR-7.2"
        return None

    return test


@event("fp-str-12", lambda s: any(f.units() and common.companions_at(f) for _, _, f in places(s, FP)))
def through_a_day_and_a_night(t: T) -> Procedure[None]:
    """An Army with a Companion marches two regions."""
    escort = frozenset(c for c in COMPANIONS if level_of(t.state, c) > 0)
    end = yield from marches.march(t, FP, EVENT_FACTS["fp-str-12"]["range"], "fp-str-12", escort=escort)
    if end is not None:
        yield from armies.trim(t, FIELD[FP][end], why="WR-6.7")


# -- recruiting in a place of one's choice -----------------------------------------------------------


@event("fp-str-13", common.required("fp-str-13"))
def cirdans_ships(t: T) -> Procedure[None]:
    """Two Elven units join an Army on the coast."""
    coast = GROUPS[EVENT_FACTS["fp-str-13"]["group"]]
    yield from recruitment.recruit_there(
        t, FP, "fp-str-13", [r for r in coast if common.army_key(t.state, FP, r)]
    )


@event("fp-str-16")
def riders_of_theoden(t: T) -> Procedure[None]:
    """A unit and a Leader of Rohan in Edoras, or beside a Companion in Rohan."""
    s = t.state
    facts = EVENT_FACTS["fp-str-16"]
    regions = [
        r
        for r, x in REGIONS.items()
        if r == facts["region"] or (x.nation == facts["nation"] and characters.companions_in(s, r))
    ]
    yield from recruitment.recruit_there(t, FP, "fp-str-16", regions)


@event("fp-str-23")
def eomer(t: T) -> Procedure[None]:
    """A unit and a Leader of Rohan in a free Settlement of Rohan."""
    s = t.state
    settlements = settlements_of(s, EVENT_FACTS["fp-str-23"]["nation"])
    yield from recruitment.recruit_there(t, FP, "fp-str-23", [r for r in settlements if is_free(s, r, FP)])
