"""The Shadow's Strategy deck: Event halves (WR-6)."""

from collections.abc import Callable
from typing import Any, Literal

from rules.core.decisions import Counts, Decision, OneOf, Refusal
from rules.core.sentences import counted
from rules.core.settled import unless_settled
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.cards import common, marches, recruitment
from rules.war_of_the_ring.cards.events import event
from rules.war_of_the_ring.position.catalogue import (
    ADJACENT,
    CHARACTERS,
    EVENT_FACTS,
    FP,
    FP_NATIONS,
    GROUPS,
    LEADER_SET,
    NATION_OF,
    NATIONS,
    NAZGUL,
    REGIONS,
    SETTLEMENTS_OF,
    SH,
    STRONGHOLDS,
    UNIT_SET,
    figure_name,
    region_name,
)
from rules.war_of_the_ring.position.combat import Terms
from rules.war_of_the_ring.position.command import command
from rules.war_of_the_ring.position.dice import face_of
from rules.war_of_the_ring.position.roles import actor, master
from rules.war_of_the_ring.position.state import (
    FIELD,
    INSIDE,
    STACKING,
    State,
    at_war,
    besieged,
    controller,
    eliminate,
    form_of,
    has_army,
    is_free,
    nation_of,
    place_of,
    places,
    shift,
    unconquered,
)
from rules.war_of_the_ring.sets.base.table_cards import DENETHORS_CITY, DENETHORS_FOLLY
from rules.war_of_the_ring.turns import muster
from rules.war_of_the_ring.war import armies, battle, movement, politics

T = Table[Any]

#: Cards that do nothing but recruit.
for _card in ("sh-str-18", "sh-str-20", "sh-str-22", "sh-str-23"):
    event(_card, common.required(_card))(recruitment.muster_card(_card, SH))


# -- cards that lie on the table ---------------------------------------------------------------------


def _steward_besieged(s: State) -> bool:
    return besieged(s, DENETHORS_CITY) and has_army(s, DENETHORS_CITY, SH)


@event(DENETHORS_FOLLY, _steward_besieged)
def denethors_folly(t: T) -> Procedure[None]:
    """A Leader in besieged Minas Tirith dies."""
    s = t.state
    key = INSIDE[DENETHORS_CITY]
    leaders = [k for k in s.forces[key].figures if k in LEADER_SET]
    if not leaders:
        return
    question = Decision(
        actor(t.state, SH),
        "event-figure",
        "Which Leader dies?",
        OneOf(leaders, figure_name),
        "WR-6.3",
        context={"card": DENETHORS_FOLLY},
    )
    victim = yield unless_settled(question)
    eliminate(s, key, victim)
    t.announce("struck-down", side=FP, figure=victim, region=DENETHORS_CITY)


# -- dice, politics ----------------------------------------------------------------------------------


@event("sh-str-04", common.required("sh-str-04"))
def the_day_without_dawn(t: T) -> Procedure[None]:
    """Every unused Will of the West is discarded."""
    s = t.state
    face = EVENT_FACTS["sh-str-04"]["face"]
    kept = [die for die in s.dice[FP] if face_of(die) != face]
    count, s.dice[FP] = len(s.dice[FP]) - len(kept), kept
    t.announce("dice-discarded", side=FP, die=face, count=count)
    yield from ()


def stormcrow_nations(s: State) -> list[str]:
    """Return the Nations not At War that the Ring-bearers or a Companion are in."""
    regions = {r for _, r, force in places(s, FP) if common.companions_at(force)}
    if s.fellowship.region:
        regions.add(s.fellowship.region)
    inside = {nation_of(s, r) for r in regions}
    return [n for n in FP_NATIONS if n in inside and not at_war(s, n)]


@event("sh-str-06", lambda s: bool(stormcrow_nations(s)))
def stormcrow(t: T) -> Procedure[None]:
    """A Nation steps back from war and loses a figure of the Free Peoples' choice."""
    s = t.state
    nation = yield from common.choose_nation(
        t, SH, "Which Nation loses heart?", stormcrow_nations(s), "sh-str-06"
    )
    politics.retreat(t, nation)
    yield from lose_one(t, nation, "sh-str-06", "figure")


