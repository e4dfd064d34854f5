"""The Combat halves of all cards, by the title that several cards share."""

from __future__ import annotations

from rules.war_of_the_ring.cards.combat_free_peoples import FREE_PEOPLES_COMBAT
from rules.war_of_the_ring.cards.combat_shadow import SHADOW_COMBAT
from rules.war_of_the_ring.combat import CombatEffect

COMBAT: dict[str, CombatEffect] = {**FREE_PEOPLES_COMBAT, **SHADOW_COMBAT}
