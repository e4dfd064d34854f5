"""What does not glow sends nothing: every other place of a table is pressed, after every step that can be taken."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import driving
from tests.browser.driving import DESK, Person

pytestmark = pytest.mark.browser

#: Presses everything on the table that does not glow, before any step and after those that lead on, and tells what
#: would have been sent. Of the steps as many are taken as are said: of the list, of the map, and one after another.
SWEEP = """async ([listed, mapped, deep]) => {
    const sent = [];
    let pressed = 0, now = "";
    const heard = (event) => {
        event.preventDefault();
        event.stopImmediatePropagation();
        sent.push(`${now}: ${event.submitter?.value}`);
    };
    document.addEventListener("submit", heard, true);
    const all = (selector) => [...document.querySelectorAll(selector)];
    const find = (kind, name) => document.querySelector(`[${kind}="${CSS.escape(name)}"]`);
    const soon = async () => { for (let i = 0; i < 5; i++) await null; };
    const click = (at) => at.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    const escape = () => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    const says = () => document.getElementById("decision").textContent;
    const glows = (at) => at.closest(".is-choice, .is-lit, .serves")
        || document.querySelector(`.land.is-choice[data-region="${at.dataset.region}"]`);
    const nameOf = (at) => at.getAttribute("href") ?? Object.values(at.dataset)[0] ?? at.className;
    const things = () => all(`.m-land a, .land, .region, [data-item], [data-thing] > summary, .race, [data-nation],
        [data-deck], [data-thing], .rings, .tray summary`).filter((at) => !at.closest("#decision"));
    const take = async (steps) => {
        for (let i = 0; i < 5; i++) escape();
        for (const [kind, name] of steps) { click(find(kind, name)); await soon(); }
    };
    const steps = () => [
        ...all(".ask-options [data-option]").slice(0, listed).map((at) => ["data-option", at.dataset.option]),
        ...all(".m-land .is-choice").slice(0, mapped).map((at) => ["href", at.getAttribute("href")]),
    ];
    const ways = [[]];
    for (const way of ways) {
        await take(way);
        const asked = says(), before = sent.length;
        for (const step of way.length < deep ? steps() : []) {
            await take(way);
            click(find(...step));
            await soon();
            if (sent.length === before && says() !== asked) ways.push([...way, step]);
            sent.length = before;
        }
        await take(way);
        const count = things().length;
        for (let i = 0; i < count; i++) {
            const at = things()[i];
            if (!at || glows(at)) continue;
            now = `${way.map(([, name]) => name).join(", ")}; ${nameOf(at)}`;
            pressed += 1;
            click(at);
            await soon();
            if (says() !== asked) await take(way);
        }
    }
    document.removeEventListener("submit", heard, true);
    return { sent, pressed };
}"""
#: How a table begins, and which steps are taken there.
TABLES = {
    "first turn": ("set_up('first-turn', 'tobold', 'lagduf')", [3, 0, 1]),
    "Kings": ("set_up('kings', 'lagduf', 'tobold', [('free-peoples', 'skip: event')])", [1, 1, 2]),
    "Risk: combat": ("set_up_risk(['tobold'], 'combat')", [0, 2, 2]),
    "Risk: place": ("set_up_risk(['tobold'], 'place')", [0, 1, 2]),
    "Duel": ("set_up_duel('tobold', 'lagduf')", [3, 0, 2]),
    "Duel: move-unit": ("set_up_duel('tobold', 'lagduf', 'move-unit')", [3, 0, 2]),
}


@pytest.fixture(scope="module")
def person(server, browser):
    driving.arrive(server, browser, "lagduf", DESK, confirms=False).page.context.close()
    found = driving.arrive(server, browser, "tobold", DESK, confirms=False)
    yield found
    assert found.errors == []
    found.page.context.close()


def sits(server, person: Person, begun: str) -> None:
    """Open a fresh table; what stands beside the options has come."""
    person.page.goto(server.table(begun))
    expect(person.page.locator(".ask-body.is-live")).to_have_count(1)
    person.page.mouse.move(5, 5)
    person.page.mouse.move(6, 6)
    person.page.wait_for_load_state("networkidle")


@pytest.mark.parametrize(("begun", "steps"), TABLES.values(), ids=TABLES)
def test_what_does_not_glow_sends_nothing(server, person, begun, steps):
    sits(server, person, begun)
    found = person.page.evaluate(SWEEP, steps)
    assert found["pressed"] > 20
    assert found["sent"] == []


def test_an_army_that_can_go_to_a_dim_region_is_asked_about_with_its_arrow(server, person):
    sits(server, person, TABLES["first turn"][0])
    page = person.page
    asked, note = driving.question_of(page), page.locator(".ask-note")
    person.press(page.locator('summary[data-die="character"]'))
    driving.tap_region(person, "angmar")
    expect(note).to_contain_text("Angmar cannot be chosen now. Nothing of yours there")
    driving.tap_region(person, "osgiliath")
    main = page.locator(".option.is-main")
    expect(main).to_contain_text(re.compile("All .+ into Osgiliath"))
    expect(page.locator(".m-arrows path")).to_have_count(2)
    driving.tap_region(person, "osgiliath")
    expect(note).to_be_empty()
    person.press(page.get_by_label("Less: Gondor Elite"))
    expect(main).to_contain_text("Gondor Regulars and Gondor Leader into Osgiliath")
    assert driving.question_of(page) == asked
    person.press(page.locator(".option.is-main"))
    driving.answered(page, asked)
    expect(page.locator("#panel-story")).to_contain_text(
        "3 Gondor Regulars and 1 Leader move from Minas Tirith to Osgiliath."
    )
