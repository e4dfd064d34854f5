"""A title from outside of games/boards has a map: drawn, asked for by the page, chosen on, reported."""

import re

import pytest

from games.boards.maps.chart import Chart, Region
from games.boards.maps.geometry import apart
from games.boards.maps.layout import SIGN, Ground, _combine, arrange, label_box, load, save
from tests.boards.isles import NAMES, NEAR
from tests.boards.isles_board import FILE, KEPT, chart, svg
from tests.browsing import game_page


@pytest.fixture
def merry(client, isles):
    client.force_login(isles.fellowship)
    return client


def test_borders_are_shared_by_the_lands_that_touch():
    touching = {frozenset(owners) for owners in chart().edges.values() if len(owners) == 2}
    ways = {frozenset((land, near)) for land, others in NEAR.items() for near in others}
    assert touching == ways | {frozenset(("fell-moor", "heron-hills"))}


def test_the_drawing_has_an_outline_for_each_land_and_the_layers_asked_for():
    drawn = svg()
    assert drawn == KEPT.read_text(encoding="utf-8")
    assert 'viewBox="0 0 600 400"' in drawn
    assert re.findall(r'<path id="([\w-]+)" d="M[^"]+z"/>', drawn) == list(NAMES)
    for layer in ("land", "waves", "coast", "bands", "terrain", "rivers", "walls", "signs", "names"):
        assert re.search(rf'<g id="layer-{layer}"><(path|text) [^>]*(d="M|x=)', drawn), layer
    assert drawn.count('stroke="var(--land-red)"') == drawn.count('fill="var(--land-blue)"') == 1


def test_the_page_asks_the_board_for_styles_scripts_and_map(merry, isles):
    page = game_page(merry, isles.game.key)
    assert "css/map.css" in page
    assert '<script src="/static/js/map.js" type="module">' in page
    assert f'href="/static/{FILE}#withy-wood"' in page
    assert 'data-kind="sail" data-word="sail"' in page
    glowing = re.findall(r'<a href="#r-([\w-]+)" class="is-choice" aria-label="([^"]+)"', page)
    assert glowing == [("dunmere", "Dunmere: the red boat")]
    assert 'value="dunmere&gt;saltings">From Dunmere to Saltings</button>' in page
    assert "Next to Fell Moor, Saltings." in page
    assert re.findall(r'<g transform="[^"]+" class="boat is-(\w+)"><path', page) == ["red", "blue"]


def test_a_way_is_chosen_replayed_and_reported(merry, isles):
    for seat, way in (("red", "dunmere>saltings"), ("blue", "lantern-point>withy-wood")):
        isles.submit(seat, way)
    isles.submit("red", "saltings>heron-hills")
    assert 'aria-label="Withy Wood: the blue boat"' in game_page(merry, isles.game.key)
    assert 'aria-label="Saltings: the red boat"' in game_page(merry, isles.game.key, "replay/?at=1")
    isles.submit("blue", "withy-wood>fell-moor")
    isles.submit("red", "heron-hills>lantern-point")
    assert isles.reload().is_finished
    assert "Report with plots" in game_page(merry, isles.game.key)
    report = game_page(merry, isles.game.key, "report/")
    assert "css/plots.css" in report
    assert 'aria-label="Ways sailed: Ways ends at 5.0"' in report


def test_the_text_mode_of_a_title_with_a_map_loads_no_script_of_the_map(merry, isles):
    page = game_page(merry, isles.game.key, "?mode=text")
    assert "red: Dunmere" in page
    assert "js/map.js" not in page


def test_a_small_land_finds_room_for_its_name_its_sign_and_its_figures(tmp_path):
    corners = [(10.0, 10.0), (70.0, 12.0), (72.0, 58.0), (12.0, 60.0)]
    small = Chart({"cove": Region("Cove", corners, (40.0, 35.0), 20.0, sign="harbour")}, 80, 70)
    place = arrange(small, "cove")
    label, sign = label_box(place), (*place.sign, SIGN, SIGN)
    assert Ground(small.outline("cove")[:-1]).holds(label, 0.0)
    assert apart(label, (*place.stack, *place.room), 0.0)
    assert apart(label, sign, -0.1)
    save({"cove": place}, tmp_path / "layout.json")
    assert load(tmp_path / "layout.json") == {"cove": place}


def test_the_nearest_name_decides_between_places_for_the_figures():
    """The name beside the first stack is farther from it than the one below the second is from that."""
    stacks = [(100.0, 90.0, 10.0, 10.0), (0.0, 200.0, 10.0, 10.0)]
    names = [(150.0, 100.0, 10.0, 10.0), (0.0, 240.0, 10.0, 10.0)]
    best = _combine(stacks, names, Ground(chart().outline("fell-moor")[:-1]), signed=False)
    assert best is not None
    assert best[:2] == (stacks[1], names[1])
