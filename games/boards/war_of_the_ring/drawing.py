"""The static map of War of the Ring, as `python -m tools.draw_map` writes it."""

from pathlib import Path

from games.boards.maps import drawing as maps
from games.boards.maps.ornaments import rose
from games.boards.war_of_the_ring.chart import chart, places, source

FILE = Path(__file__).parents[3] / "static" / "img" / "war-of-the-ring-map.svg"

SIGNS = {
    "stronghold": "M-5 6V-3h2v-3h2v2h2v-2h2v3h2V6H1.2V2.5a1.2 1.2 0 0 0-2.4 0V6zM0-6v-4l4 1.3-4 1.4",
    "city": "M-6.5 6V0l3-3.2L-.5 0V6zM.5 6V-3L3.6-6.4 6.7-3V6zM-4.4 6V3h1.8v3zM2.8 6V2.4h1.7V6z",
    "town": "M-5 6V-.5L0-5.4 5-.5V6zM-1.2 6V2.2h2.4V6z",
    "fortification": "M-6.5 6v-8l1.5-2 1.5 2v2h2v-2L0-4l1.5 2v2h2v-2l1.5-2 1.5 2v8z",
}
#: East of this the water is no sea.
SEA_ENDS = 560
#: Where the compass rose lies in the sea, and its size.
ROSE = (86.0, 300.0, 27.0)

STYLE = f"""{maps.STYLE.rstrip()}
.step{{fill:var(--map-step);stroke:var(--map-ridge);stroke-width:1.2}}
.trail{{fill:none;stroke:var(--map-ridge);stroke-width:1.6;stroke-dasharray:1 4;stroke-linecap:round}}
"""


def _mordor_track() -> str:
    steps = source()["geometry"]["mordorTrack"]
    dots = "M" + "L".join(f"{s['x']} {s['y']}" for s in steps)
    circles = "".join(
        f'<circle cx="{s["x"]}" cy="{s["y"]}" r="{9 if s["step"] < 5 else 10}" class="step"/>'
        f'<text x="{s["x"]}" y="{s["y"] + 3}" font-size="8.5">{s["label"] if s["step"] < 5 else "✦"}</text>'
        for s in steps
    )
    return f'<path class="trail" d="{dots}"/>{circles}'


def drawing() -> str:
    """Return the file."""
    pen, facts = maps.Pen(chart(), places(), "--nation"), source()
    lines = facts["geometry"]
    layers = {
        "land": f'<path fill-rule="evenodd" d="{pen.rings(lines["coastline"], lines["seaOfRhun"])}"/>',
        "waves": pen.waves(12, 14, east=SEA_ENDS),
        "coast": pen.coast(),
        "bands": pen.bands(),
        "terrain": pen.terrain(),
        "rivers": pen.rivers(river["borders"] for river in facts["rivers"]),
        "lakes": f'<path d="{pen.rings(lines["lakeNenuial"], lines["seaOfNurnen"])}"/>',
        "island": f'<path d="{pen.rings(lines["tolfalas"])}"/>',
        "walls": pen.ridges([(a, b) for a, b, _ in facts["impassable"]]),
        "signs": pen.signs(SIGNS),
        "small-names": pen.names(small=True),
        "names": pen.names(small=False),
        "rose": rose(*ROSE),
        "track": _mordor_track(),
    }
    return maps.file_of(chart(), layers, STYLE)
