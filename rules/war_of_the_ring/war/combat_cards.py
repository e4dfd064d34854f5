"""The Combat halves of all cards, by the title that several cards share; every set enters its own."""

from __future__ import annotations

from rules.war_of_the_ring.position.combat import CombatEffect

COMBAT: dict[str, CombatEffect] = {}
