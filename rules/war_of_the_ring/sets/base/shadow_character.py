"""The Shadow's Character deck: Event halves (WR-6)."""

from typing import Any

from rules.core.decisions import Counts, Decision, OneOf, Subset
from rules.core.settled import unless_settled
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.cards import common, recruitment
from rules.war_of_the_ring.cards.events import event
from rules.war_of_the_ring.position import outcome, table_cards
from rules.war_of_the_ring.position.catalogue import (
    ADJACENT,
    CARDS,
    CHARACTERS,
    EVENT_FACTS,
    FP,
    GOLLUM,
    NAZGUL,
    SH,
    TILE_OF_CARD,
    figure_name,
    flies,
    region_name,
)
from rules.war_of_the_ring.position.dice import die_name, in_order, into_box, turned
from rules.war_of_the_ring.position.roles import actor, leader
from rules.war_of_the_ring.position.state import State, form_of, is_veiled, known_as, level_of, region_of
from rules.war_of_the_ring.quest import company, hunt
from rules.war_of_the_ring.war import battle, characters, hindrances, movement

T = Table[Any]


for _card in TILE_OF_CARD:
    if CARDS[_card].side == SH:
        event(_card)(common.special_tile(_card))

# -- the Hunt ----------------------------------------------------------------------------------------


@event("sh-char-05", common.hunted_in_the_wild)
def orc_patrol(t: T) -> Procedure[None]:
    """Draw a tile as for a successful Hunt; Eyes and blue tiles do nothing."""
    yield from hunt.draw_by_card(t, "sh-char-05", blue_count=False)


@event("sh-char-06", common.hunted_in_the_wild)
def isildurs_bane(t: T) -> Procedure[None]:
    """As Orc Patrol, but nothing lowers the damage."""
    yield from hunt.draw_by_card(t, "sh-char-06", blue_count=False, no_reduction=True)


@event("sh-char-07", common.hunted_in_the_wild)
def foul_thing_from_the_deep(t: T) -> Procedure[None]:
    """As Orc Patrol, but a random Companion must meet the damage."""
    yield from hunt.draw_by_card(t, "sh-char-07", blue_count=False, forced_casualty=True)


@event("sh-char-08", common.hunted_in_the_wild)
def candles_of_corpses(t: T) -> Procedure[None]:
    """Three dice corrupt; Gollum as Guide knows the way."""
    facts = EVENT_FACTS["sh-char-08"]
    needed = common.needed_by_guide(t.state, facts)
    amount = yield from common.throw(t, "sh-char-08", facts["dice"], needed)
    outcome.corrupt(t, amount, "sh-char-08")


def fly(t: T) -> Procedure[None]:
    """Let any number of Nazgûl fly."""
    yield from characters.move_nazgul(t, only_flyers=True, must=False, why="WR-6.3")


@event("sh-char-09", common.on_the_road)
def nazgul_search(t: T) -> Procedure[None]:
    """Nazgûl fly; one that finds the Ring-bearers reveals them."""
    yield from fly(t)
    if common.nazgul_with_fellowship(t.state):
        yield from hunt.reveal_and_pursue(t, "sh-char-09")


@event("sh-char-10", common.on_the_road)
def cruel_weather(t: T) -> Procedure[None]:
    """The Shadow moves the Ring-bearers to an adjacent region."""
    s = t.state
    here = s.fellowship.region or ""
    region = yield from common.choose_region(
        t, SH, "Where does the weather drive the Ring-bearers?", list(ADJACENT[here]), "sh-char-10"
    )
    s.fellowship.region = region
    t.announce("fellowship-driven", source=here, region=region)


@event("sh-char-11", common.on_the_road)
def the_nazgul_strike(t: T) -> Procedure[None]:
    """Nazgûl fly; one that finds the Ring-bearers discards a table card or rolls for the Hunt."""
    s = t.state
    yield from fly(t)
    if not common.nazgul_with_fellowship(s):
        return
    laid = [c for c in s.table[FP] if CARDS[c].deck == "character"]
    ways = {f"discard:{c}": f"Discard {CARDS[c].title}" for c in laid} | {"hunt": "Roll for the Hunt"}
    way = yield from common.choose_way(
        t, SH, "The Nazgûl have found the Ring-bearers.", ways, "sh-char-11", may_pass=True
    )
    if way == "hunt":
        yield from hunt.hunt(t, why="sh-char-11")
    elif way is not None:
        table_cards.discard(t, way.partition(":")[2], "sh-char-11")


