"""The Combat halves of Kings' own cards (KM-13)."""

from rules.core.decisions import Decision, OneOf
from rules.core.table import Procedure
from rules.war_of_the_ring.position.catalogue import CHARACTERS, FP, Side
from rules.war_of_the_ring.position.combat import Round
from rules.war_of_the_ring.position.roles import commander_of
from rules.war_of_the_ring.position.state import State
from rules.war_of_the_ring.sets.base.combat_shadow import nazgul_leadership, offer_nazgul_leadership
from rules.war_of_the_ring.sets.kings import sovereigns
from rules.war_of_the_ring.sets.kings.state import FACTS, LEADER_OF, SOVEREIGN_OF, SOVEREIGNS
from rules.war_of_the_ring.war import combat_cards
from rules.war_of_the_ring.war.combat_card_parts import (
    T,
    better_rolls,
    combat_card,
    extra_attack,
    give_up_leadership,
    minion_here,
    pick_figure,
    servant_of_the_shadow,
)

ARAGORN = "aragorn"
#: What the dice of Like a God of Old need.
GOD_NEEDS = 3
#: Most points of Leadership that Battle Is Vain costs either side.
VAIN_POINTS = 5


# -- conditions --------------------------------------------------------------------------------------


def king_here(s: State, fight: Round, side: Side) -> bool:
    """An awakened Sovereign takes part."""
    return any(c in FACTS for c in fight.own(side).party)


def banner_here(s: State, fight: Round, side: Side) -> bool:
    """Aragorn or an awakened Sovereign takes part."""
    return any(_bears_the_banner(c) for c in fight.own(side).characters())


def _bears_the_banner(character: str) -> bool:
    return character in FACTS or CHARACTERS[character].person == ARAGORN


def sovereign_here(s: State, fight: Round, side: Side) -> bool:
    """A Sovereign takes part, as a Leader or awakened; one who is corrupted takes part in nothing (KM-6.3)."""
    return king_here(s, fight, side) or any(kind in SOVEREIGN_OF for kind in fight.own(side).party)


def _sovereigns_there(s: State, fight: Round) -> list[str]:
    """Return the Sovereigns in the region of the defending Army, in whatever state."""
    region = fight.own(fight.defender).region
    return [sovereign for sovereign in SOVEREIGNS if sovereigns.where_is(s, sovereign) == region]


def by_a_sovereign(s: State, fight: Round, side: Side) -> bool:
    """The defending Army is where a Sovereign is."""
    return bool(_sovereigns_there(s, fight))


# -- Free Peoples ------------------------------------------------------------------------------------


def like_a_god_of_old(t: T, fight: Round, side: Side) -> Procedure[None]:
    """An additional attack with as many dice as the Leadership of a Sovereign: of several, of him who leads best."""
    kings = [fight.leadership_of(c) for c in fight.companions_leading(side) if c in FACTS]
    yield from extra_attack(t, fight, side, max(kings, default=0), GOD_NEEDS)


def the_kings_banner(t: T, fight: Round, side: Side) -> Procedure[None]:
    """Aragorn or a Sovereign gives up his Leadership, and the enemy rolls no die again."""
    able = [c for c in fight.companions_leading(side) if _bears_the_banner(c)]
    if not able or not fight.leadership(t.state, side):
        return
    prompt = "Who gives up his Leadership for the King's Banner?"
    who = yield from pick_figure(t, fight, side, "forfeit", prompt, able, "WR-10.8")
    give_up_leadership(t, fight, side, who)
    foe = fight.foe_side(side)
    fight.tally[foe].no_reroll = True
    t.announce("no-re-roll", side=foe)


def there_is_hope_for_victory(t: T, fight: Round, side: Side) -> Procedure[None]:
    """A Sovereign who is a Leader awakens where he is, and the Leader re-roll is better by one."""
    sovereign = yield from _who_awakens(t, fight, side)
    if sovereign is not None:
        own = fight.own(side)
        own.lose(LEADER_OF[sovereign])
        own.gain(sovereign)
        sovereigns.awaken(t, sovereign)
    fight.tally[side].modify_reroll(fight.card_of(side), 1)


def _who_awakens(t: T, fight: Round, side: Side) -> Procedure[str | None]:
    """Choose the Sovereign of the card; only one who awakens already leaves room for nobody to awaken."""
    s, own = t.state, fight.own(side)
    here = [c for c in SOVEREIGNS if c in own.party or LEADER_OF[c] in own.party]
    able = [c for c in here if c not in own.party and sovereigns.may_awaken(s, c)]
    if not able or here == able[:1]:
        return able[0] if able else None
    chosen: str | None = yield Decision(
        commander_of(s, own),
        "awaken",
        "Which Sovereign awakens?",
        OneOf([f"{c}@{own.region}" for c in able], lambda value: _name(value)),
        "WR-10.7",
        may_pass=able != here,
        pass_label="Nobody",
        weight="light",
        standing=True,
    )
    return None if chosen is None else chosen.partition("@")[0]


def _name(value: str) -> str:
    return sovereigns.sovereign_name(value.partition("@")[0])


# -- Shadow ------------------------------------------------------------------------------------------


def battle_is_vain(t: T, fight: Round, side: Side) -> Procedure[None]:
    """Nazgûl Leadership is given up, and the Free Peoples lose as much of theirs."""
    points = yield from offer_nazgul_leadership(t, fight, side, VAIN_POINTS)
    card = fight.card_of(side)
    fight.tally[FP].lose_leadership(card, points)
    t.announce("leadership-lowered", side=FP, points=points, card=card)


def his_power_waxes(t: T, fight: Round, side: Side) -> Procedure[None]:
    """Better rolls: for the owner alone where the Sovereign is corrupted, else for both sides."""
    there = _sovereigns_there(t.state, fight)
    alone = any(sovereigns.state_of(t.state, sovereign) == "corrupted" for sovereign in there)
    if there:
        better_rolls(fight, fight.card_of(side), (side,) if alone else fight.sides, 1, 1)
    yield from ()


combat_cards.enter(
    {
        "the-kings-banner": combat_card(banner_here, (4, the_kings_banner)),
        "like-a-god-of-old": combat_card(king_here, (2, like_a_god_of_old)),
        "there-is-hope-for-victory": combat_card(sovereign_here, (4, there_is_hope_for_victory)),
        "servant-of-the-shadow-kome": combat_card(minion_here, (3, servant_of_the_shadow)),
        "battle-is-vain": combat_card(nazgul_leadership(1), (1, battle_is_vain)),
        "his-power-waxes": combat_card(by_a_sovereign, (3, his_power_waxes)),
    }
)
