"""The Combat halves of Lords' own cards (LM-13, LM-17)."""

from rules.core.decisions import Decision, OneOf, offer
from rules.core.settled import unless_settled
from rules.core.table import Procedure
from rules.war_of_the_ring.position.catalogue import Side
from rules.war_of_the_ring.position.combat import Round, strengths
from rules.war_of_the_ring.position.moments import ROUND_OVER
from rules.war_of_the_ring.position.roles import commander_of
from rules.war_of_the_ring.position.state import State
from rules.war_of_the_ring.sets.base.combat_free_peoples import (
    leader_or_companion,
    take_way_out,
    way_out_label,
    ways_out,
)
from rules.war_of_the_ring.sets.base.combat_shadow import durins_bane, near_moria
from rules.war_of_the_ring.war import combat_cards
from rules.war_of_the_ring.war.combat_card_parts import (
    T,
    cancel_hits,
    combat_card,
    minion_here,
    servant_of_the_shadow,
)

BALROG = "balrog"
#: What Fear of their Masters adds to the Combat roll, and what each natural 6 of the enemy adds to his hits.
FEAR_BONUS, FEAR_PRICE = 2, 1


# -- conditions --------------------------------------------------------------------------------------


def in_the_open(s: State, fight: Round, side: Side) -> bool:
    """A battle in the field or a sortie, with a Leader or a Companion of the owner's."""
    return fight.kind in ("field", "sortie") and leader_or_companion(s, fight, side)


def by_the_balrog(s: State, fight: Round, side: Side) -> bool:
    """The defending Army is at most two regions from Moria, or the Balrog takes part."""
    return BALROG in fight.own(side).party or near_moria(s, fight, side)


# -- before the Combat roll --------------------------------------------------------------------------


def fear_of_their_masters(t: T, fight: Round, side: Side) -> Procedure[None]:
    """No Leadership, a much better Combat roll; but each natural 6 of the enemy scores one hit more (LM-13.3)."""
    card, foe = fight.card_of(side), fight.foe_side(side)
    points = fight.leadership(t.state, side)
    if points:
        fight.tally[side].lose_leadership(card, points)
        t.announce("leadership-cancelled", side=side, points=points, card=card)
    fight.tally[side].modify_combat(card, FEAR_BONUS)
    fight.tally[foe].hits_by_sixes += FEAR_PRICE
    fight.tally[foe].sixes_by = card
    t.announce("sixes-count-more", side=foe, hits=FEAR_PRICE, card=card)
    yield from ()


# -- leaving the field -------------------------------------------------------------------------------


def orderly_withdrawal(t: T, fight: Round, side: Side) -> Procedure[None]:
    """Cancel a hit of the enemy's rolls, and end the battle after this round."""
    foe = fight.tally[fight.foe_side(side)]
    if not foe.combat_hits + foe.reroll_hits:
        return
    attacks = side == fight.attacker
    price = "your attack ceases after this round" if attacks else "your Army retreats after this round"
    use = yield offer(
        commander_of(t.state, fight.own(side)),
        "orderly-withdrawal",
        f"Cancel a hit of the enemy? Then {price}{'' if attacks else ', if it can'}.",
        OneOf(("use",), {"use": "Cancel a hit and withdraw"}),
        "LM-13.2",
        pass_label="Take the hits and stay",
        context={"region": fight.region, "hits": foe.total()},
    )
    if use is not None:
        cancel_hits(t, fight, fight.foe_side(side), 1)
        fight.leaves = side
        t.announce("orderly-withdrawal", side=side)


def _must_leave(s: State, fight: Round) -> bool:
    return bool(fight.leaves) and not fight.withdrawn and not fight.is_decided()


@ROUND_OVER.reaction(10, _must_leave)
def leave_the_battle(t: T, fight: Round) -> Procedure[None]:
    """Who has withdrawn ceases the attack, or retreats if there is a way (LM-13.2)."""
    side = fight.leaves
    if side == fight.attacker:
        fight.withdrawn = fight.settled = True
        t.announce("attack-ceased", side=side, region=fight.region)
        return
    ways = ways_out(t.state, fight, side)
    if not ways:
        t.announce("no-retreat", side=side, region=fight.region)
        return
    question = Decision(
        commander_of(t.state, fight.own(side)),
        "retreat",
        "Where does the Army retreat to?",
        OneOf(ways, way_out_label),
        "LM-13.2",
        weight="light",
        standing=True,
        context={"region": fight.region, "strength": strengths(t.state, fight)},
    )
    target = yield unless_settled(question)
    yield from take_way_out(t, fight, side, target)


combat_cards.enter(
    {
        "orderly-withdrawal": combat_card(in_the_open, (6, orderly_withdrawal)),
        "durins-bane-lome": combat_card(by_the_balrog, (2, durins_bane)),
        "fear-of-their-masters": combat_card(minion_here, (3, fear_of_their_masters)),
        "servant-of-the-shadow": combat_card(minion_here, (3, servant_of_the_shadow)),
    }
)
