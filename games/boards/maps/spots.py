"""Contents of a map's regions: piles of figures in their places, and what the page needs of each region."""

from collections.abc import Iterable, Sequence

import msgspec
from django.utils.safestring import SafeString

from games.boards.maps.layout import SIGN, Place
from games.boards.maps.marks import Pointed, pointing

GAP = 1.5
#: Figures are drawn no smaller than this, and step aside no further, in units.
LEAST_SCALE, MOST_SHIFT = 0.78, 7.0


class Pile(msgspec.Struct, kw_only=True):
    """Figures that stand together, drawn around the middle of their upper edge, in units.

    `above` is how much of the height lies above that edge; `top` is where the edge comes to stand.
    """

    width: float
    height: float
    above: float = 0.0
    top: float = 0.0


class Spot(msgspec.Struct, kw_only=True):
    """A region of the page: its figures as drawn, and all that is known of it in words.

    `x`, `y`, `width` and `height` are the box of the figures, in units; `figures` is their SVG text, `banner` that of
    what lies below the figures of all regions, and `dots` are classes for the mini-map, one for each dot.
    `marks` are classes of the outline: `is-choice` glows, `is-context` is ringed, `is-touched` is what a small window
    opens on. `beyond` says what lies around; `next_to` writes it so that the page's scripts read it too. `why` says why
    the region cannot be chosen. `key` is where the number of a choice stands, None for above the figures.
    """

    id: str
    name: str
    kind: str
    words: str
    x: float
    y: float
    width: float = 0.0
    height: float = 0.0
    marks: str = ""
    lines: list[str] = []
    beyond: str = ""
    choices: list[dict[str, str]] = []
    figures: SafeString = SafeString("")
    banner: SafeString = SafeString("")
    dots: list[str] = []
    why: str = ""
    key: tuple[float, float] | None = None


def pointed_on(spots: Iterable[Spot], ways: Iterable[Sequence[str]]) -> list[Pointed]:
    """Return what is pointed at on a map of these regions: regions, and pairs of them for ways.

    What the map does not show is left out.
    """
    boxes = {spot.id: (spot.x, spot.y, max(spot.width, 4.0), max(spot.height, 4.0)) for spot in spots}
    shown = [way for way in ways if all(region in boxes for region in way)]
    return [
        pointing(boxes[way[0]], boxes[way[1]]) if len(way) > 1 else Pointed(region=way[0]) for way in shown
    ]


def next_to(names: Iterable[str]) -> str:
    """Return the neighbours of a region in words.

    >>> next_to(["The Shire", "Bree"])
    'Next to Bree, The Shire.'
    """
    return f"Next to {', '.join(sorted(names))}."


def tower(piles: Sequence[Pile], place: Place) -> tuple[float, float, float]:
    """Let piles stand one above the other around a region's place; return its middle (x, y) and the scale that fits."""
    total = sum(p.height for p in piles) + GAP * (len(piles) - 1)
    y = -total / 2
    for pile in piles:
        pile.top = y + pile.above
        y += pile.height + GAP
    width = max((p.width for p in piles), default=0)
    scale = min(1.0, (place.room[1] + 4) / max(total, 1), (place.room[0] + 12) / max(width, 1))
    scale = round(max(scale, LEAST_SCALE), 2)
    tall = total * scale if piles else 0
    x, y = place.stack
    return x + _clear_of_sign(place, width * scale), y + _clear_of_name(place, tall), scale


def _clear_of_sign(place: Place, width: float) -> float:
    """Return how far a tower of `width` moves sideways, so that it covers the sign less."""
    apart = place.stack[0] - place.sign[0]
    if not 0 < abs(apart) < (width + SIGN) / 2 or abs(place.stack[1] - place.sign[1]) > SIGN:
        return 0.0
    shift = min((width + SIGN) / 2 - abs(apart), MOST_SHIFT)
    return round(shift if apart > 0 else -shift, 1)


def _clear_of_name(place: Place, height: float) -> float:
    """Return how far a tower of `height` moves up or down, so that it grows away from the name."""
    too_tall = max(0.0, height - place.room[1]) / 2
    return round(too_tall if place.name[1] < place.stack[1] else -too_tall, 1)
