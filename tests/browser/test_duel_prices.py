"""What a card of Duel costs is never covered, at three widths, in the questions of whole games; nor are counters."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.driving import DESK, PHONE, SMALL, arrive
from tests.browser.matches import Match, begin
from tools.golden import choices_of, recorded

pytestmark = pytest.mark.browser

#: What lies over a price, over the number of it or over another card's own words: each as its card, what is covered,
#: and by what. Everything can be hit meanwhile, so that signs which let clicks through are found as well.
COVERED = """() => {
    const sheet = new CSSStyleSheet(), found = [];
    sheet.replaceSync(".duel * { pointer-events: auto !important; }");
    document.adoptedStyleSheets = [sheet];
    const all = ".price, .card-cost > *, .card-regions > *, .card-gains .icon, .card-kind";
    const seen = innerHeight < 700 ? ".price" : all;  // the smallest phone has no room for more of a covered card
    const places = [[0.25, 0.25], [0.75, 0.25], [0.5, 0.5], [0.25, 0.75], [0.75, 0.75]];
    for (const card of document.querySelectorAll(".duel details.slot")) {
        for (const part of card.querySelectorAll(":scope > summary :is(" + seen + ")")) {
            const { left, top, width, height } = part.getBoundingClientRect();
            const over = places.map(([x, y]) => document.elementFromPoint(left + width * x, top + height * y));
            const own = (one) => one && (part.contains(one) || one.contains(part));
            const by = width ? over.find((one) => !own(one)) : null;
            if (by) found.push([card.dataset.name, part.outerHTML.slice(0, 60), by.outerHTML.slice(0, 60)]);
        }
    }
    document.adoptedStyleSheets = [];
    return found;
}"""
#: Counters and clocks of both lines that lie over each other, coins over skills among them, in pixels.
TOGETHER = """() => {
    const across = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = (a, b) => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return [".shell-head .seat-plate", ".shell-mine"].flatMap((line) => {
        const written = (at) => [...document.querySelectorAll(`${line} ${at}`)].map((one) => {
            const range = document.createRange();
            range.selectNodeContents(one);
            return range.getBoundingClientRect();
        }).filter((box) => box.width);
        const frames = (at) => [...document.querySelectorAll(`${line} ${at}`)].map((one) => (
            one.getBoundingClientRect())).filter((box) => box.width);
        const met = (some, others) => some.flatMap((a) => others.filter((b) => across(a, b) > 0 && down(a, b) > 0)
            .map((b) => [line, a.left, a.right, b.left, b.right]));
        const clocks = [...written(".plate-clock > *"), ...written(".plate-clock")];
        return [...met(clocks, frames(".holdings > *")), ...met(written(".h-coins"), frames(".h-skill"))];
    });
}"""
#: The smallest phone; and whether its question can be used: it is high enough, and a finger meets the first answer.
LOW: Any = {"width": 360, "height": 640}
USABLE = """() => {
    const ask = document.querySelector(".shell-ask").getBoundingClientRect();
    const first = document.querySelector(".ask-options .option"), box = first.getBoundingClientRect();
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return ask.height >= 140 && box.height >= 44 && box.bottom <= ask.bottom && first.contains(hit);
}"""
#: A game, and after how many choices it is looked at: every chapter, full and nearly empty.
STANDS = {"races": (0, 12, 20, 30, 45, 57), "regions": (41, 80)}


@pytest.fixture(scope="module")
def pair(server, browser):
    """Belba sits at a desk, Lagduf at whatever is looked at."""
    people = [arrive(server, browser, name, DESK, confirms=False) for name in ("belba", "lagduf")]
    yield people
    for person in people:
        person.page.context.close()


@pytest.mark.parametrize("size", [DESK, SMALL, PHONE, LOW], ids=lambda size: str(size["width"]))
def test_no_price_is_covered_in_any_chapter(server, pair, tmp_path, size):
    other, looks = pair
    looks.sits(size, keys=False)
    covered = {}
    for name, stands in STANDS.items():
        record = recorded(f"duel/{name}.json")
        for moves in stands:
            asked = choices_of(record)[moves][0]
            people = {asked: looks, "sauron" if asked == "fellowship" else "fellowship": other}
            begin(server, people, record, moves, tmp_path, Match)
            page = looks.page
            if size == LOW:
                expect(page.locator(".ask-options .option").first).to_be_visible()
                assert page.evaluate(USABLE), (name, moves)
            if page.locator(".duel.asks-map").count() and size in (PHONE, LOW):
                continue  # the map lies where the felt is
            expect(page.locator(".ask-body")).to_have_class(re.compile("is-live"))
            covered[name, moves] = page.evaluate(COVERED)
    assert len(covered) >= 5
    assert {at: found for at, found in covered.items() if found} == {}


def test_while_tokens_are_compared_the_display_is_in_sight(server, pair, tmp_path):
    other, looks = pair
    record = recorded("duel/races.json")
    for size in (DESK, SMALL):
        looks.sits(size, keys=False)
        begin(server, {"fellowship": looks, "sauron": other}, record, 25, tmp_path, Match)
        expect(looks.page.locator(".revealed .alliance-token")).not_to_have_count(0)
        assert looks.page.evaluate(COVERED) == []


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 844), (360, 640)])
def test_the_clock_is_clear_of_the_counters_on_a_phone(server, pair, width, height):
    """With a clock that runs, and more coins than ever: each has its own place in both lines."""
    _, looks = pair
    looks.sits({"width": width, "height": height}, keys=False)
    page, address = looks.page, server.table("set_up_duel('lagduf', 'belba')")
    page.goto(address)
    for words in ("1 d 5 h", "13 d 23 h", "out of time", "to move"):
        page.locator(".shell .plate-clock").evaluate_all(
            "(clocks, words) => clocks.forEach((clock) => { clock.textContent = words; })", words
        )
        page.locator(".holdings .h-coins b").evaluate_all(
            "(all) => all.forEach((b) => { b.textContent = 28; })"
        )
        page.locator(".holdings .h-skill b").evaluate_all(
            "(all) => all.forEach((b) => { b.textContent = 4; })"
        )
        assert page.evaluate(TOGETHER) == [], words


def test_at_the_end_no_frames_of_dashes_are_left(server, pair, tmp_path):
    other, looks = pair
    looks.sits(DESK, keys=False)
    record: Any = recorded("duel/regions.json")
    begin(server, {"fellowship": looks, "sauron": other}, record, len(choices_of(record)), tmp_path, Match)
    expect(looks.page.locator(".felt")).to_contain_text("All cards of chapter 3 are taken.")
    dashed = "(all) => all.filter((one) => getComputedStyle(one).borderTopStyle === 'dashed').length"
    assert looks.page.locator(".felt .slot").evaluate_all(dashed) == 0
    assert looks.errors == other.errors == []
