"""A position set right by two people, one of them on a phone: chosen, looked at, asked for, agreed, told."""

import pytest
from playwright.sync_api import expect

from tests.browser.driving import DESK, PHONE, sign_up

pytestmark = pytest.mark.browser


def test_a_rohan_regular_back_to_edoras(server, browser):
    on_the_phone = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    mine, other = on_the_phone.new_page(), browser.new_context(viewport=DESK).new_page()
    sign_up(mine, server.address, "ceorl")
    sign_up(other, server.address, "grishnakh")
    game = server.table("set_up('sortie', 'ceorl', 'grishnakh', {})")
    mine.goto(f"{game}votes/")
    mine.get_by_role("link", name="Set the position right").tap()
    mine.get_by_role("link", name="Army units, Leaders and Nazgûl").tap()
    mine.get_by_label("What", exact=True).select_option("Rohan Regular")
    mine.get_by_label("From").select_option("reinforcements")
    mine.get_by_label("To").select_option("Edoras")
    mine.get_by_role("button", name="Look at it first").last.tap()
    expect(mine.get_by_text("Rohan Regular: reinforcements > Edoras").first).to_be_visible()
    expect(mine.locator("pre").first).to_contain_text("Edoras")
    assert mine.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    mine.get_by_role("button", name="Ask everybody to set it right").tap()
    expect(mine.get_by_text("You have voted.")).to_be_visible()
    other.goto(f"{game}votes/")
    expect(other.get_by_text("asks to set the position right")).to_be_visible()
    other.get_by_role("button", name="Agree").click()
    expect(other.get_by_text("The position is set right.")).to_be_visible()
    mine.goto(game)
    expect(
        mine.get_by_text("set the position right: Rohan Regular: reinforcements > Edoras").first
    ).to_be_attached()
