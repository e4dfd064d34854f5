"""The places of the numbers of what the others did on a map, and the arrows of their moves.

Arrows lie below the piles and end at the edge of one. Numbers stand clear of piles and of each other: on their arrow
where there is room, else beside the pile; and clear of whatever else a picture says is taken.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import hypot

import msgspec

from games.boards.maps.geometry import Box, Point, apart, number, pair
from games.boards.maps.placement import Table
from games.boards.marks import Deed

#: How wide a lozenge is on the page, in units, how much of that it is without its corners, and where on its arrow it
#: stands best, as parts of the way.
SIZE, BODY = 20.0, 0.7
ALONG = (0.5, 0.58, 0.42, 0.66, 0.34, 0.74, 0.26)
#: How far an arrow bends aside, and the length and half the width of its head, in units; those of the head, and how
#: wide the arrow is with its casing and without, belong to a lozenge of `SIZE`.
BEND, HEAD, WING = 8.0, 8.0, 5.5
WIDTHS = 6.0, 3.0
#: How wide the number of a choice is on the page.
KEY = 20.0


class Mark(msgspec.Struct, kw_only=True):
    """A number on the map: where its middle stands, where its arrow begins, and the arrow as path data, "" for none."""

    number: int
    x: str
    y: str
    start: str = ""
    arrow: str = ""


class Pointed(msgspec.Struct, kw_only=True):
    """Something that a partner points at: a region, whose outline is drawn, or a way, as path data with its head."""

    region: str = ""
    shaft: str = ""
    head: str = ""


def laid(
    table: Table,
    deeds: Sequence[Deed],
    piles: Mapping[str, Box],
    homes: Mapping[str, str] | None = None,
    *,
    taken: Sequence[Box] = (),
    size: float = SIZE,
) -> list[Mark]:
    """Return the marks of what was done in regions of a map.

    Args:
        table: the map.
        deeds: what was done, at regions or at what else stands on the map.
        piles: the boxes of what stands there, by region or by its own name.
        homes: the regions where those stand that have a name of their own.
        taken: what else stands there, as the numbers of choices: no number covers it.
        size: how wide a number is, with its corners, in units.
    """
    full, homes, body = [*piles.values(), *taken], homes or {}, size * BODY
    found = []
    for deed in deeds:
        path = arrow(table, deed.places[0], deed.places[1], piles) if deed.way else None
        on_it = [(*_at(path, part), body, body) for part in ALONG] if path else []
        clear = [box for box in on_it if all(apart(box, other, 0.0) for other in full)]
        box = min(clear, key=table.covered, default=None)  # of places as good as each other the first
        if box is None:
            place = deed.places[-1]
            box = _beside(table, homes.get(place, place), piles.get(place), full, size)
        full.append(box)
        mark = Mark(number=deed.number, x=number(box[0]), y=number(box[1]))
        if path:
            mark.start, mark.arrow = f"{number(path[0][0])} {number(path[0][1])}", _drawn(path, size / SIZE)
        found.append(mark)
    return found


def keys(
    table: Table, regions: Iterable[str], piles: Mapping[str, Box], taken: Sequence[Box] = ()
) -> dict[str, Box]:
    """Return where the page puts the numbers of choices at regions: clear of piles and of each other, and of names
    and signs as far as there is room; each beside its pile, in an empty region where a pile would stand.
    """
    full, found = [*piles.values(), *taken], dict[str, Box]()
    for region in sorted(regions):
        found[region] = _beside(table, region, piles.get(region), full, KEY)
        full.append(found[region])
    return found


def arrow(table: Table, source: str, target: str, piles: Mapping[str, Box]) -> tuple[Point, Point, Point]:
    """Return the way between two regions: where it begins, what it bends towards, and where it ends."""
    return _bent(_middle(table, source, piles), _box(table, target, piles))


def pointing(source: Box, target: Box) -> Pointed:
    """Return the way from one pile to another as a partner points it out."""
    path = _bent(source[:2], target)
    return Pointed(shaft=_shaft(path), head=_head(path, 1.0))


def _bent(start: Point, target: Box) -> tuple[Point, Point, Point]:
    x, y, width, height = target
    dx, dy = x - start[0], y - start[1]
    length = hypot(dx, dy) or 1.0
    ux, uy = dx / length, dy / length
    # as far back from the middle of the pile as its edge is in that direction
    edge = min((width / 2 + 2) / max(abs(ux), 0.001), (height / 2 + 2) / max(abs(uy), 0.001), length * 0.8)
    end = (x - ux * edge, y - uy * edge)
    return start, ((start[0] + end[0]) / 2 - uy * BEND, (start[1] + end[1]) / 2 + ux * BEND), end


def _box(table: Table, region: str, piles: Mapping[str, Box]) -> Box:
    return piles.get(region) or (*table.places[region].stack, 4.0, 4.0)


def _middle(table: Table, region: str, piles: Mapping[str, Box]) -> Point:
    return _box(table, region, piles)[:2]


def _at(path: tuple[Point, Point, Point], part: float) -> Point:
    """Return a point of a bent way."""
    (ax, ay), (bx, by), (cx, cy) = path
    one, two, three = (1 - part) ** 2, 2 * part * (1 - part), part**2
    return one * ax + two * bx + three * cx, one * ay + two * by + three * cy


def _drawn(path: tuple[Point, Point, Point], scale: float) -> str:
    """Return a bent way with its head as path data."""
    return _shaft(path) + _head(path, scale)


def _shaft(path: tuple[Point, Point, Point]) -> str:
    start, bend, end = path
    return f"M{pair(*start)}Q{pair(*bend)} {pair(*end)}"


def _head(path: tuple[Point, Point, Point], scale: float) -> str:
    _, bend, end = path
    dx, dy = end[0] - bend[0], end[1] - bend[1]
    length = hypot(dx, dy) or 1.0
    back, aside = HEAD * scale / length, WING * scale / length
    left = end[0] - dx * back - dy * aside, end[1] - dy * back + dx * aside
    right = end[0] - dx * back + dy * aside, end[1] - dy * back - dx * aside
    return f"M{pair(*left)}L{pair(*end)}L{pair(*right)}"


def _beside(table: Table, region: str, pile: Box | None, full: Sequence[Box], size: float) -> Box:
    """Return a free place next to a pile, or in the middle of a region where none stands or all is full around it."""
    if pile is not None:
        box = table.beside(region, pile, size, full)
        if all(apart(box, other, 0.0) for other in full):
            return box
    free = table.settle({region: (size, size)}, tuple(full))[region]
    return free if pile is None or all(apart(free, other, 0.0) for other in full) else box