def lose_one(t: T, nation: str, card: str, what: Literal["figure", "unit"]) -> Procedure[None]:
    """The Free Peoples lose a figure of a Nation by a card, or a unit alone; which one they choose."""
    s = t.state
    figures = [
        f"{kind}@{region}"
        for _, region, force in places(s, FP)
        for kind in force.figures
        if NATION_OF[kind] == nation and (what == "figure" or kind in UNIT_SET)
    ]
    if not figures:
        return
    question = Decision(
        master(t.state, FP, nation),
        "event-figure",
        f"{NATIONS[nation].name}: which {what} is lost?",
        OneOf(figures, muster.recruit_label),
        "WR-6.3",
        weight="light",
        fallback=_least_missed(s, figures),
        context={"card": card},
    )
    chosen = yield unless_settled(question)
    kind, _, region = chosen.partition("@")
    key = next(k for k, r, f in places(s, FP) if r == region and f.count(kind))
    eliminate(s, key, kind)
    t.announce("struck-down", side=FP, figure=kind, region=region)
    if not s.forces.get(key) or not s.forces[key].units():
        common.after_loss(t, key)


def _least_missed(s: State, figures: list[str]) -> str:
    """Return what the clock gives up: no last unit of a place, rather a Regular than a Leader or an Elite."""

    def loss(value: str) -> tuple[bool, int, int]:
        kind, _, region = value.partition("@")
        force = next(f for _, r, f in places(s, FP) if r == region and f.count(kind))
        worth = 0 if kind.endswith("regular") else 1 if kind in LEADER_SET else 2
        return kind in UNIT_SET and force.units() == 1, worth, -force.units()

    return min(figures, key=loss)


# -- damage ------------------------------------------------------------------------------------------


def elven_strongholds() -> list[str]:
    """Return the Strongholds of the Elves."""
    return [r for r in SETTLEMENTS_OF[EVENT_FACTS["sh-str-01"]["nation"]] if r in STRONGHOLDS]


@event("sh-str-01", lambda s: any(controller(s, r) == SH for r in elven_strongholds()))
def return_to_valinor(t: T) -> Procedure[None]:
    """Dice against the Elves in each of their Strongholds that is not besieged."""
    yield from strike_the_elves(t, "sh-str-01", EVENT_FACTS["sh-str-01"]["needed"])


def strike_the_elves(t: T, card: str, needed: int) -> Procedure[None]:
    """Throw dice of a card against the Elves in each of their Strongholds that is not besieged."""
    s = t.state
    facts = EVENT_FACTS[card]
    for region in elven_strongholds():
        if besieged(s, region) or not has_army(s, region, FP):
            continue
        key = FIELD[FP][region]
        elves = sum(
            n for k, n in s.forces[key].figures.items() if k in UNIT_SET and NATION_OF[k] == facts["nation"]
        )
        hits = yield from common.throw(t, card, min(facts["most_dice"], elves), needed)
        if hits:
            yield from common.strike(t, key, hits)


def _uruk_pairs(s: State) -> list[str]:
    nation = EVENT_FACTS["sh-str-02"]["nation"]
    return common.siege_attacks(s, lambda force: nation in force.nations())


@event("sh-str-02", lambda s: common.required("sh-str-02")(s) and bool(_uruk_pairs(s)))
def the_fighting_uruk_hai(t: T) -> Procedure[None]:
    """An Army with Isengarders storms the Stronghold that it besieges for three rounds."""
    yield from common.storm(t, "sh-str-02", _uruk_pairs(t.state))


# -- marches -----------------------------------------------------------------------------------------


def joining_marches(t: T, card: str) -> Procedure[None]:
    """Let Armies march that each end with another Army."""
    facts = EVENT_FACTS[card]
    arrived: dict[str, dict[str, int]] = {}
    ends: list[str] = []
    for _ in range(facts["armies"]):
        end = yield from marches.march(t, SH, facts["range"], card, join=True, arrived=arrived)
        if end is None:
            break
        ends.append(end)
    for region in ends:
        yield from armies.trim(t, FIELD[SH][region], why="WR-6.7")


@event("sh-str-07")
def shadows_gather(t: T) -> Procedure[None]:
    """One Army marches three regions to another."""
    yield from joining_marches(t, "sh-str-07")


@event("sh-str-08")
def the_shadow_lengthens(t: T) -> Procedure[None]:
    """Two Armies march two regions each to others."""
    yield from joining_marches(t, "sh-str-08")


@event("sh-str-09", common.required("sh-str-09"))
def the_shadow_is_moving(t: T) -> Procedure[None]:
    """Up to four Armies move."""
    yield from movement.move_army(
        t, SH, with_leader=False, moves=EVENT_FACTS["sh-str-09"]["armies"], must=False, why="WR-6.7"
    )


# -- the Corsairs ------------------------------------------------------------------------------------


def corsairs_aboard(s: State) -> dict[str, int]:
    """Return the figures in Umbar that can sail: units At War, Nazgûl and Minions."""
    key = FIELD[SH][EVENT_FACTS["sh-str-10"]["region"]]
    if key not in s.forces:
        return {}
    own = {
        k: n
        for k, n in movement.movable(s, SH, key, {}).items()
        if k in CHARACTERS or k == NAZGUL or at_war(s, NATION_OF[k])
    }
    return own if any(k in UNIT_SET for k in own) else {}


