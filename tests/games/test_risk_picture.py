"""The pictures of Risk in mails and lists: cut to what is asked, with the numbers of the choices, and light."""

import re
from io import BytesIO

import pytest
from PIL import Image

from games.boards import Scene, pictures
from games.boards.risk import pieces
from games.boards.risk.chart import chart, places
from games.boards.risk.picture import ACT, LIGHT, OF_ALL, colour_of, glimpse, picture
from games.letters import choice_list
from rules.risk.data import NEUTRAL, TERRITORIES
from tests.drawn import svg_of, ways
from tests.rules.risk.scenes import give, scene

pytestmark = pytest.mark.long

WHOLE = (0.0, 0.0, 1000.0, 700.0)
GREEN = {"moria": 5, "eregion": 128, "gladden-fields": 2}


def seen(play, seat="green", recent=()):
    asked = play.decision_of(seat)
    return Scene(play.view(seat), seat, asked, recent=recent)


def numbers_of(scene):
    """The numbers that the choices have in a mail."""
    return {str(c): n for n, c in enumerate(choice_list.listed(scene.decision)[:40], 1) if c is not None}


def drawn(play, **more):
    shown = seen(play, **more)
    return picture(shown, numbers_of(shown))


def badges(svg):
    return sorted(int(n) for n in re.findall(r"fill:#ffffff;text-anchor:middle\">(\d+)</text>", svg))


def lies_in(id, box):
    x, y = places()[id].stack
    return box[0] < x < box[0] + box[2] and box[1] < y < box[1] + box[3]


def at_battle():
    play = scene([6, 5, 4], [3, 3], green=GREEN, red={"rhudaur": 3}, leaders={"green": ["moria"]})
    give(play, "eregion>rhudaur")
    return play


def several():
    """Positions that are asked about near and far, with few and with many battalions."""
    yield scene(green=GREEN)
    yield scene(green={**dict.fromkeys(TERRITORIES, 128), "umbar": 1}, red={"umbar": 128}, rest="green")
    yield scene(green=dict.fromkeys(list(TERRITORIES)[::2], 44), neutral={"umbar": 7}, step="reinforce")
    yield scene(green={"umbar": 9, "forodwaith": 9}, yellow={"moria": 3}, black={"harad": 3}, players="4")
    yield at_battle()


@pytest.mark.parametrize("play", list(several()))
def test_every_picture_and_every_glimpse_is_light(play):
    for shown in (drawn(play), glimpse(seen(play))):
        png = pictures.png_of(shown)
        assert 3_000 < len(png) < pictures.MOST_BYTES
        assert Image.open(BytesIO(png)).width >= 0.8 * pictures.WIDTH


def test_a_picture_is_cut_to_what_is_asked_and_numbers_each_way_where_it_begins_alone():
    play = scene(green={"moria": 1, "eregion": 1, "gladden-fields": 2})
    shown = drawn(play)
    values = [value for value in play.pending[0].options.values if value.startswith("gladden-fields>")]
    assert len(values) == len(badges(svg_of(shown))) == 2, (
        "all begin there, so that each is marked where it leads"
    )
    assert sorted(numbers_of(seen(play))[value] for value in values) == badges(svg_of(shown))
    assert shown.box != WHOLE
    for id in ("gladden-fields", "anduin-valley", "lorien"):
        assert lies_in(id, shown.box)
    assert not lies_in("umbar", shown.box)
    assert shown.words == "A part of the map of Middle-earth; possible: Anduin Valley, Lórien."


def test_where_several_ways_begin_the_places_glow_without_a_number():
    shown = drawn(scene(green={"moria": 1, "eregion": 4, "gladden-fields": 2}))
    assert badges(svg_of(shown)) == []
    assert svg_of(shown).count('class="is-choice"') == 2
    assert "possible: Eregion, Gladden Fields." in shown.words


def test_what_lies_far_apart_is_shown_on_the_whole_map_with_larger_counters():
    shown = drawn(scene(green={"umbar": 9, "forodwaith": 9}))
    assert shown.box == WHOLE
    assert svg_of(shown).count(f'scale({OF_ALL})"><path') == len(TERRITORIES)
    assert shown.words.startswith("The map of Middle-earth; possible: ")


def test_a_battle_shows_both_ends_and_counters_have_their_crowns():
    shown = drawn(at_battle())
    assert svg_of(shown).count('class="is-context"') == 2
    assert lies_in("eregion", shown.box)
    assert lies_in("rhudaur", shown.box)
    assert svg_of(shown).count(pieces.CROWN) == 1
    assert 'textLength="19" lengthAdjust="spacingAndGlyphs">128<' in svg_of(shown)


def test_what_was_done_has_its_number_and_its_arrow():
    play = at_battle()
    give(play, "3", None)
    lines = [
        {"number": n, "seq": n, "kind": line.kind, "data": line.data, "text": ""}
        for n, line in enumerate(play.lines)
    ]
    shown = drawn(play, recent=lines)
    assert re.findall(rf"{pictures.CASING};text-anchor:middle\">(\d+)</text>", svg_of(shown)) == ["1"]
    assert len(ways(svg_of(shown))) == 1


def test_a_glimpse_shows_what_is_asked_else_what_moved_else_the_fellowship():
    play = scene(green={"umbar": 9})
    asked = glimpse(seen(play))
    assert asked.box[2:] == (300.0, 200.0)
    assert lies_in("umbar", asked.box) or lies_in("belfalas", asked.box)
    moved = [{"number": 1, "seq": 1, "kind": "gained", "data": {"territory": "forodwaith"}, "text": ""}]
    waiting = glimpse(Scene(play.view("red"), "red", None, recent=moved))
    assert lies_in("forodwaith", waiting.box)
    assert lies_in("the-shire", glimpse(Scene(play.view("red"), "red", None)).box)


def test_counters_look_as_on_the_page():
    for holder in pieces.SHAPES:
        assert re.fullmatch(r"#[0-9a-f]{6}", colour_of(holder))
        assert colour_of(holder) != ACT
    assert set(LIGHT) == {"yellow", NEUTRAL}
    assert chart().width == WHOLE[2]
