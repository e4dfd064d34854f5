"""What the others did since one's last move: the same numbers in the story and on the map, and never more than that."""

import re
from itertools import combinations

import pytest

from games.boards.maps.geometry import apart
from games.boards.maps.marks import BODY, SIZE, keys, laid
from games.boards.maps.pictures import asked_at
from games.boards.marks import Deed, deeds, numbers
from games.boards.war_of_the_ring import regions, story
from games.boards.war_of_the_ring.chart import table
from games.boards.war_of_the_ring.fellowship import RING, fellowship
from games.boards.war_of_the_ring.numbers import badges, marks_of
from games.boards.war_of_the_ring.pieces import heap_of, stack_of
from games.boards.war_of_the_ring.regions import boxes_of as boxes_for
from games.models import LogLine
from rules.war_of_the_ring.position.catalogue import ADJACENT, REGIONS
from tests.browsing import game_page
from tests.conftest import person
from tests.pages.test_war_of_the_ring_pieces import GOLDEN, boxes_of, positions_of
from tools.moments import FREE, MARCHES, SHADOW, set_up

#: How large numbers are in a mail that shows a small part of the map, in units.
IN_MAIL = 15.0


def line(number, name, /, **data):
    return {"number": number, "kind": name, "data": data}


# -- the numbers of choices in a picture ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("choices", "found"),
    [
        (["moria>lorien", "moria>hollin"], {"lorien": 1, "hollin": 2}),
        (["lorien", "pass", "hollin"], {"lorien": 1, "hollin": 3}),
        (["moria>lorien", "moria>hollin", "edoras"], {"moria": 0, "edoras": 0}),
        (["dale", "moria>lorien", "moria>hollin"], {"dale": 0, "moria": 0}),
        ([], {}),
    ],
    ids=["from one region", "at regions", "others", "several at one", "none"],
)
def test_each_region_has_the_number_of_its_choice_or_none_has_one(choices, found):
    """Those that begin in one region are told by where they lead; where one has several, numbers would mislead."""
    numbered = {choice: number for number, choice in enumerate(choices, 1)}
    assert asked_at(dict.fromkeys(choices, ""), numbered, REGIONS) == found
    assert asked_at(dict.fromkeys(choices, ""), {}, REGIONS) == dict.fromkeys(found, 0), "none is listed"


# -- which lines bear a number ----------------------------------------------------------------------------------------


def test_every_thing_that_is_done_somewhere_is_numbered_and_what_follows_there_belongs_to_it():
    lines = [
        line(10, "die-used", side=SHADOW, die="army", use="attack"),
        line(
            11,
            "attack-declared",
            side=SHADOW,
            kind="field",
            source="osgiliath",
            target="lossarnach",
            figures={},
        ),
        line(12, "casualty", side=FREE, figure="gondor-regular", how="lose", region="lossarnach"),
        line(13, "army-moved", source="osgiliath", target="lossarnach", figures={}),
        line(14, "settlement-captured", side=SHADOW, region="lossarnach", points=0),
        line(15, "recruited", region="barad-dur", figures={}),
        line(16, "nazgul-moved", figure="nazgul", source="barad-dur", target="osgiliath"),
        line(17, "fellowship-moved", progress=2),
        line(18, "hunt-rolled", dice=[6], rerolled=[], bonus=0, successes=1),
    ]
    found = deeds(lines, story.places_of)
    assert [deed.places for deed in found] == [
        ("osgiliath", "lossarnach"),
        ("barad-dur",),
        ("barad-dur", "osgiliath"),
        (story.FELLOWSHIP,),
    ]
    assert [deed.way for deed in found] == [True, False, True, False]
    assert numbers(found) == {11: 1, 15: 2, 16: 3, 17: 4}


def test_a_move_back_is_a_deed_of_its_own():
    there = line(1, "army-moved", source="bree", target="the-shire", figures={})
    back = line(2, "army-moved", source="the-shire", target="bree", figures={})
    assert len(deeds([there, back], story.places_of)) == 2


# -- where they stand on the map ------------------------------------------------------------------------------------


def test_numbers_cover_no_figures_and_no_other_number():
    forces = [
        {
            "region": region,
            "side": side,
            "besieged": False,
            "figures": {f"{nation}-regular": 3},
            "characters": [],
        }
        for region, side, nation in (
            ("osgiliath", SHADOW, "sauron"),
            ("lossarnach", FREE, "gondor"),
            ("pelargir", FREE, "gondor"),
            ("minas-morgul", SHADOW, "sauron"),
        )
    ]
    piles = boxes_for({force["region"]: heap_of([stack_of(force)], brief=False) for force in forces})
    done = [
        Deed(1, ("minas-morgul", "osgiliath"), way=True, lines=(1,)),
        Deed(2, ("osgiliath", "lossarnach"), way=True, lines=(2,)),
        Deed(3, ("pelargir",), way=False, lines=(3,)),
        Deed(4, ("minas-morgul",), way=False, lines=(4,)),
        Deed(5, ("fangorn",), way=False, lines=(5,)),
        Deed(6, ("fangorn",), way=False, lines=(6,)),
    ]
    marks = laid(table(), done, piles)
    assert [mark.number for mark in marks] == [1, 2, 3, 4, 5, 6]
    assert [bool(mark.arrow) for mark in marks] == [True, True, False, False, False, False]
    boxes = [(float(mark.x), float(mark.y), SIZE * BODY, SIZE * BODY) for mark in marks]
    for n, box in enumerate(boxes):
        assert all(apart(box, other, -0.1) for other in (*piles.values(), *boxes[:n])), marks[n]


