"""Odds stand on the options of the question, between two rounds of battle and for the dice of the Hunt."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.driving import DESK, PHONE, answered, question_of, sign_up
from tests.pages.test_odds import ROUND
from tools.moments import FREE

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def people(server, browser):
    """The player of the Free Peoples at a desk, the one of the Shadow with a phone."""
    pages = []
    for name, viewport in (("elfhelm", DESK), ("golasgil", PHONE)):
        touches = viewport is PHONE
        page = browser.new_context(viewport=viewport, has_touch=touches, is_mobile=touches).new_page()
        sign_up(page, server.address, name)
        pages.append(page)
    yield pages
    for page in pages:
        page.context.close()


def begin(server, page, moment, moves):
    page.goto(server.table(f"set_up({moment!r}, 'elfhelm', 'golasgil', {moves!r})"))


def test_fighting_on_and_ceasing_say_what_follows(server, people):
    page = people[0]
    begin(server, page, "sortie", ROUND)
    fights_on = page.locator(".ask-options .option", has_text="Fight on")
    expect(fights_on.locator("small")).to_contain_text(
        re.compile(r"^\d+ % siege broken; costs \d+, kills \d+$")
    )
    ceases = page.locator("#move-form > button[value=pass]")
    shown = ceases.evaluate("button => getComputedStyle(button, '::after').content")
    assert "inside, the siege goes on" in shown
    asked = question_of(page)
    ceases.click()
    answered(page, asked)


def test_a_number_of_dice_is_tapped_with_its_odds_before_ones_eyes(server, people):
    page = people[1]
    begin(server, page, "mordor", ((FREE, "declare: pass"),))
    options = page.locator(".ask-options .option")
    expect(page.locator(".amount-notes")).to_be_hidden()
    asked = question_of(page)
    options.nth(1).tap()
    expect(page.locator("#options")).to_contain_text(
        re.compile(r"\d+ % that a first move draws a tile, \d+ % a second")
    )
    page.locator(".option.is-main").tap()
    answered(page, asked)
    expect(page.locator(".story-long")).to_contain_text("The Shadow puts 1 die into the Hunt Box.")
