"""The sets of the game: the base game and its expansions, a folder each, with data, cards and whatever they change.

A set whose folder is not there is not in the game, and nothing else knows it: `catalogue` finds the data of those that
are there, `load` their code, which enters itself where the procedures look.
"""

from __future__ import annotations

from importlib import import_module

from rules.war_of_the_ring.catalogue import SETS


def load() -> None:
    """Import the code of every set, the base game first."""
    for name in SETS:
        import_module(f"{__name__}.{name}")
