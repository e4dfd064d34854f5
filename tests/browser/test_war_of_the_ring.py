"""War of the Ring on its board: one player at a desk, the other with a phone; only what the page offers."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.driving import DESK, PHONE, Person, answered, confirm_moves, follow, question_of, sign_up

pytestmark = pytest.mark.browser

#: What the sheet of a phone shows.
PARTS = ("ask", "mine", "tracks", "dock")
#: Decisions driven through the page.
MOVES = 14
#: Whether a question is open still, and no answer to it under way; asked at once, as the answer may come in between.
IS_OPEN = """(asked) => document.querySelector("#move-form input[name=key]")?.value === asked
    && !document.querySelector("#decision[aria-busy]")"""


def by_dice(page: Page) -> None:
    """Choose a die, then what it does, by keyboard alone."""
    page.locator('.ask-options [data-option^="die:"]').first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".ask-options")).to_be_focused()
    for key in ("Tab", "Enter"):
        page.keyboard.press(key)


def by_map(page: Page) -> None:
    """Choose on the map by keyboard: a glowing region."""
    page.locator(".m-land a.is-choice").first.focus()
    page.keyboard.press("Enter")


def tick(page: Page) -> None:
    """Tick as many boxes of the form as must be, if there are any."""
    form = page.locator("#move-form")
    boxes = form.locator("input[name=item]").all()
    least = re.search(r"\d+", form.locator("legend").inner_text()) if boxes else None
    for box in boxes[: max(1, int(least[0])) if least else 0]:
        box.check()


def by_form(page: Page) -> None:
    """Say which figures go, or tick boxes."""
    form = page.locator("#move-form")
    if form.locator(
        ".going"
    ).count():  # the usual figures are filled in: one less and one less, until they are again
        most = form.locator("input[type=number]").first.get_attribute("max") or "0"
        for _ in range(int(most) + 1):
            form.locator(".going").first.click()
    tick(page)
    form.locator("button[value=fields]").click()


def drive(page: Page) -> tuple[str, str]:
    """Answer the open question by the board; return its kind, and the sentence that was read once more, if any."""
    kind, asked = page.locator("#move-form").get_attribute("data-kind") or "", question_of(page)
    main, sentence = page.locator(".option.is-main"), ""
    if page.locator("#move-form button[value=fields]:visible").count():
        by_form(page)
    elif page.locator('.ask-options [data-option^="die:"]').count():
        by_dice(page)
    while page.evaluate(IS_OPEN, asked):
        if main.count():
            sentence = main.inner_text()
            if (
                kind == "hunt-allocation"
            ):  # a number that a finger points at keeps the focus, beside the others
                main.tap()
            else:
                expect(main).to_be_focused()
                page.keyboard.press("Enter")
            break
        if page.locator(".m-land a.is-choice").count():
            by_map(page)
        else:
            page.locator("#move-form .ask-options [data-option], #move-form button[value=pass]").first.click()
    answered(page, asked)
    return kind, sentence


@pytest.fixture(scope="module")
def seats(server, browser):
    """A game between a desk and a phone, a few actions old: address, pages, kinds of the decisions taken."""
    errors: list[str] = []
    desk = browser.new_context(viewport=DESK).new_page()
    phone = browser.new_context(viewport=PHONE, has_touch=True).new_page()
    for page, name in ((desk, "elanor"), (phone, "lugdush")):
        page.on("pageerror", lambda error: errors.append(str(error)))
        sign_up(page, server.address, name)
    address = server.table(
        "set_up('sortie', 'elanor', 'lugdush')"
    )  # whose dice and cards are always the same
    kinds = []
    for _ in range(MOVES):
        for page in (desk, phone):
            page.goto(address)
            if page.locator("#move-form").count():
                kinds.append(drive(page)[0])
                break
    assert errors == []
    yield address, desk, phone, kinds
    for page in (desk, phone):
        page.context.close()


def test_dice_map_and_forms_carry_a_game_on(seats):
    address, desk, phone, kinds = seats
    assert len(kinds) == MOVES
    assert len(set(kinds)) >= 4
    assert "action" in kinds
    for page in (desk, phone):
        page.goto(address)
        expect(page).to_have_title(re.compile("War of the Ring"))
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")


def test_who_confirms_moves_reads_one_sentence_only(seats):
    address, desk, phone, _ = seats
    for page in (desk, phone):
        confirm_moves(page, address.partition("/game/")[0], wanted=True)
    for page in (desk, phone):
        page.goto(address)
        if page.locator("#move-form").count():
            version = page.locator(".game").get_attribute("data-version")
            _, sentence = drive(page)
            assert sentence
            assert page.locator(".game").get_attribute("data-version") != version
            break


def test_a_region_shows_what_is_known_of_it(seats):
    address, desk, phone, _ = seats
    for page in (desk, phone):
        page.goto(address)
        answers = page.locator("#move-form [value]").evaluate_all(
            "all => all.map(one => one.value).join(' ')"
        )
        lands = page.locator(".m-land a").evaluate_all(
            "all => all.map(one => one.getAttribute('href').slice(3))"
        )
        behind = page.locator("#ahead").get_attribute("data-told") if page.locator("#ahead").count() else ""
        region = next(land for land in ("minas-tirith", *lands) if land not in answers + (behind or ""))
        link, entry = page.locator(f'.m-land a[href="#r-{region}"]'), page.locator(f"#r-{region}")
        link.focus()
        page.keyboard.press("Enter")
        expect(entry).to_be_in_viewport()
        expect(entry).to_contain_text((link.get_attribute("aria-label") or "").partition(":")[0])
        page.keyboard.press("Escape")
        expect(entry).to_be_hidden()


def test_arrow_keys_walk_over_the_map(seats):
    address, desk, _, _ = seats
    desk.goto(address)
    desk.locator('.m-land a[href="#r-westemnet"]').focus()
    desk.keyboard.press("ArrowRight")
    name = desk.evaluate("document.activeElement.getAttribute('href')")
    assert name.startswith("#r-")
    assert name != "#r-westemnet"
    ring = re.compile(f"#{name.removeprefix('#r-')}$")  # a line around it, above all that is drawn
    expect(desk.locator(".m-glow .is-focus")).to_have_attribute("href", ring)


def test_the_map_zooms_and_the_mini_map_follows(seats):
    address, desk, phone, _ = seats
    width = "document.querySelector('.map-canvas').clientWidth"
    desk.goto(address)
    before = desk.evaluate(width)
    desk.get_by_role("button", name="Zoom in").click()
    assert desk.evaluate(width) > before
    expect(desk.locator(".map-mini")).to_be_visible()
    desk.get_by_role("button", name="Whole map").click()
    assert desk.evaluate(width) == before
    expect(desk.locator(".map-mini")).to_be_hidden()
    phone.goto(address)
    expect(phone.locator(".map-mini")).to_be_visible()
    before = phone.evaluate(width)
    pinch(phone, 60, 120)
    assert phone.evaluate(width) > before
    pinch(phone, 200, 20)
    assert phone.evaluate(width) < before
    expect(phone.locator(".map-mini")).to_be_hidden()


def pinch(page: Page, apart: float, then: float) -> None:
    """Put two fingers on the map, so far apart, and draw them to another distance."""
    box = page.locator(".shell-board").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers = page.context.new_cdp_session(page)
    for kind, distance in (("touchStart", apart), ("touchMove", then), ("touchEnd", None)):
        points = (
            [] if distance is None else [{"x": x - distance / 2, "y": y}, {"x": x + distance / 2, "y": y}]
        )
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_the_slider_of_the_replay_moves_the_board(seats):
    address, desk, _, _ = seats
    desk.goto(f"{address}replay/")
    title = desk.get_by_role("heading", level=1)
    expect(title).to_contain_text(re.compile(r"step [1-9]"))
    desk.evaluate("window.here = true")
    slider = desk.locator("input[data-steps]")
    slider.evaluate("slider => { window.slider = slider }")
    slider.fill("0")
    expect(title).to_contain_text("step 0 of")
    assert slider.evaluate("slider => window.slider === slider"), "whoever draws it along keeps hold of it"
    desk.get_by_role("link", name="Next", exact=True).click()
    expect(title).to_contain_text("step 1 of")
    assert desk.evaluate("window.here") is True


def test_a_replay_plays_by_itself_and_stops_when_asked(seats):
    address, desk, _, _ = seats
    desk.goto(f"{address}replay/?at=0")
    title, play = desk.get_by_role("heading", level=1), desk.locator("[data-play]")
    expect(title).to_contain_text("step 0 of")
    desk.locator("#pace").select_option("quick")
    play.click()
    expect(play).to_have_accessible_name("Pause")
    expect(title).to_contain_text(re.compile(r"step ([2-9]|\d\d) of"))
    desk.keyboard.press("Escape")
    expect(play).to_have_accessible_name("Play")
    stopped = title.inner_text()
    desk.wait_for_timeout(1500)
    expect(title).to_have_text(stopped)
    desk.get_by_role("link", name="Last").click()
    expect(title).to_have_text(re.compile(r": step (\d+) of \1$"))
    play.click()  # from the end it begins anew
    expect(title).to_contain_text(re.compile(r"step \d of"))
    desk.locator("input[data-steps]").fill("1")
    expect(play).to_have_accessible_name("Play")
    expect(title).to_contain_text("step 1 of")


def test_without_javascript_regions_open_their_panel_and_the_form_plays(seats, browser):
    address, desk, phone, _ = seats
    for page in (desk, phone):
        page.goto(address)
        if page.locator("#move-form").count():
            break
    confirm_moves(page, address.partition("/game/")[0], wanted=True)
    plain = browser.new_context(
        viewport=PHONE, java_script_enabled=False, storage_state=page.context.storage_state()
    ).new_page()
    plain.goto(f"{address}#r-minas-tirith")
    expect(plain.locator("#r-minas-tirith")).to_be_visible()
    expect(plain.locator("#r-bree")).to_be_hidden()
    version = plain.locator(".game").get_attribute("data-version")
    tick(plain)
    follow(plain, plain.locator("#move-form button[name=choice]").first)
    follow(plain, plain.get_by_role("button", name="Play it"))
    plain.goto(address)
    assert plain.locator(".game").get_attribute("data-version") != version


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(seats, scheme):
    address, desk, phone, _ = seats
    for page in (desk, phone):
        page.emulate_media(color_scheme=scheme)
        page.goto(address)
        page.locator(".dock-panel").evaluate_all(
            "all => all.forEach((one) => one.classList.add('is-current'))"
        )
        for part in PARTS if page is phone else PARTS[:1]:
            Person("", page).part(part)
            found = Axe().run(page).response["violations"]
            serious = [
                (part, v["id"], [n["html"][:160] for n in v["nodes"][:3]])
                for v in found
                if v["impact"] in ("serious", "critical")
            ]
            assert serious == []
