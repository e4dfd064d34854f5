"""Our own map of Middle-earth for War of the Ring, drawn from the polygons of the rules' map data.

The drawing is made once by `python -m tools.draw_map` and kept as a static file. Shared borders are wobbled
edge by edge, so that neighbours keep the very same line and no crack shows. Canvas: 1000 × 700 units, x to
the east, y to the south.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import Any

import msgspec

from rules.war_of_the_ring.board import DATA

WIDTH, HEIGHT = 1000, 700
Point = tuple[float, float]
Line = list[Point]

#: The sideways swing of a border per unit of its length, and at most, in units.
SWING, MOST_SWING = 0.18, 3.0
SHORTEST = 8.0


class Chain(msgspec.Struct):
    """A border between two junctions: its owners (two regions, or one and the water) and its points."""

    owners: tuple[str, ...]
    points: Line


@cache
def source() -> dict[str, Any]:
    """Return the map data of the rules."""
    loaded: dict[str, Any] = json.loads((DATA / "map.json").read_text(encoding="utf-8"))
    return loaded


def polygon(region: str) -> Line:
    """Return the corners of a region as the data give them."""
    return [(float(x), float(y)) for x, y in source()["regions"][region]["polygon"]]


def chance(*words: object) -> float:
    """Return a number from -1 to 1 that depends on `words` alone."""
    digest = hashlib.sha256(repr(words).encode()).digest()
    return int.from_bytes(digest[:4], "big") / 2**31 - 1


# -- borders -----------------------------------------------------------------------------------------


def edges() -> dict[tuple[Point, Point], list[str]]:
    """Return every undirected edge with the regions that own it: one at the water or frame, else two."""
    found: dict[tuple[Point, Point], list[str]] = {}
    for region in source()["regions"]:
        corners = polygon(region)
        for a, b in pairwise([*corners, corners[0]]):
            if a != b:
                found.setdefault((min(a, b), max(a, b)), []).append(region)
    return found


def wobble(a: Point, b: Point) -> Line:
    """Return the hand-drawn line from `a` to `b`; the same points whichever end comes first."""
    first, last = min(a, b), max(a, b)
    line = [first, last]
    if _on_frame(first) and _on_frame(last):
        return [a, b]
    for _ in range(3):
        longer: Line = [line[0]]
        for (x1, y1), (x2, y2) in pairwise(line):
            length = hypot(x2 - x1, y2 - y1)
            if length >= SHORTEST:
                swing = chance((x1, y1), (x2, y2)) * min(SWING * length, MOST_SWING)
                longer.append(
                    (
                        round((x1 + x2) / 2 - (y2 - y1) / length * swing, 1),
                        round((y1 + y2) / 2 + (x2 - x1) / length * swing, 1),
                    )
                )
            longer.append((x2, y2))
        line = longer
    return line if a == first else line[::-1]


def _on_frame(point: Point) -> bool:
    return point[0] in (0, WIDTH) or point[1] in (0, HEIGHT)


def outline(region: str) -> Line:
    """Return the wobbled outline of a region, closed."""
    corners = polygon(region)
    line: Line = [corners[0]]
    for a, b in pairwise([*corners, corners[0]]):
        if a != b:
            line += wobble(a, b)[1:]
    return line


def junctions() -> frozenset[Point]:
    """Return the points where three or more borders meet: they stay where they are."""
    degree: dict[Point, set[tuple[str, ...]]] = {}
    for (a, b), owners in edges().items():
        for end in (a, b):
            degree.setdefault(end, set()).add(tuple(sorted(owners)))
    return frozenset(p for p, kinds in degree.items() if len(kinds) > 1)


@cache
def chains() -> tuple[Chain, ...]:
    """Return all borders, each from junction to junction, wobbled."""
    fixed = junctions()
    groups: dict[tuple[str, ...], dict[Point, list[Point]]] = {}
    for (a, b), regions in edges().items():
        links = groups.setdefault(tuple(sorted(regions)), {})
        links.setdefault(a, []).append(b)
        links.setdefault(b, []).append(a)
    found = []
    for owners, links in groups.items():
        left = {(min(a, b), max(a, b)) for a, ends in links.items() for b in ends}
        starts = sorted(p for p in links if p in fixed or len(links[p]) == 1) or sorted(links)[:1]
        for start in [*starts, *sorted(links)]:
            for step in links[start]:
                if (min(start, step), max(start, step)) not in left:
                    continue
                points: Line = [start]
                here, there = start, step
                while True:
                    left.discard((min(here, there), max(here, there)))
                    points += wobble(here, there)[1:]
                    if there in fixed:
                        break
                    onward = [p for p in links[there] if (min(there, p), max(there, p)) in left]
                    if not onward:
                        break
                    here, there = there, onward[0]
                found.append(Chain(owners, points))
    return tuple(found)


def chains_between(a: str, b: str) -> list[Line]:
    """Return the borders that two regions share."""
    return [c.points for c in chains() if c.owners == tuple(sorted((a, b)))]


# -- paths -------------------------------------------------------------------------------------------


def number(value: float) -> str:
    """Return a coordinate in as few characters as one decimal needs."""
    text = f"{value:.1f}".removesuffix(".0")
    return {"-0": "0"}.get(text, text)


def _pair(x: float, y: float) -> str:
    second = number(y)
    return number(x) + (second if second.startswith("-") else f" {second}")


def path(points: Iterable[Point], *, closed: bool = False) -> str:
    """Return SVG path data through `points`, rounded off between the fixed ones."""
    line = list(points)
    fixed = _fixed()
    x, y = line[0]
    parts = [f"M{_pair(x, y)}"]
    here = (round(x, 1), round(y, 1))
    for index in range(1, len(line)):
        point = line[index]
        last = index == len(line) - 1
        if last or point in fixed:
            target = point
            parts.append(f"l{_pair(round(target[0] - here[0], 1), round(target[1] - here[1], 1))}")
        else:
            following = line[index + 1]
            target = (
                following
                if following in fixed or index + 1 == len(line) - 1
                else (round((point[0] + following[0]) / 2, 1), round((point[1] + following[1]) / 2, 1))
            )
            control = _pair(round(point[0] - here[0], 1), round(point[1] - here[1], 1))
            end = _pair(round(target[0] - here[0], 1), round(target[1] - here[1], 1))
            parts.append(f"q{control}{'' if end.startswith('-') else ' '}{end}")
        here = (round(target[0], 1), round(target[1], 1))
    return "".join(p for p in parts if p != "l0 0") + ("z" if closed else "")


@cache
def _fixed() -> frozenset[Point]:
    frame = {p for (a, b) in edges() for p in (a, b) if _on_frame(p)}
    return junctions() | frame


def offset(points: Line, region: str, distance: float) -> Line:
    """Return a border moved into `region` by `distance` units."""
    corners = polygon(region)
    shifted: Line = []
    for index, (x, y) in enumerate(points):
        x1, y1 = points[max(0, index - 1)]
        x2, y2 = points[min(len(points) - 1, index + 1)]
        length = hypot(x2 - x1, y2 - y1) or 1.0
        nx, ny = -(y2 - y1) / length * distance, (x2 - x1) / length * distance
        if not inside((x + nx * 1.5, y + ny * 1.5), corners):
            nx, ny = -nx, -ny
        shifted.append((x + nx, y + ny))
    sides = [inside(p, corners) for p in shifted]
    return [p for p, good in zip(shifted, sides, strict=True) if good]


def inside(point: Point, corners: Line) -> bool:
    """Return whether `point` lies in the polygon."""
    x, y = point
    result = False
    for (x1, y1), (x2, y2) in pairwise([*corners, corners[0]]):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            result = not result
    return result


def along(points: Line, every: float) -> Iterator[tuple[float, float, float, float]]:
    """Yield points at equal distances on a line, each with its unit normal."""
    total = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points))
    count = max(1, round(total / every))
    wanted = [total * (i + 0.5) / count for i in range(count)]
    gone = 0.0
    for (x1, y1), (x2, y2) in pairwise(points):
        length = hypot(x2 - x1, y2 - y1)
        while wanted and length and wanted[0] <= gone + length:
            share = (wanted.pop(0) - gone) / length
            yield x1 + (x2 - x1) * share, y1 + (y2 - y1) * share, -(y2 - y1) / length, (x2 - x1) / length
        gone += length


def scatter(region: str, gap: float, taken: list[tuple[float, float, float, float]]) -> Iterator[Point]:
    """Yield places for glyphs in a region, clear of its border and of the boxes `taken` (x, y, w, h)."""
    corners = polygon(region)
    xs, ys = [p[0] for p in corners], [p[1] for p in corners]
    rows = int((max(ys) - min(ys)) / gap) + 1
    columns = int((max(xs) - min(xs)) / gap) + 1
    for row in range(rows):
        for column in range(columns):
            x = min(xs) + (column + 0.5 + row % 2 / 2) * gap + chance(region, row, column, "x") * gap * 0.3
            y = min(ys) + (row + 0.5) * gap + chance(region, row, column, "y") * gap * 0.3
            ring = [(x + 6 * cos(a * pi / 4), y + 6 * sin(a * pi / 4)) for a in range(8)]
            if not all(inside(p, corners) for p in ring):
                continue
            if any(abs(x - cx) < w / 2 + 4 and abs(y - cy) < h / 2 + 4 for cx, cy, w, h in taken):
                continue
            yield x, y
