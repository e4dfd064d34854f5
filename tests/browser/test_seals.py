"""A name, a seal or a token opens its card wherever it stands: on the map, in the story, in the question."""

import pytest
from playwright.sync_api import expect

from rules.war_of_the_ring.position.catalogue import CHARACTERS
from tests.browser import driving
from tests.browser.driving import DESK, PHONE
from tests.browser.test_long_press import Finger
from tools.picture_list import ROUND

pytestmark = pytest.mark.browser

#: Seals on the map that nothing covers, and the middle of each in the window.
ON_THE_MAP = """() => [...document.querySelectorAll(".m-piles :is(.seal, .fig.is-named)")].map((seal) => {
    const box = seal.getBoundingClientRect(), x = box.left + box.width / 2, y = box.top + box.height / 2;
    const seen = box.width && document.elementFromPoint(x, y)?.closest(".map-canvas");
    return seen && [seal.querySelector("[href^='#k-']").getAttribute("href").slice(3), x, y];
}).filter(Boolean)"""
#: What is named beside the map, once each in its part of the table, in the window and not covered.
BESIDE = """() => {
    const found = new Map();
    for (const one of document.querySelectorAll(".shell :is([data-card], [data-rule], svg.seal, svg .seal)")) {
        const { left, top, width, height } = one.getClientRects()[0] ?? { width: 0 };
        const x = left + Math.min(width, 24) / 2, y = top + height / 2;
        const part = one.closest(".dock-panel, .shell-ask, .printed-box, .overlay, .plate, .shell-mine")?.className;
        if (!width || !part || !one.contains(document.elementFromPoint(x, y))) continue;
        const { card, rule } = one.closest("[data-card], [data-rule]")?.dataset ?? {};
        const named = rule ?? card ?? one.querySelector("[href^='#k-']")?.getAttribute("href");
        found.set(`${part} ${named}`, [x, y]);
    }
    return [...found];
}"""
#: Seals and tokens that nobody can read: nothing says what they are.
MUTE = """() => [...document.querySelectorAll(
    ".shell :is(svg.seal, svg .seal, .fig.is-named, .action-token, .ruler-token, .lead-token)"
)].filter((one) => !one.closest("[data-card], [data-rule], .sign") && !one.querySelector("[href^='#k-']"))
    .map((one) => one.outerHTML.slice(0, 120))"""


@pytest.fixture(scope="module")
def lugdush(server, browser):
    person = driving.arrive(server, browser, "lugdush", DESK, confirms=False)
    yield person
    assert person.errors == []
    person.page.context.close()


@pytest.fixture(scope="module")
def other(server, browser):
    driving.arrive(server, browser, "narzug", DESK, confirms=False).page.context.close()
    return "narzug"


def rest(page, x, y):
    """Let the mouse come to a point and rest there."""
    page.mouse.move(x - 2, y)
    page.mouse.move(x, y)


def leave(page):
    """Let the mouse go where nothing is named."""
    rest(page, 700, 4)
    expect(page.locator(".reader")).to_be_hidden()


@pytest.mark.parametrize(("moment", "moves"), [("kings", ()), ("lords", ()), ("sortie", ROUND)])
def test_whoever_stands_on_the_map_or_beside_it_is_read_by_the_mouse(server, lugdush, other, moment, moves):
    page = lugdush.page
    page.goto(server.table(f"set_up({moment!r}, {other!r}, 'lugdush', {list(moves)!r})"))
    expect(page.locator(".ask-body")).to_have_count(1)
    assert page.evaluate(MUTE) == []
    face = page.locator(".reader .face-name")
    page.mouse.move(300, 300)  # what opens cards comes with the first movement
    people = page.evaluate(ON_THE_MAP)
    assert len({who for who, _, _ in people}) > 3
    for who, x, y in people:
        rest(page, x, y)
        expect(face).to_contain_text(CHARACTERS[who].name)
        leave(page)
    who, x, y = people[0]
    page.mouse.click(x, y)  # that was meant for the region: what is asked next is not covered
    page.wait_for_timeout(900)
    expect(page.locator(".reader")).to_be_hidden()
    page.keyboard.press("Escape")
    leave(page)
    beside = page.evaluate(BESIDE)
    assert len(beside) > 5
    for named, (x, y) in beside:
        rest(page, x, y)
        expect(page.locator(".reader h2"), named).to_be_visible()
        expect(page.locator(".reader"), named).not_to_contain_text("Not now")
        leave(page)


def test_a_finger_that_stays_on_a_seal_of_the_map_reads_it(server, browser, lugdush, other):
    state = lugdush.page.context.storage_state()
    page = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, storage_state=state).new_page()
    page.goto(server.table(f"set_up('kings', 'lugdush', {other!r})"))
    expect(page.locator(".ask-body.is-live")).to_have_count(1)
    finger, face = Finger(page), page.locator(".reader .face-name")
    finger.stays("#pile-helms-deep .seal")
    expect(face).to_contain_text("Strider")
    expect(page.locator(".ask-path")).to_be_empty()
    page.get_by_role("button", name="Close").tap()
    page.locator('.shell-tabs [data-part="tracks"]').tap()
    finger.stays('.ruler[data-card="denethor"]')
    expect(face).to_contain_text("Denethor")
