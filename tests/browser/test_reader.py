"""What is opened from the question is read beside it: no choice is covered, nor what is asked next."""

import pytest
from playwright.sync_api import expect

from tests.browser import driving
from tests.browser.driving import DESK, SMALL
from tools.moments import FREE

pytestmark = pytest.mark.browser

NARROW = {"width": 800, "height": 1000}
#: A moment of War of the Ring in which every option is a card.
BATTLE = [
    (FREE, "use muster-army: attack"),
    (FREE, "attack: helms-deep > fords-of-isen"),
    (FREE, "attackers: rohan 3r 1e 1l, strider"),
]
#: What lies over the question, looked for at points all over it.
OVER_IT = """() => {
    const question = document.getElementById("decision"), box = question.getBoundingClientRect(), found = new Set();
    for (let x = 0.02; x < 1; x += 0.08) for (let y = 0.02; y < 1; y += 0.04) {
        const hit = document.elementFromPoint(box.left + x * box.width, box.top + y * box.height);
        if (!question.contains(hit)) found.add(hit?.closest("[class]")?.className ?? "the page");
    }
    return [...found];
}"""


@pytest.fixture
def page(server, browser):
    driving.arrive(server, browser, "uglash", DESK, confirms=False).page.context.close()
    person = driving.arrive(server, browser, "odo", DESK, confirms=False)
    person.page.goto(server.table(f"set_up('sortie', 'odo', 'uglash', {BATTLE!r})"))
    expect(person.page.locator(".ask-body.is-live")).to_have_count(1)
    yield person.page
    assert person.errors == []
    person.page.context.close()


def test_a_card_that_is_read_leaves_the_question_free(page):
    box, options = page.locator(".reader"), page.locator(".ask-options .option:has([data-card])")
    for window in (SMALL, NARROW, DESK):
        page.set_viewport_size(window)
        page.mouse.move(300, 300)
        page.evaluate(driving.DRAWN)
        assert page.evaluate(OVER_IT) == []
        for option in options.all():
            option.scroll_into_view_if_needed()  # which closes what is open
            page.evaluate(driving.DRAWN)
            option.hover()
            expect(box.locator(".face-name")).to_have_text(option_card(page, option))
            assert page.evaluate(OVER_IT) == []
            assert option.evaluate("(option) => option.matches(':hover')")
    for card in page.locator(".hand-card").all():  # those open upwards, for the mouse and for the keyboard
        for comes in (card.hover, card.focus):
            comes()
            expect(card.locator(".event-card")).to_be_visible()
            assert page.evaluate(OVER_IT) == []

    asked = driving.question_of(page)
    options.first.hover()
    expect(box).to_be_visible()
    options.first.click()
    driving.answered(page, asked)
    expect(box).to_be_hidden()
    assert page.evaluate(OVER_IT) == []


def option_card(page, option) -> str:
    card = option.locator("[data-card]").get_attribute("data-card")
    return page.locator(f'.hand-card[data-item="{card}"]').get_attribute("aria-label") or ""
