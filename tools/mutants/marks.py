"""Cards and rules that a test names."""

from collections.abc import Iterator
from typing import Any


def cited(item: Any) -> Iterator[str]:
    """Yield the cards and rules that a test names, by a mark or in its row of a table of cases."""
    for name in ("card", "combat_card", "rule"):
        for mark in item.iter_markers(name):
            yield from map(str, mark.args)
    params = getattr(item, "callspec", None)
    for name in ("card", "combat_card"):
        if params is not None and isinstance(params.params.get(name), str):
            yield params.params[name]
