"""Duel for Middle-earth, the two-player game (rule numbers DU-…)."""

from rules.duel.title import Duel
from rules.duel.view import catalogue

TITLE = Duel()

__all__ = ["TITLE", "catalogue"]
