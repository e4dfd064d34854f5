"""The pieces on the map of Risk as SVG text: battalions with their Leader, what is closed, the Fellowship.

There are sixty-four armies on a page: written directly, they cost a tenth of a template. Every value is a number or a
fixed id.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.safestring import SafeString, mark_safe

from games.boards.maps.geometry import Box, number
from games.boards.risk.chart import places, source, stops
from rules.risk.data import NEUTRAL, TERRITORIES, TERRITORY_OF, bridge_between

#: The counters of the armies around their middle: each has a shape of its own, so that nobody needs their colours.
SHAPES = {
    "green": "M0-11a11 11 0 0 1 0 22a11 11 0 0 1 0-22z",
    "yellow": "M-10.5-10H10.5V2Q9.5 8.5 0 11.5Q-9.5 8.5-10.5 2z",
    "red": "M-6-10.5H6L12 0 6 10.5H-6L-12 0z",
    "black": "M-6.5-11H6.5L11-6.5V6.5L6.5 11H-6.5L-11 6.5V-6.5z",
    NEUTRAL: "M-10-9.5H10V9.5H-10z",
}
#: Above a counter, the crown of a Leader.
CROWN = "M-5.5-7V-13.5L-2.8-10.6 0-14.8 2.8-10.6 5.5-13.5V-7z"
#: How much room a counter takes, and with a crown, in units.
SIZE, CROWNED = 23.0, 3.0
#: How wide the ring of the Fellowship stands on the map, in units.
RING = 20.0
#: How far down the digits of a counter begin.
BASE = 5.4


def leaders(view: Mapping[str, Any]) -> set[str]:
    """Return the territories where a Leader stands."""
    return {place for army in view["armies"].values() for place in army["leaders"]}


def boxes(view: Mapping[str, Any]) -> dict[str, Box]:
    """Return where the counters stand, by territory."""
    crowned = leaders(view)
    found = {}
    for id, here in view["territories"].items():
        if here["holder"]:
            x, y = places()[id].stack
            extra = CROWNED if id in crowned else 0.0
            found[id] = (x, y - extra / 2, SIZE, SIZE + extra)
    return found


def counter(id: str, here: Mapping[str, Any], *, is_led: bool) -> SafeString:
    """Return the battalions of a territory, with the crown of a Leader."""
    if not here["holder"]:
        return SafeString("")
    x, y = places()[id].stack
    n = here["battalions"]
    digits = f'<text y="{BASE}"{narrow(n)}>{n}</text>' if n else ""
    crown = '<use href="#t-leader"/>' if is_led else ""
    return mark_safe(  # see above
        f'<g class="pile s-{here["holder"]}" data-pile="{id}"><g transform="translate({number(x)} {number(y)})">'
        f'<use href="#t-{here["holder"]}"/>{digits}{crown}</g></g>'
    )


def narrow(n: int) -> str:
    """Return how the digits of a number are pressed together, so that three of them fit."""
    return ' textLength="19" lengthAdjust="spacingAndGlyphs"' if n > 99 else ""


def fellowship(view: Mapping[str, Any]) -> dict[str, Any]:
    """Return where the Fellowship is."""
    stop = view["fellowship"]["stop"]
    x, y = stops()[stop - 1]
    return {
        "stop": stop,
        "stops": len(stops()),
        "x": number(x),
        "y": number(y),
        "territory": view["fellowship"]["territory"],
        "where": TERRITORIES[view["fellowship"]["territory"]].name,
        "doom_roll": view["doom_roll"],
        "dies": [bool(s["die"]) for s in source()["path"]["stops"]],
    }


def closed(view: Mapping[str, Any]) -> list[dict[str, str]]:
    """Return what cards have closed, as crosses on the map: territories and bridges."""
    shut = {place for lasting in view["lasting"] for place in lasting["where"]}
    found = []
    for place in sorted(shut):
        if place in TERRITORIES:
            x, y = places()[place].stack
            found.append({"x": number(x + SIZE / 2 + 3), "y": number(y - SIZE / 2)})
    for bridge in source()["bridges"]:
        if bridge_between(*bridge["ends"]) in shut:
            found.append({"x": number(bridge["x"]), "y": number(bridge["y"])})
    return found


def uprising(view: Mapping[str, Any]) -> dict[str, str] | None:
    """Return where a local uprising waits, if this viewer knows it."""
    waiting = view["uprising"]
    if waiting is None or waiting["card"] is None:
        return None
    x, y = places()[TERRITORY_OF[waiting["card"]]].stack
    return {"x": number(x - SIZE / 2 - 3), "y": number(y - SIZE / 2)}
