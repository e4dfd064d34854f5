"""The places of a region's name, sign and figures on the map, so that they never meet.

Every name lies inside its own region; as regions do not overlap, names cannot collide. Where that would leave a name
too small to be read on the whole map, it reaches over the border of its region, clear of all other names and signs.
"""

import json
from itertools import pairwise
from math import ceil, floor, hypot
from pathlib import Path

import msgspec

from games.boards.maps.chart import Chart
from games.boards.maps.geometry import Box, Line, apart

#: Letter sizes tried, largest first, in units, and the height of a line per size. What is smaller than `SMALL` is no
#: longer read on the whole map.
SIZES = (11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0, 5.5)
SMALL, LINE = 8.5, 1.06
#: The widths of letters per size, in the face of the names: narrow ones, broad ones, capitals, and all others.
NARROW, BROAD = "fijlrt' -", "mwMW"
#: Room for the figures (width, height), roomiest first: a Nation's tab with three figures, two, one. And for the sign.
STACKS = ((60.0, 27.0), (44.0, 27.0), (29.0, 27.0), (26.0, 20.0))
SIGN = 13.0
STEP = 2


class Place(msgspec.Struct):
    """The furniture of a region: the middle of its name, sign and figures, in units."""

    lines: list[str]
    size: float
    name: tuple[float, float]
    sign: tuple[float, float]
    stack: tuple[float, float]
    room: tuple[float, float]


def width_of(line: str) -> float:
    """Return the width of a line of letters, per size."""
    return sum(0.33 if c in NARROW else 0.8 if c in BROAD else 0.64 if c.isupper() else 0.5 for c in line)


def label_box(place: Place) -> Box:
    """Return the box of a name: centre, width, height."""
    width = max(map(width_of, place.lines)) * place.size
    return (*place.name, width, len(place.lines) * LINE * place.size)


def wraps(name: str) -> list[list[str]]:
    """Return the name on one line, then on two, then on three."""
    words = name.split()
    found = [[name]]
    for cut in range(1, len(words)):
        found.append([" ".join(words[:cut]), " ".join(words[cut:])])
    if len(words) > 2:
        found.append([words[0], " ".join(words[1:-1]), words[-1]])
    return sorted(found, key=lambda lines: (len(lines), max(map(len, lines))))


class Ground:
    """The inside of an outline as a grid of whole units, with sums, so that boxes are tested at once."""

    def __init__(self, corners: Line) -> None:
        xs, ys = [p[0] for p in corners], [p[1] for p in corners]
        self.left, self.top = int(min(xs)) - 2, int(min(ys)) - 2
        self.right, self.bottom = int(max(xs)) + 2, int(max(ys)) + 2
        self.sums = [[0] * (self.right - self.left + 1)]
        for y in range(self.top, self.bottom):
            cuts = sorted(
                (x2 - x1) * (y + 0.5 - y1) / (y2 - y1) + x1
                for (x1, y1), (x2, y2) in pairwise([*corners, corners[0]])
                if (y1 > y + 0.5) != (y2 > y + 0.5)
            )
            row, above = [0], self.sums[-1]
            total = 0
            for x in range(self.left, self.right):
                total += sum(cut < x + 0.5 for cut in cuts) % 2
                row.append(total + above[x - self.left + 1])
            self.sums.append(row)

    def holds(self, box: Box, margin: float = 1.2) -> bool:
        """Return whether a box lies inside with some air."""
        x, y, w, h = box
        x1, x2 = floor(x - w / 2 - margin) - self.left, ceil(x + w / 2 + margin) - self.left
        y1, y2 = floor(y - h / 2 - margin) - self.top, ceil(y + h / 2 + margin) - self.top
        if x1 < 0 or y1 < 0 or x2 > self.right - self.left or y2 > self.bottom - self.top:
            return False
        inside = self.sums[y2][x2] - self.sums[y1][x2] - self.sums[y2][x1] + self.sums[y1][x1]
        return inside == (x2 - x1) * (y2 - y1)

    def outside(self, box: Box) -> float:
        """Return how much of a box lies outside, in square units."""
        x, y, w, h = box
        columns, rows = len(self.sums[0]) - 1, len(self.sums) - 1
        x1, x2 = (min(max(round(x + way * w / 2) - self.left, 0), columns) for way in (-1, 1))
        y1, y2 = (min(max(round(y + way * h / 2) - self.top, 0), rows) for way in (-1, 1))
        inside = self.sums[y2][x2] - self.sums[y1][x2] - self.sums[y2][x1] + self.sums[y1][x1]
        return max(0.0, w * h - inside)

    def places(self, width: float, height: float, margin: float = 1.2) -> list[Box]:
        """Return where a box of this size lies inside."""
        return [
            box
            for x in range(self.left, self.right, STEP)
            for y in range(self.top, self.bottom, STEP)
            if self.holds(box := (float(x), float(y), width, height), margin)
        ]


