"""Middle-earth for War of the Ring: our own map, drawn from the polygons of the rules' map data."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from games.boards.maps.chart import Chart, Region
from games.boards.maps.geometry import Box
from games.boards.maps.layout import Place, load
from games.boards.maps.placement import Table
from rules.war_of_the_ring.position.catalogue import DATA

LAYOUT = Path(__file__).parent / "layout.json"


@cache
def source() -> dict[str, Any]:
    """Return the map data of the rules."""
    loaded: dict[str, Any] = json.loads((DATA / "map.json").read_text(encoding="utf-8"))
    return loaded


@cache
def chart() -> Chart:
    """Return the regions with their borders."""
    return Chart({id: _region(facts) for id, facts in source()["regions"].items()})


def _region(facts: dict[str, Any]) -> Region:
    return Region(
        name=facts["name"],
        polygon=[(float(x), float(y)) for x, y in facts["polygon"]],
        anchor=tuple(facts["anchor"]),
        radius=facts["anchorRadius"],
        sign="" if facts["settlement"] == "none" else facts["settlement"],
        owner=facts["nation"],
        terrain=tuple(facts["terrain"]),
    )


@cache
def places() -> dict[str, Place]:
    """Return where names, signs and figures stand."""
    return load(LAYOUT)


@cache
def table() -> Table:
    """Return the map as a table for the figures, which leave the Mordor Track in sight."""
    steps: tuple[Box, ...] = tuple((s["x"], s["y"], 22, 22) for s in source()["geometry"]["mordorTrack"])
    return Table(chart(), places(), steps)
