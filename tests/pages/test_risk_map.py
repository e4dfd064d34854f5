"""The drawn map of Risk: it parts and joins what the rules part and join, and nothing on it meets anything else."""

import re
from itertools import combinations, pairwise
from math import cos, dist, hypot, radians, sin

import pytest
from django.template.loader import get_template

from games.boards.maps.geometry import Box, Point, apart, inside
from games.boards.maps.layout import SIGN, Ground, label_box
from games.boards.risk import drawing, pieces, territories
from games.boards.risk.chart import chart, line, places, source, stops
from rules.risk.data import BRIDGE, EDGES, LAND, PATH, RANGES, REGIONS, SEA, TERRITORIES, side_of

#: A border that is open no further than this is where a river springs, in units; every way by land is wider.
SPRING = 15.0
#: From the middle of a bridge to where it has come to land, in units.
ASHORE = 7.0
#: The width and height of three digits of a counter, in units.
DIGITS = 19.0, 12.0
PIECES = "games/board/risk/pieces.html"


def stretches(points):
    """The edges of a line, whichever way it runs."""
    return {(min(a, b), max(a, b)) for a, b in pairwise(line(points))}


def pairs(kind):
    """The two territories of every edge of a kind that the rules have."""
    return {frozenset(ends) for ends, how in EDGES.items() if how == kind}


def drawn_ends(what):
    return [frozenset(one["ends"]) for one in source()[what]]


def borders():
    """The edges that each two territories share."""
    found = {}
    for edge, owners in chart().edges.items():
        if len(owners) == 2:
            found.setdefault(frozenset(owners), set()).add(edge)
    return found


def rivers():
    """The edges along which rivers flow; what flows inside one territory parts nothing."""
    all_of_them = {e for river in source()["rivers"] for e in stretches(river["points"])}
    return all_of_them - {e for river in source()["rivers"] for run in river["inner"] for e in stretches(run)}


def mountains():
    return {e for m in source()["mountains"] if m["closes"] for e in stretches(m["points"])}


def corners(box: Box, turn: float = 0.0) -> list[Point]:
    """The corners of a box, or of one that is turned."""
    x, y, w, h = box
    c, s = cos(radians(turn)), sin(radians(turn))
    around = ((-w / 2, -h / 2), (w / 2, -h / 2), (w / 2, h / 2), (-w / 2, h / 2))
    return [(x + dx * c - dy * s, y + dx * s + dy * c) for dx, dy in around]


def meets(one: list[Point], other: list[Point]) -> bool:
    """Whether two convex shapes meet: no line along a side of either parts them."""
    for (x1, y1), (x2, y2) in (e for shape in (one, other) for e in pairwise([*shape, shape[0]])):
        a, b = ([(y2 - y1) * x - (x2 - x1) * y for x, y in shape] for shape in (one, other))
        if max(a) <= min(b) or max(b) <= min(a):
            return False
    return True


def names():
    return {id: label_box(place) for id, place in places().items()}


def counters():
    """The room of every counter, with a crown on it and three digits."""
    view = {
        "territories": {id: {"holder": "green", "battalions": 128} for id in TERRITORIES},
        "armies": {"green": {"leaders": list(TERRITORIES)}},
    }
    return pieces.boxes(view)


def signs():
    return {id: (*places()[id].sign, SIGN, SIGN) for id, facts in chart().regions.items() if facts.sign}


def file():
    return drawing.FILE.read_text(encoding="utf-8")


def layer(name):
    return re.search(rf'<g id="layer-{name}">(.*?)</g>\n', file())[1]


# -- the file ------------------------------------------------------------------------------------------------------


def test_the_kept_map_is_what_the_code_draws():
    assert file() == drawing.drawing()


@pytest.mark.rule("RK-1.1")
def test_all_64_territories_have_an_outline_and_a_name():
    assert len(TERRITORIES) == len(source()["territories"]) == 64
    named = " ".join(re.findall(r"<text[^>]*>([^<]+)</text>", layer("names")))
    for id, facts in TERRITORIES.items():
        assert len(re.findall(rf'<path id="{id}" d="M[^"]+z"/>', file())) == 1
        assert f'<use href="#{id}"/>' in layer("land")
        assert " ".join(places()[id].lines) == facts.name
        assert facts.name in named


@pytest.mark.rule("RK-1.5")
def test_strongholds_sites_of_power_and_ports_have_their_signs_where_the_rules_have_them():
    strong = [id for id, facts in chart().regions.items() if facts.sign == "stronghold"]
    sites = [id for id, facts in chart().regions.items() if facts.sign == "site"]
    assert strong == [id for id, facts in TERRITORIES.items() if facts.stronghold]
    assert sites == [id for id, facts in TERRITORIES.items() if facts.site]
    for sign, number in (("stronghold", 11), ("site", 22)):
        assert layer("signs").count(f'd="{drawing.SIGNS[sign]}"') == number
    assert set(source()["ports"]) == {id for id, facts in TERRITORIES.items() if facts.port}
    assert file().count('<g class="port"') == 5


