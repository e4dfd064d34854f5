"""Rules and cards are read where they are named: by mouse, by keyboard, by touch, and without scripts."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

DESK = {"width": 1280, "height": 720}
PHONE = {"width": 390, "height": 844}
RULES = "/handbook/war-of-the-ring/"
#: Counts how far the page has shifted by itself, since it stands there.
WATCH = """
window.shifted = 0;
new PerformanceObserver((list) => { for (const one of list.getEntries()) window.shifted += one.value; })
  .observe({ type: "layout-shift", buffered: true });
"""


@pytest.fixture
def reading(server, browser):
    """Open the rules in a window; returns the page and the box that opens over it."""

    def begin(window=DESK, **more):
        page = browser.new_context(viewport=window, reduced_motion="reduce", **more).new_page()
        page.add_init_script(WATCH)
        page.goto(f"{server.address}{RULES}#WR-13.4")
        if more.get("java_script_enabled", True):  # a page without scripts has no timers to ask it again
            page.wait_for_function("document.fonts.status === 'loaded'", polling=50)
            page.evaluate("window.shifted = 0")
        return page, page.get_by_role("dialog")

    return begin


def link(page, rule, name):
    return page.locator(f"[id='{rule}']").get_by_role("link", name=name, exact=True)


def test_a_mouse_that_rests_opens_and_one_that_leaves_closes(reading):
    page, box = reading()
    link(page, "WR-13.5", "WR-13.2").hover()
    expect(box).to_contain_text("A passive Nation does not go to war")
    assert page.evaluate("document.activeElement === document.body")
    box.hover()
    page.wait_for_timeout(500)
    expect(box).to_be_visible()
    page.mouse.move(3, 3)
    expect(box).to_be_hidden()
    assert page.evaluate("window.shifted") == 0


def test_the_keyboard_opens_reads_on_goes_back_and_returns_to_its_place(reading):
    page, box = reading()
    start = link(page, "WR-13.5", "WR-13.2")
    start.focus()
    before = page.evaluate("scrollY")
    page.keyboard.press("Enter")
    expect(box).to_be_focused()
    expect(box).to_have_accessible_name("A passive Nation does not go to war")
    page.keyboard.press("Escape")
    expect(box).to_be_hidden()
    expect(start).to_be_focused()
    assert page.evaluate("scrollY") == before

    link(page, "WR-9.3", "WR-13.4").press("Enter")
    box.get_by_role("link", name="Boromir").press("Enter")
    expect(box).to_have_accessible_name("Boromir")
    box.get_by_role("button", name="Back to what you read before").press("Enter")
    expect(box).to_have_accessible_name("Who rouses whom")
    box.get_by_role("button", name="Close").press("Enter")
    expect(link(page, "WR-9.3", "WR-13.4")).to_be_focused()


def test_a_press_beside_it_closes_and_a_text_is_fetched_once(reading):
    page, box = reading()
    fetched = []
    page.on("request", lambda request: fetched.append(request.url) if "/rule/" in request.url else None)
    for _ in range(2):
        link(page, "WR-13.5", "WR-13.2").click()
        expect(box).to_be_visible()
        page.mouse.click(3, 300)
        expect(box).to_be_hidden()
    assert len(fetched) == 1


def test_what_opens_it_may_be_renewed_meanwhile(reading):
    page, box = reading()
    link(page, "WR-13.5", "WR-13.2").click()
    expect(box).to_be_visible()
    page.evaluate(
        "document.getElementById('WR-13.5').innerHTML = document.getElementById('WR-13.5').innerHTML"
    )
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.dataset.rule") == "WR-13.2"


def test_on_a_phone_it_is_a_sheet_below_that_leaves_the_top_free(reading):
    page, box = reading(PHONE, has_touch=True, is_mobile=True)
    link(page, "WR-9.3", "WR-13.4").tap()
    expect(box).to_contain_text("Who rouses whom")
    place = box.bounding_box()
    assert (place["x"], place["width"]) == (0, 390)
    assert place["y"] + place["height"] == pytest.approx(844, abs=1)
    assert place["y"] > 100
    assert box.get_by_role("button", name="Close").bounding_box()["height"] >= 44
    found = [
        v["id"] for v in Axe().run(page).response["violations"] if v["impact"] in ("serious", "critical")
    ]
    assert found == []
    assert page.evaluate("window.shifted") == 0


def test_without_scripts_a_link_leads_to_the_paragraph_and_all_cards_are_there(reading, server):
    page, _ = reading(java_script_enabled=False)
    link(page, "WR-13.5", "WR-13.2").click()
    assert page.url.endswith("#WR-13.2")
    page.goto(f"{server.address}{RULES}cards/")
    expect(page.locator("[data-face]")).to_have_count(165)
    expect(page.get_by_label("Find")).to_be_hidden()


def test_cards_are_found_by_words_without_their_accents(reading, server):
    page, _ = reading()
    page.goto(f"{server.address}{RULES}cards/")
    page.get_by_label("Find").fill("cirdan ships")
    expect(page.locator("[data-face]:visible")).to_have_count(1)
    expect(page.get_by_text("1 of 165")).to_be_visible()
    expect(page.get_by_role("heading", name="Círdan's Ships")).to_be_visible()
    page.get_by_label("Find").fill("")
    expect(page.locator("[data-face]:visible")).to_have_count(165)
