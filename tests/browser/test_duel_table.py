"""A whole game of Duel at a wide table, a small one with keys alone, and a phone: nothing scrolls, nothing jumps."""

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from rules.core.decisions import Choice, Decision
from rules.core.records import Record
from tests.browser.driving import DESK, PHONE, SMALL, Person, arrive, by_list
from tests.browser.figures import keeps_to
from tests.browser.matches import Match, begin
from tools.golden import choices_of, recorded

pytestmark = pytest.mark.browser

#: What takes two clicks: a card and what to do with it, a region and where to.
MOST = {"choose-action": 2, "move-unit": 2}
#: What is measured at each question: whether the page scrolls, what sticks out of its slot, where the board lies.
MEASURE = """() => {
    const page = document.scrollingElement, board = document.querySelector(".shell-board").getBoundingClientRect();
    const out = (selector) => [...document.querySelectorAll(selector)].filter((one) => {
        const box = one.getBoundingClientRect();
        const across = box.left < board.left - 1 || box.right > board.right + 1;
        return box.width && (across || box.top < board.top - 1 || box.bottom > board.bottom + 1);
    }).map((one) => one.id || one.className);
    const cut = [...document.querySelectorAll(".slot .card-kind, .slot .card-regions > span")].filter((one) => {
        const words = one.getBoundingClientRect(), card = one.closest(".playing-card").getBoundingClientRect();
        return words.right > card.right + 1 || words.left < card.left - 1;
    }).map((one) => one.textContent);
    return {
        scrolled: page.scrollTop,
        higher: Math.max(0, page.scrollHeight - innerHeight),
        wider: Math.max(0, page.scrollWidth - innerWidth),
        out: out(".slot, .felt" + (innerWidth < 1000 ? "" : ", .landmark, .races, .quest, .region")),
        cut,
        board: [board.left, board.top, board.width, board.height],
    };
}"""


def answer(person: Person, decision: Decision, choice: Choice) -> None:
    """Answer by what the table offers: the card, then what to do with it; else the option."""
    page = person.page
    if decision.kind == "choose-action" and choice not in (None, "decline"):
        thing = str(choice).partition("-")[2]
        card = page.locator(f'.duel .slot[data-thing="{thing}"] > summary')
        if person.keys or not card.count():  # keys read the list; a landmark lies behind a tab on a phone
            card = page.locator(f'.ask-options [data-option="{thing}"]')
        person.press(card)
        expect(page.locator(f'.duel [data-thing="{thing}"]')).to_have_class(re.compile("is-chosen"))
    elif decision.kind == "move-unit" and choice is not None:
        person.press(page.locator(f'.ask-options [data-option="{str(choice).partition(">")[0]}"]'))
    with page.expect_response(re.compile("/move")):
        if choice is None:
            person.press(page.locator("#move-form button[value=pass]"))
        else:
            by_list(person, str(choice))
    expect(page.locator("#decision")).not_to_have_attribute("aria-busy", "true")


def play_on(table: Match, record: Record, moves: int, until: int) -> None:
    """Play the game's own choices on the pages, and measure each question.

    Who sits at the wide table has eight times a mouse there, then eight times keys alone at a smaller one.
    """
    places: dict[tuple[str, int], list[float]] = {}
    for number, (seat, choice) in enumerate(choices_of(record)[moves:until], start=moves):
        decision, person = table.mirror.game.decision_of(seat), table.people[seat]
        assert decision is not None
        if not person.touches:
            keys = number // 8 % 2 == 1
            person.sits(SMALL if keys else DESK, keys=keys)
        table.look(seat)
        found = person.page.evaluate(MEASURE)
        place = places.setdefault((seat, person.page.viewport_size["width"]), found.pop("board"))
        assert found == {"scrolled": 0, "higher": 0, "wider": 0, "out": [], "cut": []}, number
        before = person.clicks
        answer(person, decision, choice)
        after = person.page.evaluate(MEASURE)
        assert (after["board"], after["scrolled"]) == (place, 0), number
        table.count(person, decision.kind, person.clicks - before)
        table.mirror.choose(seat, choice)
    for person in table.people.values():
        if not person.touches:
            person.sits(DESK, keys=False)


def serious(page: Page) -> list[Any]:
    return [
        (found["id"], [node["html"][:160] for node in found["nodes"][:3]])
        for found in Axe().run(page).response["violations"]
        if found["impact"] in ("serious", "critical")
    ]


@pytest.fixture(scope="module")
def two(server, browser):
    """Rosie sits at a wide table, Muzgash has a phone; both let moves go out as soon as they are chosen."""
    wide = arrive(server, browser, "rosie", DESK, confirms=False)
    narrow = arrive(server, browser, "muzgash", PHONE, confirms=False)
    yield wide, narrow
    for person in (wide, narrow):
        person.page.context.close()


def test_a_whole_game_without_scrolling_by_mouse_touch_and_keys(server, two, tmp_path):
    wide, narrow = two
    record = recorded("duel/races.json")
    table = begin(server, {"fellowship": wide, "sauron": narrow}, record, 0, tmp_path, Match)
    play_on(table, record, 0, len(choices_of(record)))
    assert table.mirror.game.result is not None
    keeps_to(table, "duel-board.md", MOST)
    for person in two:
        person.page.goto(table.address)
        expect(person.page.locator(".result")).to_be_visible()
        assert person.errors == []


def test_the_rows_of_the_last_chapter_fit_and_nothing_hinders_anybody(server, two, tmp_path):
    """Sides are swapped, so that the other one has the wide table."""
    wide, narrow = two
    record = recorded("duel/regions.json")
    table = begin(server, {"fellowship": narrow, "sauron": wide}, record, 58, tmp_path, Match)
    play_on(table, record, 58, 70)
    for person in two:
        for scheme in ("light", "dark"):
            person.page.emulate_media(color_scheme=scheme)
            person.page.goto(table.address)
            assert serious(person.page) == []
        person.page.emulate_media(color_scheme="no-preference")
        assert person.errors == []


def test_a_card_that_lies_under_others_is_only_looked_at(server, two, tmp_path):
    wide, narrow = two
    record = recorded("duel/races.json")
    begin(server, {"fellowship": narrow, "sauron": wide}, record, 0, tmp_path, Match)
    page = wide.page
    page.locator(".slot.is-covered > summary").first.click()
    expect(page.locator("#card-panel")).to_contain_text("Still covered by 2 cards.")
    expect(page.locator(".ask-options .is-back")).to_have_count(0)
    page.locator(".slot.is-open > summary").first.click()
    expect(page.locator("#card-panel")).to_contain_text("It costs you")
    expect(page.locator(".ask-options .is-back")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#card-panel")).to_be_hidden()
    page.keyboard.press("1")
    expect(page.locator(".slot.is-chosen")).to_have_count(1)
