"""The worth of Rulers in battle."""

from rules.core.decisions import Decision
from rules.war_of_the_ring.bots import hints
from rules.war_of_the_ring.bots.judgement import Judgement
from rules.war_of_the_ring.position.catalogue import CARDS, FP, REGIONS
from rules.war_of_the_ring.position.state import field, garrison
from rules.war_of_the_ring.sets.kings.chieftains import MIRKWOOD, SERPENT
from rules.war_of_the_ring.sets.kings.rulers_in_battle import ASSAULT, BATS, DESPERATE

#: What the Combat half of a card of which nothing is known adds.
ANY_CARD = 1.5
#: What a hit more is worth beside a card, and one of one's own.
HIT, OWN_HIT = 2.2, 1.0


def _half(card: object) -> float:
    """Return what the Combat half of a card adds, or what most do."""
    return hints.combat_worth(str(card)) if card in CARDS else ANY_CARD


def forfeit_card(j: Judgement, decision: Decision, value: str) -> float:
    """What a Chieftain does in the place of a card, by the dice of both sides, less what the card would do."""
    context = decision.context or {}
    card = context.get("card")
    half = CARDS[str(card)].combat if card in CARDS else ""
    own = float(context.get("dice", 3))
    if value == SERPENT:
        worth = HIT * own * (2 if half == ASSAULT else 1) / 6 - OWN_HIT
    elif value == MIRKWOOD:
        worth = 0.4 + (ANY_CARD if half == BATS and context.get("enemy_deck") else 0.0)
    else:
        theirs = 0 if half == DESPERATE else _enemy_dice(j, str(context.get("region", "")))
        worth = 1.4 * (HIT * own - OWN_HIT * theirs) / 6
    return worth - _half(card)


def _enemy_dice(j: Judgement, region: str) -> int:
    force = field(j.s, region, FP) or garrison(j.s, region) if region in REGIONS else None
    return min(5, force.units()) if force else 3


def cancel(j: Judgement, decision: Decision, value: str) -> float:
    """The enemy's card for the own one, once in a battle."""
    context = decision.context or {}
    return _half(context.get("enemy_card")) - _half(context.get("card")) - 0.2
