"""The chart of a map: its regions as polygons that share their corners, and the borders between them.

Shared borders are wobbled edge by edge, so that neighbours keep the very same line and no crack shows.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import pairwise
from math import cos, hypot, pi, sin

import msgspec

from games.boards.maps.geometry import Box, Line, Point, around, chance, inside, on_grid, pair

#: The sideways swing of a border per unit of its length, and at most, in units.
SWING, MOST_SWING = 0.18, 3.0
SHORTEST = 8.0
Edge = tuple[Point, Point]


class Region(msgspec.Struct, frozen=True):
    """A region as the data of its title give it.

    `anchor` is where figures would best stand, `radius` the room around it; `sign` names the sign that stands
    beside them, "" for none; `owner` is the word for the colour of its land, None for nobody's.
    """

    name: str
    polygon: Line
    anchor: Point
    radius: float = 0.0
    sign: str = ""
    owner: str | None = None
    terrain: tuple[str, ...] = ()


class Chain(msgspec.Struct):
    """A border between two junctions: its owners (two regions, or one and the water) and its points."""

    owners: tuple[str, ...]
    points: Line


class Chart:
    """All regions of a map on their canvas, with the borders that follow from them.

    Args:
        regions: by id; neighbours give the corners of their common border with the same numbers.
        width: the canvas, in units; what lies on its frame stays straight.
        height: likewise.
        is_wobbled: whether borders are wobbled here; those that were drawn by hand, corner by corner, are not.
    """

    def __init__(
        self, regions: Mapping[str, Region], width: int = 1000, height: int = 700, *, is_wobbled: bool = True
    ) -> None:
        self.regions = regions
        self.width, self.height, self.is_wobbled = width, height, is_wobbled

    def on_frame(self, point: Point) -> bool:
        """Return whether a point lies on the frame of the canvas."""
        return point[0] in (0, self.width) or point[1] in (0, self.height)

    # -- borders -------------------------------------------------------------------------------------

    @cached_property
    def edges(self) -> dict[Edge, list[str]]:
        """Every undirected edge with the regions that own it: one at the water or frame, else two."""
        found: dict[Edge, list[str]] = {}
        for id, region in self.regions.items():
            corners = region.polygon
            for a, b in pairwise([*corners, corners[0]]):
                if a != b:
                    found.setdefault((min(a, b), max(a, b)), []).append(id)
        return found

    def wobble(self, a: Point, b: Point) -> Line:
        """Return the hand-drawn line from `a` to `b`; the same points whichever end comes first."""
        first, last = min(a, b), max(a, b)
        line = [first, last]
        if not self.is_wobbled or (self.on_frame(first) and self.on_frame(last)):
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

    def outline(self, region: str) -> Line:
        """Return the wobbled outline of a region, closed."""
        corners = self.regions[region].polygon
        line: Line = [corners[0]]
        for a, b in pairwise([*corners, corners[0]]):
            if a != b:
                line += self.wobble(a, b)[1:]
        return line

    @cached_property
    def rooms(self) -> dict[str, Box]:
        """The box around each wobbled outline, by region."""
        return {region: around(self.outline(region)) for region in self.regions}

    @cached_property
    def junctions(self) -> frozenset[Point]:
        """The points where three or more borders meet: they stay where they are."""
        degree: dict[Point, set[tuple[str, ...]]] = {}
        for (a, b), owners in self.edges.items():
            for end in (a, b):
                degree.setdefault(end, set()).add(tuple(sorted(owners)))
        return frozenset(p for p, kinds in degree.items() if len(kinds) > 1)

    @cached_property
    def chains(self) -> tuple[Chain, ...]:
        """All borders, each from junction to junction, wobbled."""
        groups: dict[tuple[str, ...], dict[Point, list[Point]]] = {}
        for (a, b), regions in self.edges.items():
            links = groups.setdefault(tuple(sorted(regions)), {})
            links.setdefault(a, []).append(b)
            links.setdefault(b, []).append(a)
        found = []
        for owners, links in groups.items():
            left = {(min(a, b), max(a, b)) for a, ends in links.items() for b in ends}
            starts = sorted(p for p in links if p in self.junctions or len(links[p]) == 1)
            for start in [*(starts or sorted(links)[:1]), *sorted(links)]:
                for step in links[start]:
                    if (min(start, step), max(start, step)) in left:
                        found.append(Chain(owners, self._walk(start, step, links, left)))
        return tuple(found)

    def _walk(self, start: Point, step: Point, links: dict[Point, list[Point]], left: set[Edge]) -> Line:
        """Return the wobbled border from `start` by way of `step` to its end; takes its edges out of `left`."""
        points: Line = [start]
        here, there = start, step
        while True:
            left.discard((min(here, there), max(here, there)))
            points += self.wobble(here, there)[1:]
            onward = [p for p in links[there] if (min(there, p), max(there, p)) in left]
            if there in self.junctions or not onward:
                return points
            here, there = there, onward[0]

    def between(self, a: str, b: str) -> list[Line]:
        """Return the borders that two regions share."""
        return [c.points for c in self.chains if c.owners == tuple(sorted((a, b)))]

    def shores(self) -> list[Chain]:
        """Return the borders at the water: one owner, and not along the frame."""
        at_water = (c for c in self.chains if len(c.owners) == 1)
        return [c for c in at_water if not all(map(self.on_frame, c.points))]

    # -- paths ---------------------------------------------------------------------------------------

    @cached_property
    def _fixed(self) -> frozenset[Point]:
        frame = {p for edge in self.edges for p in edge if self.on_frame(p)}
        return self.junctions | frame

    def path(self, points: Iterable[Point], *, closed: bool = False) -> str:
        """Return SVG path data through `points`, rounded off between the fixed ones.

        A command that goes on is not named again (SVG 2, section 9.3.2).
        """
        line = list(points)
        here = on_grid(line[0])
        data, named = f"M{pair(*here)}", "M"
        for index in range(1, len(line)):
            point = line[index]
            if index == len(line) - 1 or point in self._fixed:
                target = point
                end = on_grid(target)
                command, numbers = "l", pair(end[0] - here[0], end[1] - here[1])
            else:
                following = line[index + 1]
                target = (
                    following
                    if following in self._fixed or index + 1 == len(line) - 1
                    else ((point[0] + following[0]) / 2, (point[1] + following[1]) / 2)
                )
                bend, end = on_grid(point), on_grid(target)
                control = pair(bend[0] - here[0], bend[1] - here[1])
                there = pair(end[0] - here[0], end[1] - here[1])
                command, numbers = "q", f"{control}{'' if there.startswith('-') else ' '}{there}"
            here = end
            if (command, numbers) != ("l", "0 0"):
                goes_on = "" if numbers.startswith("-") else " "
                data += f"{goes_on if command == named else command}{numbers}"
                named = command
        return data + ("z" if closed else "")

    def scatter(self, region: str, gap: float, taken: list[Box]) -> Iterator[Point]:
        """Yield places for glyphs in a region, clear of its border and of the boxes `taken`."""
        corners = self.regions[region].polygon
        xs, ys = [p[0] for p in corners], [p[1] for p in corners]
        rows = int((max(ys) - min(ys)) / gap) + 1
        columns = int((max(xs) - min(xs)) / gap) + 1
        for row in range(rows):
            for column in range(columns):
                x = (
                    min(xs)
                    + (column + 0.5 + row % 2 / 2) * gap
                    + chance(region, row, column, "x") * gap * 0.3
                )
                y = min(ys) + (row + 0.5) * gap + chance(region, row, column, "y") * gap * 0.3
                ring = [(x + 6 * cos(a * pi / 4), y + 6 * sin(a * pi / 4)) for a in range(8)]
                if not all(inside(p, corners) for p in ring):
                    continue
                if any(abs(x - cx) < w / 2 + 4 and abs(y - cy) < h / 2 + 4 for cx, cy, w, h in taken):
                    continue
                yield x, y
