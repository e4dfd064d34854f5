"""The base game: its four decks; importing it enters both halves of every card, and who comes by a die."""

from rules.war_of_the_ring.sets.base import (
    combat_free_peoples,
    combat_shadow,
    free_peoples_character,
    free_peoples_strategy,
    people,
    shadow_character,
    shadow_strategy,
)

__all__ = [
    "combat_free_peoples",
    "combat_shadow",
    "free_peoples_character",
    "free_peoples_strategy",
    "people",
    "shadow_character",
    "shadow_strategy",
]
