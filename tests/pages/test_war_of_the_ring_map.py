"""The drawn map of War of the Ring: no cracks, no colliding names, nothing left to chance."""

import re
from itertools import combinations, pairwise

import pytest

from games.boards.maps.geometry import apart
from games.boards.maps.layout import SIGN, SMALL, Ground, label_box
from games.boards.war_of_the_ring import drawing
from games.boards.war_of_the_ring.chart import chart, places, source
from rules.war_of_the_ring.position.catalogue import REGIONS

pytestmark = pytest.mark.pythons


def test_borders_are_shared_exactly_by_the_regions_that_touch():
    owners = chart().edges
    assert {len(o) for o in owners.values()} == {1, 2}
    touching = {frozenset(o) for o in owners.values() if len(o) == 2}
    adjacent = {frozenset((r, other)) for r, x in REGIONS.items() for other in x.adjacent}
    closed = {frozenset(pair[:2]) for pair in source()["impassable"]}
    assert touching == adjacent | closed
    assert (len(adjacent), len(closed)) == (232, 50)


def test_wobbled_borders_are_the_same_line_from_both_sides():
    owners = {}
    for region in REGIONS:
        for a, b in pairwise(chart().outline(region)):
            owners.setdefault((min(a, b), max(a, b)), []).append(region)
    shared = [o for o in owners.values() if len(o) == 2]
    assert max(len(o) for o in owners.values()) == 2
    assert {frozenset(o) for o in shared} == {frozenset(o) for o in chart().edges.values() if len(o) == 2}


def test_every_border_is_one_chain_and_none_is_lost():
    drawn = {frozenset(c.owners) for c in chart().chains}
    assert drawn == {frozenset(o) for o in chart().edges.values()}


def test_names_lie_in_their_regions_and_never_meet():
    boxes = {region: label_box(place) for region, place in places().items()}
    assert set(boxes) == set(REGIONS)
    for region, box in boxes.items():
        ground = Ground(chart().outline(region)[:-1])
        small = (
            places()[region].size == SMALL
        )  # where it would not be read otherwise it reaches over the border
        assert ground.holds(box, 0.0) or (small and ground.outside(box) < box[2] * box[3] / 2), region
    for a, b in combinations(boxes.values(), 2):
        assert apart(a, b, 0.0)


def test_names_are_clear_of_their_figures_and_settlement_signs():
    for region, place in places().items():
        label = label_box(place)
        assert apart(label, (*place.stack, *place.room), 0.0), region
        if REGIONS[region].settlement != "none":
            sign = (*place.sign, SIGN, SIGN)
            assert apart(label, sign, -0.1), region


def test_the_kept_map_is_what_the_code_draws():
    assert drawing.FILE.read_text(encoding="utf-8") == drawing.drawing()


@pytest.mark.parametrize("region", ["moria", "bree", "umbar"])
def test_every_region_has_an_outline_to_refer_to(region):
    text = drawing.FILE.read_text(encoding="utf-8")
    assert len(re.findall(rf'<path id="{region}" d="M[^"]+z"/>', text)) == 1
