"""Lords of Middle-earth (LM-1 to LM-17): importing it enters all that the set adds."""

from rules.war_of_the_ring.sets.lords import combat, free_peoples_cards, lying, shadow_cards, state, story

__all__ = ["combat", "free_peoples_cards", "lying", "shadow_cards", "state", "story"]
