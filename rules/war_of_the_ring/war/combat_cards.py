"""The Combat halves of all cards, by the title that several cards share; every set enters its own."""

from collections.abc import Mapping

from rules.war_of_the_ring.position.combat import CombatEffect

COMBAT: dict[str, CombatEffect] = {}


def enter(effects: Mapping[str, CombatEffect]) -> None:
    """Enter what Combat cards do, by their titles. Raises ValueError: one of them is known already."""
    if known := sorted(COMBAT.keys() & effects.keys()):
        raise ValueError(f"Combat cards that are known already: {', '.join(known)}")
    COMBAT.update(effects)
