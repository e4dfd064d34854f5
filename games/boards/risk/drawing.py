"""The static map of Risk, as `python -m tools.draw_map` writes it."""

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from games.boards.maps import drawing as maps
from games.boards.maps.geometry import Line, number, pair
from games.boards.maps.ornaments import rose
from games.boards.risk.chart import chart, line, places, source
from rules.risk.data import REGIONS, TERRITORIES

FILE = Path(__file__).parents[3] / "static" / "img" / "risk-map.svg"

SIGNS = {
    "stronghold": "M-5.5 6V-4h2v2h2.2v-2h2.6v2h2.2v-2h2V6z",
    "site": "M0-6 1.6-1.9 6-1.8 2.5.9 3.7 5.2 0 2.7-3.7 5.2-2.5.9-6-1.8-1.6-1.9z",
}
BRIDGE = "M-6.5-2.6Q0-4.6 6.5-2.6V2.8Q0 .8-6.5 2.8z"
ANCHOR = "M0-3.8V3.4M-2-1.6H2M-3.4.8Q-3 3.6 0 3.6T3.4.8"
#: How far apart the peaks of a range stand, in units.
PEAKS = 13.5
#: East of this the water is no sea for waves.
SEA_ENDS = 560

STYLE = f"""{maps.STYLE.rstrip()}
.march{{fill:none;stroke:var(--m-coast);stroke-width:1.7;stroke-linejoin:round;stroke-linecap:round;opacity:.7}}
.trail{{fill:none;stroke:var(--m-path);stroke-width:1.7;stroke-dasharray:.5 3.6;stroke-linecap:round}}
.trail.way{{stroke:var(--m-land);stroke-width:3.4;stroke-dasharray:none;opacity:.6}}
.stop{{fill:var(--m-land);stroke:var(--m-path);stroke-width:1}}
.stop.die{{fill:var(--m-path)}}
.deck{{fill:var(--m-land);stroke:var(--map-ridge);stroke-width:1.1;stroke-linejoin:round}}
.lane{{fill:none;stroke:var(--m-sea-soft);stroke-width:1.4;stroke-dasharray:5 4;stroke-linecap:round}}
.port circle{{fill:var(--m-sea);stroke:var(--m-sea-soft);stroke-width:1.1}}
.port path{{fill:none;stroke:var(--m-sea-soft);stroke-width:1.2;stroke-linecap:round}}
.bonus{{fill:var(--m-land);stroke:none}}
.water{{font-style:italic;letter-spacing:.6px}}
"""


def _marches(pen: maps.Pen) -> str:
    """Return the borders between regions."""
    drawn = pen.chart
    region = {id: facts.owner for id, facts in drawn.regions.items()}
    paths = (drawn.path(c.points) for c in drawn.chains if len({region[x] for x in c.owners}) > 1)
    return f'<path class="march" d="{"".join(paths)}"/>'


def _path() -> str:
    """Return the way of the Fellowship with its stops; where a roll may hold it up, the stop is dark."""
    way = source()["path"]
    stops, r = way["stops"], number(way["radius"])
    bends = (
        f"Q{pair(*bend)} {pair(stop['x'], stop['y'])}"
        for bend, stop in zip(way["curves"], stops[1:], strict=True)
    )
    d = f"M{pair(stops[0]['x'], stops[0]['y'])}{''.join(bends)}"
    circles = "".join(
        f'<circle class="stop{" die" if stop["die"] else ""}" cx="{number(stop["x"])}" '
        f'cy="{number(stop["y"])}" r="{r}"/>'
        for stop in stops
    )
    return f'<path class="trail way" d="{d}"/><path class="trail" d="{d}"/>{circles}'


def _bridges() -> str:
    return "".join(
        f'<path class="deck" transform="translate({number(b["x"])} {number(b["y"])}) rotate({number(b["angle"])})" '
        f'd="{BRIDGE}"/>'
        for b in source()["bridges"]
    )


def _lanes() -> str:
    """Return the ways over the sea, and a port where each begins."""
    ways = "".join("M" + "L".join(pair(*p) for p in sea["points"]) for sea in source()["sea"])
    ports = "".join(
        f'<g class="port" transform="translate({number(x)} {number(y)})"><circle r="6.5"/><path d="{ANCHOR}"/></g>'
        for x, y in (port["mark"] for port in source()["ports"].values())
    )
    return f'<path class="lane" d="{ways}"/>{ports}'


def _regions(pen: maps.Pen) -> str:
    """Return the names of the regions, each with what holding all of it brings."""
    found = []
    for id, at in source()["regions"].items():
        size, colour = at["size"], pen.colour(id)
        name = REGIONS[id].name.upper()
        wide = len(name) * 0.78 * size
        badge = at["width"] / 2 - 0.75 * size
        found.append(
            f'<g transform="translate({number(at["x"])} {number(at["y"])}) rotate({at["rotation"]})" fill="{colour}">'
            f'<text x="{number(wide / 2 - at["width"] / 2)}" y="{number(size * 0.34)}" font-size="{number(size)}" '
            f'textLength="{number(wide - 3)}">{escape(name)}</text>'
            f'<circle cx="{number(badge)}" r="{number(size * 0.6)}"/>'
            f'<text class="bonus" x="{number(badge)}" y="{number(size * 0.26)}" font-size="{number(size * 0.75)}">'
            f"{REGIONS[id].bonus}</text></g>"
        )
    return "".join(found)


def _waters() -> str:
    """Return the names of the seas."""
    found = []
    for water in source()["waters"]:
        lines, size = water["lines"], water["size"]
        for index, words in enumerate(lines):
            y = water["y"] + (index - (len(lines) - 1) / 2) * size * 1.15 + size * 0.32
            found.append(
                f'<text class="water" x="{number(water["x"])}" y="{number(y)}" font-size="{number(size)}">'
                f"{escape(words)}</text>"
            )
    return "".join(found)


def _ranges() -> Iterator[Line]:
    return (line(mountains["points"]) for mountains in source()["mountains"])


def _rivers() -> Iterator[Line]:
    return (line(river["points"]) for river in source()["rivers"])


def _rings(of: Sequence[dict[str, list[list[float]]]]) -> list[Line]:
    return [line(one["polygon"]) for one in of]


def drawing() -> str:
    """Return the file."""
    pen = maps.Pen(chart(), places(), "--region")
    facts, at = source(), source()["rose"]
    labels = [(r["x"], r["y"], r["width"], r["height"] + 4) for r in facts["regions"].values()]
    stops = [(s["x"], s["y"], 15.0, 15.0) for s in facts["path"]["stops"]]
    layers = {
        "land": "".join(f'<use href="#{id}"/>' for id in TERRITORIES),
        "waves": pen.waves(12, 14, east=SEA_ENDS),
        "coast": pen.coast(),
        "bands": pen.bands(),
        "marches": _marches(pen),
        "terrain": pen.terrain([*labels, *stops]),
        "rivers": pen.streams(_rivers()),
        "lakes": f'<path d="{pen.rings(*_rings(facts["lakes"]))}"/>',
        "island": f'<path d="{pen.rings(*_rings(facts["islands"]))}"/>',
        "walls": pen.ranges(_ranges(), PEAKS),
        "bridges": _bridges(),
        "lanes": _lanes(),
        "path": _path(),
        "regions": _regions(pen),
        "signs": pen.signs(SIGNS),
        "names": pen.names(),
        "waters": _waters(),
        "rose": rose(at["x"], at["y"], at["size"]),
    }
    return maps.file_of(chart(), layers, STYLE)
