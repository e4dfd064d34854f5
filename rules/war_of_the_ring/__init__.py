"""War of the Ring, second edition."""

from rules.war_of_the_ring.title import WarOfTheRing

TITLE = WarOfTheRing()
