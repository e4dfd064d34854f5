"""The sets of the game: the base game and its expansions, a folder each, with data, cards and whatever they change.

A set whose folder is not there is not in the game, and nothing else knows it: `catalogue` finds the data of those that
are there, `load` their code, which enters itself where the procedures look, and what it declares of itself.
"""

from importlib import import_module

from rules.war_of_the_ring.bots.knowledge import KNOWN
from rules.war_of_the_ring.position.catalogue import SETS
from rules.war_of_the_ring.position.declarations import DECLARED, Declared


def load() -> None:
    """Import the code of every set, the base game first. Raises ValueError: an option of a set is not declared."""
    for name, one in SETS.items():
        package = import_module(f"{__name__}.{name}")
        declared = getattr(package, "DECLARED", Declared())
        if one.option is not None and one.option not in {field.name for field in declared.option_fields}:
            raise ValueError(f"the set {name} does not declare its option {one.option!r}")
        DECLARED[name] = declared
        if known := getattr(package, "KNOWLEDGE", None):
            KNOWN[name] = known
