"""A guided first turn in the browser: begun by one click, read by keyboard, sent away, and the map keeps its place."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser import driving

pytestmark = pytest.mark.browser

MAP = "JSON.stringify(document.querySelector('.map-canvas').getBoundingClientRect())"


def test_the_guide_speaks_folds_and_goes_and_the_map_stays(server, browser):
    hamfast = driving.arrive(server, browser, "hamfast", driving.DESK, confirms=False)
    page = hamfast.page
    page.goto(f"{server.address}/handbook/war-of-the-ring/")
    driving.follow(page, page.get_by_role("button", name="Play Free Peoples"))
    guide = page.locator(".guide")
    expect(guide).to_contain_text("Who leads the way")
    found = Axe().run(page).response["violations"]
    assert not [rule["id"] for rule in found if rule["impact"] in ("serious", "critical")]
    place = page.evaluate(MAP)
    page.locator("#decision .ask-options [data-option]").first.click()
    expect(guide).not_to_contain_text("Who leads the way")
    guide.locator("summary").first.focus()
    page.keyboard.press("Enter")
    expect(guide.locator("p").first).to_be_hidden()
    page.keyboard.press("Enter")
    guide.get_by_role("button", name="Switch off").click()
    expect(guide).to_have_count(0)
    assert page.evaluate(MAP) == place
    assert not hamfast.errors
    page.context.close()
