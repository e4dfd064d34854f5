"""The Combat halves of the Shadow cards, by the title that several cards share (WR-10.6 to 10.9)."""

from rules.core.decisions import Amount, Decision, OneOf, offer
from rules.core.table import Procedure
from rules.war_of_the_ring.position.catalogue import (
    CHARACTERS,
    NATION_OF,
    NAZGUL,
    SH,
    SH_NATIONS,
    UNIT_SET,
    Side,
    distances,
    figure_name,
)
from rules.war_of_the_ring.position.combat import Condition, Round, added_strength
from rules.war_of_the_ring.position.roles import commander_of
from rules.war_of_the_ring.position.state import State
from rules.war_of_the_ring.sets.base.table_cards import MORIA
from rules.war_of_the_ring.war import combat_cards
from rules.war_of_the_ring.war.casualties import take_hits
from rules.war_of_the_ring.war.combat_card_parts import (
    T,
    add_hits,
    always,
    bonus,
    cancel_card,
    combat_card,
    elites_of,
    extra_attack,
    nazgul_here,
    pick_figure,
    silence,
    strike,
    take_dice,
    with_fellowship,
)

#: How near to Moria Durin's Bane strikes, its dice, and what they need.
MORIA_DISTANCE, BALROG_DICE, BALROG_NEEDS = 2, 3, 4
ONSLAUGHT_HITS, ONSLAUGHT_NEEDS = 4, 4
ASSAULT_HITS = 2
KILL_NEEDS = 5


# -- conditions --------------------------------------------------------------------------------------


def nazgul_leadership(least: int) -> Condition:
    """The Nazgûl have this much Leadership left to give."""
    return lambda s, fight, side: fight.nazgul_leadership() >= least


def isengard_siege(s: State, fight: Round, side: Side) -> bool:
    """Units of Isengard assault a besieged Stronghold, or hold one."""
    units = [k for k in fight.own(side).party if k in UNIT_SET]
    return fight.kind == "siege" and any(NATION_OF[k] == "isengard" for k in units)


def near_moria(s: State, fight: Round, side: Side) -> bool:
    """The defending Army is at most two regions from Moria."""
    return distances(MORIA).get(fight.region, MORIA_DISTANCE + 1) <= MORIA_DISTANCE


# -- before the Combat roll --------------------------------------------------------------------------


def swarm_of_bats(t: T, fight: Round, side: Side) -> Procedure[None]:
    """The enemy's card has no effect; if there is none, a better re-roll."""
    foe = fight.tally[fight.foe_side(side)]
    if foe.card is not None:
        cancel_card(t, fight, fight.foe_side(side))
    else:
        fight.tally[side].modify_reroll(fight.card_of(side), 1)
    yield from ()


def words_of_power(t: T, fight: Round, side: Side) -> Procedure[None]:
    """A Companion loses Leadership and abilities for the round."""
    foe = fight.foe_side(side)
    able = fight.own(foe).companions()
    if not able:
        return
    who = yield from pick_figure(t, fight, side, "silence", "Which Companion is silenced?", able, "WR-10.7")
    silence(fight, foe, who, fight.card_of(side))
    fight.tally[foe].powerless.append(who)
    t.announce("companion-silenced", side=foe, figure=who)
    lost = added_strength(who, fight.region, attacks=foe == fight.attacker)
    if lost:
        fight.tally[foe].dice_bonus -= lost
        fight.tally[foe].change_dice(fight.card_of(side), -lost)


def durins_bane(t: T, fight: Round, side: Side) -> Procedure[None]:
    """An additional attack of three dice that hit on 4 or more."""
    yield from extra_attack(t, fight, side, BALROG_DICE, BALROG_NEEDS)


def forfeit_nazgul(t: T, fight: Round, points: int) -> int:
    """Give up Nazgûl Leadership by whole figures; returns the points given up (WR-10.8)."""
    if NAZGUL not in fight.own(SH).party:  # a character alone cannot give up a part of his
        points = max(points, fight.nazgul_leadership())
    fight.tally[SH].lose_leadership(fight.card_of(SH), points)
    t.announce("leadership-given-up", side=SH, figure=NAZGUL, points=points)
    return points


def cruel_as_death(t: T, fight: Round, side: Side) -> Procedure[None]:
    """Two points of Nazgûl Leadership for +1 in the Combat roll."""
    forfeit_nazgul(t, fight, 2)
    fight.tally[side].modify_combat(fight.card_of(side), 1)
    yield from ()


def offer_nazgul_leadership(t: T, fight: Round, side: Side, most: int) -> Procedure[int]:
    """Let Nazgûl Leadership be given up, point by point up to `most`; returns how much (WR-10.8)."""
    able = fight.nazgul_leadership()
    least = 1 if NAZGUL in fight.own(SH).party else able
    points = most = min(most, able)
    if least < most:
        points = yield Decision(
            commander_of(t.state, fight.own(side)),
            "forfeit",
            "How much Nazgûl Leadership is given up?",
            Amount(least, most),
            "WR-10.8",
            weight="light",
            standing=True,
        )
    return forfeit_nazgul(t, fight, points)


def dread_and_despair(t: T, fight: Round, side: Side) -> Procedure[None]:
    """Nazgûl Leadership for enemy dice, point by point."""
    points = yield from offer_nazgul_leadership(t, fight, side, fight.nazgul_leadership())
    take_dice(t, fight, fight.foe_side(side), points)


