"""The form of a new table in a browser: its seats follow the options, with a script and without."""

import re

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
    page.locator("details.house-rules").evaluate("more => more.open = true")
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


def test_what_needs_an_option_is_shown_and_sent_while_that_is_on(with_guests, browser):
    page = browser.new_context(viewport=DESK).new_page()
    sign_up(page, with_guests.address, "dragonheart")
    page.goto(f"{with_guests.address}/tables/new/?title=hoard")
    page.locator("details.house-rules").evaluate("more => more.open = true")
    dragons, lair = page.locator("input[name=option-dragons]"), page.locator("input[name=option-lair]")
    expect(lair).to_be_hidden()
    dragons.check()
    expect(lair).to_be_visible()
    lair.fill("99")
    dragons.uncheck()
    expect(lair).to_be_disabled()
    page.get_by_role("button", name="Open the table").click()
    expect(page).to_have_url(re.compile("/game/"))


def test_without_a_script_it_simply_stands_there(with_guests, browser):
    context = browser.new_context(viewport=DESK)
    sign_up(context.new_page(), with_guests.address, "plainheart")
    plain = browser.new_context(
        viewport=DESK, java_script_enabled=False, storage_state=context.storage_state()
    ).new_page()
    plain.goto(f"{with_guests.address}/tables/new/?title=hoard&option-dragons=on")
    lair = plain.locator("input[name=option-lair]")
    expect(lair).to_be_visible()
    lair.fill("9")
    plain.get_by_role("button", name="Open the table").click()
    expect(plain.get_by_text("Coins in the lair")).to_be_visible()


def test_a_table_for_four_and_an_event_of_such_tables(server, browser):
    """With a script the page follows at once: seats, what happens at zero, the settings of an event."""
    page = browser.new_context(viewport=DESK).new_page()
    sign_up(page, server.address, "fourfold")
    page.goto(f"{server.address}/tables/new/?title=risk")
    players = page.locator("select[name=option-players]")
    expect(players).to_be_visible()
    players.select_option("4")
    expect(page.locator("input[name=seat][value=black]")).to_be_visible()
    expect(page.locator("select[name=zero_policy]")).to_have_value("autoplay")
    players.select_option("2")
    expect(page.locator("input[name=seat][value=black]")).to_have_count(0)
    expect(page.locator("select[name=zero_policy]")).to_have_value("claim")
    page.goto(f"{server.address}/leagues/new/?preset=league-season&title=risk")
    page.locator("select[name=option-players]").select_option("3")
    expect(page.locator("input[name=setting-tier_size]")).to_have_count(0)
    expect(page.locator("select[name=setting-table_scoring]")).to_have_count(1)
