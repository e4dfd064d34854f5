"""The Combat halves of the Free Peoples cards, by the title that several cards share (WR-10.6 to 10.9)."""

from rules.core.decisions import Decision, OneOf, offer
from rules.core.sentences import counted
from rules.core.settled import unless_settled
from rules.core.table import Procedure
from rules.war_of_the_ring.position.catalogue import (
    CHARACTERS,
    EVENT_FACTS,
    FP_NATIONS,
    MINIONS,
    NAZGUL,
    Side,
    figure_name,
    region_name,
)
from rules.war_of_the_ring.position.combat import Effect, Round, to_hit
from rules.war_of_the_ring.position.roles import commander_of
from rules.war_of_the_ring.position.state import State, nation_of
from rules.war_of_the_ring.war import combat_cards, retreats, sieges
from rules.war_of_the_ring.war.combat_card_parts import (
    T,
    add_hits,
    always,
    bonus,
    cancel_card,
    cancel_hits,
    combat_card,
    elites_of,
    extra_attack,
    give_up_leadership,
    pick_figure,
    strike,
    take_dice,
    with_fellowship,
    with_person,
)

_ENTS = EVENT_FACTS["ents"]
ENT_REGIONS = frozenset((_ENTS["gathering"], _ENTS["region"]))


# -- conditions --------------------------------------------------------------------------------------


def companion(s: State, fight: Round, side: Side) -> bool:
    """A Companion takes part."""
    return bool(fight.own(side).companions())


def leader_or_companion(s: State, fight: Round, side: Side) -> bool:
    """A Leader or a Companion takes part; units that somebody lets lead are Leaders."""
    return bool(fight.leader_kinds(s, side)) or companion(s, fight, side)


def near_ents(s: State, fight: Round, side: Side) -> bool:
    """The defending Army is in Rohan, Fangorn or Orthanc."""
    return fight.region in ENT_REGIONS or nation_of(s, fight.region) == _ENTS["nation"]


def defender_in_free_nation(s: State, fight: Round, side: Side) -> bool:
    """The defending Army is inside a Free Peoples Nation."""
    return nation_of(s, fight.region) in FP_NATIONS


def field_defender(s: State, fight: Round, side: Side) -> bool:
    """The owner defends, and not behind walls."""
    return side == fight.defender and fight.kind != "siege"


# -- before the Combat roll --------------------------------------------------------------------------


def daring_defiance(t: T, fight: Round, side: Side) -> Procedure[None]:
    """All Companions give up their Leadership; the enemy's card has no effect."""
    foe = fight.tally[fight.foe_side(side)]
    if foe.card is not None:
        for who in fight.companions_leading(side):
            give_up_leadership(t, fight, side, who)
        cancel_card(t, fight, fight.foe_side(side))
    yield from ()


def ways_out(s: State, fight: Round, side: Side) -> list[str]:
    """Return where a whole Army can leave a field battle to: regions, or its Stronghold (WR-10.16, 11.3)."""
    inside = [sieges.INTO_THE_STRONGHOLD] if sieges.may_withdraw(s, side, fight.region) else []
    return [*retreats.retreat_regions(s, side, fight.region), *inside]


def way_out_label(way: str) -> str:
    """Return a way out of a battle in words."""
    return "Into the Stronghold" if way == sieges.INTO_THE_STRONGHOLD else region_name(way)


def take_way_out(t: T, fight: Round, side: Side, way: str) -> Procedure[None]:
    """Let a whole Army leave a field battle, which is over then."""
    fight.withdrawn = True
    if way == sieges.INTO_THE_STRONGHOLD:
        yield from sieges.withdraw(t, fight.region, fight.foe(side), fight.own(side), fight.terms)
        fight.settled = True
    else:
        yield from retreats.retreat_to(t, side, fight.own(side).key, way)


def scouts(t: T, fight: Round, side: Side) -> Procedure[None]:
    """The defender retreats, or withdraws into his Stronghold, before the Combat roll (WR-10.16, 11.3)."""
    region = fight.region
    values = ways_out(t.state, fight, side)
    if not values:
        return
    question = Decision(
        commander_of(t.state, fight.own(side)),
        "scouts",
        "Where does the Army retreat to?",
        OneOf(values, way_out_label),
        "WR-10.16",
        weight="light",
        context={"region": region},
    )
    target = yield unless_settled(question)
    yield from take_way_out(t, fight, side, target)