def foul_stench(t: T, fight: Round, side: Side) -> Procedure[None]:
    """No enemy re-roll where the Nazgûl lead at least as well."""
    foe = fight.foe_side(side)
    if fight.nazgul_leadership() >= fight.leadership(t.state, foe):
        fight.tally[foe].no_reroll = True
        t.announce("no-re-roll", side=foe)
    yield from ()


def _own_hits(t: T, fight: Round, side: Side, most: int) -> Procedure[int]:
    """Inflict hits on the own Army, at once; returns how many."""
    number: int = yield Decision(
        commander_of(t.state, fight.own(side)),
        "own-hits",
        "How many hits do you inflict on your own Army?",
        Amount(0, min(most, fight.own(side).absorbs())),
        "WR-10.7",
        weight="light",
        standing=True,
        fallback=0,
    )
    taken = yield from take_hits(t, fight.own(side), number, fight.region)
    return taken


def relentless_assault(t: T, fight: Round, side: Side) -> Procedure[None]:
    """Own losses for a better Combat roll."""
    number = yield from _own_hits(t, fight, side, ASSAULT_HITS)
    if number:
        fight.tally[side].modify_combat(fight.card_of(side), number)


# -- the Leader re-roll and what follows -------------------------------------------------------------


def they_are_terrible(t: T, fight: Round, side: Side) -> Procedure[None]:
    """One point of Nazgûl Leadership for +1 in the re-roll."""
    forfeit_nazgul(t, fight, 1)
    fight.tally[side].modify_reroll(fight.card_of(side), 1)
    yield from ()


def mumakil_more(t: T, fight: Round, side: Side) -> Procedure[None]:
    """One more hit for having scored more."""
    own, foe = fight.tally[side], fight.tally[fight.foe_side(side)]
    if own.total() > foe.total() + foe.early_hits:
        add_hits(t, fight, side, 1)
    yield from ()


def black_breath(t: T, fight: Round, side: Side) -> Procedure[None]:
    """Re-roll hits may also fell a Leader, or a Companion of no higher Level."""
    foe = fight.foe_side(side)
    hits = fight.tally[side].reroll_hits
    victims = [
        *fight.leader_kinds(t.state, foe),
        *(c for c in fight.own(foe).companions() if CHARACTERS[c].combat_level <= hits),
    ]
    if not hits or not victims:
        return
    who = yield offer(
        commander_of(t.state, fight.own(side)),
        "strike",
        "Who falls under the Black Breath?",
        OneOf(victims, figure_name),
        "WR-10.7",
        pass_label="Nobody",
    )
    if who is not None:
        strike(t, fight, foe, who)


# -- after the casualties ----------------------------------------------------------------------------


def onslaught(t: T, fight: Round, side: Side) -> Procedure[None]:
    """Own losses for dice that hit on 4 or more."""
    if fight.is_decided():
        return
    number = yield from _own_hits(t, fight, side, ONSLAUGHT_HITS)
    yield from extra_attack(t, fight, side, number, ONSLAUGHT_NEEDS)


def great_host(t: T, fight: Round, side: Side) -> Procedure[None]:
    """One hit where the Army is twice as large as the enemy's."""
    if 0 < 2 * fight.foe(side).units() <= fight.own(side).units():
        t.announce("great-host", side=side)
        yield from take_hits(t, fight.foe(side), 1, fight.region)


def we_come_to_kill(t: T, fight: Round, side: Side) -> Procedure[None]:
    """An additional attack with one die for every surviving Elite."""
    if fight.foe(side).units():
        yield from extra_attack(t, fight, side, fight.own(side).elites(), KILL_NEEDS)


combat_cards.enter(
    {
        "one-for-the-dark-lord": combat_card(with_fellowship, (3, bonus(1, 1))),
        "cruel-as-death": combat_card(nazgul_leadership(2), (3, cruel_as_death)),
        "they-are-terrible": combat_card(nazgul_leadership(1), (4, they_are_terrible)),
        "dread-and-despair": combat_card(nazgul_leadership(1), (3, dread_and_despair)),
        "black-breath": combat_card(nazgul_here, (6, black_breath)),
        "foul-stench": combat_card(nazgul_leadership(1), (3, foul_stench)),
        "words-of-power": combat_card(nazgul_here, (1, words_of_power)),
        "durins-bane": combat_card(near_moria, (2, durins_bane)),
        "devilry-of-orthanc": combat_card(isengard_siege, (3, bonus(1))),
        "deadly-strife": combat_card(always, (3, bonus(2, 2, both=True))),
        "desperate-battle": combat_card(always, (3, bonus(1, 1, both=True))),
        "onslaught": combat_card(always, (7, onslaught)),
        "relentless-assault": combat_card(always, (3, relentless_assault)),
        "great-host": combat_card(always, (7, great_host)),
        "mumakil": combat_card(elites_of(("southrons-easterlings",)), (3, bonus(1)), (5, mumakil_more)),
        "swarm-of-bats": combat_card(always, (0, swarm_of_bats)),
        "we-come-to-kill": combat_card(elites_of(SH_NATIONS), (7, we_come_to_kill)),
    }
)
