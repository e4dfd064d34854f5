"""The base game: its four decks, its people and its uses of dice; importing it enters all of them."""

from rules.war_of_the_ring.position import view
from rules.war_of_the_ring.position.catalogue import FP, SH
from rules.war_of_the_ring.position.declarations import Declared, Victory
from rules.war_of_the_ring.sets.base import (
    bots,
    combat_free_peoples,
    combat_shadow,
    free_peoples_character,
    free_peoples_strategy,
    people,
    powers,
    shadow_character,
    shadow_strategy,
    table_cards,
    uses,
)
from rules.war_of_the_ring.soundness import faults, starting_positions

DECLARED = Declared(
    victories={
        "corruption": Victory(SH, "The Ring-bearers are corrupted.", "Ring"),
        "ring": Victory(FP, "The Ring is destroyed at the Crack of Doom.", "Ring"),
        "military-shadow": Victory(SH, "The Shadow has conquered Middle-earth.", "Military"),
        "military-free-peoples": Victory(
            FP, "The Free Peoples have broken the Shadow's strongholds.", "Military"
        ),
    },
    views=(view.open_position, view.cards, view.course),
    twins=(view.exchange_cards,),
    checks=faults.CHECKS,
    checks_between=starting_positions.CHECKS,
)

KNOWLEDGE = bots.KNOWLEDGE

__all__ = [
    "DECLARED",
    "KNOWLEDGE",
    "bots",
    "combat_free_peoples",
    "combat_shadow",
    "free_peoples_character",
    "free_peoples_strategy",
    "people",
    "powers",
    "shadow_character",
    "shadow_strategy",
    "table_cards",
    "uses",
]
