"""Points, lines and boxes on the canvas of a map: x to the east, y to the south, in units."""

import hashlib
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot

from rules.core.sums import added

Point = tuple[float, float]
Line = list[Point]
Box = tuple[float, float, float, float]  # centre, width, height


def chance(*words: object) -> float:
    """Return a number from -1 to 1 that depends on `words` alone."""
    digest = hashlib.sha256(repr(words).encode()).digest()
    return int.from_bytes(digest[:4], "big") / 2**31 - 1


def number(value: float) -> str:
    """Return a coordinate in as few characters as one decimal needs.

    >>> number(-0.04), number(12.0), number(3.14)
    ('0', '12', '3.1')
    """
    text = f"{value:.1f}".removesuffix(".0")
    return {"-0": "0"}.get(text, text)


def on_grid(point: Point) -> Point:
    """Return a point on the grid of half units that lines are drawn on: a map is far lighter so, and looks the same.

    >>> on_grid((1.3, 2.2))
    (1.5, 2.0)
    """
    return round(point[0] * 2) / 2, round(point[1] * 2) / 2


def pair(x: float, y: float) -> str:
    """Return two coordinates as path data.

    >>> pair(1, 2), pair(1, -2)
    ('1 2', '1-2')
    """
    second = number(y)
    return number(x) + (second if second.startswith("-") else f" {second}")


def inside(point: Point, corners: Line) -> bool:
    """Return whether `point` lies in the polygon."""
    x, y = point
    result = False
    for (x1, y1), (x2, y2) in pairwise([*corners, corners[0]]):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            result = not result
    return result


def around(points: Sequence[Point]) -> Box:
    """Return the box around points.

    >>> around([(1.0, 2.0), (5.0, 4.0)])
    (3.0, 3.0, 4.0, 2.0)
    """
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, right, top, low = min(xs), max(xs), min(ys), max(ys)
    return (left + right) / 2, (top + low) / 2, right - left, low - top


def apart(a: Box, b: Box, gap: float = 0.5) -> bool:
    """Return whether two boxes do not meet."""
    return abs(a[0] - b[0]) >= (a[2] + b[2]) / 2 + gap or abs(a[1] - b[1]) >= (a[3] + b[3]) / 2 + gap


def along(points: Line, every: float) -> Iterator[tuple[float, float, float, float]]:
    """Yield points at equal distances on a line, each with its unit normal."""
    total = added(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points))
    count = max(1, round(total / every))
    wanted = [total * (i + 0.5) / count for i in range(count)]
    gone = 0.0
    for (x1, y1), (x2, y2) in pairwise(points):
        length = hypot(x2 - x1, y2 - y1)
        while wanted and length and wanted[0] <= gone + length:
            share = (wanted.pop(0) - gone) / length
            yield x1 + (x2 - x1) * share, y1 + (y2 - y1) * share, -(y2 - y1) / length, (x2 - x1) / length
        gone += length


def shifted(points: Line, corners: Line, distance: float) -> Line:
    """Return a border moved by `distance` units into the polygon that it bounds."""
    moved: Line = []
    for index, (x, y) in enumerate(points):
        x1, y1 = points[max(0, index - 1)]
        x2, y2 = points[min(len(points) - 1, index + 1)]
        length = hypot(x2 - x1, y2 - y1) or 1.0
        nx, ny = -(y2 - y1) / length * distance, (x2 - x1) / length * distance
        if not inside((x + nx * 1.5, y + ny * 1.5), corners):
            nx, ny = -nx, -ny
        moved.append((x + nx, y + ny))
    return [p for p in moved if inside(p, corners)]
