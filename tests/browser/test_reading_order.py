"""In which order a screen reader meets the table, and the Tab key its controls: as one plays."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import DESK, PHONE, sign_up

pytestmark = pytest.mark.browser

#: Who sits at which table, and what sets it up.
TABLES = {
    "war-of-the-ring": ("fastred", "grip", "set_up('sortie', %r, %r)"),
    "duel": ("wilcome", "shadrach", "set_up_duel(%r, %r)"),
}
#: The parts of the table in the order in which they are met, and what belongs to each.
PARTS = {
    "head": ".shell-head",
    "question": ".shell-ask",
    "mine": ".shell-mine",
    "board": ".shell-board",
    "hand": ".shell-hand",
    "papers": ".shell-dock",
    "tabs": ".shell-tabs",
}
#: The parts that are there and seen, as the page has them.
MET = """(parts) => Object.entries(parts).map(([name, css]) => [name, document.querySelector(css)])
    .filter(([, part]) => part && [part, ...part.querySelectorAll("*")].some((one) => one.getClientRects().length))
    .sort(([, a], [, b]) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
    .map(([name]) => name)"""
#: In which part the focus is.
WHERE = "(parts) => Object.keys(parts).find((name) => document.activeElement.closest(parts[name])) ?? ''"


def open_table(server, browser, title: str, window) -> Page:
    first, second, begun = TABLES[title]
    page = browser.new_context(viewport=window, has_touch=window == PHONE).new_page()
    page.set_default_timeout(90_000)  # signing up is work for the browser
    for name in (second, first):
        page.context.clear_cookies()
        sign_up(page, server.address, name)
    page.goto(server.table(begun % (first, second)))
    expect(page.locator(".ask-body")).to_have_class(re.compile("is-live"))
    return page


def tabbed(page: Page, until: str = "papers") -> list[str]:
    """Press Tab from the beginning until a part is reached; return the parts that the focus went through."""
    found: list[str] = []
    for _ in range(200):
        page.keyboard.press("Tab")
        here = page.evaluate(WHERE, PARTS)
        if here and (not found or found[-1] != here):
            found.append(here)
        if here == until:
            break
    return found


def test_dice_come_before_the_map_and_the_hand_after_it(server, browser):
    page = open_table(server, browser, "war-of-the-ring", DESK)
    order = ["head", "question", "mine", "board", "hand", "papers"]
    assert page.evaluate(MET, PARTS) == order
    assert tabbed(page) == order
    mine, hand = page.locator(".shell-mine"), page.get_by_role("region", name="Hand")
    expect(mine.get_by_role("group", name="Dice")).to_be_visible()
    expect(hand.locator(".hand-card").first).to_be_visible()
    assert page.locator("[aria-owns], [tabindex]:not([tabindex='0'], [tabindex='-1'])").count() == 0

    # The two halves of the strip look like one.
    for size in (DESK, {"width": 1280, "height": 720}, {"width": 1024, "height": 1000}):
        page.set_viewport_size(size)
        mine, hand = (page.locator(part).bounding_box() for part in (".shell-mine", ".shell-hand"))
        assert mine["x"] + mine["width"] == pytest.approx(hand["x"])
        assert (mine["y"], mine["height"]) == pytest.approx((hand["y"], hand["height"]))
        assert hand["x"] + hand["width"] == pytest.approx(size["width"])


def test_on_a_phone_the_order_is_the_same_and_the_hand_is_a_tab(server, browser):
    page = open_table(server, browser, "war-of-the-ring", PHONE)
    assert page.evaluate(MET, PARTS) == ["head", "question", "mine", "board", "tabs"]
    assert tabbed(page, "board") == ["head", "question", "mine", "board"]
    page.locator('.shell-tabs [data-part="mine"]').tap()
    assert page.evaluate(MET, PARTS) == ["head", "question", "mine", "board", "hand", "tabs"]


def test_in_duel_what_one_owns_comes_before_the_display_and_ones_cards_after_it(server, browser):
    page = open_table(server, browser, "duel", DESK)
    order = ["head", "question", "mine", "board", "papers"]
    assert page.evaluate(MET, PARTS) == order
    assert tabbed(page) == order
    page.set_viewport_size(PHONE)
    page.locator('.shell-tabs [data-part="mine"]').click()
    assert page.evaluate(MET, PARTS) == ["head", "question", "mine", "board", "hand", "tabs"]
    expect(page.get_by_role("region", name="Cards", exact=True)).to_be_visible()
