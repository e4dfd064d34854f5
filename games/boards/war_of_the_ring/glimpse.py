"""A glimpse of War of the Ring for lists of games: the corner of the map that the question is about."""

from games.boards import Scene
from games.boards.choices import choices_of
from games.boards.maps.pictures import ends_of, glimpsed
from games.boards.pictures import Picture
from games.boards.war_of_the_ring import regions
from games.boards.war_of_the_ring.chart import chart
from games.boards.war_of_the_ring.fellowship import company
from games.boards.war_of_the_ring.picture import lit_in, part_of
from rules.war_of_the_ring.position.catalogue import REGIONS


def glimpse(scene: Scene) -> Picture:
    """Return what lies where something is asked; else where something has moved, or where the Fellowship is."""
    marks = lit_in(scene, [region for region, _ in ends_of(choices_of(scene.decision), REGIONS)])
    heaps = regions.heaps_of(regions.piles_of(scene.view))
    boxes = regions.boxes_of(heaps)
    its = company(scene.view, boxes)
    return part_of(scene, glimpsed(chart(), marks, (its["x"], its["y"])), marks, heaps, boxes, {})
