"""Kings of Middle-earth against the Captain: tables opened by their form, with Kings alone, and with Lords as well."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.against_the_captain import (
    fits,
    is_asked,
    open_table,
    plays_on,
    resigns,
    see_the_end,
    takes,
    takes_the_first,
    ticks,
    with_a_phone,
)
from tests.browser.driving import DESK, SMALL

pytestmark = pytest.mark.browser

#: A window in which the map is wide, not high.
NARROW = {"width": 1024, "height": 768}
#: Answers given on the phone, whatever is asked.
ANSWERS = 4
#: A game of two people in which Armies stand all along the coast.
ASHORE = """
from dataclasses import replace
from tools.moments import MOMENTS, set_up
kings = MOMENTS["kings"]
coast = {"Minhiriath": "sauron 1r", "Enedwaith": "sauron 1r"}
coast |= {"Druwaith Iaur": "southrons 2r", "Andrast": "southrons 3r 1e"}
MOMENTS["ashore"] = replace(kings, position=kings.position | {"forces": kings.position["forces"] | coast})
print("key", set_up("ashore", %r, %r))
"""
#: The piles over which a box lies.
COVERED = """box => {
    const frame = box.getBoundingClientRect();
    return [...document.querySelectorAll(".pile")].filter((pile) => {
        const own = pile.getBoundingClientRect();
        return own.left < frame.right && own.right > frame.left && own.top < frame.bottom && own.bottom > frame.top;
    }).map((pile) => pile.dataset.pile);
}"""


def test_a_new_table_with_kings_against_the_captain(server, browser, desk):
    """The Shadow, at the desk and then on the phone: Eyes in the Hunt Box, a Sovereign is tempted in his row."""
    desk.sits(desk.page.viewport_size, keys=False)
    page = desk.page
    game = open_table(page, server.address, "shadow", "kings", hidden="visible_corruption_tiles")
    is_asked(desk, "hunt-allocation")
    takes(desk, "amount:3")
    is_asked(desk, "action")
    tempted = page.locator(".ruler-choice").first.get_attribute("value") or ""
    row = page.locator(f'.ruler[data-card="{tempted.partition(":")[2]}"]')
    expect(row.locator(".ruler-level")).to_have_text(re.compile(r"^0/[234]$"))
    desk.press(row.locator(".ruler-choice"))
    expect(page.locator(".story-long")).to_contain_text("The Shadow tries to corrupt")
    is_asked(desk)
    if page.locator("#move-form").get_attribute("data-kind") == "corruption-tile":
        takes_the_first(desk)
    expect(row).to_contain_text(re.compile("1 (Corruption|Kings) tile|corrupted, in"))

    phone = with_a_phone(browser, desk)
    phone.page.goto(game)
    plays_on(phone, ANSWERS)
    resigns(phone, game)
    see_the_end(game, "Free Peoples", phone, desk)


def test_the_sovereigns_lie_over_no_army_of_the_coast(server, desk, phone):
    key = server.inside(ASHORE % (desk.name, phone.name)).split()[-1]
    for size in (DESK, SMALL, NARROW):
        desk.sits(size, keys=False)
        desk.page.goto(f"{server.address}/game/{key}/")
        expect(desk.page.locator("#pile-andrast")).to_be_visible()
        assert desk.page.locator(".sovereigns-box").evaluate(COVERED) == [], size
    desk.sits(DESK, keys=False)


def test_a_new_table_with_kings_and_lords_against_the_captain(server, browser, desk):
    """The Free Peoples, on a phone from the form on: five Sovereigns behind a tab, levels that they may not know."""
    phone = with_a_phone(browser, desk)
    game = open_table(
        phone.page, server.address, "free-peoples", "lords", "kings", "dismay_tokens", hidden="dismay_tokens"
    )
    is_asked(phone, "lords-versions")
    ticks(phone, "gandalf-the-grey-keeper-of-narya")
    plays_on(phone, ANSWERS)
    phone.part("tracks")
    expect(phone.page.locator(".ruler:visible")).to_have_count(5)
    fits(phone)
    resigns(phone, game)
    see_the_end(game, "Shadow", phone, desk)
