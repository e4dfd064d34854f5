"""Lords of Middle-earth (LM-1 to LM-17): importing it enters all that the set adds."""

from rules.war_of_the_ring.sets.lords import hunting, smeagol, state

__all__ = ["hunting", "smeagol", "state"]
