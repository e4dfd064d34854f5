"""“This is wrong here”, by a real browser: from a refusal at a desk, from a line of the story on a phone."""

import os

import pytest
from playwright.sync_api import expect

from tests.browser.test_flow import sit, type_moves

pytestmark = pytest.mark.browser


def picture(page, name):
    if os.environ.get("PICTURES"):
        page.screenshot(path=f"{os.environ['PICTURES']}/{name}.png")


def say(person, about: str, words: str) -> None:
    """Fill in the form, which tells where one is, and send it."""
    page = person.page
    expect(page.get_by_role("heading", name="This is wrong here")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    person.press(page.get_by_label(about, exact=True))
    page.get_by_label("In a sentence").fill(words)
    picture(page, f"form-{about.replace(' ', '-')}")
    person.press(page.get_by_role("button", name="Report it"))
    expect(page.locator("#notes")).to_contain_text("Reported. Thank you!")


def test_from_a_refusal_it_is_one_press_to_the_form_and_the_game_goes_on(server, desk, phone, tmp_path):
    sit(server, desk, phone, tmp_path, "corruption", "move: dol-guldur > western-brown-lands")
    page = phone.page
    picture(page, "phone-question")
    type_moves(phone, "move: dol-guldur > minas-tirith")
    alert = page.get_by_role("alert")
    refusal = alert.locator("p").inner_text().partition(" (")[0]
    picture(page, "phone-refusal")
    phone.press(alert.get_by_role("button", name="This is wrong"))
    expect(page.locator("blockquote")).to_contain_text(refusal)
    expect(page.locator("figure code")).to_have_text("move: dol-guldur > minas-tirith")
    say(phone, "A rule", "These regions are neighbours.")
    type_moves(phone, "move: south-dunland > gap-of-rohan")
    expect(page.get_by_role("alert")).to_have_count(0)
    page.goto(f"{server.address}/my/reports/")
    row = page.locator(".row", has_text="These regions are neighbours.")
    expect(row.locator(".tag")).to_have_text("Open")
    picture(page, "phone-reports")


def test_from_a_line_and_from_the_question_it_is_two_presses(server, desk, phone, tmp_path):
    sit(server, desk, phone, tmp_path, "corruption", "move: dol-guldur > western-brown-lands")
    for person, place in ((desk, "desk"), (phone, "phone")):
        page = person.page
        page.wait_for_load_state()  # what opens the sheet of a phone is there then
        person.part("dock")
        picture(page, f"{place}-story")
        line = page.locator(".story-long li").first.inner_text().partition("\n")[0]
        person.press(page.locator("#panel-story").get_by_role("link", name="Something wrong?"))
        expect(page.get_by_role("heading", name="What is wrong?")).to_be_visible()
        picture(page, f"{place}-where")
        person.press(page.locator('a[href^="?line="]').first)
        expect(page.locator("blockquote")).to_contain_text(line[:30])
        say(person, "A word", f"There is a word too much, says {place}.")
    person = phone
    person.press(person.page.get_by_label("More ways to answer"))
    person.press(person.page.locator("#decision").get_by_role("link", name="Something wrong?"))
    say(person, "The page", "The map is upside down.")


def test_in_the_replay_a_step_and_each_line_have_a_way(server, desk, phone, tmp_path):
    sit(server, desk, phone, tmp_path, "corruption", "move: dol-guldur > western-brown-lands")
    page = desk.page
    key = page.url.partition("/game/")[2].partition("/")[0]
    page.goto(f"{server.address}/game/{key}/replay/")
    picture(page, "desk-replay")
    desk.press(page.locator(".recent").get_by_role("link", name="wrong?").first)
    say(desk, "Something else", "Not so.")
    page.goto(f"{server.address}/game/{key}/replay/")
    desk.press(page.get_by_role("link", name="This is wrong"))
    say(desk, "The page", "The board does not show it.")
