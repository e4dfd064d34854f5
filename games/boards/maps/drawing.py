"""The static drawing of a map: one SVG file of layers and outlines, which the page shows by reference (`<use>`).

Colours are custom properties, so that the page's palettes reach into the file. A title says which layers it wants
and adds its own.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from math import hypot

from games.boards.maps.chart import Chart
from games.boards.maps.geometry import Box, Line, Point, along, apart, chance, inside, number, shifted
from games.boards.maps.layout import SIGN, SMALL, Place, label_box

#: How far inside its border an owner's band runs, in units; its width is set by the page.
BAND = 2.3
PEAK_GAP = 11.0
#: How far apart the glyphs of a terrain stand, in units.
GAPS = {"forest": 9.5, "hills": 15.0, "marsh": 12.0, "mountains": 17.0}

STYLE = """
.ridge{fill:none;stroke:var(--map-ridge);stroke-width:4;stroke-linecap:round;stroke-linejoin:round}
.peaks{fill:var(--map-peak);stroke:var(--map-ridge);stroke-width:.8;stroke-linejoin:round}
.shade{fill:var(--map-ridge);stroke:none;opacity:.55}
.forest{fill:var(--map-wood);stroke:var(--map-wood-ink);stroke-width:.5;opacity:.75}
.hills,.marsh{fill:none;stroke:var(--map-hill);stroke-width:.9;stroke-linecap:round;opacity:.8}
.mountains{fill:var(--map-peak);stroke:var(--map-hill);stroke-width:.7}
.wild{font-style:italic;font-weight:500;fill:var(--m-wild-ink)}
"""


class Pen:
    """Draws the layers of a map, each as the content of an SVG group.

    Args:
        chart: the regions.
        places: where names and signs stand.
        colours: what the page's colours of owners begin with; nobody's ends in `-nobody`.
    """

    def __init__(self, chart: Chart, places: Mapping[str, Place], colours: str = "--land") -> None:
        self.chart, self.places, self.colours = chart, places, colours

    def colour(self, owner: str | None) -> str:
        """Return the page's colour of an owner."""
        return f"var({self.colours}-{owner or 'nobody'})"

    def rings(self, *rings: Sequence[Point]) -> str:
        """Return closed lines, such as coasts and lakes."""
        lines: Iterator[Line] = ([(float(x), float(y)) for x, y in ring] for ring in rings)
        return "".join(self.chart.path([*line, line[0]], closed=True) for line in lines)

    def coast(self) -> str:
        """Return the borders at the water."""
        return f'<path d="{"".join(self.chart.path(c.points) for c in self.chart.shores())}"/>'

    def bands(self) -> str:
        """Return the inner bands of the owners, where the land beyond is another's or nobody's."""
        facts = self.chart.regions
        lines: dict[str, list[str]] = {}
        for chain in self.chart.chains:
            if all(map(self.chart.on_frame, chain.points)):
                continue
            owners = [facts[r].owner for r in chain.owners]
            for region, owner in zip(chain.owners, owners, strict=True):
                others = [o for r, o in zip(chain.owners, owners, strict=True) if r != region]
                if owner is None or owner in others:
                    continue
                moved = shifted(chain.points, facts[region].polygon, BAND)
                if len(moved) > 1:
                    lines.setdefault(owner, []).append(self.chart.path(moved))
        return "".join(
            f'<path d="{"".join(parts)}" stroke="{self.colour(owner)}"/>'
            for owner, parts in sorted(lines.items())
        )

    def rivers(self, rivers: Iterable[Sequence[tuple[str, str]]]) -> str:
        """Return rivers, each along the borders of pairs of regions from its source; they grow wider."""
        found = []
        for borders in rivers:
            for index, (a, b) in enumerate(borders):
                width = 1.5 + 1.6 * index / max(6, len(borders))
                parts = [self.chart.path(points) for points in self.chart.between(a, b)]
                if parts:
                    found.append(f'<path d="{"".join(parts)}" stroke-width="{number(width)}"/>')
        return "".join(found)

    def streams(self, lines: Iterable[Line]) -> str:
        """Return rivers along lines of their own, from source to mouth."""
        return f'<path d="{"".join(self.chart.path(points) for points in lines)}" stroke-width="2.2"/>'

    def ridges(self, pairs: Sequence[tuple[str, str]]) -> str:
        """Return the ridges between pairs of regions: a thick line, then peaks leaning to the roomier side."""
        found = []
        for a, b in pairs:
            roomier = max((a, b), key=lambda r: self.chart.regions[r].radius)
            found += [(points, self.chart.regions[roomier].anchor) for points in self.chart.between(a, b)]
        return self._ridges(found)

    def ranges(self, lines: Iterable[Line], gap: float = PEAK_GAP) -> str:
        """Return ridges along lines of their own, with their peaks on them, so far apart."""
        return self._ridges([(points, None) for points in lines], gap)

    def _ridges(self, lines: Sequence[tuple[Line, Point | None]], gap: float = PEAK_GAP) -> str:
        """Return a thick line for each, then its peaks, which lean to its point if it has one."""
        peaks, shades = [], []
        names = [label_box(place) for place in self.places.values()]
        for points, towards in lines:
            for peak in _peaks_along(points, towards, names, gap):
                peaks.append(_peak(*peak))
                shades.append(_shade(*peak))
        return (
            f'<path class="ridge" d="{"".join(self.chart.path(p) for p, _ in lines)}"/>'
            f'<path class="peaks" d="{"".join(peaks)}"/><path class="shade" d="{"".join(shades)}"/>'
        )

    def terrain(self, kept_free: Iterable[Box] = ()) -> str:
        """Return woods, hills, marshes and lone peaks as one path each, clear of the boxes `kept_free`."""
        free = list(kept_free)
        drawn: dict[str, list[str]] = {kind: [] for kind in GAPS}
        for region, facts in self.chart.regions.items():
            place = self.places[region]
            taken = [label_box(place), (*place.stack, *place.room), *free]
            if facts.sign:
                taken.append((*place.sign, SIGN, SIGN))
            for kind in facts.terrain:
                if kind in drawn:
                    drawn[kind] += [
                        _glyph(kind, x, y) for x, y in self.chart.scatter(region, GAPS[kind], taken)
                    ]
        return "".join(f'<path class="{kind}" d="{"".join(parts)}"/>' for kind, parts in drawn.items())

    def names(self, *, small: bool | None = None) -> str:
        """Return the names, owned lands upright, wilderness in italics; only the small ones, or only the others."""
        found = []
        for region, place in self.places.items():
            if small is not None and small != (place.size < SMALL):
                continue
            style = ' class="wild"' if self.chart.regions[region].owner is None else ""
            x, y = place.name
            top = y - (len(place.lines) - 1) * place.size * 0.53 + place.size * 0.32
            for index, line in enumerate(place.lines):
                found.append(
                    f'<text x="{number(x)}" y="{number(top + index * place.size * 1.06)}" '
                    f'font-size="{number(place.size)}"{style}>{escape(line)}</text>'
                )
        return "".join(found)

    def signs(self, shapes: Mapping[str, str]) -> str:
        """Return the signs of the regions; `shapes` is the path of each sign around its middle."""
        found = []
        for region, facts in self.chart.regions.items():
            if not facts.sign:
                continue
            x, y = self.places[region].sign
            at, colour = f"translate({number(x)} {number(y)})", self.colour(facts.owner)
            found.append(f'<path transform="{at}" fill="{colour}" d="{shapes[facts.sign]}"/>')
        return "".join(found)

    def waves(self, columns: int, rows: int, *, east: float) -> str:
        """Return little waves where the sea has nothing else, up to `east`."""
        marks = []
        for row in range(rows):
            for column in range(columns):
                x = 12 + column * 46 + 23 * (row % 2) + chance("wave", row, column) * 8
                y = 20 + row * 52 + chance(row, column, "wave") * 10
                if x < east and self._at_sea(x, y):
                    marks.append(f"M{number(x)} {number(y)}q4-4 8 0t8 0")
        return f'<path d="{"".join(marks)}"/>'

    def _at_sea(self, x: float, y: float) -> bool:
        near = (hypot(px - x - 8, py - y) for c in self.chart.shores() for px, py in c.points)
        on_land = (inside((x + 8, y), region.polygon) for region in self.chart.regions.values())
        return min(near) > 20 and not any(on_land)


