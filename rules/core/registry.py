"""The registry of titles: each is a package whose module `TITLE` names its `Title`."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from rules.core.title import Title

#: Package of each title, by id, in the order in which lists show them.
PACKAGES = {
    "war-of-the-ring": "rules.war_of_the_ring",
    "duel": "rules.duel",
}


@cache
def title(id: str) -> Title[Any]:
    """Return the title with this id. Raises KeyError if there is none."""
    loaded: Title[Any] = import_module(PACKAGES[id]).TITLE
    return loaded


def titles() -> dict[str, Title[Any]]:
    """Return all titles by id."""
    return {id: title(id) for id in PACKAGES}
