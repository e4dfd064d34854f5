"""The parts of positions that were written by hand, and what others may stand in their place."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

#: The keys that lead from a position to something inside it.
Way = tuple[Any, ...]


def places(value: Any, way: Way = ()) -> Iterator[Way]:
    """Yield the way to everything inside a position."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, more in inside:
        yield (*way, key)
        yield from places(more, (*way, key))


def changed(position: dict[str, Any], way: Way, value: Any) -> dict[str, Any]:
    """A position in which something else stands in one place."""
    inside = position = deepcopy(position)
    for key in way[:-1]:
        inside = inside[key]
    inside[way[-1]] = value
    return position
