"""The placement of a position's piles on a map: each near its place, clear of names and signs, none over another.

What is printed on a map and which land is whose is kept as coarse grids with sums, so that a place is judged at once.
The same piles always come to stand in the same places.
"""

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from heapq import heappop, heappush
from itertools import accumulate, pairwise
from math import hypot
from threading import Lock

from games.boards.maps.chart import Chart
from games.boards.maps.geometry import Box, Point, apart
from games.boards.maps.layout import SIGN, Place, label_box
from rules.core.sums import added

#: Units of a cell of the grids, how far piles step aside, and the steps in which they do.
CELL, REACH, STEP = 3, 68, 4
#: How dear it is to cover a unit of a name, of a sign, of foreign ground; how dear a step aside is, and to leave one's
#: own land altogether.
NAME, MARK, ABROAD, ASIDE, AWAY = 1.0, 0.2, 0.04, 0.6, 110.0
#: How much less a region's own name counts, how dear it is to have one's middle in a neighbour's land, and the part of
#: a pile, or of a land that is smaller, which lies in the other where a pile is said to stand in its land.
OWN, ASTRAY, ENOUGH = 0.5, 30.0, 0.8
#: What sums of areas may be wrong by.
DOUBT = 0.01
#: How near the edge of the map a pile comes, and how much air there is between two, in units.
EDGE, AIR = 2.0, 1.5

#: How far a pile may step aside from its place, each way.
STEPS = [
    (dx, dy)
    for dx in range(-REACH, REACH + 1, STEP)
    for dy in range(-REACH, REACH + 1, STEP)
    if hypot(dx, dy) <= REACH
]
#: The steps by their length, nearest first.
_NEAREST = sorted(range(len(STEPS)), key=lambda step: hypot(*STEPS[step]))
#: For how many piles it is kept where they stand best, a kilobyte or two each.
KEPT = 1500

#: Sums of the cells of a grid, by row and column.
Sums = list["array[float]"]


class _Land:
    """The cells of a region from its first column and row on."""

    def __init__(self, column: int, row: int, sums: Sums) -> None:
        self.column, self.row, self.sums = column, row, sums
        self.across, self.down = len(sums[0]) - 1, len(sums) - 1
        self.area = max(1.0, sums[-1][-1]) * CELL * CELL

    def shared(self, box: Box) -> float:
        """Return the area of a box that lies in the region."""
        x, y, w, h = box
        left = min(max(round((x - w / 2) / CELL) - self.column, 0), self.across)
        right = min(max(round((x + w / 2) / CELL) - self.column, 0), self.across)
        top = min(max(round((y - h / 2) / CELL) - self.row, 0), self.down)
        low = min(max(round((y + h / 2) / CELL) - self.row, 0), self.down)
        sums = self.sums
        return (sums[low][right] - sums[top][right] - sums[low][left] + sums[top][left]) * CELL * CELL


class _Places:
    """The steps aside for a pile, best first, worked out as far as somebody looks.

    Nothing is cheaper than the way there, for a name covers at least what is taken off for its being one's own: what
    costs less than the way to the nearest step that was not tried is the best of all. Most piles try a tenth.

    Args:
        cost: what a step costs, then what decides between equals, the step last.
    """

    def __init__(self, cost: Callable[[int], tuple[float, float, float, int]]) -> None:
        self._cost, self._lock = cost, Lock()
        self._found, self._tried = array("H"), 0
        self._open: list[tuple[float, float, float, int]] = []

    def __iter__(self) -> Iterator[int]:
        for number in range(len(STEPS)):
            if number == len(self._found):
                with self._lock:
                    while number == len(self._found):
                        self._go_on()
            yield self._found[number]

    def _go_on(self) -> None:
        """Find one more, or try one more."""
        if self._tried < len(STEPS):
            way = round(hypot(*STEPS[_NEAREST[self._tried]]) * ASIDE, 2)
            if not self._open or self._open[0][0] >= way - DOUBT:
                heappush(self._open, self._cost(_NEAREST[self._tried]))
                self._tried += 1
                return
        self._found.append(heappop(self._open)[-1])


