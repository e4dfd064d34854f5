"""Questions of Duel about what is not on the display: cards of the discard pile as faces, regions on a phone's map."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import BEGIN, DESK, PHONE, SHIFTS, SMALL, sign_up

pytestmark = pytest.mark.browser

PLAYERS = ("mirabella", "uglurk")
#: Where the board lies, and how far the page could be scrolled.
STANDS = """() => {
    const { x, y, width, height } = document.querySelector(".shell-board").getBoundingClientRect();
    const page = document.scrollingElement;
    return [x, y, width, height, page.scrollHeight - innerHeight, page.scrollTop];
}"""


@pytest.fixture(scope="module")
def signed_in(server, browser):
    """What a browser keeps of the Fellowship's player, who has signed in."""
    kept: Any = None
    for name in reversed(PLAYERS):
        context = browser.new_context()
        page = context.new_page()
        page.set_default_timeout(90_000)  # signing up is work for the browser
        sign_up(page, server.address, name)
        kept = context.storage_state()
        context.close()
    return kept


@pytest.fixture
def asked(server, browser, signed_in):
    """Open the page of the Fellowship where something is asked of it."""

    def begin(kind: str, window: Any) -> Page:
        touches = window == PHONE
        page = browser.new_context(
            viewport=window, has_touch=touches, is_mobile=touches, storage_state=signed_in
        ).new_page()
        page.add_init_script(SHIFTS)
        page.goto(server.table(f"set_up_duel(*{PLAYERS!r}, {kind!r})"))
        expect(page.locator("#move-form")).to_have_attribute("data-kind", kind)
        expect(page.locator(".ask-body")).to_have_class(re.compile("is-live"))
        page.evaluate(BEGIN)
        return page

    return begin


def answered(page: Page, act) -> None:
    """See that what is done answers, and that nothing moves for it."""
    before = page.evaluate(STANDS)
    with page.expect_response(re.compile("/move")):
        act()
    expect(page.locator("#decision")).not_to_have_attribute("aria-busy", "true")
    expect(page.locator("#move-form[data-kind='pick-discard']")).to_have_count(0)
    assert page.evaluate(STANDS) == before
    assert page.evaluate("window.shifts") == []


def inside(page: Page, css: str) -> bool:
    """Return whether something lies wholly within the board."""
    box, board = (page.locator(one).first.bounding_box() for one in (css, ".shell-board"))
    return (
        box["x"] >= board["x"] - 1
        and box["y"] >= board["y"] - 1
        and box["x"] + box["width"] <= board["x"] + board["width"] + 1
        and box["y"] + box["height"] <= board["y"] + board["height"] + 1
    )


def test_a_card_of_the_discard_pile_is_chosen_by_its_face_with_the_mouse(asked):
    page = asked("pick-discard", DESK)
    faces, options = page.locator(".pick-cards > li"), page.locator(".ask-options [data-option]")
    assert faces.count() == options.count() == 9
    expect(faces.nth(0).locator(".card-cost")).to_be_visible()
    expect(faces.nth(0).locator(".card-gains .icon").first).to_be_visible()
    assert faces.locator(".key").all_inner_texts() == options.locator(".badge-key").all_inner_texts()
    page.set_viewport_size(SMALL)
    assert inside(page, ".pick")
    page.set_viewport_size(DESK)
    page.locator(".pick > summary").click()  # folded away, the display is seen
    expect(faces.nth(0)).to_be_hidden()
    page.locator(".pick > summary").click()
    answered(page, faces.nth(2).locator("button").click)
    expect(page.locator(".pick")).to_have_count(0)


def test_by_keys_a_face_has_the_key_of_its_option_and_is_a_button(asked):
    page = asked("pick-discard", DESK)
    third = page.locator(".pick-cards > li").nth(2)
    key = page.locator(".ask-options [data-option]").nth(2).locator(".badge-key").inner_text()
    expect(third.locator(".key")).to_have_text(key)
    third.locator("button").focus()
    answered(page, lambda: page.keyboard.press("Enter"))


def test_on_a_phone_faces_are_tapped_and_seen_together_with_the_question(asked):
    page = asked("pick-discard", PHONE)
    first = page.locator(".pick-cards button").first
    expect(page.locator("#decision-title")).to_be_in_viewport(ratio=1)
    expect(first).to_be_in_viewport(ratio=1)
    assert inside(page, ".pick")
    assert min(first.bounding_box()[side] for side in ("width", "height")) >= 44
    answered(page, first.tap)


@pytest.mark.parametrize("kind", ["place-any", "move-unit"])
def test_on_a_phone_the_map_lies_above_a_question_about_regions(asked, kind):
    page = asked(kind, PHONE)
    expect(page.locator("#decision-title")).to_be_in_viewport(ratio=1)
    assert inside(page, ".duel-map")
    drawn = page.locator(".duel-map").bounding_box()
    assert drawn["width"] > 330
    assert page.evaluate(
        "([x, y]) => Boolean(document.elementFromPoint(x, y).closest('.map-part'))",
        [drawn["x"] + drawn["width"] / 2, drawn["y"] + drawn["height"] / 2],
    )
    if kind == "move-unit":  # the region that a Unit leaves, then the one it goes to
        origin = page.locator(".ask-options [data-option]").first.get_attribute("data-option")
        page.locator(f'.region[data-region="{origin}"] .region-name').tap()
        expect(page.locator(".ask-path")).not_to_be_empty()
        answered(page, page.locator(".ask-options [data-option]").first.tap)
    else:
        answered(page, page.locator(".region-choice").first.tap)
    page.locator('.shell-tabs [data-part="tracks"]').tap()  # the tab has the map with Quest and Races as ever
    expect(page.locator(".quest")).to_be_visible()
