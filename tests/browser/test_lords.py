"""Lords of Middle-earth against the Captain: a table opened by its form, played at a desk, then on a phone."""

import pytest
from playwright.sync_api import expect

from tests.browser.against_the_captain import (
    is_asked,
    open_table,
    plays_on,
    resigns,
    see_the_end,
    takes,
    ticks,
    with_a_phone,
)

pytestmark = pytest.mark.browser

TICKED = "gandalf-the-grey-keeper-of-narya", "boromir-captain-general-of-gondor"
#: Answers given on the phone, whatever is asked.
ANSWERS = 4


def test_a_new_table_against_the_captain_at_the_desk_and_on_the_phone(server, browser, desk):
    """Forms are ticked, an envoy goes ahead, the bot takes a token and plays; test_endings.py has a whole game."""
    desk.sits(desk.page.viewport_size, keys=False)
    page = desk.page
    game = open_table(
        page, server.address, "free-peoples", "lords", "council_of_rivendell", hidden="council_envoys"
    )
    is_asked(desk, "lords-versions")
    ticks(desk, *TICKED)
    is_asked(desk, "first-guide")
    takes(desk, TICKED[0])
    is_asked(desk, "companions-outside")
    ticks(desk, TICKED[1])
    is_asked(desk)
    expect(page.locator(".story-long")).to_contain_text("The Shadow takes an Action Token")
    expect(page.locator(".story-long")).to_contain_text(
        "In their other form: Gandalf, Keeper of Narya; Boromir"
    )
    expect(page.locator("#r-minas-tirith")).to_contain_text("Boromir, Captain General")
    phone = with_a_phone(browser, desk)
    phone.page.goto(game)
    plays_on(phone, ANSWERS)
    resigns(phone, game)
    see_the_end(game, "Shadow", phone, desk)
