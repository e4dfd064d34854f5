"""What players keep for themselves at the table: arrows, rings, notes, the copy on which moves are tried, a branch."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import DESK, NEXT, PHONE, STEPS, sign_up
from tests.browser.test_war_of_the_ring import tick

pytestmark = pytest.mark.browser

#: Where the figures of a region stand in the window.
AT = """(region) => {
    const dot = document.querySelector(`.mini-dots [data-r="${region}"]`), map = document.querySelector(".map-canvas");
    const point = new DOMPoint(dot.cx.baseVal.value, dot.cy.baseVal.value).matrixTransform(map.getScreenCTM());
    return [point.x, point.y];
}"""
#: Whether the question, or its step, is another one than that whose words are given.
GOES_ON = """asked => { const ask = document.getElementById("decision");
    return ask.innerText !== asked && ask.ariaBusy !== "true" }"""
#: What is pressed for an answer, step by step, or for one of fields.
FIELDS = "#move-form:not(:has(.ask-options button.option)) :is(button[value=fields], button[value=pass])"
PRESSED = f"{NEXT}, {FIELDS}"


def arrive(server, browser, players: tuple[str, str], begun: str, window=DESK) -> Page:
    """Sign up two people, and open the table of the first of them."""
    touches = window is PHONE
    page = browser.new_context(viewport=window, has_touch=touches, is_mobile=touches).new_page()
    page.set_default_timeout(30_000)  # signing up is work for the browser
    for name in reversed(players):
        page.context.clear_cookies()
        sign_up(page, server.address, name)
    page.goto(server.table(begun % players))
    page.wait_for_load_state()
    return page


def drags(page: Page, start: str, end: str) -> None:
    """Drag with the right button from one region to another one."""
    page.mouse.move(*page.evaluate(AT, start))
    page.mouse.down(button="right")
    page.mouse.move(*page.evaluate(AT, end), steps=4)
    page.mouse.up(button="right")


def marks_of(page: Page):
    return page.locator(".m-own > g")


def test_arrows_rings_and_notes_stay_and_are_on_the_copy_too(server, browser):
    page = arrive(server, browser, ("drawing", "drawnfor"), "set_up('sortie', '%s', '%s')")
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    title = page.locator("#decision-title").inner_text()
    with page.expect_response(re.compile("/marks$")):
        drags(page, "edoras", "fords-of-isen")
        expect(marks_of(page)).to_have_count(1)
        drags(page, "rivendell", "rivendell")
        expect(marks_of(page)).to_have_count(2)
    expect(page.locator("#decision-title")).to_have_text(title)  # nothing was answered
    page.locator(".dock-tabs a[data-panel=more]").click()
    expect(page.locator(".own-marks-words")).to_contain_text("Edoras to Fords of Isen; ring at Rivendell")
    page.locator(".own-note summary").click()
    page.fill(".note-form textarea", "Hold Helm's Deep.")
    expect(page.locator(".note-state")).to_have_text("Saved")
    page.get_by_role("button", name="Try moves on a private copy").click()
    page.wait_for_url("**/planning/")
    expect(marks_of(page)).to_have_count(2)
    expect(page.locator(".copy-band")).to_be_in_viewport()
    expect(page.locator(".map-area")).to_be_in_viewport()
    page.go_back()
    page.reload()
    expect(marks_of(page)).to_have_count(2)
    page.locator(".dock-tabs a[data-panel=more]").click()
    page.locator(".own-note summary").click()
    expect(page.locator(".note-form textarea")).to_have_value("Hold Helm's Deep.")
    with page.expect_response(re.compile("/marks$")):
        page.get_by_role("button", name="Clear my arrows and rings").click()
    expect(marks_of(page)).to_have_count(0)
    loaded.clear()
    page.reload()
    page.wait_for_load_state("networkidle")
    assert not [url for url in loaded if "marks" in url], "nothing is asked for where nothing is drawn"
    page.route(
        "**/marks", lambda route: route.fulfill(status=413, body='<p role="alert">Clear some first.</p>')
    )
    drags(page, "edoras", "fords-of-isen")
    page.locator(".dock-tabs a[data-panel=more]").click()
    expect(page.locator(".own-marks-words")).to_have_text("Clear some first.")
    page.context.close()


def test_the_copy_has_all_keys_and_steps_back_over_what_was_asked(server, browser):
    page = arrive(server, browser, ("keyfrodo", "keygothmog"), "set_up('sortie', '%s', '%s')")
    page.goto(f"{page.url}planning/")
    page.get_by_role("button", name="Make a copy").click()
    expect(page.locator(".ask-body")).to_have_class(re.compile("is-live"))
    back = page.locator("#decision .acts button")
    for _ in range(8):
        if back.count():
            break
        asked = page.locator("#decision").inner_text()
        page.keyboard.press("1")
        page.wait_for_function(GOES_ON, arg=asked)
    expect(back).to_have_text(re.compile("Step back"))
    page.keyboard.press("s")
    page.keyboard.press(".")
    expect(page.locator(".recent li.is-told")).to_have_count(1)
    page.keyboard.press("m")
    assert page.evaluate("document.activeElement.matches('.m-land a')")
    page.keyboard.press("o")
    expect(marks_of(page)).to_have_count(1)
    page.keyboard.press("?")
    expect(page.locator("dialog.help")).to_be_visible()
    page.keyboard.press("Escape")
    for _ in range(20):
        if not back.count():
            break
        stamp = page.locator("[data-slot=ask]").get_attribute("data-stamp")
        page.keyboard.press("u")
        expect(page.locator("[data-slot=ask]")).not_to_have_attribute("data-stamp", stamp)
    expect(back).to_have_count(0)
    page.context.close()


def test_a_finger_draws_after_a_press_on_draw_and_answers_again_after_done(server, browser):
    page = arrive(server, browser, ("fingers", "fingerless"), "set_up('sortie', '%s', '%s')", PHONE)
    page.locator(".shell-tabs a[data-part=dock]").tap()
    page.locator(".dock-tabs a[data-panel=more]").tap()
    page.locator("[data-draw]").tap()
    expect(page.locator(".draw-tools")).to_be_visible()
    box = page.locator(".map-scroll").bounding_box()
    with page.expect_response(re.compile("/marks$")):
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(marks_of(page)).to_have_count(1)
    expect(page.locator(".gazetteer .is-shown")).to_have_count(0)
    page.get_by_role("button", name="Done").tap()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(marks_of(page)).to_have_count(1)
    page.context.close()


def test_a_branch_is_played_told_and_read_by_its_link(server, browser):
    page = arrive(server, browser, ("brancher", "branched"), "played_out('%s', '%s')")
    page.goto(f"{page.url.split('?')[0]}replay/?at=200")
    page.get_by_role("button", name="Branch from here").click()
    page.wait_for_url("**/branches/1/")
    expect(page.locator(".replay-nav")).to_have_count(0)  # there is nothing to step through yet
    for _ in range(3):
        answers(page)
    last = int(page.url.rpartition("=")[2])
    assert last >= 3
    words = page.get_by_label("Words about this step")
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile(f"line=0&at={last - 1}$"))
    words.fill("Straight to <Moria>.")
    with page.expect_response(re.compile(f"/branches/1/.line=0&at={last - 1}$")):
        page.get_by_role("button", name="Keep the words").click()
    expect(page.locator("#decision")).not_to_have_attribute("aria-busy", "true")
    page.get_by_role("button", name="Make a link for readers").click()
    link = page.locator("#branch-link").input_value()
    page.keyboard.press("u")
    expect(page).to_have_url(re.compile(f"line=0&at={last - 2}$"))
    expect(words).to_have_value("")
    reads_a_branch(server, browser, link, last)
    page.context.close()


def answers(page: Page) -> None:
    """Answer by the first choices, whatever is asked."""
    asked = page.url
    tick(page)
    for _ in range(STEPS):
        page.locator(PRESSED).first.click()
        page.wait_for_function("() => document.getElementById('decision').ariaBusy !== 'true'")
        if page.url != asked:
            return
    raise AssertionError(page.locator("#decision").inner_text())


def reads_a_branch(server, browser, link: str, last: int) -> None:
    """Somebody with the link begins at its step, goes on by keys and slider, and lets the branch play."""
    reader = browser.new_context(viewport=PHONE).new_page()
    reader.goto(f"{server.address}/{link.split('/', 3)[3]}")
    expect(reader.locator(".branch-words")).to_have_text("Straight to <Moria>.")
    expect(reader.locator("#move-form")).to_have_count(0)
    crumb, step = reader.locator(".ask-crumb"), reader.get_by_role("slider", name="Step")
    assert (step.input_value(), step.get_attribute("max")) == (str(last - 1), str(last))
    step.evaluate("slider => { slider.value = 1; slider.dispatchEvent(new Event('input', {bubbles: true})) }")
    expect(crumb).to_have_text(f"Main line, 1 of {last}")
    reader.keyboard.press("End")
    expect(crumb).to_have_text(f"Main line, {last} of {last}")
    reader.keyboard.press("Home")
    expect(crumb).to_have_text(f"Main line, 0 of {last}")
    expect(reader).to_have_url(re.compile("line=0&at=0$"))
    reader.get_by_label("Pace").select_option("quick")
    reader.get_by_role("button", name="Play").click()
    expect(crumb).to_have_text(f"Main line, {last} of {last}")
    expect(reader.get_by_role("button", name="Play")).to_have_attribute("aria-pressed", "false")
    reader.get_by_role("link", name="Back").click()
    expect(reader.locator(".branch-words")).to_have_text("Straight to <Moria>.")
    told = reader.locator(".recent li.is-told")
    marked = reader.locator(".recent li[data-mark]").count()
    reader.keyboard.press(".")
    expect(told).to_have_count(min(1, marked))
    reader.keyboard.press(",")
    expect(told).to_have_count(0)
    reader.context.close()