class Table:
    """A map as a table on which piles stand.

    Args:
        chart: the regions.
        places: where their names, signs and figures are.
        printed: what else is printed on the map and better not covered.
    """

    def __init__(self, chart: Chart, places: Mapping[str, Place], printed: tuple[Box, ...] = ()) -> None:
        self.chart, self.places = chart, places
        self.columns, self.rows = chart.width // CELL + 1, chart.height // CELL + 1
        marks = [(label_box(place), NAME) for place in places.values()]
        marks += [((*p.sign, SIGN, SIGN), MARK) for r, p in places.items() if chart.regions[r].sign]
        marks += [(box, MARK) for box in printed]
        cells = [[0.0] * self.columns for _ in range(self.rows)]
        for box, weight in marks:
            self._spread(cells, box, weight * CELL * CELL)
        self.print = _sums(cells)
        self._lands = cache(self._land)
        self._bests = lru_cache(KEPT)(self._best)

    def _spread(self, cells: list[list[float]], box: Box, weight: float) -> None:
        x, y, w, h = box
        for row in range(max(0, int((y - h / 2) // CELL)), min(self.rows, int((y + h / 2) // CELL) + 1)):
            for column in range(
                max(0, int((x - w / 2) // CELL)), min(self.columns, int((x + w / 2) // CELL) + 1)
            ):
                cells[row][column] += weight

    def _land(self, region: str) -> _Land:
        """Return a region as cells, with their sums."""
        corners = self.chart.regions[region].polygon
        edges = list(pairwise([*corners, corners[0]]))
        columns = [int(x // CELL) for x, _ in corners]
        rows = [int(y // CELL) for _, y in corners]
        first, across = min(columns), max(columns) - min(columns) + 1
        cells = []
        for row in range(min(rows), max(rows) + 1):
            y = (row + 0.5) * CELL
            line = [0.0] * across
            cuts = sorted(
                (x2 - x1) * (y - y1) / (y2 - y1) + x1 for (x1, y1), (x2, y2) in edges if (y1 > y) != (y2 > y)
            )
            for left, right in zip(cuts[::2], cuts[1::2], strict=False):
                begin, end = max(0, round(left / CELL) - first), min(across, round(right / CELL) - first)
                line[begin:end] = [1.0] * max(0, end - begin)
            cells.append(line)
        return _Land(first, min(rows), _sums(cells))

    def _at(self, region: str, width: float, height: float, step: int) -> Point:
        """Return where the middle of a pile is that steps aside, and stays on the map."""
        x, y = self.places[region].stack
        dx, dy = STEPS[step]
        right, low = self.chart.width - EDGE - width / 2, self.chart.height - EDGE - height / 2
        return min(max(x + dx, EDGE + width / 2), right), min(max(y + dy, EDGE + height / 2), low)

    def _best(self, region: str, width: float, height: float, parts: tuple[Box, ...] = ()) -> "_Places":
        """Return the steps aside for a pile of this size, best first; `parts` as of `settle`."""
        land, name, area = self._lands(region), label_box(self.places[region]), width * height
        least = ENOUGH * min(area, land.area)

        def cost(step: int) -> tuple[float, float, float, int]:
            dx, dy = STEPS[step]
            at = self._at(region, width, height, step)
            whole = (*at, width, height)
            shared = land.shared(whole)
            covering = [(at[0] + dx, at[1] + dy, w, h) for dx, dy, w, h in parts] if parts else (whole,)
            cost = hypot(dx, dy) * ASIDE + max(0.0, area - shared) * ABROAD
            cost += added([self._of(self.print, part) for part in covering])
            if shared < least:
                cost += AWAY * max(0.0, 1 - shared / least)
            cost -= OWN * NAME * added([_overlap(part, name) for part in covering])
            if land.shared((*at, 2 * CELL, 2 * CELL)) < 2 * CELL * CELL:
                cost += ASTRAY
            return round(cost, 2), *at, step

        return _Places(cost)

    def _of(self, sums: Sums, box: Box) -> float:
        x, y, w, h = box
        left, right = int((x - w / 2) // CELL), min(int((x + w / 2) // CELL) + 1, self.columns)
        top, low = int((y - h / 2) // CELL), min(int((y + h / 2) // CELL) + 1, self.rows)
        return sums[low][right] - sums[top][right] - sums[low][left] + sums[top][left]

    def covered(self, box: Box) -> float:
        """Return how dear it is to cover what is printed in a box."""
        return self._of(self.print, box)

    def settle(
        self,
        sizes: Mapping[str, tuple[float, float]],
        taken: tuple[Box, ...] = (),
        parts: Mapping[str, tuple[Box, ...]] | None = None,
    ) -> dict[str, Box]:
        """Return the boxes of piles (centre, width, height) by their regions, who has least room served first.

        Args:
            sizes: the width and height of the pile of each region.
            taken: boxes that are kept clear.
            parts: what a pile covers of its box, as boxes around its middle, where that is not the whole.
        """
        shapes = {region: (*size, (parts or {}).get(region, ())) for region, size in sizes.items()}
        room = {region: self.chart.regions[region].radius - sum(size) / 3 for region, size in sizes.items()}
        order = sorted(sizes, key=lambda region: (room[region], region))
        found: dict[str, Box] = {}
        for again in range(2):
            for region in order:
                others = [*taken, *(box for other, box in found.items() if other != region)]
                if again and found[region][:2] == self._first(region, *shapes[region]):
                    continue
                found[region] = self._free(region, *shapes[region], others)
        return found

    def beside(self, region: str, pile: Box, size: float, taken: Sequence[Box]) -> Box:
        """Return a square that touches a pile of a region: what is covered least, and nothing of what is taken."""
        x, y, w, h = pile
        across, down = (w + size) / 2 + 0.2, (h + size) / 2 + 0.2
        steps = [n / 4 for n in range(-4, 5)]
        near = [(x + way * across, y + step * (down - size / 4)) for way in (1, -1) for step in steps]
        near += [(x + step * (across - size / 4), y + way * down) for way in (-1, 1) for step in steps]
        land = self._lands(region)
        near_by = (x, y, w + 2 * size + 1, h + 2 * size + 1)  # where any such square lies
        taken = [box for box in taken if not apart(near_by, box, 0.0)]

        def cost(at: Point) -> float:
            box = (*at, size, size)
            off = min(*at, self.chart.width - at[0], self.chart.height - at[1]) < size / 2
            met = sum(not apart(box, other, 0.0) for other in taken)
            abroad = max(0.0, size * size - land.shared(box)) * ABROAD
            # no name is as dear as a pile
            return self._of(self.print, box) * 1.5 + abroad + 3000 * met + 1000 * off

        return (*min(near, key=cost), size, size)

    def _free(
        self, region: str, width: float, height: float, parts: tuple[Box, ...], others: list[Box]
    ) -> Box:
        first = self._first(region, width, height, parts)
        near = [b for b in others if hypot(b[0] - first[0], b[1] - first[1]) < 3 * REACH]
        for step in self._bests(region, width, height, parts):
            box = (*self._at(region, width, height, step), width, height)
            if all(apart(box, other, AIR) for other in near):
                return box
        return (*first, width, height)

    def _first(self, region: str, width: float, height: float, parts: tuple[Box, ...]) -> Point:
        """Return the best place of a pile."""
        return self._at(region, width, height, next(iter(self._bests(region, width, height, parts))))


def _sums(cells: list[list[float]]) -> Sums:
    """Return the sums of all cells above and to the left."""
    found = [array("d", [0.0]) * (len(cells[0]) + 1)]
    for row in cells:
        line = [0.0, *accumulate(row)]
        found.append(array("d", (a + b for a, b in zip(line, found[-1], strict=True))))
    return found


def _overlap(a: Box, b: Box) -> float:
    """Return the area that two boxes share."""
    across = (a[2] + b[2]) / 2 - abs(a[0] - b[0])
    down = (a[3] + b[3]) / 2 - abs(a[1] - b[1])
    return min(across, a[2], b[2]) * min(down, a[3], b[3]) if across > 0 and down > 0 else 0.0
