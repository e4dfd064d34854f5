"""A map that comes from outside (tests/boards), in the browser: choose where from and where to, play, zoom, walk."""

import pytest
from playwright.sync_api import expect

from tests.browser import driving

pytestmark = pytest.mark.browser

SET_UP = """
from accounts.models import User
from games.lobby import tables
from games.lobby.new_tables import Company, NewTable, open_table
merry = User.objects.get(username="merry")
game = open_table(merry, NewTable("isles", company=Company("red")))
tables.join(game.key, user=User.objects.get(username="gothmog"))
tables.start_now(game.key, merry)
print("key", game.key)
"""


@pytest.fixture(scope="module")
def merry(with_guests, browser):
    """Merry at his desk, on a server that also offers Isles; it is his turn to sail."""
    person = driving.arrive(with_guests, browser, "merry", driving.DESK, confirms=False)
    key = with_guests.inside(SET_UP).split()[-1]
    person.page.goto(f"{with_guests.address}/game/{key}/")
    yield person
    assert not person.errors
    person.page.context.close()


def land(page, name):
    return page.locator(f'.m-land a[href="#r-{name}"]')


def test_the_map_is_zoomed_and_walked_with_the_keyboard(merry):
    page, width = merry.page, "document.querySelector('.map-canvas').clientWidth"
    before = page.evaluate(width)
    land(page, "dunmere").focus()
    page.keyboard.press("+")
    assert page.evaluate(width) > before
    expect(page.locator(".map-mini")).to_be_visible()
    page.keyboard.press("0")
    page.keyboard.press("ArrowRight")
    expect(land(page, "fell-moor")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(land(page, "heron-hills")).to_be_focused()


def test_a_way_is_chosen_on_the_map_and_played(merry):
    page, asked = merry.page, driving.question_of(merry.page)
    ask = page.locator("#decision")
    land(page, "heron-hills").click()
    expect(ask).to_contain_text("Heron Hills cannot be chosen now. Boats sail from land to land.")
    land(page, "dunmere").click()
    expect(ask).to_contain_text("From Dunmere: where to?")
    assert page.locator(".m-arrows path").count() == 4
    glowing = page.locator(".m-land a.is-choice").evaluate_all(
        "all => all.map((a) => a.getAttribute('href'))"
    )
    assert glowing == ["#r-fell-moor", "#r-saltings"]
    expect(ask.locator(".ask-options [data-option]")).to_have_text(["1Fell Moor", "2Saltings"])
    land(page, "saltings").click()
    driving.answered(page, asked)
    expect(page.locator("#decision-title")).to_have_text("Waiting for the other side.")
    expect(land(page, "saltings")).to_have_attribute("aria-label", "Saltings: the red boat")
    merry.looks_steady()
