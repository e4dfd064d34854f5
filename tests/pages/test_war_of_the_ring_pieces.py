"""The counters on the map of War of the Ring: a shape for each kind, large digits, no pile over another."""

import re
from itertools import combinations
from pathlib import Path

import pytest
from django.template.loader import render_to_string

import rules
from games.boards.maps.geometry import apart
from games.boards.maps.layout import SMALL, label_box
from games.boards.war_of_the_ring import partners, regions, sets
from games.boards.war_of_the_ring.chart import chart, places
from games.boards.war_of_the_ring.fellowship import RING, fellowship
from games.boards.war_of_the_ring.pieces import LONGEST, UNIT, _brief, heap_of, is_heaped, parts_of, stack_of
from rules.core.replay import replay
from rules.core.transcript import read_transcript
from rules.war_of_the_ring.position.catalogue import CHARACTERS, NATIONS
from tests.rules.war_of_the_ring.positions import position

TITLE = rules.title("war-of-the-ring")
ROOT = Path(__file__).resolve().parents[2]
GOLDEN = sorted((ROOT / "rules/war_of_the_ring/records").glob("*.txt"))
#: How wide the whole map is on a window of 1440 by 900, and how large its digits are at least, in pixels.
SHOWN, DIGITS = 1063, 16
SHAPES = ("regular-free", "regular-shadow", "elite-free", "elite-shadow", "leader", "nazgul")


def force(side="free-peoples", characters=(), *, besieged=False, **figures):
    figures = {kind.replace("_", "-"): count for kind, count in figures.items()}
    return {"side": side, "besieged": besieged, "figures": figures, "characters": list(characters)}


def ids_of(line):
    return re.findall(r'id="([\w-]+)"', line)


def spots_of(state):
    return regions.spots(TITLE.view(state, None), {}, {})


def boxes_of(spots):
    return {spot.id: (spot.x, spot.y, spot.width, spot.height) for spot in spots if spot.dots}


def positions_of(file):
    """Every third position of a recorded game in which something has moved."""
    found, last = [], None

    def keep(entry, game):
        nonlocal last
        standing = {place: dict(force.figures) for place, force in game.state.forces.items()}
        if standing != last:
            found.append(game.view(None))
        last = standing

    replay(read_transcript(file.read_text(encoding="utf-8")), each=keep)
    return found[::3]


@pytest.mark.long
@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_no_two_piles_meet_in_recorded_games(file):
    """From the first position to the last, and the Fellowship covers none of them."""
    for view in positions_of(file):
        spots = regions.spots(view, {}, {})
        boxes = boxes_of(spots)
        for one, other in combinations(boxes, 2):
            assert apart(boxes[one], boxes[other], 0.0), (one, other)
        for x, y, width, height in boxes.values():
            assert width / 2 <= x <= chart().width - width / 2
            assert height / 2 <= y <= chart().height - height / 2
        if view["fellowship"]["mordor"] is None:
            company = fellowship(view, spots)
            ring = (company["x"], company["y"], RING, RING)
            assert all(apart(ring, box, 0.0) for box in boxes.values())


def hidden(name, pile):
    """How much of a name a pile covers, row by row."""
    shared = 0.0
    for x, y, width, height in pile:
        across = (name[2] + width) / 2 - abs(name[0] - x)
        down = (name[3] + height) / 2 - abs(name[1] - y)
        if across > 0 and down > 0:
            shared += min(across, name[2], width) * min(down, name[3], height)
    return min(1.0, shared / (name[2] * name[3]))


@pytest.mark.long
@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_piles_leave_the_names_of_regions_readable(file):
    """One pile in a hundred at most hides some letters of another region, one in twenty half of its own name."""
    own, others = [], []
    for view in positions_of(file)[::5]:
        found = {}
        for army in partners.armies(view, regions.in_order(view["forces"])):
            found.setdefault(army.force["region"], []).append(stack_of(army.force, players=army.players))
        heaps = {region: heap_of(stacks, brief=is_heaped(stacks)) for region, stacks in found.items()}
        for region, (x, y, _, _) in regions.boxes_of(heaps).items():
            rows = parts_of(heaps[region])
            pile = [(x, y + at * UNIT, width * UNIT, height * UNIT) for at, width, height in rows]
            names = {other: hidden(label_box(place), pile) for other, place in places().items()}
            own.append(names.pop(region))
            others.append(max(names.values()))
    assert sum(share > 0.3 for share in others) <= len(others) / 100
    assert sum(share > 0.5 for share in own) <= len(own) / 20