def test_a_number_finds_the_one_free_corner_beside_its_pile():
    """Left, above and below all is full, and on the right most of the way down."""
    x, y = table().places["fangorn"].stack
    pile, left, right = (x, y, 40.0, 40.0), x - 60.5, x + 60.5
    taken = [(left, y, 80.0, 300.0), (x, y - 60.5, 40.0, 80.0), (x, y + 60.5, 40.0, 80.0)]
    taken.append((right, y - 60.0, 80.0, 149.8))
    box = table().beside("fangorn", pile, 20.0, taken)
    assert all(apart(box, other, 0.0) for other in (pile, *taken))
    assert box[:2] == pytest.approx((x + 30.2, y + 25.2))


def moves_of(view):
    """A move from every fourth pile to the next region, and the other way round something that was done there."""
    standing = list(dict.fromkeys(force["region"] for force in view["forces"]))[::4]
    ways = [(region, min(ADJACENT[region])) for region in standing]
    places = [*ways, *((region,) for region in standing), (story.FELLOWSHIP,)]
    return [Deed(n, where, way=len(where) == 2, lines=(n,)) for n, where in enumerate(places, 1)]


@pytest.mark.long
@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_numbers_of_deeds_and_of_choices_do_not_cover_each_other(file):
    """In recorded games, with a move from every fourth Army, and a choice at every third region."""
    asked = list(REGIONS)[::3]
    for view in positions_of(file)[::6]:
        spots = regions.spots(view, {}, {})
        company, piles = fellowship(view, spots), boxes_of(spots)
        ring = (company["x"], company["y"], RING, RING)
        own = list(keys(table(), asked, piles, [ring]).values())
        for box in own:
            assert all(apart(box, other, -0.2) for other in (*piles.values(), ring)), (
                "no number lies on a pile"
            )
        for one, other in combinations(own, 2):
            assert apart(one, other, -0.2), "nor on another"
        on_page = marks_of(moves_of(view), piles, company, own)
        at = badges({region: n for n, region in enumerate(asked, 1)}, piles, company, IN_MAIL / 2, 1.0)
        in_mail = marks_of(moves_of(view), piles, company, list(at.values()), size=IN_MAIL)
        for marks, taken, size in ((on_page, own, SIZE), (in_mail, list(at.values()), IN_MAIL)):
            boxes = [(float(mark.x), float(mark.y), size * BODY, size * BODY) for mark in marks]
            for mark, box in zip(marks, boxes, strict=True):
                assert all(apart(box, other, -0.2) for other in taken), mark
                assert all(apart(box, other, -0.2) for other in piles.values()), mark
            for one, other in combinations(boxes, 2):
                assert apart(one, other, -0.2)


# -- on the page ------------------------------------------------------------------------------------------------------


@pytest.fixture
def war(db):
    """A war in which the Shadow has moved an Army twice while the Free Peoples waited."""
    frodo, gothmog = person("marked-frodo"), person("marked-gothmog")
    return set_up("sortie", frodo.username, gothmog.username, MARCHES), frodo, gothmog


def on_the_map(html):
    return re.findall(r'<g data-mark="(\d+)" transform', html)


def in_the_story(html):
    found = re.findall(r'<li data-mark="(\d+)">(.*?)</li>', html)
    return {number: re.sub("<.*?>", "", words) for number, words in found}


def test_whoever_waited_sees_the_same_numbers_in_the_story_and_on_the_map(war):
    key, frodo, gothmog = war
    html = game_page(frodo, key)
    told = in_the_story(html)
    assert on_the_map(html) == list(told) == ["1", "2"]
    assert "Umbar to West Harondor" in told["1"]
    assert "Osgiliath to South Ithilien" in told["2"]
    assert html.count('<g class="m-moved"><g data-mark="1"><path') == 1, "below the figures lies the arrow"
    assert "data-walk" in html
    assert "data-walk" not in game_page(gothmog, key), "one's own moves are not numbered"


def test_what_only_the_other_side_knows_has_no_number(war):
    key, frodo, _ = war
    last = LogLine.objects.filter(game__key=key).latest("number")
    LogLine.objects.create(
        game=last.game, number=last.number + 1, seq=last.seq, kind="recruited", visible_to=[SHADOW],
        data={"region": "barad-dur", "figures": {"sauron-regular": 1}},
    )  # fmt: skip
    assert on_the_map(game_page(frodo, key)) == ["1", "2"]
    LogLine.objects.create(
        game=last.game, number=last.number + 2, seq=last.seq, kind="recruited", visible_to=last.visible_to,
        data={"region": "barad-dur", "figures": {"sauron-regular": 1}},
    )  # fmt: skip
    assert on_the_map(game_page(frodo, key)) == ["1", "2", "3"]


def test_the_tab_says_that_it_is_my_turn_by_its_icon_too(war):
    key, frodo, gothmog = war
    assert "favicon-turn." in game_page(frodo, key)
    waits = game_page(gothmog, key)
    assert "favicon." in waits
    assert "favicon-turn" not in waits


def test_keys_and_colours_have_a_page_and_a_dialog(client, db):
    whole = client.get("/handbook/keys/").content.decode()
    assert "<html" in whole
    assert "what the others did since your last move" in whole
    part = client.get("/handbook/keys/", headers={"X-Requested-With": "fetch"})
    assert "<html" not in part.content.decode()
    assert "X-Requested-With" in part["Vary"]
