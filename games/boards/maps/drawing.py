"""The static map: one SVG file of layers and outlines, which the page shows by reference (`<use>`).

Colours are custom properties, so that the page's palettes reach into the file.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import hypot
from pathlib import Path

from games.boards.maps.chart import (
    Chain,
    Line,
    along,
    chains,
    chains_between,
    chance,
    number,
    offset,
    outline,
    path,
    scatter,
    source,
)
from games.boards.maps.layout import SIGN, Box, Place, apart, label_box, layout

FILE = Path(__file__).parents[3] / "static" / "img" / "war-of-the-ring-map.svg"

BAND = 2.3  # how far inside its border a nation's band runs; its width is set by the page
PEAK_GAP = 11.0

SIGNS = {
    "stronghold": "M-5 6V-3h2v-3h2v2h2v-2h2v3h2V6H1.2V2.5a1.2 1.2 0 0 0-2.4 0V6zM0-6v-4l4 1.3-4 1.4",
    "city": "M-6.5 6V0l3-3.2L-.5 0V6zM.5 6V-3L3.6-6.4 6.7-3V6zM-4.4 6V3h1.8v3zM2.8 6V2.4h1.7V6z",
    "town": "M-5 6V-.5L0-5.4 5-.5V6zM-1.2 6V2.2h2.4V6z",
    "fortification": "M-6.5 6v-8l1.5-2 1.5 2v2h2v-2L0-4l1.5 2v2h2v-2l1.5-2 1.5 2v8z",
}


def _regions() -> Iterator[str]:
    for region in source()["regions"]:
        yield f'<path id="{region}" d="{path(outline(region), closed=True)}"/>'


def _shores() -> list[Chain]:
    """Return the borders at the sea: one owner, and not along the frame."""
    return [
        c
        for c in chains()
        if len(c.owners) == 1 and not all(x in (0, 1000) or y in (0, 700) for x, y in c.points)
    ]


def _coast() -> str:
    return "".join(path(c.points) for c in _shores())


def _rings(name: str) -> str:
    points: Line = [(float(x), float(y)) for x, y in source()["geometry"][name]]
    return path([*points, points[0]], closed=True)


def _bands() -> Iterator[str]:
    """Yield the inner bands of the nations, where the land beyond is another's or nobody's."""
    facts = source()["regions"]
    lines: dict[str, list[str]] = {}
    for chain in chains():
        nations = [facts[r]["nation"] for r in chain.owners]
        for region, nation in zip(chain.owners, nations, strict=True):
            others = [n for r, n in zip(chain.owners, nations, strict=True) if r != region]
            if nation is None or nation in others:
                continue
            moved = offset(chain.points, region, BAND)
            if len(moved) > 1:
                lines.setdefault(nation, []).append(path(moved))
    for nation, parts in sorted(lines.items()):
        yield f'<path d="{"".join(parts)}" stroke="var(--nation-{nation})"/>'


def _rivers() -> Iterator[str]:
    for river in source()["rivers"]:
        for index, (a, b) in enumerate(river["borders"]):
            width = 1.5 + 1.6 * index / max(6, len(river["borders"]))
            parts = [path(points) for points in chains_between(a, b)]
            if parts:
                yield f'<path d="{"".join(parts)}" stroke-width="{number(width)}"/>'


def _walls() -> Iterator[str]:
    """Yield the impassable ridges: a thick line, then peaks leaning to the roomier side."""
    pairs = [(a, b) for a, b, _ in source()["impassable"]]
    lines = [points for a, b in pairs for points in chains_between(a, b)]
    yield f'<path class="ridge" d="{"".join(path(p) for p in lines)}"/>'
    facts, peaks, shades = source()["regions"], [], []
    names = [label_box(place) for place in layout().values()]
    for a, b in pairs:
        for points in chains_between(a, b):
            for x, y, nx, ny in along(points, PEAK_GAP):
                roomier = a if facts[a]["anchorRadius"] >= facts[b]["anchorRadius"] else b
                ax, ay = facts[roomier]["anchor"]
                lean = 2.0 if nx * (ax - x) + ny * (ay - y) > 0 else -2.0
                size = 5.0 + 1.4 * chance(x, y)
                tries = [(lean, size), (-lean, size), (0.0, 3.6), (lean, 3.0), (-lean, 3.0)]
                lean, size = next(
                    (t for t in tries if _clear(x + nx * t[0], y + ny * t[0], t[1], names)), tries[-1]
                )
                peaks.append(_peak(x + nx * lean, y + ny * lean, size))
                shades.append(_shade(x + nx * lean, y + ny * lean, size))
    yield f'<path class="peaks" d="{"".join(peaks)}"/><path class="shade" d="{"".join(shades)}"/>'


def _clear(x: float, y: float, size: float, names: list[Box]) -> bool:
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


def _taken(place: Place, settled: bool) -> list[tuple[float, float, float, float]]:
    boxes = [label_box(place), (*place.stack, *place.room)]
    return [*boxes, (*place.sign, SIGN, SIGN)] if settled else boxes


def _terrain(places: dict[str, Place]) -> Iterator[str]:
    """Yield woods, hills, marshes and lone peaks as one path each."""
    drawn: dict[str, list[str]] = {"forest": [], "hills": [], "marsh": [], "mountains": []}
    gaps = {"forest": 9.5, "hills": 15.0, "marsh": 12.0, "mountains": 17.0}
    for region, facts in source()["regions"].items():
        taken = _taken(places[region], facts["settlement"] != "none")
        for kind in facts["terrain"]:
            if kind not in drawn:
                continue
            for x, y in scatter(region, gaps[kind], taken):
                drawn[kind].append(_glyph(kind, x, y))
    for kind, parts in drawn.items():
        yield f'<path class="{kind}" d="{"".join(parts)}"/>'


def _glyph(kind: str, x: float, y: float) -> str:
    at = f"M{number(x)} {number(y)}"
    if kind == "forest":
        return at + "m-3 1.5a3 3.2 0 1 1 6 0a3 1.4 0 0 1-6 0zm3 1v2.4"
    if kind == "hills":
        return at + "m-5 2q2.5-5 5-1.6q2.4-4 5 1.6"
    if kind == "marsh":
        return at + "m-4 1h8m-6-1-1-2.5m3 2.5v-3m2 3 1.2-2.6"
    return _peak(x, y, 4.2)


def _names(places: dict[str, Place]) -> Iterator[str]:
    """Yield the names, nation lands upright, wilderness in italics."""
    for region, place in places.items():
        style = ' font-style="italic"' if source()["regions"][region]["nation"] is None else ""
        x, y = place.name
        top = y - (len(place.lines) - 1) * place.size * 0.53 + place.size * 0.32
        for index, line in enumerate(place.lines):
            yield (
                f'<text x="{number(x)}" y="{number(top + index * place.size * 1.06)}" '
                f'font-size="{number(place.size)}"{style}>{escape(line)}</text>'
            )


def _settlements(places: dict[str, Place]) -> Iterator[str]:
    for region, facts in source()["regions"].items():
        if facts["settlement"] == "none":
            continue
        x, y = places[region].sign
        colour = f"var(--nation-{facts['nation'] or 'nobody'})"
        yield (
            f'<path transform="translate({number(x)} {number(y)})" fill="{colour}" '
            f'd="{SIGNS[facts["settlement"]]}"/>'
        )


def _mordor_track() -> str:
    steps = source()["geometry"]["mordorTrack"]
    dots = "M" + "L".join(f"{s['x']} {s['y']}" for s in steps)
    circles = "".join(
        f'<circle cx="{s["x"]}" cy="{s["y"]}" r="{9 if s["step"] < 5 else 10}" class="step"/>'
        f'<text x="{s["x"]}" y="{s["y"] + 3}" font-size="8.5">{s["label"] if s["step"] < 5 else "✦"}</text>'
        for s in steps
    )
    return f'<path class="trail" d="{dots}"/>{circles}'


def _waves() -> str:
    """Return little waves where the sea has nothing else."""
    marks = []
    for row in range(14):
        for column in range(12):
            x = 12 + column * 46 + 23 * (row % 2) + chance("wave", row, column) * 8
            y = 20 + row * 52 + chance(row, column, "wave") * 10
            if _at_sea(x, y):
                marks.append(f"M{number(x)} {number(y)}q4-4 8 0t8 0")
    return "".join(marks)


def _at_sea(x: float, y: float) -> bool:
    near = (hypot(px - x - 8, py - y) for c in _shores() for px, py in c.points)
    return min(near) > 20 and x < 560 and not _on_land(x + 8, y)


def _on_land(x: float, y: float) -> bool:
    from games.boards.maps.chart import inside, polygon

    return any(inside((x, y), polygon(r)) for r in source()["regions"])


STYLE = """
.ridge{fill:none;stroke:var(--map-ridge);stroke-width:4;stroke-linecap:round;stroke-linejoin:round}
.peaks{fill:var(--map-peak);stroke:var(--map-ridge);stroke-width:.8;stroke-linejoin:round}
.shade{fill:var(--map-ridge);stroke:none;opacity:.55}
.forest{fill:var(--map-wood);stroke:var(--map-wood-ink);stroke-width:.5;opacity:.75}
.hills,.marsh{fill:none;stroke:var(--map-hill);stroke-width:.9;stroke-linecap:round;opacity:.8}
.mountains{fill:var(--map-peak);stroke:var(--map-hill);stroke-width:.7}
.step{fill:var(--map-step);stroke:var(--map-ridge);stroke-width:1.2}
.trail{fill:none;stroke:var(--map-ridge);stroke-width:1.6;stroke-dasharray:1 4;stroke-linecap:round}
"""


def drawing() -> str:
    """Return the file."""
    places = layout()
    layers = {
        "land": f'<path fill-rule="evenodd" d="{_rings("coastline")}{_rings("seaOfRhun")}"/>',
        "waves": f'<path d="{_waves()}"/>',
        "coast": f'<path d="{_coast()}"/>',
        "bands": "".join(_bands()),
        "terrain": "".join(_terrain(places)),
        "rivers": "".join(_rivers()),
        "lakes": f'<path d="{_rings("lakeNenuial")}{_rings("seaOfNurnen")}"/>',
        "island": f'<path d="{_rings("tolfalas")}"/>',
        "walls": "".join(_walls()),
        "signs": "".join(_settlements(places)),
        "names": "".join(_names(places)),
        "track": _mordor_track(),
    }
    groups = "\n".join(f'<g id="layer-{name}">{content}</g>' for name, content in layers.items())
    outlines = "\n".join(_regions())
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 700">\n'
        f"<style>{STYLE}</style>\n<defs>\n{outlines}\n{groups}\n</defs>\n</svg>\n"
    )