@event("sh-char-12", common.is_revealed)
def morgul_wound(t: T) -> Procedure[None]:
    """Corrupt by two where there is little Corruption yet, else by one."""
    facts = EVENT_FACTS["sh-char-12"]
    low = t.state.fellowship.corruption <= facts["low"]
    outcome.corrupt(t, facts["corruption_low"] if low else facts["corruption"], "sh-char-12")
    yield from ()


@event("sh-char-13", common.is_revealed)
def lure_of_the_ring(t: T) -> Procedure[None]:
    """A random Companion falls away, or Corruption of his Level."""
    s = t.state
    if s.fellowship.guide == GOLLUM:
        outcome.corrupt(t, EVENT_FACTS["sh-char-13"]["corruption"], "sh-char-13")
        return
    victim = yield from company.random_companion(t, "lure-of-the-ring")
    t.announce("companion-tempted", character=known_as(s, victim))
    level = level_of(s, victim)
    way = yield Decision(
        leader(t.state, FP),
        "event-way",
        f"The Ring lures {figure_name(victim)}.",
        OneOf(
            ("corruption", "eliminate"),
            {"corruption": f"Take {level} Corruption", "eliminate": f"Lose {figure_name(victim)}"},
        ),
        "WR-6.3",
        weight="light",
        fallback="corruption" if s.fellowship.corruption + level < outcome.CORRUPTION else "eliminate",
        context={"card": "sh-char-13", "companion": victim},
    )
    if way == "corruption":
        if is_veiled(s, victim):
            t.lay_open()  # what he costs tells his Level
        outcome.corrupt(t, level, "sh-char-13")
    else:
        yield from company.lose_companion(t, victim)


@event("sh-char-14", common.is_revealed)
def the_breaking_of_the_fellowship(t: T) -> Procedure[None]:
    """The number of a tile is how many Companions must leave, where the Ring-bearers are."""
    s = t.state
    if s.fellowship.guide == GOLLUM:
        outcome.corrupt(t, EVENT_FACTS["sh-char-14"]["corruption"], "sh-char-14")
        return
    number = yield from hunt.number_by_card(t, "sh-char-14")
    companions = list(s.fellowship.companions)
    number = min(number, len(companions))
    if number <= 0:
        return
    group = companions
    if number < len(companions):
        group = yield Decision(
            leader(t.state, FP),
            "event-companions",
            f"{number} Companions must leave the Fellowship: who?",
            Subset(companions, number, number, figure_name),
            "WR-6.3",
            weight="light",
            fallback=companions[-number:],
            context={"card": "sh-char-14"},
        )
    yield from company.separate_group(t, group, move=False)


@event("sh-char-18")
def the_lidless_eye(t: T) -> Procedure[None]:
    """Up to three unused dice become Eyes in the Hunt Box."""
    s = t.state
    unused = {die: s.dice[SH].count(die) for die in in_order(s.dice[SH])}
    if not unused:
        return
    most = EVENT_FACTS["sh-char-18"]["dice"]
    chosen = yield Decision(
        actor(t.state, SH),
        "event-dice",
        f"Which dice, up to {most}, become Eyes?",
        Counts(unused, 0, most, die_name),
        "WR-6.3",
        fallback={},
        context={"card": "sh-char-18"},
    )
    for die, count in chosen.items():
        for _ in range(count):
            s.dice[SH].remove(die)
            into_box(s, SH, turned(die, "eye"))
            t.announce("die-turned", side=SH, die=die, result="eye")


# -- spells ------------------------------------------------------------------------------------------


def spell_pairs(s: State) -> list[str]:
    """Return every Shadow Army with Nazgûl and Free Peoples Army in or beside its region, as `from>to`."""
    targets = set(common.army_regions(s, FP))
    pairs = []
    for region in common.army_regions(s, SH):
        key = common.army_key(s, SH, region)
        if key and s.forces[key].has_flyer():
            pairs += [f"{region}>{r}" for r in (region, *ADJACENT[region]) if r in targets]
    return pairs


