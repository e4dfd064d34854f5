"""What the other side did, walked step by step from the page; and the help beside it."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.driving import DESK, PHONE, sign_up
from tools.moments import MARCHES

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def page(server, browser):
    """The table of the Free Peoples, after the Shadow has moved two Armies."""
    contexts = [browser.new_context(viewport=DESK) for _ in range(2)]
    mine, other = (context.new_page() for context in contexts)
    sign_up(mine, server.address, "mardil")
    sign_up(other, server.address, "gorbag")
    mine.goto(server.table(f"set_up('sortie', 'mardil', 'gorbag', {MARCHES!r})"))
    yield mine
    for context in contexts:
        context.close()


def test_the_story_walks_from_number_to_number(page):
    line = page.locator(".recent li[data-mark]")
    lit = page.locator(".m-glow .is-told")
    page.locator("body").press(".")
    expect(line.nth(0)).to_have_class("is-told")
    expect(page.locator(".m-marks .is-told")).to_have_text("1")
    expect(lit).to_have_count(2)
    page.locator("body").press(".")
    expect(page.locator(".m-marks .is-told")).to_have_text("2")
    page.locator("body").press(",")
    expect(line.nth(0)).to_have_class("is-told")
    page.locator("body").press("Escape")
    expect(lit).to_have_count(0)
    page.get_by_role("button", name="Show step by step").click()
    expect(page.locator(".m-marks .is-told")).to_have_text("2")
    expect(page.locator(".step-words")).to_contain_text("South Ithilien")
    expect(lit).to_have_count(0)


def test_a_line_that_is_pointed_at_lights_its_regions(page):
    page.locator(".recent li[data-mark]").nth(1).hover()
    expect(page.locator(".m-glow .is-told")).to_have_count(2)
    page.locator(".decision-title").hover()
    expect(page.locator(".m-glow .is-told")).to_have_count(0)


def test_a_tap_on_a_line_brings_its_regions_into_the_window_of_a_phone(page, browser):
    """How far a region lies outside of the part of the map that is seen, before and after."""
    phone = browser.new_context(
        viewport=PHONE, has_touch=True, is_mobile=True, storage_state=page.context.storage_state()
    ).new_page()
    phone.goto(page.url)
    region = phone.locator('.m-land a[href="#r-west-harondor"]')
    phone.evaluate("document.querySelector('.map-scroll').scrollTo(0, 0)")  # the map was dragged to the north
    expect(region).not_to_be_in_viewport()
    board = phone.locator(".shell-board").bounding_box()
    phone.locator(".shell-tabs").get_by_role("link", name="Papers").tap()
    line = phone.locator(".recent li[data-mark]").nth(0)
    line.tap(position={"x": 8, "y": 8})
    expect(line).to_have_class("is-told")
    expect(region).to_be_in_viewport(ratio=0.9)
    box = region.bounding_box()
    assert board["y"] - 1 <= box["y"]
    assert box["y"] + box["height"] <= board["y"] + board["height"] + 1
    assert phone.locator(".shell-board").bounding_box() == board
    phone.locator(".recent li[data-mark]").nth(1).tap(position={"x": 8, "y": 8})
    expect(phone.locator('.m-land a[href="#r-south-ithilien"]')).to_be_in_viewport(ratio=0.4)


def test_the_help_opens_over_the_table_and_its_keys_are_not_the_tables(page):
    page.locator(".tray summary").first.click()
    steps = page.locator(".ask-path")
    expect(steps).not_to_be_empty()
    page.locator("body").press("?")
    dialog = page.get_by_role("dialog", name="Keys and colours of the table")
    expect(dialog).to_contain_text("take back")
    found = [
        v["id"] for v in Axe().run(page).response["violations"] if v["impact"] in ("serious", "critical")
    ]
    assert found == []
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(steps).not_to_be_empty()
