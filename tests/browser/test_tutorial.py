"""The title of docs/adding-a-game.md in the browser: its options stand in the form, and it is played to its end."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import driving
from tests.contract.tutorial import TITLE

pytestmark = pytest.mark.browser

#: More moves than the little game has.
MOST_MOVES = 60


def go_on_as_who_is_asked(page):
    """Show the seat that is to move; the page asks once whether the screen has been passed on."""
    page.locator(".switch .button-primary").click()
    freely = page.get_by_label("Do not ask again at this table")
    expect(freely.or_(page.locator("#move-form"))).to_be_visible()
    if freely.count():
        freely.check()
        driving.follow(page, page.get_by_role("button", name="Show"))


def test_the_tutorials_title_is_played_to_its_end(with_guests, browser):
    """One person plays both seats; what may be chosen, and how it ends, the page says by itself."""
    dori = driving.arrive(with_guests, browser, "dori", driving.DESK, confirms=False)
    page = dori.page
    page.goto(f"{with_guests.address}/tables/new/?title={TITLE}")
    expect(page.get_by_label("Treasures that stay in the barrow")).to_have_value("3")
    page.goto(f"{with_guests.address}/")
    practice = page.locator("form", has=page.locator(f'input[name="title"][value="{TITLE}"]'))
    driving.follow(page, practice.get_by_role("button", name="Both sides yourself"))
    expect(page.get_by_role("img", name="The barrow: 9 treasures")).to_be_visible()
    assert (
        page.locator(".barrow-mound i").first.evaluate("mark => getComputedStyle(mark).borderRadius") == "50%"
    )
    moves = 0
    while not page.locator(".result").count():
        choices, asked = page.locator("#decision .ask-options [data-option]"), driving.question_of(page)
        if asked:
            choices.first.click()
            driving.answered(page, asked)
            moves += 1
        else:
            go_on_as_who_is_asked(page)
        assert moves < MOST_MOVES
    assert moves > 4
    expect(page.locator("#decision-title")).to_have_text(re.compile("Victory for|The game is over"))
    expect(page.locator(".result")).to_contain_text("found")
    assert not dori.errors
    page.context.close()