@event("sh-char-19", lambda s: bool(spell_pairs(s)))
def dreadful_spells(t: T) -> Procedure[None]:
    """One die for every Nazgûl of an Army against an Army beside it."""
    s = t.state
    facts = EVENT_FACTS["sh-char-19"]
    pairs = spell_pairs(s)
    question = Decision(
        actor(t.state, SH),
        "event-pair",
        "Which Nazgûl cast their spells, and on whom?",
        OneOf(pairs, _pair_label),
        "WR-6.3",
        context={"card": "sh-char-19"},
    )
    pair = yield unless_settled(question)
    source, _, target = pair.partition(">")
    caster = s.forces[common.army_key(s, SH, source) or ""]
    count = sum(number for kind, number in caster.items().items() if flies(kind))
    hits = yield from common.throw(t, "sh-char-19", min(facts["most_dice"], count), facts["needed"])
    key = common.army_key(s, FP, target)
    assert key is not None
    yield from common.strike(t, key, hits)


def _pair_label(pair: str) -> str:
    source, _, target = pair.partition(">")
    return f"from {region_name(source)} on {region_name(target)}"


# -- armies ------------------------------------------------------------------------------------------


def _grond_pairs(s: State) -> list[str]:
    commander = EVENT_FACTS["sh-char-20"]["commander"]
    return common.siege_attacks(
        s, lambda force: any(CHARACTERS[c].person == commander for c in force.characters)
    )


@event("sh-char-20", lambda s: common.required("sh-char-20")(s) and bool(_grond_pairs(s)))
def grond(t: T) -> Procedure[None]:
    """The Witch-king's Army storms the Stronghold that it besieges for three rounds."""
    yield from common.storm(t, "sh-char-20", _grond_pairs(t.state))


def _march_or_attack(t: T, card: str, escort: frozenset[str], armies_moved: int) -> Procedure[None]:
    """Move Armies that hold one of some figures, or attack with one of them; or do neither."""
    s = t.state
    ways: dict[str, str] = {}
    if movement.may_move(s, SH, escort=escort):
        ways["move"] = f"Move up to {armies_moved} Armies" if armies_moved > 1 else "Move the Army"
    if battle.may_attack(s, SH, escort=escort):
        ways["attack"] = "Attack"
    if not ways:
        return
    way = yield from common.choose_way(
        t, SH, f"Move or attack with {hindrances.escort_names(escort)}?", ways, card, may_pass=True
    )
    if way == "move":
        yield from movement.move_army(
            t, SH, with_leader=False, escort=escort, moves=armies_moved, why="WR-6.7"
        )
    elif way == "attack":
        yield from battle.attack(t, SH, escort=escort, why="WR-6.4")


@event("sh-char-23")
def the_ringwraiths_are_abroad(t: T) -> Procedure[None]:
    """Nazgûl fly; then Armies with Nazgûl move, or one of them attacks."""
    yield from fly(t)
    yield from _march_or_attack(t, "sh-char-23", common.flyers(t.state), EVENT_FACTS["sh-char-23"]["armies"])


@event("sh-char-24", common.required("sh-char-24"))
def the_black_captain_commands(t: T) -> Procedure[None]:
    """Nazgûl gather at the Witch-king or fly; then his Army moves or attacks."""
    s = t.state
    facts = EVENT_FACTS["sh-char-24"]
    commander = form_of(s, facts["commander"])
    assert commander is not None
    region = region_of(s, commander) or ""
    ways = {"move": "Let Nazgûl fly"}
    if recruitment.recruit_place(s, SH, region) and s.pools[NAZGUL]:
        ways = {"recruit": f"Recruit Nazgûl in {region_name(region)}"} | ways
    way = yield from common.choose_way(t, SH, "Recruit Nazgûl, or let them fly?", ways, "sh-char-24")
    if way == "recruit":
        yield from recruitment.recruit_all(t, SH, [facts["recruits"]], "sh-char-24", region)
    else:
        yield from fly(t)
    yield from _march_or_attack(t, "sh-char-24", frozenset((commander,)), 1)
