"""How a move of War of the Ring flows: typed in one line, planned past the dice, tapped on a phone's map."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser import driving

pytestmark = pytest.mark.browser


def sit(server, desk, phone, folder, ending: str, words: str) -> driving.Match:
    """Sit down at a golden game where the choice written as `words` is to be made; the Shadow has the phone."""
    record = driving.golden(ending)
    moves = driving.place_in(record, words)
    return driving.begin(server, {"free-peoples": desk, "shadow": phone}, record, moves, folder)


def type_moves(person: driving.Person, words: str) -> None:
    person.page.get_by_label("Or type moves").fill(words)
    with person.page.expect_navigation():
        person.press(person.page.locator("form.typed").get_by_role("button", name="Play", exact=True))


def test_a_whole_action_typed_in_one_line_is_played_as_a_whole(server, desk, phone, tmp_path):
    sit(server, desk, phone, tmp_path, "corruption", "move: dol-guldur > western-brown-lands")
    type_moves(
        phone,
        "move: dol-guldur > western-brown-lands sauron 8r 1e, nazgul 4; move: south-dunland > gap-of-rohan",
    )
    expect(phone.page.locator(".message.is-error, .plan")).to_have_count(0)
    expect(phone.page.locator("#decision-title")).to_have_text("Which action do you take?")
    expect(phone.page.locator("#r-gap-of-rohan")).to_contain_text("Isengard")
    expect(phone.page.locator("#r-western-brown-lands")).to_contain_text("8")


def test_what_is_typed_past_the_dice_waits_as_a_plan_until_its_button_is_pressed(
    server, desk, phone, tmp_path
):
    """The hunt's dice fall between two steps of the Fellowship: nobody is held to a step decided before them."""
    sit(server, desk, phone, tmp_path, "hasty", "use character: move-fellowship")
    page = desk.page
    type_moves(desk, "character: move-fellowship; character: move-fellowship")
    expect(page.locator(".messages")).to_contain_text("Something was revealed, so the rest is not played yet")
    expect(page.locator(".plan li")).to_have_text(["character: move-fellowship"])
    with page.expect_navigation():
        page.get_by_role("button", name="Play the plan").click()
    expect(page.locator(".plan")).to_have_count(0)
    expect(page.locator("#decision-title")).not_to_have_text("Which action do you take?")


def test_a_line_that_is_refused_stays_in_its_box_with_the_reason(server, desk, phone, tmp_path):
    sit(server, desk, phone, tmp_path, "corruption", "move: dol-guldur > western-brown-lands")
    type_moves(phone, "move: dol-guldur > minas-tirith")
    expect(phone.page.get_by_role("alert")).to_be_visible()
    expect(phone.page.get_by_label("Or type moves")).to_have_value("move: dol-guldur > minas-tirith")
    type_moves(phone, "move: south-dunland > gap-of-rohan")
    expect(phone.page.get_by_role("alert")).to_have_count(0)


def test_on_a_phone_the_bar_leaves_in_sight_what_it_asks_for(server, desk, phone, tmp_path):
    match = sit(server, desk, phone, tmp_path, "corruption", "move: dol-guldur > western-brown-lands")
    driving.tap_region(phone, "dol-guldur")
    expect(phone.page.locator(".map-bar")).to_contain_text("From Dol Guldur: where to?")
    targets = [v.partition(">")[2] for v in match.decision.options.values if v.startswith("dol-guldur>")]
    assert len(targets) > 4
    for region in targets:
        assert driving.place_of(phone, region), f"{region} is covered"
    driving.tap_region(phone, "minhiriath")
    panel, bar = phone.page.locator("#r-minhiriath"), phone.page.locator(".map-bar")
    expect(bar).to_contain_text("Minhiriath cannot be chosen now. It is not next to Dol Guldur.")
    assert panel.bounding_box()["y"] + panel.bounding_box()["height"] <= bar.bounding_box()["y"] + 1
    phone.press(bar.get_by_role("button", name="Well"))
    expect(bar).to_be_hidden()


def test_on_a_phone_the_map_stays_from_one_question_to_the_next(server, desk, phone, tmp_path):
    """Nazgûl fly: who, where to, who, where to. The page does not jump to its top between them."""
    match = sit(server, desk, phone, tmp_path, "corruption", "fly: nazgul at morannon")
    top = "document.querySelector('.map-scroll').getBoundingClientRect().top"
    bar = phone.page.locator(".map-bar")
    places = []
    for choice, asked in (("nazgul@morannon", "Where does"), ("dol-guldur", "Move another figure?")):
        match.play("shadow", choice)
        expect(bar).to_contain_text(asked)
        places.append(phone.page.evaluate(top))
        assert driving.PHONE["height"] - places[-1] > 0
    assert all(place < driving.PHONE["height"] / 2 for place in places)
    with phone.page.expect_navigation():
        phone.press(bar.get_by_role("button", name="No more"))
        phone.press(phone.page.locator("dialog#confirm button[value=yes]"))
    expect(phone.page.locator("#decision-title")).to_have_text("Waiting for the other side.")


def test_news_does_not_wipe_what_is_half_filled_in(server, desk, phone, tmp_path):
    """The other side writes a line while cards to discard are being ticked."""
    sit(server, desk, phone, tmp_path, "hasty", "discard: through-a-day-and-a-night, paths-of-the-woses")
    box = desk.page.locator("#move-form input[name=item]").first
    box.check()
    box.blur()
    phone.page.locator(".chat-form textarea").first.fill("Make haste, we smell you.")
    phone.press(phone.page.locator(".chat-form button").first)
    expect(desk.page.locator(".chat-lines").first).to_contain_text("we smell you", timeout=30_000)
    expect(box).to_be_checked()
