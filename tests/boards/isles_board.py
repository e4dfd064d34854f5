"""The board of Isles: a map of its own, made and registered from outside of games/boards."""

from functools import cache
from pathlib import Path
from typing import Any

from django.utils.safestring import mark_safe

from games import boards
from games.boards.choices import buttons_by_region, choices_of
from games.boards.maps import drawing
from games.boards.maps.chart import Chart, Region
from games.boards.maps.layout import Place
from games.boards.maps.sheet import Sheet
from games.boards.maps.spots import Pile, Spot, next_to, tower
from games.boards.plots import Series, plot
from tests.boards.isles import HARBOURS, NAMES, NEAR, SEATS

FILE = "img/isles.svg"
KEPT = Path(__file__).parent / "static" / FILE
CORNERS = (
    ((60, 60), (220, 40), (390, 70), (540, 50)),
    ((40, 200), (210, 210), (370, 190), (560, 210)),
    ((70, 350), (230, 360), (380, 340), (530, 360)),
)
LANDS = (("dunmere", "fell-moor", "withy-wood"), ("saltings", "heron-hills", "lantern-point"))
TERRAIN = {"fell-moor": ("marsh",), "withy-wood": ("forest",), "heron-hills": ("hills", "mountains")}


@cache
def chart() -> Chart:
    """Six lands in two rows, of four corners each."""
    owners = {land: seat for seat, land in HARBOURS.items()}
    regions = {}
    for row, lands in enumerate(LANDS):
        for column, land in enumerate(lands):
            above, below = CORNERS[row], CORNERS[row + 1]
            corners = [above[column], above[column + 1], below[column + 1], below[column]]
            middle = sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4
            regions[land] = Region(
                name=NAMES[land],
                polygon=[(float(x), float(y)) for x, y in corners],
                anchor=middle,
                radius=60,
                sign="harbour" if land in owners else "",
                owner=owners.get(land),
                terrain=TERRAIN.get(land, ()),
            )
    return Chart(regions, 600, 400)


def places() -> dict[str, Place]:
    """Each name below its boats, and the sign to their left: a small map needs no search for better places."""
    return {id: place_at(land) for id, land in chart().regions.items()}


def place_at(land: Region) -> Place:
    x, y = land.anchor
    return Place([land.name], 10, (x, y + 25), (x - 30, y), (x, y), (38, 26))


def svg() -> str:
    """The file of the map."""
    pen = drawing.Pen(chart(), places())
    rim = [*CORNERS[0], CORNERS[1][-1], *CORNERS[2][::-1], CORNERS[1][0]]
    layers = {
        "land": f'<path d="{pen.rings(rim)}"/>',
        "waves": pen.waves(13, 8, east=600),
        "coast": pen.coast(),
        "bands": pen.bands(),
        "terrain": pen.terrain(),
        "rivers": pen.rivers([[("dunmere", "fell-moor"), ("saltings", "heron-hills")]]),
        "walls": pen.ridges([("fell-moor", "heron-hills")]),
        "signs": pen.signs({"harbour": "M-5 5H5L3 0V-6H-3V0z"}),
        "names": pen.names(),
    }
    return drawing.file_of(chart(), layers)


def draw(scene: boards.Scene) -> dict[str, Any]:
    choices = choices_of(scene.decision)
    buttons = buttons_by_region(choices, NAMES)
    kind = scene.decision.kind if scene.decision else ""
    spots = []
    for land, name in NAMES.items():
        boats = [seat for seat in SEATS if scene.view["boats"][seat] == land]
        piles = [Pile(width=14, height=10) for _ in boats]
        x, y, scale = tower(piles, places()[land])
        drawn = (
            f'<g transform="translate({x} {y + pile.top}) scale({scale})" class="boat is-{seat}">'
            '<path d="M-7 4H7L4 10H-4zM0 0V4"/></g>'
            for seat, pile in zip(boats, piles, strict=True)
        )
        spots.append(
            Spot(
                id=land,
                name=name,
                kind="land",
                words=", ".join(f"the {seat} boat" for seat in boats) or "empty",
                x=x,
                y=y,
                marks="is-choice" if land in buttons else "",
                lines=[f"Here lies the {seat} boat." for seat in boats],
                beyond=next_to(NAMES[near] for near in NEAR[land]),
                choices=buttons.get(land, []),
                figures=mark_safe("".join(drawn)),
                dots=[f"is-{seat}" for seat in boats],
            )
        )
    sheet = Sheet(
        name="the Isles",
        file=FILE,
        width=600,
        height=400,
        under=(("waves", "m-waves"), ("coast", "m-shore")),
        over=(
            ("terrain", ""),
            ("rivers", "m-rivers"),
            ("walls", ""),
            ("coast", "m-coast"),
            ("names", "m-names"),
        ),
        spots=spots,
        centre=(300, 200),
        kind=kind,
        word=kind,
        otherwise="Boats sail from land to land.",
    )
    return {"map": sheet}


def tell(lines: boards.Lines) -> dict[str, Any]:
    sailed = [float(n) for n, _ in enumerate([None, *(line for line in lines if line["kind"] == "sailed")])]
    return {"plots": [plot("Ways sailed", "Of both boats.", "Turn", [Series("Ways", "one", sailed)])]}


boards.register(
    "isles",
    boards.Board(
        template="games/board/map.html",
        draw=draw,
        styles=("css/map.css",),
        scripts=("js/map.js",),
        report=boards.Report(template="games/board/plots.html", tell=tell, styles=("css/plots.css",)),
    ),
)
