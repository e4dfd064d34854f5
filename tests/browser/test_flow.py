"""How a move of War of the Ring flows: typed in one line, planned past the dice, tapped on a phone's map."""

import pytest
from playwright.sync_api import expect

from tests.browser import driving
from tests.browser.matches import War, begin, place_in
from tools.golden import recorded

pytestmark = pytest.mark.browser


def sit(server, desk, phone, folder, ending: str, words: str) -> War:
    """Sit down at a golden game where the choice written as `words` is to be made; the Shadow has the phone."""
    record = recorded(f"war_of_the_ring/{ending}.txt")
    moves = place_in(record, words)
    return begin(server, {"free-peoples": desk, "shadow": phone}, record, moves, folder, War)


def type_moves(person: driving.Person, words: str) -> None:
    asked, box = driving.question_of(person.page), person.page.get_by_label("Moves, several with ;")
    if not box.is_visible():
        person.press(person.page.get_by_label("More ways to answer"))
    box.fill(words)
    person.press(person.page.locator("form.typed").get_by_role("button", name="Play", exact=True))
    driving.answered(person.page, asked)


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
    expect(page.locator("#notes")).to_contain_text("Something was revealed, so the rest is not played yet")
    expect(page.locator(".plan li")).to_have_text(["character: move-fellowship"])
    page.get_by_role("button", name="Play the plan").click()
    expect(page.locator(".plan")).to_have_count(0)
    expect(page.locator("#decision-title")).not_to_have_text("Which action do you take?")


def test_a_line_that_is_refused_stays_in_its_box_with_the_reason(server, desk, phone, tmp_path):
    sit(server, desk, phone, tmp_path, "corruption", "move: dol-guldur > western-brown-lands")
    type_moves(phone, "move: dol-guldur > minas-tirith")
    expect(phone.page.get_by_role("alert")).to_be_visible()
    expect(phone.page.get_by_label("Moves, several with ;")).to_have_value("move: dol-guldur > minas-tirith")
    type_moves(phone, "move: south-dunland > gap-of-rohan")
    expect(phone.page.get_by_role("alert")).to_have_count(0)


def test_on_a_phone_map_and_question_are_in_sight_together(server, desk, phone, tmp_path):
    """The targets carry the numbers of the list; what is no target says why, and nothing covers the question."""
    match = sit(server, desk, phone, tmp_path, "corruption", "move: dol-guldur > western-brown-lands")
    driving.tap_region(phone, "dol-guldur")
    ask = phone.page.locator("#decision")
    title = phone.page.locator("#decision-title")
    expect(title).to_have_text("From Dol Guldur: where to?")
    expect(ask.locator(".ask-say")).to_be_empty()
    targets = [v.partition(">")[2] for v in match.decision.options.values if v.startswith("dol-guldur>")]
    assert len(targets) > 4
    expect(ask.locator(".ask-options [data-option]")).to_have_count(len(targets))
    expect(phone.page.locator(".m-badges .m-badge")).to_have_count(min(9, len(targets)))
    assert any(driving.place_of(phone, region) for region in targets)
    driving.tap_region(phone, "minhiriath")
    expect(ask.locator(".ask-note")).to_have_text(
        "Minhiriath cannot be chosen now. It is not next to Dol Guldur."
    )
    panel = phone.page.locator("#r-minhiriath").bounding_box()
    assert panel["y"] + panel["height"] <= ask.bounding_box()["y"] + 1
    phone.press(ask.get_by_role("button", name="Another region"))
    expect(title).not_to_contain_text("From Dol Guldur")


def test_on_a_phone_the_map_stays_from_one_question_to_the_next(server, desk, phone, tmp_path):
    """Nazgûl fly: who, where to, who, where to. Nothing jumps between them (`choose` looks), the focus goes along."""
    match = sit(server, desk, phone, tmp_path, "corruption", "fly: nazgul at morannon")
    title = phone.page.locator("#decision-title")
    for choice, asked in (("nazgul@morannon", "Where does"), ("dol-guldur", "Another Nazgûl?")):
        match.play("shadow", choice)
        expect(title).to_contain_text(asked)
        expect(title).to_be_focused()
    match.play("shadow", None)
    expect(title).to_have_text("Waiting for the other side.")