def test_the_same_position_is_drawn_the_same_and_a_far_move_moves_nobody_else():
    before = position(
        forces={"erebor": {"dwarves-regular": 2}, "umbar": {"southrons-easterlings-regular": 3}}
    )
    after = position(
        forces={"erebor": {"dwarves-regular": 2}, "west-harondor": {"southrons-easterlings-regular": 3}}
    )
    assert boxes_of(spots_of(before)) == boxes_of(spots_of(before))
    assert boxes_of(spots_of(before))["erebor"] == boxes_of(spots_of(after))["erebor"]


def test_digits_and_names_can_be_read_on_the_whole_map():
    css = (ROOT / "static/css/titles/war_of_the_ring_map.css").read_text(encoding="utf-8")
    sizes = re.findall(r"\.(?:fig|m-fellowship)\b[^{]*\{[^}]*font-size: ([\d.]+)px", css)
    assert len(sizes) == 2
    assert min(map(float, sizes)) * UNIT * SHOWN / chart().width >= DIGITS
    assert min(place.size for place in places().values()) >= SMALL


def test_every_kind_of_figure_nation_and_character_has_a_drawing_of_its_own():
    sprite = "".join(map(render_to_string, ("games/board/war_of_the_ring/sprite.html", *sets.shapes())))
    wanted = [*(f"f-{shape}" for shape in SHAPES), *(f"e-{nation}" for nation in NATIONS)]
    wanted += [f"k-{character}" for character in CHARACTERS]
    drawn = {
        id: tuple(re.findall(r' (?:d|href)="([^"]+)"', drawing))
        for drawing in re.split(r'(?=<\w+ id=")', sprite)
        for id in ids_of(drawing)
    }
    assert len({drawn[id] for id in wanted if drawn[id]}) == len(wanted)


def test_a_row_is_the_tab_of_the_nation_then_its_figures_then_seals():
    stack = stack_of(force(characters=["boromir"], gondor_regular=3, gondor_elite=2, gondor_leader=1))
    (row,) = stack.rows
    assert [(part.kind, part.count) for part in row.parts] == [
        ("tab", 0),
        ("regular", 3),
        ("elite", 2),
        ("leader", 1),
        ("seal", 0),
    ]
    assert row.width * UNIT < 100


def test_a_second_nation_has_a_row_of_its_own():
    stack = stack_of(
        force("shadow", ["witch-king"], sauron_regular=5, southrons_easterlings_elite=2, nazgul=2)
    )
    assert [row.parts[0].name for row in stack.rows] == ["sauron", "southrons-easterlings"]
    assert not is_heaped([stack])


def test_a_garrison_stands_in_its_wall_above_its_besiegers():
    inside = stack_of(force(gondor_regular=2, besieged=True))
    outside = stack_of(force("shadow", sauron_regular=5, nazgul=1))
    garrison, besiegers = heap_of([inside, outside], brief=False).blocks
    left, top, right, low = garrison.wall
    assert all(top < row.y and row.y + 22 <= low for row in garrison.rows)
    assert right - left > garrison.rows[0].width
    assert besiegers.wall is None
    assert all(row.y > low for row in besiegers.rows)


def test_what_is_too_large_is_shown_in_brief_and_fans_out():
    """Three Nations and four Companions: sums on the map, everything where one points."""
    state = position(
        forces={
            "rivendell": {
                "elves-regular": 2,
                "elves-elite": 1,
                "north-regular": 3,
                "dwarves-regular": 1,
                **dict.fromkeys(("strider", "gimli", "legolas", "boromir"), 1),
            }
        }
    )
    text = next(spot for spot in spots_of(state) if spot.id == "rivendell").figures
    brief, fan = text.split('<g class="fan" id="fan-rivendell"')
    assert '<g class="pile is-heap" id="pile-rivendell" data-pile="rivendell">' in brief
    assert re.findall(r">(\d+)</text>", brief) == ["6", "1"]
    assert sorted(re.findall(r">(\d+)</text>", fan)) == ["1", "1", "2", "3"]
    for part in (brief, fan):
        assert len(re.findall(r'href="#k-', part)) == 4
        assert len(re.findall(r'class="tab"', part)) == 3


def test_a_brief_pile_takes_no_more_than_two_rows_of_a_hundred_units():
    everybody = [character for character, facts in CHARACTERS.items() if facts.kind == "companion"]
    crowd = force(
        characters=everybody,
        **{f"{nation}_regular": 2 for nation in ("dwarves", "elves", "gondor", "north", "rohan")},
        gondor_elite=5,
        gondor_leader=3,
    )
    stack = stack_of(crowd)
    assert is_heaped([stack])
    assert len(stack.brief) == 2
    assert all(row.width <= LONGEST + 5 for row in stack.brief)


def test_a_leader_with_a_name_stands_under_the_tab_of_the_nation():
    (row, *_) = _brief({"dain-leader": 1}, [])
    assert [(part.kind, part.name) for part in row.parts] == [("tab", "dwarves"), ("named", "dain-leader")]
