"""The four decks: importing them registers the Event half of every card."""

from rules.war_of_the_ring.cards import (
    free_peoples_character,
    free_peoples_strategy,
    shadow_character,
    shadow_strategy,
)

DECKS = (free_peoples_character, free_peoples_strategy, shadow_character, shadow_strategy)