@event("sh-str-10", common.required("sh-str-10"))
def corsairs_of_umbar(t: T) -> Procedure[None]:
    """An Army sails to the coast of Gondor and attacks whoever is there."""
    s = t.state
    facts = EVENT_FACTS["sh-str-10"]
    own = corsairs_aboard(s)
    if not own:
        return
    coast = [r for r in GROUPS[facts["group"]] if has_army(s, r, FP) or armies.room(s, r, SH) > 0]
    target = yield from common.choose_region(t, SH, "Where do the Corsairs land?", coast, "sh-str-10")
    party = own
    if sum(own.values()) > 1:
        test = _landing_test(s, target)
        options = Counts(own, 1, labels=figure_name, test=test)
        party = yield Decision(
            actor(t.state, SH),
            "army-units",
            f"Who sails to {region_name(target)}?",
            options,
            "WR-6.7",
            fallback=own if test(own) is None else next(options.legal()),
            context={"region": target},
        )
    if has_army(s, target, FP):
        terms = Terms(may_cease=False, must_advance=True)
        yield from battle.declare(t, SH, facts["region"], target, terms=terms, party=party)
        return
    movement.advance_party(t, SH, FIELD[SH][facts["region"]], target, party)
    yield from armies.trim(t, FIELD[SH][target], why="WR-6.7")
    if target in common.besiegers(s) and f"{target}>{target}" in battle.attack_pairs(s, SH):
        yield from battle.declare(t, SH, target, target)


def _landing_test(s: State, target: str) -> Callable[[dict[str, int]], Refusal]:
    """Return the test that a unit sails, and that the landed find room where stacking is strict."""
    his, source = command(s, SH), FIELD[SH][EVENT_FACTS["sh-str-10"]["region"]]

    def test(party: dict[str, int]) -> Refusal:
        units = sum(n for k, n in party.items() if k in UNIT_SET)
        if not units:
            return "no-unit", "At least one Army unit must sail.", "WR-8.1"
        if refusal := his.no_party(s, source, party):
            return refusal
        if not has_army(s, target, FP) and units > armies.room(s, target, SH):
            return "stacking", f"{region_name(target)} cannot hold more than {STACKING} Army units.", "WR-7.2"
        return None

    return test


# -- recruiting in a place of one's choice -----------------------------------------------------------


@event("sh-str-11", common.required("sh-str-11"))
def rage_of_the_dunlendings(t: T) -> Procedure[None]:
    """Isengard recruits beside the Dunlands, and their units may join there."""
    s = t.state
    facts = EVENT_FACTS["sh-str-11"]
    sources = facts["sources"]
    beside = [r for r in REGIONS if any(r in ADJACENT[source] for source in sources) and is_free(s, r, SH)]
    if not beside:
        return
    region = yield from common.choose_region(t, SH, "Where do the Dunlendings gather?", beside, "sh-str-11")
    yield from recruitment.recruit_figures(t, SH, facts["recruits"], "sh-str-11", region)
    yield from _dunlendings_join(t, region)
    yield from armies.trim(t, FIELD[SH][region], why="WR-6.6")


def _dunlendings_join(t: T, region: str) -> Procedure[None]:
    """Let units of the two Dunlands go where the others gather."""
    s = t.state
    facts = EVENT_FACTS["sh-str-11"]
    what = facts["recruits"]["nation"]
    own = {
        f"{kind}@{source}": count
        for source in facts["sources"]
        if source != region and (force := s.forces.get(FIELD[SH][source]))
        for kind, count in force.figures.items()
        if kind in UNIT_SET and NATION_OF[kind] == what
    }
    most = min(facts["moved"], armies.room(s, region, SH))
    if not own or most <= 0:
        return
    moved = yield Decision(
        actor(t.state, SH),
        "event-units",
        f"Which units, up to {most}, go to {region_name(region)}?",
        Counts(own, 0, most, muster.recruit_label),
        "WR-6.3",
        fallback={},
        context={"card": "sh-str-11", "region": region},
    )
    for value, count in moved.items():
        kind, _, source = value.partition("@")
        shift(s, FIELD[SH][source], FIELD[SH][region], {kind: count})
        t.announce("army-moved", side=SH, source=source, target=region, figures={kind: count})
    if moved:
        armies.army_enters(t, region, SH)


