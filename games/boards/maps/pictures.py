"""Pictures of a map for mails and lists: cut to what is asked or has moved, with numbers of choices and of deeds."""

from collections.abc import Container, Iterable, Mapping, Sequence
from functools import cache
from math import ceil

from games.boards import Scene
from games.boards.choices import regions_of
from games.boards.grounds import Box
from games.boards.lettering import Name
from games.boards.maps.chart import Chart
from games.boards.maps.geometry import Box as PieceBox
from games.boards.maps.geometry import Point
from games.boards.maps.layout import Place
from games.boards.maps.marks import SIZE, WIDTHS, Mark
from games.boards.pictures import ACT, DONE, badge, lozenge, way
from games.boards.sprites import Sprite

#: What is cut out, in units: at least and at most so wide and high; around each region that belongs in it, so much, or
#: if that is too much, less.
LEAST, MOST = (300.0, 190.0), (440.0, 300.0)
#: Cuts are wider by so many units each: in any width, whatever is drawn would have to be drawn anew.
WIDER = 35.0
AROUND, LEAST_AROUND = (84.0, 54.0), (62.0, 48.0)
#: How much of a map a glimpse shows, in its units, and how far from the middle of that a region is still seen well.
GLIMPSE = (300.0, 200.0)
NEAR = (115.0, 70.0)
#: Names are at least so high in a picture, in pixels (half of that on a phone).
NAMES = 20.0
#: The height of the number of what was done, and the radius of that of a choice, in pixels.
STEP, CHOICE = 40.0, 20.0
#: The part of the radius of such a number that is kept clear around its middle: its corners are round.
CLEAR = 1.8
#: How far signs on the edge of a piece reach beyond it, in units: crowns, walls, seals.
EDGE = 24.0
#: How far the line of an outline reaches beyond it, in units, and how outlines look: their colour first.
_LINE = 6.0
_LIT = {
    "is-touched": (DONE, 'fill="none" stroke-width="2.6" stroke-dasharray="2 4" stroke-linecap="round"'),
    "is-context": ("#ffffff", 'fill="#ffffff" fill-opacity=".35" stroke-width="3.6" stroke-linejoin="round"'),
    "is-choice": (ACT, f'fill="{ACT}" fill-opacity=".14" stroke-width="3.6" stroke-linejoin="round"'),
}


def asked_at(
    choices: Mapping[str, str], numbers: Mapping[str, int], regions: Container[str]
) -> dict[str, int]:
    """Return the regions where something can be chosen, each with the number of its choice; 0 if some have several.

    Where all choices begin in one region, as from where an Army moves, each is marked where it leads.
    """
    found: dict[str, int] = {}
    for region, value in ends_of(choices, regions):
        found[region] = 0 if region in found else numbers.get(value, 0)
    return found if all(found.values()) else dict.fromkeys(found, 0)


def ends_of(choices: Mapping[str, str], regions: Container[str]) -> list[tuple[str, str]]:
    """Return where each choice is marked, and the choice: where it begins, or, if all begin there, where it leads."""
    ways = {value: named for value in choices if (named := regions_of(value, regions))}
    end = -1 if len({named[0] for named in ways.values()}) == 1 else 0
    return [(named[end], value) for value, named in ways.items()]


def marked(
    scene: Scene, asked: Iterable[str], touched: Iterable[str], regions: Container[str]
) -> dict[str, str]:
    """Return the regions that are marked: where something can be chosen, what it is about, what has moved."""
    told = scene.decision.context if scene.decision is not None else None
    about = {name for name in (told or {}).values() if isinstance(name, str) and name in regions}
    return {
        **dict.fromkeys(touched, "is-touched"),
        **dict.fromkeys(about, "is-context"),
        **dict.fromkeys(asked, "is-choice"),
    }


def cut_of(chart: Chart, marks: Mapping[str, str]) -> Box | None:
    """Return the part of a map that shows what is marked well, None if that lies too far apart or is nothing."""
    about = {region for region, mark in marks.items() if mark != "is-touched"}
    return (_cut(chart, marks) if marks else None) or (_cut(chart, about) if about else None)


def _cut(chart: Chart, names: Iterable[str]) -> Box | None:
    anchors = [chart.regions[region].anchor for region in names]
    return _around(chart, anchors, AROUND) or _around(chart, anchors, LEAST_AROUND)