def _peaks_along(
    points: Line, towards: Point | None, names: list[Box], gap: float
) -> Iterator[tuple[float, float, float]]:
    """Yield peaks on a line (x, y, size), leaning to a point if there is one, and clear of the names if that can be."""
    for x, y, nx, ny in along(points, gap):
        lean = 0.0
        if towards is not None:
            lean = 2.0 if nx * (towards[0] - x) + ny * (towards[1] - y) > 0 else -2.0
        size = 5.0 + 1.4 * chance(x, y)
        tries = [(lean, size), (-lean, size), (0.0, 3.6), (lean, 3.0), (-lean, 3.0)]
        clear = (t for t in tries if _is_clear(x + nx * t[0], y + ny * t[0], t[1], names))
        lean, size = next(clear, tries[-1])
        yield x + nx * lean, y + ny * lean, size


def _is_clear(x: float, y: float, size: float, names: list[Box]) -> bool:
    """Return whether a peak touches no name."""
    return all(apart((x, y - size * 0.2, size * 2, size * 1.7), name, 0.0) for name in names)


def _peak(x: float, y: float, size: float) -> str:
    s = size
    return (
        f"M{number(x - s)} {number(y + s * 0.6)}l{number(s * 0.9)} {number(-s * 1.7)} {number(s * 0.35)} "
        f"{number(s * 0.4)} {number(s * 0.8)} {number(s * 1.3)}z"
    )


def _shade(x: float, y: float, size: float) -> str:
    s = size
    return (
        f"M{number(x - s * 0.1)} {number(y - s * 1.1)}l{number(s * 0.35)} {number(s * 0.4)} {number(s * 0.8)} "
        f"{number(s * 1.3)}h{number(-s * 0.9)}z"
    )


def _glyph(kind: str, x: float, y: float) -> str:
    at = f"M{number(x)} {number(y)}"
    if kind == "forest":
        return at + "m-3 1.5a3 3.2 0 1 1 6 0a3 1.4 0 0 1-6 0zm3 1v2.4"
    if kind == "hills":
        return at + "m-5 2q2.5-5 5-1.6q2.4-4 5 1.6"
    if kind == "marsh":
        return at + "m-4 1h8m-6-1-1-2.5m3 2.5v-3m2 3 1.2-2.6"
    return _peak(x, y, 4.2)


def file_of(chart: Chart, layers: Mapping[str, str], style: str = STYLE) -> str:
    """Return the SVG file: outlines by the ids of the regions, layers as `layer-…`."""
    groups = "\n".join(f'<g id="layer-{name}">{content}</g>' for name, content in layers.items())
    outlines = "\n".join(
        f'<path id="{region}" d="{chart.path(chart.outline(region), closed=True)}"/>'
        for region in chart.regions
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {chart.width} {chart.height}">\n'
        f"<style>{style}</style>\n<defs>\n{outlines}\n{groups}\n</defs>\n</svg>\n"
    )