def test_a_long_list_shows_the_nearest_and_finds_the_rest(server, desk, phone, tmp_path):
    """Nazgûl fly anywhere: twelve regions near them are listed, all are lit; the rest is unfolded or searched for."""
    match = sit(server, desk, phone, tmp_path, "corruption", "fly: nazgul at morannon")
    match.play("shadow", "nazgul@morannon")
    page, targets = phone.page, match.decision.options.values
    options, rest = page.locator(".ask-options [data-option]"), page.locator(".ask-rest")
    expect(options).to_have_count(12)
    expect(rest).to_have_text(f"{len(targets) - 12} more")
    expect(page.locator(".m-land .is-choice")).to_have_count(len(targets))
    near = set(options.evaluate_all("(them) => them.map((one) => one.dataset.option)"))
    assert {"dagorlad", "north-ithilien", "barad-dur"} & set(targets) <= near
    assert "forlindon" in set(targets) - near

    driving.stand(phone)
    page.keyboard.press("Tab")  # from the title, which has the focus
    expect(page.get_by_label("Find a choice")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(rest).to_be_focused()
    expect(rest).to_have_text("Fewer")
    expect(options).to_have_count(len(targets))
    assert phone.geometry() == phone.stands
    phone.press(rest)
    expect(options).to_have_count(12)
    page.get_by_label("Find a choice").fill("forl")
    expect(options).to_have_text(["1Forlindon"])
    assert phone.geometry() == phone.stands
    page.get_by_label("Find a choice").fill("")
    expect(options).to_have_count(12)

    asked = driving.question_of(page)
    driving.by_list(phone, "forlindon")
    driving.confirm(phone, match.decision, "forlindon")
    driving.answered(page, asked)
    expect(page.locator("#decision-title")).to_contain_text("Another Nazgûl?")


def test_a_whole_move_by_keyboard_alone(server, desk, phone, tmp_path):
    """Numbers choose, Escape goes back, the focus is on the next question after every answer."""
    match = sit(server, desk, phone, tmp_path, "hasty", "use character: move-fellowship")
    page, press = desk.page, desk.page.keyboard.press
    die = next(
        i
        for i, text in enumerate(page.locator(".ask-options .option").all_inner_texts(), 1)
        if "Character" in text
    )
    press(str(die))
    expect(page.locator(".ask-path")).to_have_text("Character")
    press("Escape")
    expect(page.locator(".ask-path")).to_be_empty()
    press(str(die))
    moving = page.locator('.ask-options [data-option="character:move-fellowship"]')
    asked = driving.question_of(page)
    press(moving.locator(".badge-key").inner_text())
    driving.answered(page, asked)
    expect(page.locator("#decision-title")).to_be_focused()
    match.mirror.choose("free-peoples", "character:move-fellowship")
    expect(page.locator("#decision-title")).to_have_text(match.decision.prompt)


def test_news_does_not_wipe_what_is_half_filled_in(server, desk, phone, tmp_path):
    """The other side writes a line while cards to discard are being ticked."""
    sit(server, desk, phone, tmp_path, "hasty", "discard: through-a-day-and-a-night, paths-of-the-woses")
    box = desk.page.locator("#move-form input[name=item]").first
    box.check()
    box.blur()
    phone.press(phone.page.locator(".chat-link"))
    phone.page.locator(".chat-form textarea").first.fill("Make haste, we smell you.")
    phone.press(phone.page.locator(".chat-form button").first)
    expect(desk.page.locator(".chat-lines").first).to_contain_text("we smell you")
    expect(box).to_be_checked()
    desk.page.reload()
    expect(desk.page.locator("#move-form input[name=item]").first).to_be_checked()


def cards_to_discard(person: driving.Person) -> None:
    for box in person.page.locator("#move-form input[name=item]").all()[:2]:
        person.press(box)
    person.press(person.page.locator("#move-form button[value=fields]"))


def an_army_on_the_map(person: driving.Person) -> None:
    driving.take_die(person, "army")
    for region in ("north-dunland", "tharbad"):
        driving.tap_region(person, region)


@pytest.mark.parametrize(
    ("words", "propose"),
    [
        ("discard: denethors-folly, worn-with-sorrow-and-toil", cards_to_discard),
        ("use army: move-armies", an_army_on_the_map),
    ],
)
def test_news_does_not_wipe_what_is_asked_about_once_more(server, desk, phone, tmp_path, words, propose):
    """The other side writes a line while somebody is about to say yes; the question stands, and after a reload, too."""
    sit(server, desk, phone, tmp_path, "hasty", words)
    page, proposed = phone.page, phone.page.locator(".option.is-main")
    propose(phone)
    asked, said = driving.question_of(page), proposed.inner_text()
    desk.press(desk.page.locator(".chat-link"))
    desk.page.locator(".chat-form textarea").first.fill("Take your time.")
    desk.press(desk.page.locator(".chat-form button").first)
    expect(page.locator(".chat-lines").first).to_contain_text("Take your time.")
    assert proposed.inner_text() == said
    expect(page.locator(".option.is-main")).to_be_focused()
    page.reload()
    expect(proposed).to_be_visible()
    assert proposed.inner_text() == said
    phone.press(page.locator(".option.is-main"))
    driving.answered(page, asked)


def test_a_lost_connection_loses_no_answer(server, desk, phone, tmp_path):
    sit(server, desk, phone, tmp_path, "hasty", "discard: through-a-day-and-a-night, paths-of-the-woses")
    page = desk.page
    boxes = page.locator("#move-form input[name=item]")
    for number in range(2):
        boxes.nth(number).check()
    asked = driving.question_of(page)
    page.context.set_offline(True)
    page.locator("#move-form button[value=fields]").click()
    if page.locator(".option.is-main").count():
        page.locator(".option.is-main").click()
    expect(page.locator("#notes")).to_contain_text("you seem to be offline")
    page.context.set_offline(False)
    for number in range(2):
        expect(boxes.nth(number)).to_be_checked()
    if page.locator(".option.is-main").count():
        page.locator(".option.is-main").click()
    else:
        page.locator("#move-form button[value=fields]").click()
    driving.answered(page, asked)


def test_moves_are_shown_while_the_box_of_the_chat_has_the_focus(server, desk, phone, tmp_path):
    """Who has just said something still sees what the other side does, and what they go on writing stays."""
    match = sit(server, desk, phone, tmp_path, "hasty", "use character: move-fellowship")
    phone.press(phone.page.locator(".chat-link"))
    box = phone.page.locator(".chat-form textarea").first
    box.fill("We are coming.")
    phone.press(phone.page.locator(".chat-form button").first)
    expect(phone.page.locator(".chat-lines").first).to_contain_text("We are coming.")
    expect(box).to_be_focused()
    box.type("And fa")
    match.play("free-peoples", "character:move-fellowship")
    expect(phone.page.locator(".story-long")).to_contain_text("move the Fellowship")
    expect(box).to_have_value("And fa")
    expect(box).to_be_focused()
