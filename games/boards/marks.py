"""The deeds of the others since one's last move, numbered: the same number in the story and on the board.

Only lines of the story that the viewer may read are numbered, so a mark never tells more than they do.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Line = Mapping[str, Any]


@dataclass(frozen=True)
class Deed:
    """A thing that was done: its number, and the places where.

    `way` tells that it led from the first of two places to the second. `lines` are the numbers of the lines that tell
    of it, the first of which bears the number.
    """

    number: int
    places: tuple[str, ...]
    way: bool
    lines: tuple[int, ...]


def deeds(lines: list[Line], places_of: Callable[[Line], tuple[str, ...]]) -> list[Deed]:
    """Return what lines of a story tell that happened at places, in order.

    A line that only names places of the deed before it belongs to that one, unless it tells of another way.

    Args:
        lines: the story since the viewer's last move, oldest first, as the viewer may read it.
        places_of: the places that a line tells of; two of them are a way from one to the other.
    """
    found: list[Deed] = []
    for line in lines:
        places = places_of(line)
        if not places:
            continue
        last, way = found[-1] if found else None, len(places) == 2
        if last is not None and (places == last.places if way else set(places) <= set(last.places)):
            found[-1] = Deed(last.number, last.places, last.way, (*last.lines, line["number"]))
        else:
            found.append(Deed(len(found) + 1, places, way, (line["number"],)))
    return found


def numbers(found: list[Deed]) -> dict[int, int]:
    """Return the number that each line bears, by the line's own number in the story."""
    return {deed.lines[0]: deed.number for deed in found}
