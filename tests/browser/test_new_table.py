"""The form of a new table in a browser: its seats follow the options, with a script and without."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.driving import DESK, sign_up

pytestmark = pytest.mark.browser

FORM = "/tables/new/?title=war-of-the-ring"
PLAYERS = ["random", "player-one", "player-two"]


def values(page):
    return page.locator("input[name=seat]").evaluate_all("fields => fields.map(field => field.value)")


@pytest.mark.parametrize("option", ["bidding", "sealed_bidding"])
def test_the_seats_change_as_soon_as_the_sides_are_bid_for(server, browser, option):
    page = browser.new_context(viewport=DESK).new_page()
    sign_up(page, server.address, f"bidder-{option[0]}")
    page.goto(f"{server.address}{FORM}")
    expect(page.get_by_role("button", name="Show the seats")).to_be_hidden()
    page.locator("input[name=seat][value=shadow]").check()
    page.locator("details.more").evaluate("more => more.open = true")
    page.locator(f"input[name=option-{option}]").check()
    expect(page.locator("input[name=seat][value=player-one]")).to_be_visible()
    assert values(page) == PLAYERS
    expect(page.locator("input[name=seat][value=random]")).to_be_checked()
    page.locator(f"input[name=option-{option}]").uncheck()
    expect(page.locator("input[name=seat][value=shadow]")).to_be_visible()


def test_without_a_script_a_button_shows_them(server, browser):
    context = browser.new_context(viewport=DESK)
    sign_up(context.new_page(), server.address, "plainspoken")
    plain = browser.new_context(
        viewport=DESK, java_script_enabled=False, storage_state=context.storage_state()
    ).new_page()
    plain.goto(f"{server.address}{FORM}&option-bidding=on")
    assert plain.locator("input[name=seat]").count() == 3
    plain.locator("input[name=option-bidding]").uncheck()
    plain.get_by_role("button", name="Show the seats").click()
    expect(plain.locator("input[name=seat][value=shadow]")).to_be_visible()