def sudden_strike(t: T, fight: Round, side: Side) -> Procedure[None]:
    """An additional attack with as many dice as Leadership."""
    yield from extra_attack(t, fight, side, fight.leadership(t.state, side), to_hit(fight, side))


def charge(t: T, fight: Round, side: Side) -> Procedure[None]:
    """An additional attack with one die for every Elite."""
    yield from extra_attack(t, fight, side, fight.own(side).elites(), to_hit(fight, side))


# -- the Combat roll ---------------------------------------------------------------------------------


def cap(dice: int) -> Effect:
    """Limit the enemy's Combat dice."""

    def effect(t: T, fight: Round, side: Side) -> Procedure[None]:
        foe = fight.foe_side(side)
        fight.tally[foe].limit_dice(fight.card_of(side), dice)
        t.announce("dice-limited", side=foe, dice=dice, card=fight.card_of(side))
        yield from ()

    return effect


def brave_stand(t: T, fight: Round, side: Side) -> Procedure[None]:
    """One enemy die less for every Companion."""
    take_dice(t, fight, fight.foe_side(side), len(fight.own(side).companions()))
    yield from ()


def advantageous_position(t: T, fight: Round, side: Side) -> Procedure[None]:
    """The enemy's Combat roll is worse by one."""
    fight.tally[fight.foe_side(side)].modify_combat(fight.card_of(side), -1)
    yield from ()


# -- between the Combat roll and the Leader re-roll --------------------------------------------------


def _convert_misses(t: T, fight: Round, side: Side, number: int) -> None:
    """Turn missed Combat dice into hits; they are no longer there to be rolled again."""
    tally = fight.tally[side]
    turned = min(number, len(tally.combat_dice) - tally.combat_hits)
    tally.combat_hits += turned
    t.announce("misses-turned", side=side, hits=turned)


def mighty_attack(t: T, fight: Round, side: Side) -> Procedure[None]:
    """A Companion gives up his Leadership for one hit."""
    able = fight.companions_leading(side)
    if not able or not fight.leadership(t.state, side):
        return
    who = yield from pick_figure(
        t, fight, side, "forfeit", "Which Companion gives up his Leadership?", able, "WR-10.8"
    )
    give_up_leadership(t, fight, side, who)
    _convert_misses(t, fight, side, 1)


def anduril(t: T, fight: Round, side: Side) -> Procedure[None]:
    """Strider's Leadership for one hit, Aragorn's for up to two."""
    for person, hits in (("aragorn", 2), ("strider", 1)):
        for who in fight.companions_leading(side):
            if CHARACTERS[who].person == person and fight.leadership(t.state, side):
                give_up_leadership(t, fight, side, who)
                _convert_misses(t, fight, side, hits)
    yield from ()


def confusion(t: T, fight: Round, side: Side) -> Procedure[None]:
    """Every natural 1 of the enemy's Combat roll hits his own Army and is not rolled again."""
    foe = fight.tally[fight.foe_side(side)]
    ones = foe.combat_dice.count(1)
    foe.combat_dice = [d for d in foe.combat_dice if d != 1]
    if ones:
        add_hits(t, fight, side, ones)
    yield from ()


# -- after the Leader re-roll ------------------------------------------------------------------------


def follow_up(extra: int) -> Effect:
    """Add hits if the rolls of the round scored at all."""

    def effect(t: T, fight: Round, side: Side) -> Procedure[None]:
        tally = fight.tally[side]
        if tally.combat_hits + tally.reroll_hits:
            add_hits(t, fight, side, extra)
        yield from ()

    return effect


def shield_wall(t: T, fight: Round, side: Side) -> Procedure[None]:
    """Cancel one of two or more hits."""
    foe = fight.tally[fight.foe_side(side)]
    if foe.combat_hits + foe.reroll_hits >= 2:
        cancel_hits(t, fight, fight.foe_side(side), 1)
    yield from ()