@pytest.mark.rule("RK-1.4")
def test_every_region_says_what_holding_it_brings():
    shown = re.findall(
        r'textLength="[^"]+">([^<]+)</text><circle[^>]*/><text class="bonus"[^>]*>(\d+)<', file()
    )
    assert dict(shown) == {facts.name.upper(): str(facts.bonus) for facts in REGIONS.values()}


# -- who is next to whom -------------------------------------------------------------------------------------------


def test_no_border_is_of_three_and_no_crack_lies_between_two():
    assert {len(owners) for owners in chart().edges.values()} == {1, 2}
    coast = [edge for edge, owners in chart().edges.items() if len(owners) == 1]
    around = dict.fromkeys({point for edge in coast for point in edge}, 0)
    for edge in coast:
        for point in edge:
            around[point] += 1
    assert set(around.values()) == {2}, "the land has one outline, and no hole"
    left, todo = {*around}, [min(around)]
    while todo:
        point = todo.pop()
        if point in left:
            left.remove(point)
            todo += [end for edge in coast if point in edge for end in edge]
    assert not left


@pytest.mark.rule("RK-1.6")
def test_two_territories_have_an_open_border_exactly_if_the_rules_join_them_by_land():
    shut = rivers() | mountains()
    open_ = {pair: sum(dist(*edge) for edge in edges - shut) for pair, edges in borders().items()}
    assert {pair for pair, length in open_.items() if length > SPRING} == pairs(LAND)
    springs = {tuple(sorted(pair)): n for pair, n in open_.items() if 0 < n <= SPRING}
    assert list(springs) == [("eastern-mirkwood", "north-mirkwood")], "a bridge joins them, too"
    assert min(open_[pair] for pair in pairs(LAND)) > 2 * SPRING


@pytest.mark.rule("RK-1.6")
def test_rivers_and_mountains_follow_borders():
    for closing in (rivers(), mountains()):
        assert closing <= set(chart().edges)
        assert all(len(chart().edges[edge]) == 2 for edge in closing)


@pytest.mark.rule("RK-1.6")
def test_every_bridge_lies_on_the_river_between_its_two_ends_and_leads_across():
    assert set(drawn_ends("bridges")) == pairs(BRIDGE)
    assert len(source()["bridges"]) == layer("bridges").count('class="deck"') == 18
    for bridge in source()["bridges"]:
        (x, y), turn = (bridge["x"], bridge["y"]), radians(bridge["angle"])
        ends = frozenset(bridge["ends"])
        over = [e for e in borders()[ends] & rivers() if off((x, y), *e) < 0.6]
        assert over, ends
        assert not borders()[ends] & mountains(), ends
        landed = [(x + side * cos(turn), y + side * sin(turn)) for side in (-ASHORE, ASHORE)]
        lands = {id for point in landed for id in ends if inside(point, chart().regions[id].polygon)}
        assert lands == ends


def off(point, a, b):
    """How far a point is from a stretch."""
    (ax, ay), (bx, by), (x, y) = a, b, point
    share = max(0, min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / dist(a, b) ** 2))
    return hypot(ax + share * (bx - ax) - x, ay + share * (by - ay) - y)


@pytest.mark.rule("RK-1.6")
def test_every_way_over_the_sea_leads_over_water_from_port_to_port():
    assert set(drawn_ends("sea")) == pairs(SEA)
    assert len(source()["sea"]) == layer("lanes").count("M") - file().count(drawing.ANCHOR) * 3 == 5
    for way in source()["sea"]:
        points = line(way["points"])
        shores = [tuple(map(float, source()["ports"][id]["shore"])) for id in way["ends"]]
        assert [points[0], points[-1]] == shores
        for id, shore in zip(way["ends"], shores, strict=True):
            coast = {p for e, owners in chart().edges.items() if owners == [id] for p in e}
            assert shore in coast, id
        for point in points:
            if min(dist(point, shore) for shore in shores) > 14:
                assert not any(inside(point, facts.polygon) for facts in chart().regions.values()), way[
                    "ends"
                ]


@pytest.mark.rule("RK-12.15")
def test_every_range_of_mountains_lies_at_its_territories_and_parts_no_others():
    drawn = {}
    for one in source()["mountains"]:
        drawn.setdefault(one["range"], set()).update(stretches(one["points"]))
    assert set(drawn) == set(RANGES)
    for id, facts in RANGES.items():
        parted = {owner for edge in drawn[id] for owner in chart().edges[edge]}
        assert parted <= set(facts.territories), id
        for territory in facts.territories:
            at = chart().regions[territory].polygon
            assert min(off(point, *edge) for point in at for edge in drawn[id]) == 0, (id, territory)


