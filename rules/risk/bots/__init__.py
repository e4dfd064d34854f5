"""Bots: what they know (`board`), what they hope for (`odds`, `worth`, `campaign`), and who plays, weakest first."""

from rules.core.title import Bot
from rules.risk.bots.captain import Captain
from rules.risk.bots.squire import Squire

BOTS: dict[str, type[Bot]] = {"squire": Squire, "captain": Captain}

__all__ = ["BOTS", "Captain", "Squire"]