def _around(chart: Chart, anchors: Sequence[Point], room: tuple[float, float]) -> Box | None:
    left, right = min(x for x, _ in anchors) - room[0], max(x for x, _ in anchors) + room[0]
    top, bottom = min(y for _, y in anchors) - room[1], max(y for _, y in anchors) + room[1]
    width, height = max(right - left, LEAST[0]), max(bottom - top, LEAST[1])
    width = max(width, height * LEAST[0] / MOST[1] * 1.1)
    width = LEAST[0] + ceil((width - LEAST[0]) / WIDER) * WIDER
    if width > MOST[0] or height > MOST[1]:
        return None
    x = min(max((left + right - width) / 2, 0), chart.width - width)
    y = min(max((top + bottom - height) / 2, 0), chart.height - height)
    return x, y, width, height


def glimpsed(chart: Chart, marks: Mapping[str, str], otherwise: Point) -> Box:
    """Return what lies where something is asked; else what it is about, what has moved, or what is around a point."""
    for mark in ("is-choice", "is-context", "is-touched"):
        places = [chart.regions[region].anchor for region, its in sorted(marks.items()) if its == mark]
        if places:
            break
    else:
        places = [otherwise]
    near = max(([p for p in places if _is_near(p, place)] for place in places), key=len)
    box = []
    for axis, size in enumerate((chart.width, chart.height)):
        middle = (min(p[axis] for p in near) + max(p[axis] for p in near)) / 2
        box.append(min(max(middle - GLIMPSE[axis] / 2, 0.0), size - GLIMPSE[axis]))
    return box[0], box[1], *GLIMPSE


def _is_near(one: Point, other: Point) -> bool:
    return abs(one[0] - other[0]) <= NEAR[0] and abs(one[1] - other[1]) <= NEAR[1]


def lit(chart: Chart, marks: Mapping[str, str]) -> list[Sprite]:
    """Return the outlines of regions, what can be chosen last."""
    order = list(_LIT)
    drawn = sorted(marks.items(), key=lambda item: (order.index(item[1]), item[0]))
    return [_outlined(chart, region, mark) for region, mark in drawn]


@cache
def _outlined(chart: Chart, region: str, mark: str) -> Sprite:
    ink, look = _LIT[mark]
    path = chart.path(chart.outline(region), closed=True)
    x, y, wide, high = chart.rooms[region]
    box = (x - wide / 2 - _LINE, y - high / 2 - _LINE, wide + 2 * _LINE, high + 2 * _LINE)
    return Sprite(f'<path class="{mark}" stroke="{ink}" {look} d="{path}"/>', box, ink=ink)


def is_seen(piece: PieceBox, box: Box) -> bool:
    """Return whether a piece (its middle, width and height), or a sign on its edge, is seen in a cut."""
    (x, y, wide, high), (left, top, width, height) = piece, box
    across, down = wide / 2 + EDGE, high / 2 + EDGE
    return left - across < x < left + width + across and top - down < y < top + height + down


def names(
    places: Mapping[str, Place],
    box: Box,
    scale: float,
    counting: Container[str],
    ink: str,
    halo: str,
) -> tuple[Name, ...]:
    """Return the names of the regions that are seen in a cut, in two colours: large those that count."""
    left, top, width, height = box
    found = []
    for region, place in places.items():
        (x, y), counts = place.name, region in counting
        if not (left < x < left + width and top < y < top + height):
            continue
        size = max(place.size, NAMES / scale) if counts else max(place.size * 0.85, NAMES * 0.8 / scale)
        for row, line in enumerate(place.lines):
            at = y + (row - (len(place.lines) - 1) / 2) * size + size * 0.33
            inside = min(max(x, left + len(line) * size * 0.25), left + width - len(line) * size * 0.25)
            found.append(Name(line, inside, at, size, ink, halo, faint=not counts))
    return tuple(found)


def numbers_of(asked: Mapping[str, int], where: Mapping[str, PieceBox], radius: float) -> list[Sprite]:
    """Return the numbers of the choices in their places."""
    return [sprite for region, box in where.items() for sprite in badge(asked[region], *box[:2], radius)]


def arrows(marks: Sequence[Mark], size: float) -> list[Sprite]:
    """Return the arrows of moves, which lie below the figures."""
    widths = WIDTHS[0] * size / SIZE, WIDTHS[1] * size / SIZE
    return [way(mark.arrow, widths) for mark in marks if mark.arrow]


def lozenges(marks: Sequence[Mark], size: float) -> list[Sprite]:
    """Return the numbers of what was done."""
    return [lozenge(mark.number, float(mark.x), float(mark.y), size / 2) for mark in marks]


def words(marks: Mapping[str, str], chart: Chart, *, whole: bool, of: str) -> str:
    """Return what there is to see, for who sees no pictures: the board in text says the rest."""
    shown = [chart.regions[region].name for region, mark in marks.items() if mark == "is-choice"]
    what = f"The map of {of}" if whole else f"A part of the map of {of}"
    return f"{what}; possible: {', '.join(sorted(shown))}." if shown else f"{what}."