@pytest.mark.rule("RK-17.1")
def test_the_way_of_the_fellowship_has_the_stops_of_the_rules_each_in_its_territory():
    drawn = source()["path"]
    assert [(s["territory"], s["die"]) for s in drawn["stops"]] == [(s.territory, s.die) for s in PATH]
    assert len(drawn["curves"]) == len(PATH) - 1
    for stop, (x, y) in zip(PATH, stops(), strict=True):
        r = drawn["radius"]
        ground = Ground(chart().regions[stop.territory].polygon)
        assert ground.holds((x, y, r, r), 0.0), stop.territory
    assert layer("path").count('class="stop"') == sum(not stop.die for stop in PATH)
    assert layer("path").count('class="stop die"') == sum(stop.die for stop in PATH)


# -- nothing meets anything ------------------------------------------------------------------------------------------


def test_names_lie_in_their_territories_and_meet_no_other_name():
    for id, box in names().items():
        assert Ground(chart().outline(id)[:-1]).holds(box, 0.0), id
    for (one, a), (other, b) in combinations(names().items(), 2):
        assert apart(a, b, 0.0), (one, other)


def test_a_counter_with_a_crown_and_three_digits_meets_no_name_no_sign_and_no_other_counter():
    assert {box[2:] for box in counters().values()} == {(pieces.SIZE, pieces.SIZE + pieces.CROWNED)}
    assert 'textLength="19"' in pieces.counter("moria", {"holder": "red", "battalions": 128}, is_led=True)
    for id, box in counters().items():
        assert inside(box[:2], chart().regions[id].polygon)
        for other in TERRITORIES:
            assert apart(box, names()[other], 0.0), (id, other)
            assert other not in signs() or apart(box, signs()[other], -0.1), (id, other)
            assert other == id or apart(box, counters()[other], 0.0), (id, other)


def test_signs_lie_in_their_territories_and_meet_no_name():
    for id, box in signs().items():
        assert Ground(chart().outline(id)[:-1]).holds(box, -0.5), id
        assert all(apart(box, name, -0.1) for name in names().values()), id


def test_stops_meet_no_counter_no_name_and_no_sign():
    r = source()["path"]["radius"]
    for x, y in stops():
        for id in TERRITORIES:
            cx, cy = places()[id].stack
            assert dist((x, y), (cx, cy)) >= r + pieces.SIZE / 2, id
            tips = [(cx + dx, cy + dy) for dx, dy in ((-5.5, -13.5), (0, -14.8), (5.5, -13.5))]
            assert all(dist((x, y), tip) >= r for tip in tips), id
            assert apart((x, y, 2 * r, 2 * r), names()[id], -0.5), id
            assert id not in signs() or apart((x, y, 2 * r, 2 * r), signs()[id], -0.5), id


def test_the_ring_of_the_fellowship_covers_no_digits():
    ring = re.search(r'<circle r="([\d.]+)" class="halo"', get_template(PIECES).template.source)
    r = float(ring[1])
    for x, y in stops():
        for id in TERRITORIES:
            cx, cy = places()[id].stack
            aside, up = max(0, abs(x - cx) - DIGITS[0] / 2), max(0, abs(y - cy) - DIGITS[1] / 2)
            assert hypot(aside, up) > r, id


def test_labels_of_regions_meet_no_name_no_counter_no_sign_no_stop_and_no_other_label():
    labels = {
        id: corners((at["x"], at["y"], at["width"], at["height"]), at["rotation"])
        for id, at in source()["regions"].items()
    }
    assert set(labels) == set(REGIONS)
    r = 2 * source()["path"]["radius"]
    for region, label in labels.items():
        for what in (names(), counters(), signs(), dict(enumerate((x, y, r, r) for x, y in stops()))):
            for id, box in what.items():
                assert not meets(label, corners(box)), (region, id)
        foreign = [id for id, facts in TERRITORIES.items() if facts.region != region]
        for id in foreign:
            assert not any(inside(corner, chart().regions[id].polygon) for corner in label), (region, id)
    for one, other in combinations(labels, 2):
        assert not meets(labels[one], labels[other])


def test_every_army_has_a_shape_of_its_own():
    assert len(set(pieces.SHAPES.values())) == len(pieces.SHAPES) == 5
    assert {side_of(holder) for holder in pieces.SHAPES} == {"good", "evil", "neutral"}


@pytest.mark.parametrize(
    ("territory", "words"),
    [
        ("angmar", ["Closed by mountains: Eastern Angmar."]),
        ("carrock", ["Closed by rivers: Gladden Fields."]),
        (
            "rhudaur",
            ["Closed by mountains: Gladden Fields.", "Closed by rivers: Borderlands, South Downs."],
        ),
    ],
)
def test_what_shuts_a_territory_off_is_told(territory, words):
    assert territories._walls(territory) == words