def blade_of_westernesse(t: T, fight: Round, side: Side) -> Procedure[None]:
    """Spend one re-roll hit to eliminate a Minion."""
    foe = fight.foe_side(side)
    minions = [m for m in MINIONS if m in fight.own(foe).party]
    tally = fight.tally[side]
    if not tally.reroll_hits or not minions:
        return
    who = yield from pick_figure(t, fight, side, "strike", "Which Minion falls?", minions, "WR-10.7")
    tally.reroll_hits -= 1
    strike(t, fight, foe, who)


def heroic_death(t: T, fight: Round, side: Side) -> Procedure[None]:
    """Give a Leader for one hit, or a Companion for hits up to his Level."""
    own = fight.own(side)
    foe = fight.tally[fight.foe_side(side)]
    able = [*fight.leader_kinds(t.state, side), *own.companions()]
    if foe.total() == 0 or not able:
        return
    who = yield offer(
        commander_of(t.state, fight.own(side)),
        "heroic-death",
        f"{counted(foe.total(), 'hit')}: does somebody give his life to cancel {'it' if foe.total() == 1 else 'some'}?",
        OneOf(able, figure_name),
        "WR-10.7",
        pass_label="Nobody",
    )
    if who is not None:
        strike(t, fight, side, who)
        worth = CHARACTERS[who].combat_level if who in CHARACTERS else 1
        cancel_hits(t, fight, fight.foe_side(side), min(worth, foe.total()))


def fateful_strike(t: T, fight: Round, side: Side) -> Procedure[None]:
    """Re-roll hits also fell a Nazgûl, or from two hits on a Minion in his place."""
    foe = fight.foe_side(side)
    hits = fight.tally[side].reroll_hits
    nazgul = [NAZGUL] if hits and NAZGUL in fight.own(foe).party else []
    minions = [m for m in MINIONS if m in fight.own(foe).party] if hits >= 2 else []
    if not minions:
        for who in nazgul:
            strike(t, fight, foe, who)
        return
    who = yield Decision(
        commander_of(t.state, fight.own(side)),
        "strike",
        "Who is struck down?",
        OneOf([*nazgul, *minions], figure_name),
        "WR-10.7",
        may_pass=not nazgul,
        pass_label="Nobody",
        weight="light",
        standing=True,
    )
    if who is not None:
        strike(t, fight, foe, who)


combat_cards.enter(
    {
        "it-is-a-gift": combat_card(with_fellowship, (3, bonus(1, 1))),
        "blade-of-westernesse": combat_card(with_person("meriadoc", "peregrin"), (6, blade_of_westernesse)),
        "mighty-attack": combat_card(companion, (4, mighty_attack)),
        "servant-of-the-secret-fire": combat_card(
            with_person("gandalf-the-grey", "gandalf-the-white"), (3, bonus(1))
        ),
        "anduril": combat_card(with_person("strider", "aragorn"), (4, anduril)),
        "heroic-death": combat_card(leader_or_companion, (6, heroic_death)),
        "daring-defiance": combat_card(companion, (0, daring_defiance)),
        "fateful-strike": combat_card(leader_or_companion, (6, fateful_strike)),
        "sudden-strike": combat_card(leader_or_companion, (2, sudden_strike)),
        "brave-stand": combat_card(companion, (3, brave_stand)),
        "ents-rage": combat_card(near_ents, (3, bonus(2))),
        "huorn-dark": combat_card(near_ents, (3, cap(2))),
        "nameless-wood": combat_card(near_ents, (5, follow_up(2))),
        "daylight": combat_card(always, (3, cap(3))),
        "no-quarter": combat_card(always, (5, follow_up(1))),
        "advantageous-position": combat_card(defender_in_free_nation, (3, advantageous_position)),
        "scouts": combat_card(field_defender, (1, scouts)),
        "shield-wall": combat_card(always, (6, shield_wall)),
        "confusion": combat_card(always, (4, confusion)),
        "charge": combat_card(elites_of(FP_NATIONS), (2, charge)),
        "valour": combat_card(elites_of(FP_NATIONS), (3, bonus(1))),
    }
)
