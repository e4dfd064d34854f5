"""A whole game of Duel at two tables, a wide one and a phone: nothing scrolls, nothing jumps, two taps for a card."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

import rules
from rules.core.decisions import Choice, Decision
from rules.core.records import Record, dump_record, effective, load_record
from rules.core.replaying import RecordedGame
from tests.browser.driving import DESK, PHONE, Person, arrive

pytestmark = pytest.mark.browser

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "duel"
SMALL: Any = {"width": 1280, "height": 720}
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


@dataclass
class Table:
    """A game on the server, its people by seat, and the same game in this process."""

    address: str
    people: dict[str, Person]
    mirror: RecordedGame


def open_table(server: Any, people: dict[str, Person], record: Record, moves: int, folder: Path) -> Table:
    """Let two people take a game over after its first `moves` choices; its cards go on from the same seed."""
    assert record.fairness.seed is not None
    seed = record.fairness.seed
    options = rules.title(record.title).recall_options(record.options)
    mirror = RecordedGame(record.title, options, seed=bytes.fromhex(seed), salts=record.fairness.salts)
    for seat, choice in choices_of(record)[:moves]:
        mirror.choose(seat, choice)
    kept = mirror.record()
    kept.fairness.seed = seed
    path = folder / f"{secrets.token_hex(4)}.json"
    path.write_bytes(dump_record(kept))
    seats = [word for seat, person in people.items() for word in ("--seat", f"{seat}={person.name}")]
    key = server.manage("import_game", str(path), *seats).split()[-1]
    return Table(f"{server.address}/game/{key}/", people, mirror)


def choices_of(record: Record) -> list[tuple[str, Choice]]:
    """Return every choice of a record with its seat."""
    return [(entry.seat or "", choice) for entry in effective(record.entries) for choice in entry.choices]


def answer(person: Person, decision: Decision, choice: Choice) -> None:
    """Answer by what the table offers: the card, then what to do with it; else the option."""
    page = person.page
    option = page.locator(f'.ask-options [data-option="{choice}"]')
    if choice is None:
        option = page.locator("#move-form button[value=pass]")
    elif decision.kind == "choose-action" and choice != "decline":
        thing = str(choice).partition("-")[2]
        card = page.locator(f'.duel .slot[data-thing="{thing}"] > summary')
        if not card.count():  # a landmark lies behind the map's tab on a phone
            card = page.locator(f'.ask-options [data-option="{thing}"]')
        person.press(card)
        expect(page.locator(f'.duel [data-thing="{thing}"]')).to_have_class(re.compile("is-chosen"))
    elif decision.kind == "move-unit":
        person.press(page.locator(f'.ask-options [data-option="{str(choice).partition(">")[0]}"]'))
    with page.expect_response(re.compile("/move")):
        person.press(option)
    expect(page.locator("#decision")).not_to_have_attribute("aria-busy", "true")


def play_on(table: Table, record: Record, moves: int, until: int) -> None:
    """Play the game's own choices on the pages, and measure each question."""
    places: dict[tuple[str, int], list[float]] = {}
    for number, (seat, choice) in enumerate(choices_of(record)[moves:until], start=moves):
        person = table.people[seat]
        decision = table.mirror.game.decision_of(seat)
        assert decision is not None
        up_to_date(person.page, table.address, decision)
        sizes = [DESK, SMALL] if person.page.viewport_size == DESK and number % 8 == 0 else [None]
        for size in sizes:
            if size:
                person.page.set_viewport_size(size)
            found = person.page.evaluate(MEASURE)
            place = places.setdefault((seat, person.page.viewport_size["width"]), found.pop("board"))
            assert found == {"scrolled": 0, "higher": 0, "wider": 0, "out": [], "cut": []}, (number, size)
            assert person.page.evaluate(MEASURE)["board"] == place
        if sizes[0]:
            person.page.set_viewport_size(DESK)
        answer(person, decision, choice)
        table.mirror.choose(seat, choice)


def up_to_date(page: Page, address: str, decision: Decision) -> None:
    """See that the page asks this question; it comes by itself, or is loaded where somebody has waited."""
    title = page.locator("#decision-title")
    if page.url != address or title.inner_text() != decision.prompt or not page.locator("#move-form").count():
        page.goto(address)
    expect(title).to_have_text(decision.prompt)
    expect(page.locator("#move-form")).to_have_attribute("data-kind", decision.kind)


def serious(page: Page) -> list[Any]:
    return [
        (found["id"], [node["html"][:160] for node in found["nodes"][:3]])
        for found in Axe().run(page).response["violations"]
        if found["impact"] in ("serious", "critical")
    ]


@pytest.fixture(scope="module")
def two(server, browser):
    """Rosie sits at a wide table, Grishnakh has a phone; both let moves go out as soon as they are chosen."""
    wide = arrive(server, browser, "rosie", DESK, confirms=False)
    narrow = arrive(server, browser, "muzgash", PHONE, confirms=False)
    yield wide, narrow
    for person in (wide, narrow):
        person.page.context.close()


def test_a_whole_game_without_scrolling_at_a_wide_table_and_on_a_phone(server, two, tmp_path):
    wide, narrow = two
    record = load_record((GOLDEN / "races.json").read_bytes())
    table = open_table(server, {"fellowship": wide, "sauron": narrow}, record, 0, tmp_path)
    play_on(table, record, 0, len(choices_of(record)))
    assert table.mirror.game.result is not None
    for person in two:
        person.page.goto(table.address)
        expect(person.page.locator(".result")).to_be_visible()
        assert person.errors == []


def test_the_rows_of_the_last_chapter_fit_and_nothing_hinders_anybody(server, two, tmp_path):
    """Sides are swapped, so that the other one has the wide table."""
    wide, narrow = two
    record = load_record((GOLDEN / "regions.json").read_bytes())
    table = open_table(server, {"fellowship": narrow, "sauron": wide}, record, 58, tmp_path)
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
    record = load_record((GOLDEN / "races.json").read_bytes())
    table = open_table(server, {"fellowship": narrow, "sauron": wide}, record, 0, tmp_path)
    page = wide.page
    page.goto(table.address)
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
