"""Piles that are too large for the map, in the browser: they fan out by mouse, touch and keyboard."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

import rules
from games.boards.war_of_the_ring import regions
from tests.rules.war_of_the_ring.positions import position

pytestmark = pytest.mark.browser
STATIC = Path(__file__).resolve().parents[2] / "static"
CROWD = {
    "rivendell": {"elves-regular": 2, "north-regular": 3, "dwarves-regular": 1, "strider": 1},
    "erebor": {"dwarves-regular": 2},
}
#: Run a module, and wait until it has run: a tag with a module in it says nothing of when it does.
RUN = """(source) => import(URL.createObjectURL(new Blob([source], {type: "text/javascript"}))).then(() => null)"""


@pytest.fixture
def page(browser):
    """A map of two regions, as wide as its units, with the piles of a position."""
    view = rules.title("war-of-the-ring").view(position(forces=CROWD), None)
    spots = [spot for spot in regions.spots(view, {}, {}) if spot.id in CROWD]
    links = "".join(
        f'<a href="#r-{s.id}"><rect x="{s.x - 90}" y="{s.y - 40}" width="180" height="80"/></a>'
        for s in spots
    )
    piles = "".join(spot.figures for spot in spots)
    opened = browser.new_context(viewport={"width": 1000, "height": 700}, has_touch=True).new_page()
    opened.set_content(
        '<body style="margin:0"><svg class="map-canvas" viewBox="0 0 1000 700" width="1000" height="700">'
        f'<g class="m-land">{links}</g><g class="m-over">{piles}<use class="m-fan"/></g></svg>'
    )
    for sheet in ("base.css", "map.css", "titles/war_of_the_ring_map.css"):
        opened.add_style_tag(path=STATIC / "css" / sheet)
    opened.evaluate(RUN, (STATIC / "js" / "fan.js").read_text())
    opened.middle = {spot.id: (spot.x, spot.y) for spot in spots}
    return opened


def test_a_heap_fans_out_under_the_mouse_and_folds_when_it_leaves(page):
    fan = page.locator(".m-fan")
    page.mouse.move(*page.middle["rivendell"])
    expect(fan).to_have_attribute("href", "#fan-rivendell")
    whole, pile = fan.bounding_box(), page.locator("#pile-rivendell").bounding_box()
    assert whole["height"] > 1.8 * pile["height"]
    page.mouse.move(*page.middle["erebor"])
    expect(fan).not_to_have_attribute("href", "#fan-rivendell")
    page.mouse.move(5, 690)
    expect(fan).not_to_be_visible()


def test_a_heap_fans_out_for_a_finger_and_folds_for_the_next_tap(page):
    fan = page.locator(".m-fan")
    page.touchscreen.tap(*page.middle["rivendell"])
    expect(fan).to_have_attribute("href", "#fan-rivendell")
    page.touchscreen.tap(5, 690)
    expect(fan).not_to_have_attribute("href", "#fan-rivendell")


def test_a_heap_fans_out_where_the_keyboard_is(page):
    fan = page.locator(".m-fan")
    page.keyboard.press("Tab")
    expect(page.locator('[href="#r-erebor"]')).to_be_focused()
    page.keyboard.press("Tab")
    expect(fan).to_have_attribute("href", "#fan-rivendell")
    page.keyboard.press("Escape")
    expect(fan).not_to_have_attribute("href", "#fan-rivendell")


def test_a_new_position_folds_what_is_open_and_the_map_goes_on_working(page):
    page.mouse.move(*page.middle["rivendell"])
    expect(page.locator(".m-fan")).to_have_attribute("href", "#fan-rivendell")
    page.evaluate("document.querySelector('.m-over').innerHTML = document.querySelector('.m-over').innerHTML")
    page.evaluate("document.querySelector('.m-fan').removeAttribute('href')")
    x, y = page.middle["rivendell"]
    page.mouse.move(x + 2, y)
    expect(page.locator(".m-fan")).to_have_attribute("href", "#fan-rivendell")
