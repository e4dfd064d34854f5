"""The base game: its four decks and its uses of dice; importing it enters both halves of every card and all uses."""

from rules.war_of_the_ring.sets.base import (
    combat_free_peoples,
    combat_shadow,
    free_peoples_character,
    free_peoples_strategy,
    lying,
    powers,
    shadow_character,
    shadow_strategy,
    uses,
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
    "uses",
]
