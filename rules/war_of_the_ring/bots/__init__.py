"""Bots: evaluation (`position`, `odds`, `evaluation`, `road`, `hints`) and policy (`policy`), weakest first."""

from rules.core.title import Bot
from rules.war_of_the_ring.bots.policy import Captain, Squire, Steward

BOTS: dict[str, type[Bot]] = {"squire": Squire, "captain": Captain, "steward": Steward}

__all__ = ["BOTS", "Captain", "Squire", "Steward"]
