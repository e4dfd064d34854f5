"""A glimpse of War of the Ring for lists of games: the corner of the map that the question is about."""

from __future__ import annotations

from collections.abc import Sequence

from games.boards import Scene
from games.boards.choosing import choices_of, regions_of
from games.boards.pictures import Box, Picture
from games.boards.war_of_the_ring import regions
from games.boards.war_of_the_ring.chart import chart
from games.boards.war_of_the_ring.fellowship import fellowship
from games.boards.war_of_the_ring.picture import canvas, lit_in, part_of
from rules.war_of_the_ring.catalogue import REGIONS

#: How much of the map is seen, in its units, and how far from the middle of that a region is still seen well.
SIZE = (300.0, 200.0)
NEAR = (115.0, 70.0)

Point = tuple[float, float]


def glimpse(scene: Scene) -> Picture:
    """Return what lies where something is asked; else where something has moved, or where the Fellowship is."""
    ways = [named for value in choices_of(scene.decision) if (named := regions_of(value, REGIONS))]
    ends = -1 if len({named[0] for named in ways}) == 1 else 0
    marks = lit_in(scene, [named[ends] for named in ways])
    for mark in ("is-choice", "is-context", "is-touched"):
        places = [chart().regions[region].anchor for region, its in sorted(marks.items()) if its == mark]
        if places:
            break
    else:
        company = fellowship(scene.view, regions.spots(scene.view, {}, {}, fans=False))
        places = [(company["x"], company["y"])]
    return part_of(scene, _around(places), marks, {})


def _around(places: Sequence[Point]) -> Box:
    """Return the cut that shows most of some places: those near the one that most of them are near to."""
    near = max(([p for p in places if _is_near(p, place)] for place in places), key=len)
    box = []
    for axis in (0, 1):
        middle = (min(p[axis] for p in near) + max(p[axis] for p in near)) / 2
        box.append(min(max(middle - SIZE[axis] / 2, 0.0), canvas()[axis] - SIZE[axis]))
    return box[0], box[1], *SIZE


def _is_near(one: Point, other: Point) -> bool:
    return abs(one[0] - other[0]) <= NEAR[0] and abs(one[1] - other[1]) <= NEAR[1]
