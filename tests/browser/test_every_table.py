"""The table of each title at a desk and on a phone: it is seen as a whole, asks, and takes an answer."""

import pytest
from playwright.sync_api import expect

import rules
from tests.browser.driving import choose_first, question_of

pytestmark = [pytest.mark.browser, pytest.mark.journey]

#: How a game of each title begins, between who is asked and who waits (`tools.moments`).
BEGUN = {
    "duel": "set_up_duel({0!r}, {1!r})",
    "risk": "set_up_risk(({0!r}, {1!r}))",
    "war-of-the-ring": "set_up('sortie', {0!r}, {1!r})",
}

TABLES = {
    **BEGUN,
    "war-of-the-ring of four": "set_up('four', {0!r}, {1!r})",
    "war-of-the-ring of three": "set_up('three', {0!r}, {1!r})",
}


def test_every_title_has_its_table():
    assert BEGUN.keys() == rules.own_titles().keys()


@pytest.mark.parametrize("who", ["desk", "phone"])
@pytest.mark.parametrize("title", TABLES)
def test_a_table_is_seen_as_a_whole_and_takes_an_answer(server, desk, phone, who, title):
    player, other = (desk, phone) if who == "desk" else (phone, desk)
    page = player.page
    page.goto(server.table(TABLES[title].format(player.name, other.name)))
    expect(page.locator("#decision-title")).to_be_visible()
    expect(page.locator(".shell-board")).to_be_in_viewport()
    asked = question_of(page)
    choose_first(page)
    assert question_of(page) != asked
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")
    assert page.evaluate("document.scrollingElement.scrollHeight <= innerHeight + 1")
    assert player.errors == []
