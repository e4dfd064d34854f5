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


def test_house_rules_follow_the_expansions_and_say_how_many_differ(server, browser):
    """The cards are ticked by keys or a click anywhere on them; what cannot matter is neither shown nor counted."""
    page = browser.new_context(viewport=DESK).new_page()
    sign_up(page, server.address, "housekeeper")
    page.goto(f"{server.address}{FORM}")
    rules, told = page.locator("details.house-rules"), page.locator("[data-differ]")
    expect(told).to_have_text("(none differ)")
    rules.locator("summary").click()
    council = page.locator("[name=option-council_of_rivendell]")
    expect(council).to_be_hidden()
    heading = rules.locator("h2", has_text="Lords of Middle-earth")
    expect(heading).to_be_hidden()
    card = page.locator("form.form .expansion-card", has_text="Lords")
    card.locator("input").focus()
    page.keyboard.press("Space")
    expect(heading).to_be_visible()
    council.check()
    page.locator("[name=option-strict_stacking]").check()
    expect(told).to_have_text("(2 differ)")
    card.locator("b").click()
    expect(card.locator("input")).not_to_be_checked()
    expect(council).to_be_hidden()
    expect(told).to_have_text("(1 differs)")
    page.goto(f"{server.address}/tables/new/?title=risk")
    page.locator("details.house-rules summary").click()
    deal = page.locator("[name=option-three_player_deal]")
    expect(deal).to_be_hidden()
    page.locator("select[name=option-players]").select_option("3")
    expect(deal).to_be_visible()


def test_the_tone_is_asked_about_once_in_a_browser(server, browser):
    page = browser.new_context(viewport=DESK).new_page()
    sign_up(page, server.address, "sleeper")
    page.goto(server.table("set_up_duel('sleeper', 'frodo')"))
    key, offer = page.url.rstrip("/").rpartition("/")[2], page.locator(".tone-offer")
    expect(offer).to_have_count(0)
    server.inside(
        "from games.models import Seat\n"
        f"Seat.objects.filter(game__key={key!r}, user__username='sleeper').update(misses=1)"
    )
    page.reload()
    expect(offer).to_be_visible()
    offer.get_by_role("button", name="Yes").click()
    expect(offer).to_be_hidden()
    page.reload()
    expect(page.locator("#sound")).to_be_checked()
    expect(offer).to_be_hidden()
