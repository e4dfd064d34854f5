"""The placement of a position's piles on a map: each near its place, clear of names and signs, none over another.

What is printed on a map and which land is whose is kept as coarse grids with sums, so that a place is judged at once.
The same piles always come to stand in the same places.
"""

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from heapq import heappop, heappush
from itertools import accumulate, pairwise
from math import hypot, inf
from threading import Lock

from games.boards.maps.chart import Chart
from games.boards.maps.geometry import Box, Point, apart
from games.boards.maps.layout import SIGN, Place, label_box
from rules.core.sums import added

#: Units of a cell of the grids, how far piles step aside, and the steps in which they do.
CELL, REACH, STEP = 3, 68, 4
#: How dear it is to cover a unit of a name, of a sign, of foreign ground; how dear a step aside is, and to leave one's
#: own land altogether.
NAME, MARK, ABROAD, ASIDE, AWAY = 1.0, 0.2, 0.04, 0.6, 200.0
#: How much less a region's own name counts, how dear it is to have one's middle in a neighbour's land, and the part of
#: a pile, or of a land that is smaller, which lies in the other where a pile is said to stand in its land.
OWN, ASTRAY, ENOUGH = 0.5, 30.0, 0.8
#: What sums of areas may be wrong by.
DOUBT = 0.01
#: How near the edge of the map a pile comes; how much air there is between two, and how little where more of it would
#: drive a pile as far as that from where it stands otherwise, in units.
EDGE, AIR, THIN, DRIVEN = 2.0, 4.0, 1.5, 9.0

#: How far a pile may step aside from its place, each way.
STEPS = [
    (dx, dy)
    for dx in range(-REACH, REACH + 1, STEP)
    for dy in range(-REACH, REACH + 1, STEP)
    if hypot(dx, dy) <= REACH
]
#: The steps by their length, nearest first.
_NEAREST = sorted(range(len(STEPS)), key=lambda step: hypot(*STEPS[step]))
#: What the way of each costs, in that order.
_WAYS = [hypot(*STEPS[step]) * ASIDE for step in _NEAREST]
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

    def shared(self, x: float, y: float, w: float, h: float) -> float:
        """Return the area of a box that lies in the region."""
        left, right = round((x - w / 2) / CELL) - self.column, round((x + w / 2) / CELL) - self.column
        top, low = round((y - h / 2) / CELL) - self.row, round((y + h / 2) / CELL) - self.row
        left, top = left if left > 0 else 0, top if top > 0 else 0
        right, low = right if right < self.across else self.across, low if low < self.down else self.down
        if left >= right or top >= low:
            return 0.0
        above, below = self.sums[top], self.sums[low]
        return (below[right] - above[right] - below[left] + above[left]) * CELL * CELL


class _Places:
    """The steps aside for a pile, best first, worked out as far as somebody looks.

    Nothing is cheaper than the way there, for a name covers at least what is taken off for its being one's own, and
    nothing cheaper than that with what is covered: what costs less than all that was not reckoned so far is the best.
    Most piles look at a tenth of the steps, and reckon few of those to the end.

    Args:
        covers: what the way of a step and what is covered there cost.
        cost: what a step costs in all, by it and by that; then what decides between equals, the step last.
    """

    def __init__(
        self,
        covers: Callable[[int], float],
        cost: Callable[[int, float], tuple[float, float, float, int]],
    ) -> None:
        self._covers, self._cost, self._lock = covers, cost, Lock()
        self._found, self._tried = array("H"), 0
        self._begun: list[tuple[float, int]] = []
        self._open: list[tuple[float, float, float, int]] = []

    def __iter__(self) -> Iterator[int]:
        for number in range(len(STEPS)):
            if number == len(self._found):
                with self._lock:
                    while number == len(self._found):
                        self._go_on()
            yield self._found[number]

    def _go_on(self) -> None:
        """Find one more, or go on with the step that may be the cheapest."""
        least = _WAYS[self._tried] if self._tried < len(STEPS) else inf
        begun = self._begun[0][0] if self._begun else inf
        if self._open and self._open[0][0] < min(least, begun) - DOUBT:
            self._found.append(heappop(self._open)[-1])
        elif least <= begun and self._tried < len(STEPS):
            step = _NEAREST[self._tried]
            heappush(self._begun, (self._covers(step), step))
            self._tried += 1
        elif self._begun:
            covers, step = heappop(self._begun)
            heappush(self._open, self._cost(step, covers))
        else:
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
        x, y, left, top = x + dx, y + dy, EDGE + width / 2, EDGE + height / 2
        right, low = self.chart.width - EDGE - width / 2, self.chart.height - EDGE - height / 2
        x, y = x if x > left else left, y if y > top else top
        return x if x < right else right, y if y < low else low

    def _best(self, region: str, width: float, height: float, parts: tuple[Box, ...] = ()) -> "_Places":
        """Return the steps aside for a pile of this size, best first; `parts` as of `settle`."""
        land, name, area = self._lands(region), label_box(self.places[region]), width * height
        least, at, printed = ENOUGH * min(area, land.area), self._at, self.covered

        def covers(step: int) -> float:
            x, y = at(region, width, height, step)
            way = hypot(*STEPS[step]) * ASIDE
            if not parts:
                whole = (x, y, width, height)
                return way + printed(whole) - OWN * NAME * _overlap(whole, name)
            covering = [(x + dx, y + dy, w, h) for dx, dy, w, h in parts]
            own = added([_overlap(part, name) for part in covering])
            return way + added([printed(part) for part in covering]) - OWN * NAME * own

        def cost(step: int, covers: float) -> tuple[float, float, float, int]:
            x, y = at(region, width, height, step)
            shared = land.shared(x, y, width, height)
            cost = covers + max(0.0, area - shared) * ABROAD
            if shared < least:
                cost += AWAY * max(0.0, 1 - shared / least)
            if land.shared(x, y, 2 * CELL, 2 * CELL) < 2 * CELL * CELL:
                cost += ASTRAY
            return round(cost, 2), x, y, step

        return _Places(covers, cost)

    def covered(self, box: Box) -> float:
        """Return how dear it is to cover what is printed in a box."""
        x, y, w, h = box
        left, right = int((x - w / 2) // CELL), int((x + w / 2) // CELL) + 1
        top, low = int((y - h / 2) // CELL), int((y + h / 2) // CELL) + 1
        above, below = self.print[top], self.print[low if low < self.rows else self.rows]
        right = right if right < self.columns else self.columns
        return below[right] - above[right] - below[left] + above[left]

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
            abroad = max(0.0, size * size - land.shared(*box)) * ABROAD
            # no name is as dear as a pile
            return self.covered(box) * 1.5 + abroad + 3000 * met + 1000 * off

        return (*min(near, key=cost), size, size)

    def _free(
        self, region: str, width: float, height: float, parts: tuple[Box, ...], others: list[Box]
    ) -> Box:
        first = self._first(region, width, height, parts)
        near = [b for b in others if hypot(b[0] - first[0], b[1] - first[1]) < 3 * REACH]
        close: Box | None = None
        for step in self._bests(region, width, height, parts):
            box = (*self._at(region, width, height, step), width, height)
            if not all(apart(box, other, THIN) for other in near):
                continue
            close = close or box
            if hypot(box[0] - close[0], box[1] - close[1]) <= DRIVEN and all(
                apart(box, other, AIR) for other in near
            ):
                return box
        return close or (*first, width, height)

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
    if across <= 0:
        return 0.0
    down = (a[3] + b[3]) / 2 - abs(a[1] - b[1])
    return min(across, a[2], b[2]) * min(down, a[3], b[3]) if down > 0 else 0.0
