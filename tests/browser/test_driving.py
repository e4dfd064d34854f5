"""What counts as a page that moves by itself: nothing that its reader has asked for, however late it comes."""

import pytest

from tests.browser.driving import BEGIN, DESK, DRAWN, SHIFTS, Person

pytestmark = pytest.mark.browser

PAGE = """
<!doctype html><section id="decision">What do you do? <button>Move</button></section>
<div id="above"></div><p id="hand" style="height: 200px; background: tan">The hand</p>"""
#: The hand is pushed down long after the last input.
MOVES = "document.getElementById('above').style.height = '80px'"
BUSY = "document.getElementById('decision').setAttribute('aria-busy', 'true')"
DONE = "document.getElementById('decision').removeAttribute('aria-busy')"
#: The browser takes what moves within half a second for a consequence of the input.
LATE = 700


@pytest.fixture
def reader(browser):
    """Somebody who has just clicked, and stands before the page since."""
    page = browser.new_context(viewport=DESK).new_page()
    page.add_init_script(SHIFTS)
    page.goto("about:blank")
    page.set_content(PAGE)
    person = Person("merry", page)
    page.evaluate(BEGIN)
    person.press(page.get_by_role("button"))
    return person


def test_an_answer_that_comes_late_has_not_moved_the_page_by_itself(reader):
    """On a busy machine the next question comes more than half a second after the click that asked for it."""
    reader.page.evaluate(BUSY)
    reader.page.wait_for_timeout(LATE)
    reader.page.evaluate(f"{MOVES}; {DONE}")
    reader.page.evaluate(DRAWN)
    reader.looks_steady()


@pytest.mark.parametrize("before", ["0", f"{BUSY}; {DONE}"], ids=["no-answer", "an-answer-is-drawn"])
def test_what_moves_later_is_seen(reader, before):
    """Without an answer, and after it, whatever moves has moved by itself."""
    reader.page.evaluate(before)
    reader.page.evaluate(DRAWN)
    reader.page.wait_for_timeout(LATE)
    reader.page.evaluate(MOVES)
    reader.page.wait_for_function("window.shifts.length")
    with pytest.raises(AssertionError, match="hand"):
        reader.looks_steady()
