"""A finger that stays on a card reads it and answers nothing: in the hand, in a question, on Duel's felt."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import PHONE, sign_up

pytestmark = pytest.mark.browser

#: How long a finger stays, in milliseconds.
LONG = 900


class Finger:
    """One finger on a phone's page, as the browser itself is told of it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.wire = page.context.new_cdp_session(page)

    def _send(self, kind: str, *points: tuple[float, float]) -> None:
        self.wire.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]},
        )

    def stays(self, css: str, drags: int = 0) -> None:
        """Put the finger on something, drag it to the left, and lift it after a while."""
        target = self.page.locator(css).first
        target.scroll_into_view_if_needed()
        box = target.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + min(30, box["height"] / 2)
        self._send("touchStart", (x, y))
        for moved in range(0, drags, 10):
            self._send("touchMove", (x - moved, y))
        self.page.wait_for_timeout(LONG)
        self._send("touchEnd")


def arrive(server, browser, players: tuple[str, str], begun: str) -> tuple[Page, Finger]:
    page = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True).new_page()
    page.set_default_timeout(90_000)  # signing up is work for the browser
    for name in reversed(players):
        page.context.clear_cookies()
        sign_up(page, server.address, name)
    page.add_init_script(
        "window.menus = 0; addEventListener('contextmenu', (e) => { if (!e.defaultPrevented) window.menus += 1; });"
    )
    page.goto(server.table(begun % players))
    expect(page.locator(".ask-body")).to_have_class(re.compile("is-live"))
    return page, Finger(page)


def nothing_answered(page: Page) -> None:
    """Nothing is taken, no menu has come, nothing is selected."""
    expect(page.locator(".ask-path")).to_be_empty()
    assert page.locator(".is-chosen").count() == 0
    assert page.evaluate("[window.menus, String(getSelection())]") == [0, ""]


def test_a_card_of_the_hand_and_a_companion_are_read_without_being_chosen(server, browser):
    page, finger = arrive(server, browser, ("hob", "snaga"), "set_up('sortie', %r, %r)")
    box = page.locator(".reader")
    page.locator('.shell-tabs [data-part="mine"]').tap()
    card = page.locator(".hand-card").first
    title = card.get_attribute("aria-label")

    finger.stays(".hand-card", drags=120)  # a finger that scrolls reads nothing
    expect(box).to_be_hidden()
    nothing_answered(page)

    finger.stays(".hand-card")
    expect(box.locator("h2")).to_have_text(title)
    nothing_answered(page)
    box.get_by_role("button", name="Close").tap()
    expect(box).to_be_hidden()

    page.locator('.shell-tabs [data-part="tracks"]').tap()
    finger.stays(".fellowship-who [data-card]")
    expect(box.locator("h2")).to_have_text("Gandalf the Grey")
    nothing_answered(page)
    box.get_by_role("button", name="Close").tap()

    page.locator('.shell-tabs [data-part="mine"]').tap()
    card.tap()  # a short tap answers as ever
    expect(page.locator(".ask-path")).to_have_text(title)
    expect(box).to_be_hidden()


def test_in_duel_a_card_is_read_on_the_felt_and_in_the_question(server, browser):
    page, finger = arrive(server, browser, ("daddy", "lagduf"), "set_up_duel(%r, %r)")
    box, slot = page.locator(".reader"), ".slot.is-open > summary"
    finger.stays(slot)
    expect(box).to_contain_text("Costs")
    read = box.inner_text()
    nothing_answered(page)
    box.get_by_role("button", name="Close").tap()
    finger.stays(".ask-options .option")
    expect(box).to_contain_text("Costs")
    assert box.inner_text() == read
    nothing_answered(page)
    lies, question = box.bounding_box(), page.locator("#decision").bounding_box()
    assert 0 <= lies["y"] <= lies["y"] + lies["height"] <= question["y"]
    box.get_by_role("button", name="Close").tap()
    page.locator(slot).first.tap()
    expect(page.locator(".slot.is-chosen")).to_have_count(1)