@event("sh-str-12", common.required("sh-str-12"))
def return_of_the_witch_king(t: T) -> Procedure[None]:
    """The Witch-king goes to Angmar, and Sauron recruits there."""
    s = t.state
    facts = EVENT_FACTS["sh-str-12"]
    region = facts["region"]
    commander = form_of(s, facts["commander"])
    key = place_of(s, commander) if commander else None
    assert commander is not None
    assert key is not None
    shift(s, key, muster.own_place(s, SH, region), {commander: 1})
    t.announce("nazgul-moved", figure=commander, source=key.partition("/")[0], target=region)
    yield from recruitment.recruit_all(t, SH, facts["recruits"], "sh-str-12")


def _reinforcement(card: str) -> None:
    @event(card, common.required(card))
    def effect(t: T) -> Procedure[None]:
        """Recruit one unit wherever a Shadow Army stands."""
        yield from recruitment.recruit_there(t, SH, card, common.army_regions(t.state, SH))


for _card in ("sh-str-13", "sh-str-14"):
    _reinforcement(_card)


@event("sh-str-15", common.required("sh-str-15"))
def hill_trolls(t: T) -> Procedure[None]:
    """Two Regulars of Sauron, wherever they stand, become Elites."""
    s = t.state
    facts = EVENT_FACTS["sh-str-15"]
    old, new = f"{facts['nation']}-regular", f"{facts['nation']}-elite"
    standing = {r: f.figures[old] for _, r, f in places(s, SH) if f.figures.get(old)}
    number = min(facts["count"], s.pools[new], sum(standing.values()))
    if not number:
        return
    options = Counts(standing, number, number, region_name)
    chosen = yield movement.unless_one_party(
        Decision(
            actor(t.state, SH),
            "event-replace",
            f"Where {'does' if number == 1 else 'do'} {counted(number, figure_name(old))}"
            f" become {'an Elite' if number == 1 else 'Elites'}?",
            options,
            "WR-6.3",
            context={"card": "sh-str-15"},
        ),
        options,
    )
    for region, count in chosen.items():
        key = next(k for k, r, f in places(s, SH) if r == region and f.figures.get(old))
        muster.replace(t, key, old, new, count)


@event("sh-str-16", common.required("sh-str-16"))
def a_new_power_is_rising(t: T) -> Procedure[None]:
    """Isengard recruits in all its Settlements; the Shadow chooses the order where figures run short."""
    s = t.state
    lines = {what["region"]: what for what in EVENT_FACTS["sh-str-16"]["recruits"]}
    kind = f"{next(iter(lines.values()))['nation']}-regular"
    if s.pools[kind] >= sum(what["count"] for what in lines.values()):
        yield from recruitment.recruit_all(t, SH, list(lines.values()), "sh-str-16")
        return
    left = [r for r in lines if recruitment.recruit_place(s, SH, r)]
    touched: list[str] = []
    while left := [r for r in left if recruitment.available(s, lines[r])]:
        region = yield from common.choose_region(t, SH, "Where do figures come next?", left, "sh-str-16")
        left.remove(region)
        touched += yield from recruitment.recruit_lines(t, SH, [lines[region]], "sh-str-16")
    yield from recruitment.trim_recruits(t, SH, touched)


@event("sh-str-17")
def many_kings_to_the_service_of_mordor(t: T) -> Procedure[None]:
    """Two Regulars in each of three Settlements of the Southrons & Easterlings."""
    facts = EVENT_FACTS["sh-str-17"]
    settlements = list(SETTLEMENTS_OF[facts["recruits"]["nation"]])
    yield from recruitment.recruit_in_several(
        t, SH, settlements, facts["settlements"], facts["recruits"], "sh-str-17"
    )


@event("sh-str-19")
def shadows_on_the_misty_mountains(t: T) -> Procedure[None]:
    """Two units of Sauron and a Nazgûl in Mount Gram or Moria."""
    yield from recruitment.recruit_there(t, SH, "sh-str-19", EVENT_FACTS["sh-str-19"]["regions"])


@event("sh-str-21", common.required("sh-str-21"))
def horde_from_the_east(t: T) -> Procedure[None]:
    """Five Regulars in a free region on the eastern edge."""
    s = t.state
    yield from recruitment.recruit_there(
        t, SH, "sh-str-21", [r for r in EVENT_FACTS["sh-str-21"]["regions"] if is_free(s, r, SH)]
    )


@event("sh-str-24", common.required("sh-str-24"))
def pits_of_mordor(t: T) -> Procedure[None]:
    """Two Regulars in each of three Strongholds of Sauron."""
    s = t.state
    facts = EVENT_FACTS["sh-str-24"]
    strongholds = [
        r for r in SETTLEMENTS_OF[facts["recruits"]["nation"]] if r in STRONGHOLDS and unconquered(s, r)
    ]
    yield from recruitment.recruit_in_several(
        t, SH, strongholds, facts["settlements"], facts["recruits"], "sh-str-24"
    )
