"""Middle-earth for Risk: our own map, drawn by hand corner by corner (`geometry.json`)."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from games.boards.maps.chart import Chart, Region
from games.boards.maps.geometry import Box, Line
from games.boards.maps.layout import Place
from games.boards.maps.placement import Table
from rules.risk.data import TERRITORIES

#: The radius of the number of a choice, how far from the middle of a counter it stands, and the ways in which it may.
KEY, KEY_OFF = 9.0, 16.0
WAYS = ((0, -1), (-0.8, -0.7), (0.8, -0.7), (-1, 0.2), (1, 0.2), (-0.8, 0.7), (0.8, 0.7), (0, 1))

GEOMETRY = Path(__file__).parent / "geometry.json"


@cache
def source() -> dict[str, Any]:
    """Return what is drawn: territories, rivers, mountains, bridges, sea ways, the path, words; all in units."""
    loaded: dict[str, Any] = json.loads(GEOMETRY.read_text(encoding="utf-8"))
    return loaded


def line(points: list[list[float]]) -> Line:
    """Return points as the charts have them."""
    return [(float(x), float(y)) for x, y in points]


@cache
def chart() -> Chart:
    """Return the territories with their borders."""
    return Chart({id: _territory(id) for id in TERRITORIES}, is_wobbled=False)


def _territory(id: str) -> Region:
    facts, drawn = TERRITORIES[id], source()["territories"][id]
    x, y = drawn["anchor"]
    return Region(
        name=facts.name,
        polygon=line(drawn["polygon"]),
        anchor=(float(x), float(y)),
        radius=drawn["radius"],
        sign="stronghold" if facts.stronghold else "site" if facts.site else "",
        owner=facts.region,
        terrain=tuple(drawn["terrain"]),
    )


@cache
def places() -> dict[str, Place]:
    """Return where names, signs and battalions stand: clear of each other and of the borders."""
    return {id: _place(drawn) for id, drawn in source()["territories"].items()}


def _place(drawn: dict[str, Any]) -> Place:
    name, anchor, room = drawn["name"], tuple(drawn["anchor"]), 2 * drawn["radius"]
    return Place(
        lines=name["lines"],
        size=name["size"],
        name=(name["x"], name["y"]),
        sign=tuple(drawn.get("sign", anchor)),
        stack=anchor,
        room=(room, room),
    )


@cache
def stops() -> tuple[tuple[float, float], ...]:
    """Return where the stops of the Fellowship's path lie, in their order."""
    return tuple((stop["x"], stop["y"]) for stop in source()["path"]["stops"])


@cache
def key_of(id: str) -> tuple[float, float]:
    """Return where the number of a choice stands beside a counter: where it covers least."""
    x, y = places()[id].stack
    around = [(x + dx * KEY_OFF, y + dy * KEY_OFF) for dx, dy in WAYS]
    inside = [at for at in around if KEY < at[0] < chart().width - KEY and KEY < at[1] < chart().height - KEY]
    return min(inside, key=lambda at: table().covered((*at, 2 * KEY, 2 * KEY)))


@cache
def table() -> Table:
    """Return the map as a table for the marks, which leave the path in sight."""
    size = 2 * source()["path"]["radius"] + 2
    printed: tuple[Box, ...] = tuple((x, y, size, size) for x, y in stops())
    return Table(chart(), places(), printed)