def arrange(chart: Chart, region: str) -> Place:
    """Return the best furniture of a region: as large as fits, the name under the figures."""
    facts = chart.regions[region]
    ground = Ground(chart.outline(region)[:-1])
    ax, ay = facts.anchor
    signed = bool(facts.sign)
    best: tuple[float, Place] | None = None
    for rank, room in enumerate(STACKS):
        stacks = ground.places(*room)
        if rank == len(STACKS) - 1:
            stacks += [(ax + dx, ay + dy, *room) for dx in range(-16, 17, 4) for dy in range(-16, 17, 4)]
        stacks.sort(key=lambda b: hypot(b[0] - ax, b[1] - ay))
        for size in SIZES:
            for lines in wraps(facts.name):
                width = max(map(width_of, lines)) * size
                labels = ground.places(width, len(lines) * LINE * size, 1.2 if size > 6 else 0.2)
                found = _combine(stacks[:120], labels, ground, signed)
                if found is None:
                    continue
                stack, label, sign, loss = found
                score = (
                    min(size, SMALL) * 18 + max(size - SMALL, 0) * 2 - rank * 9 - len(lines) * 2 - loss * 0.25
                )
                if best is None or score > best[0]:
                    place = Place(lines, size, label[:2], sign[:2], stack[:2], room)
                    best = (score, place)
    assert best is not None, region
    return best[1]


def _combine(
    stacks: list[Box], labels: list[Box], ground: Ground, signed: bool
) -> tuple[Box, Box, Box, float] | None:
    """Return the stack, name and sign that stand closest together without meeting."""
    best: tuple[Box, Box, Box, float] | None = None
    for order, stack in enumerate(stacks):
        signs = _signs(stack, ground) if signed else [stack]
        if not signs:
            continue
        near = [b for b in labels if apart(b, stack)]
        near.sort(key=lambda b: hypot(b[0] - stack[0], b[1] - stack[1]) + (0 if b[1] > stack[1] else 6))
        for label in near[:12]:
            sign = next((g for g in signs if not signed or apart(g, label, 0)), None)
            if sign is None:
                continue
            away = hypot(label[0] - stack[0], label[1] - stack[1])
            loss = away + abs(label[0] - stack[0]) * 0.5 + (0 if label[1] > stack[1] else 6) + order * 0.2
            if best is None or loss < best[3]:
                best = (stack, label, sign, loss)
            break
    return best


def _signs(stack: Box, ground: Ground) -> list[Box]:
    """Return places for the sign beside the figures: left, right, above."""
    x, y, w, h = stack
    beside = w / 2 + SIGN / 2
    found = [(x - beside, y + dy, SIGN, SIGN) for dy in (-2.0, 0.0, 3.0, -5.0)] + [
        (x + beside, y + dy, SIGN, SIGN) for dy in (-2.0, 0.0, 3.0)
    ]
    found += [
        (x + dx, y + dy, SIGN, SIGN)
        for dy in (-(h + SIGN) / 2, (h + SIGN) / 2)
        for dx in (0.0, -w / 4, w / 4, -w / 2, w / 2)
    ]
    return [g for g in found if ground.holds(g, 0.0)]


def arrange_all(chart: Chart) -> dict[str, Place]:
    """Return the furniture of a whole map; slow for a large one, so that it is kept (see `save`)."""
    return legible(chart, {region: arrange(chart, region) for region in chart.regions})


def legible(chart: Chart, places: dict[str, Place]) -> dict[str, Place]:
    """Return the furniture of a map with no name below `SMALL`: what does not fit reaches over the border."""
    found = dict(places)
    for region in sorted(places, key=lambda region: (places[region].size, region)):
        if places[region].size < SMALL:
            found[region] = _reaching_out(chart, region, found)
    return found


def _reaching_out(chart: Chart, region: str, places: dict[str, Place]) -> Place:
    """Return the furniture of a region with its name in `SMALL`: as much inside as can be, close to its figures."""
    ground, own = Ground(chart.outline(region)[:-1]), places[region]
    others = [place for name, place in places.items() if name != region]
    # in one line with another name it would be read as one
    full = [(x, y, width + 2 * SMALL, height) for x, y, width, height in map(label_box, others)]
    full += [(*p.sign, SIGN, SIGN) for name, p in places.items() if chart.regions[name].sign]
    best: tuple[float, Place] | None = None
    for lines in wraps(chart.regions[region].name):
        width, height = max(map(width_of, lines)) * SMALL, len(lines) * LINE * SMALL
        for x in range(ground.left, ground.right):
            for y in range(ground.top, ground.bottom):
                box = (float(x), float(y), width, height)
                if not all(apart(box, other, 0.6) for other in [*full, (*own.stack, *own.room)]):
                    continue
                if not 3 < x - width / 2 < x + width / 2 < chart.width - 3:
                    continue
                met = sum(not apart(box, (*place.stack, *place.room), 0.0) for place in others)
                away = hypot(x - own.stack[0], y - own.stack[1])
                loss = (
                    ground.outside(box) / (width * height) * 60
                    + met * 8
                    + away * 0.4
                    + (0 if y > own.stack[1] else 2)
                )
                if best is None or loss < best[0]:
                    place = msgspec.structs.replace(own, lines=lines, size=SMALL, name=(float(x), float(y)))
                    best = (loss, place)
    assert best is not None, region
    return best[1]


def load(file: Path) -> dict[str, Place]:
    """Return the furniture of a whole map as it was kept."""
    return msgspec.json.decode(file.read_bytes(), type=dict[str, Place])


def save(places: dict[str, Place], file: Path) -> None:
    """Keep the furniture of a whole map."""
    text = json.dumps(msgspec.to_builtins(places), ensure_ascii=False, separators=(",", ":"))
    file.write_text(text.replace('},"', '},\n"') + "\n", encoding="utf-8")
