"""The base game: its four decks; importing it enters the Event half and the Combat half of every card."""

from rules.war_of_the_ring.sets.base import (
    combat_free_peoples,
    combat_shadow,
    free_peoples_character,
    free_peoples_strategy,
    lying,
    powers,
    shadow_character,
    shadow_strategy,
)

__all__ = [
    "combat_free_peoples",
    "combat_shadow",
    "free_peoples_character",
    "free_peoples_strategy",
    "lying",
    "powers",
    "shadow_character",
    "shadow_strategy",
]
