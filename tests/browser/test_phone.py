"""A phone at a table: where its map looks, turned sideways, in a low window, and the way home at every width."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser import driving, looking
from tests.browser.driving import PHONE

pytestmark = pytest.mark.browser

#: A phone that is turned, from the largest to the smallest.
TURNED = [(844, 390), (740, 360), (667, 375)]
#: The widths of windows, each with a height that is usual for it.
WIDTHS = {360: 640, 390: 844, 820: 1180, 1024: 768, 1280: 720, 1366: 768, 1440: 900}
#: How wide the sheet of a turned phone is, and how high its map at least where the window is low.
SHEET, LEAST_MAP = 300, 220
#: A game of every kind.
SET_UP = """
from tools.moments import *
print('key', set_up('sortie', {0!r}, {1!r}))
print('key', set_up('kings', {0!r}, {1!r}))
print('key', set_up('lords', {0!r}, {1!r}))
print('key', set_up('four', {0!r}, {1!r}))
print('key', set_up_risk([{0!r}, {1!r}]))
print('key', set_up_duel({0!r}, {1!r}))
"""
#: A table of Hending's at which the other one plays by a link.
BY_LINK = """
from accounts.models import User
from games.lobby import invitations
from games.lobby.new_tables import Company, Doors, NewTable, open_table
user = User.objects.get(username="hending")
game = open_table(user, NewTable("duel", company=Company("sauron"), doors=Doors("private")))
print('key', game.key)
print('link', invitations.seat_link(game.key, user, 'fellowship'))
"""
TABLES = ("sortie", "kings", "lords", "four", "risk", "duel")
#: Of the parts of a table: where they are.
BOXES = """() => Object.fromEntries([".shell-board", ".shell-ask", ".shell-tabs", ".shell-head", ".map-canvas"].map(
    (part) => [part, document.querySelector(part)?.getBoundingClientRect().toJSON()]))"""
#: Of what the head holds for a finger or an eye, what sticks out of it, or is cut.
CUT = """() => {
    const width = document.documentElement.clientWidth;
    const others = document.querySelector(".players:has(> :only-child)")?.getBoundingClientRect();
    const plate = others ? [...document.querySelectorAll(".players .plate-cards, .players .plate-clock")] : [];
    const end = others?.right || width;  // a plate with special dice lies across the whole head
    const beyond = plate.filter((one) => one.getBoundingClientRect().right > end + 1);
    return [...beyond, ...document.querySelectorAll(".shell-brand, .home-link, .chat-link")].filter((one) => {
        if (beyond.includes(one)) return true;
        const box = one.getBoundingClientRect();
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return box.x < 0 || box.right > width || box.y < 0 || !one.contains(top);
    }).map((one) => one.outerHTML.slice(0, 90));
}"""
#: The least that a finger needs, and a mouse.
FINGER, MOUSE = 44, 24


@pytest.fixture(scope="module")
def tables(server, browser):
    """Hending has a phone, and a table of every kind at which he is asked: his page, and the addresses."""
    page = browser.new_context(viewport=PHONE, has_touch=True).new_page()
    driving.sign_up(page, server.address, "hending")
    other = browser.new_context(viewport=PHONE).new_page()
    driving.sign_up(other, server.address, "yazneg")
    other.context.close()
    told = server.inside(SET_UP.format("hending", "yazneg"))
    keys = re.findall(r"^key (\w+)$", told, re.MULTILINE)
    yield page, {name: f"{server.address}/game/{key}/" for name, key in zip(TABLES, keys, strict=True)}
    page.context.close()


@pytest.fixture
def page(tables):
    tables[0].set_viewport_size(PHONE)
    tables[0].emulate_media(reduced_motion="no-preference", color_scheme="light")
    yield tables[0]
    tables[0].evaluate("sessionStorage.clear()")
    tables[0].goto("about:blank")


def sit(page: Page, address: str, width: int, height: int) -> None:
    page.goto("about:blank")
    page.set_viewport_size({"width": width, "height": height})
    page.goto(address)
    expect(page.locator("#decision-title")).to_be_visible()


def die(page: Page, words: str) -> None:
    """Choose a die, or what it does, in the list."""
    page.locator(".ask-options .option").filter(has_text=words).first.tap()


# -- where the map looks ---------------------------------------------------------------------------------


def drag_away(page: Page) -> None:
    """Drag the map to where nothing of a war is going on."""
    page.evaluate("document.querySelector('.map-scroll').scrollTo(0, 0)")


def test_a_step_chosen_in_the_list_brings_its_regions_into_the_middle(page, tables):
    page.goto(tables[1]["sortie"])
    drag_away(page)
    away = looking.place(page)
    die(page, "Army / Muster")
    die(page, "Move")
    looking.sees_the_question(page)
    assert looking.place(page) != away
    assert page.locator(".mini-lit circle").count() == page.locator(".m-land a.is-choice").count() > 0


def test_a_step_chosen_on_the_map_moves_nothing(page, tables):
    page.goto(tables[1]["sortie"])
    person = driving.Person("hending", page)
    die(page, "Army / Muster")
    die(page, "Move")
    looking.stands(page)
    lit = page.locator(".m-land a.is-choice").first.get_attribute("href") or ""
    driving.tap_region(person, lit.removeprefix("#r-"))  # says that the map has not moved
    expect(page.locator(".ask-path")).to_contain_text("›")


def test_the_map_glides_a_quarter_of_a_second_and_not_for_who_wants_no_motion(page, tables):
    for motion, glides in (("no-preference", 1), ("reduce", 0)):
        page.emulate_media(reduced_motion=motion)
        page.goto(f"{tables[1]['sortie']}?clear")
        page.evaluate("sessionStorage.clear()")
        page.goto(tables[1]["sortie"])
        drag_away(page)
        page.evaluate("""() => {
            window.glides = [];
            const usual = Element.prototype.animate;
            Element.prototype.animate = function (frames, options) {
                window.glides.push([Object.keys(frames[0]).join(), options.duration]);
                return usual.call(this, frames, options);
            };
        }""")
        die(page, "Army / Muster")
        die(page, "Move")
        looking.sees_the_question(page)
        moves = page.evaluate("window.glides")
        assert len(moves) >= glides
        assert moves == [["transform", 240]] * len(moves)
        assert bool(moves) == bool(glides)


def test_a_finger_on_a_gliding_map_means_what_it_lies_on(page, tables):
    page.goto(tables[1]["sortie"])
    die(page, "Army / Muster")
    looking.stands(page)
    drag_away(page)
    page.evaluate("""() => {
        const usual = Element.prototype.animate;
        Element.prototype.animate = function (...glide) {
            const gliding = usual.apply(this, glide);
            gliding.pause();
            gliding.currentTime = 20;
            return gliding;
        };
    }""")
    glides = "() => document.querySelector('.map-canvas').getAnimations().length === 1"
    die(page, "Move")
    page.wait_for_function(glides)
    x, y, below = page.evaluate("""() => {
        const of = (one) => one?.closest(".m-land a")?.getAttribute("href");
        addEventListener("click", ({ target }) => { window.pressed = of(target); }, { capture: true, once: true });
        const { left, right, top, bottom } = document.querySelector(".map-scroll").getBoundingClientRect();
        for (let x = left + 8; x < right; x += 8) for (let y = top + 8; y < bottom; y += 8) {
            const below = of(document.elementFromPoint(x, y));
            if (below) return [x, y, below];
        }
    }""")
    page.touchscreen.tap(x, y)
    page.wait_for_function("() => 'pressed' in window")
    assert page.evaluate("window.pressed") == below
    assert not page.evaluate(glides)


def test_news_move_nothing_and_the_frame_on_the_small_map_stays(page, tables):
    """The page is brought to what a fresh one shows, with the same question: the reader has put the map where it is."""
    page.goto(tables[1]["sortie"])
    drag_away(page)
    looking.stands(page)
    before, frame = looking.place(page), page.locator(".mini-view").get_attribute("width")
    box = page.locator(".chat-form textarea").first
    page.locator(".chat-link").tap()
    box.fill("Well met.")
    page.locator(".chat-form button").first.tap()
    expect(page.locator(".chat-lines").first).to_contain_text("Well met.")
    page.evaluate("document.dispatchEvent(new Event('boardshown'))")
    looking.stands(page)
    assert looking.place(page) == before
    assert page.locator(".mini-view").get_attribute("width") == frame


def test_the_whole_map_and_back(page, tables):
    page.goto(tables[1]["sortie"])
    looking.stands(page)
    before = looking.place(page)
    button = page.get_by_role("button", name="Whole map")
    assert min(button.bounding_box()["width"], button.bounding_box()["height"]) >= 44
    button.tap()
    expect(button).to_have_attribute("aria-pressed", "true")
    board, seen = page.locator(".shell-board").bounding_box(), page.locator(".map-canvas").bounding_box()
    assert seen["width"] <= board["width"] + 2
    expect(page.locator(".map-mini")).to_be_hidden()
    button.tap()
    expect(button).to_have_attribute("aria-pressed", "false")
    assert all(abs(a - b) <= 2 for a, b in zip(before, looking.place(page), strict=True))


def test_a_phone_that_is_turned_shows_the_same_place(page, tables):
    page.goto(tables[1]["sortie"])
    looking.stands(page)
    middle = "sessionStorage.getItem(Object.keys(sessionStorage).find((key) => key.endsWith(':at')))"
    before = [float(part) for part in page.evaluate(middle).split()]
    page.set_viewport_size({"width": PHONE["height"], "height": PHONE["width"]})
    looking.stands(page)
    after = [float(part) for part in page.evaluate(middle).split()]
    assert all(abs(a - b) < 20 for a, b in zip(before, after, strict=True)), (before, after)


# -- the layout ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TABLES)
def test_a_turned_phone_has_the_board_at_the_left_and_the_sheet_at_the_right(page, tables, name):
    for width, height in TURNED:
        sit(page, tables[1][name], width, height)
        boxes = page.evaluate(BOXES)
        board, ask, tabs = (boxes[part] for part in (".shell-board", ".shell-ask", ".shell-tabs"))
        assert board["left"] == 0
        assert board["right"] == ask["left"] == tabs["left"] == width - SHEET
        assert board["bottom"] == tabs["bottom"] == height
        assert board["height"] >= 0.7 * height
        assert ask["height"] >= 140
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert page.evaluate("document.documentElement.scrollHeight") == height
        if boxes[".map-canvas"]:
            looking.sees_the_question(page)
        for part in ("mine", "tracks", "dock", "ask"):
            page.locator(f'.shell-tabs [data-part="{part}"]').tap()
            assert page.locator(".shell-board").bounding_box()["height"] == board["height"], part
            shown = page.locator(
                {"mine": ".hand, .duel-hand", "tracks": ".printed", "dock": ".shell-dock"}.get(
                    part, ".shell-ask"
                )
            ).first.bounding_box()
            assert shown["x"] >= width - SHEET - 1, part
            assert shown["height"] >= 140, part


@pytest.mark.parametrize("name", ["kings", "risk"])
def test_an_opened_card_lies_over_the_board_and_is_closed(page, tables, name):
    """On a turned phone, too: it covers neither question nor tabs. Its × closes it, and Escape."""
    for width, height in [(PHONE["width"], PHONE["height"]), *TURNED]:
        sit(page, tables[1][name], width, height)
        page.locator('.shell-tabs [data-part="mine"]').tap()
        board, card = page.locator(".shell-board").bounding_box(), page.locator(".hand-card").nth(1)
        opened = card.locator(".event-card")
        for closes in ("×", "Escape"):
            card.locator(".card-head").tap()
            expect(opened).to_be_visible()
            box = opened.bounding_box()
            assert box["x"] >= 0
            assert box["y"] >= board["y"]
            assert box["x"] + box["width"] <= board["width"]
            assert box["y"] + box["height"] <= board["y"] + board["height"]
            shut = card.get_by_role("button", name=f"Close {card.get_attribute('aria-label')}")
            assert min(shut.bounding_box()["width"], shut.bounding_box()["height"]) >= FINGER
            shut.tap() if closes == "×" else page.keyboard.press(closes)
            expect(opened).to_be_hidden()


@pytest.mark.parametrize("name", [name for name in TABLES if name != "duel"])
def test_in_a_low_window_the_sheet_gives_way_to_the_map(page, tables, name):
    sit(page, tables[1][name], 360, 640)
    boxes = page.evaluate(BOXES)
    assert boxes[".shell-board"]["height"] >= LEAST_MAP
    assert boxes[".shell-ask"]["height"] >= 130
    assert boxes[".shell-tabs"]["bottom"] == 640
    looking.sees_the_question(page)


# -- the way home ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TABLES)
def test_the_head_leads_home_at_every_width(page, tables, name):
    for width, height in [*WIDTHS.items(), *TURNED]:
        sit(page, tables[1][name], width, height)
        assert page.evaluate(CUT) == [], width
        mine = page.get_by_role("link", name=re.compile(r"My games \(\d+ waiting for you\)"))
        expect(mine.locator(".badge")).to_be_visible()
        least = FINGER if width < 1000 else MOUSE
        for link in (mine, page.get_by_role("link", name="Home page")):
            box = link.bounding_box()
            assert min(box["width"], box["height"]) >= least, (width, box)
    page.get_by_role("link", name="Home page").click()
    expect(page).to_have_url(re.compile(r"^http://[^/]+/$"))


def test_who_plays_by_a_link_has_a_list_of_such_seats(server, browser, tables):
    """Without an account: the head leads to the seats that the browser holds, and says at how many it is asked."""
    told = server.inside(BY_LINK)
    key, link = (re.search(rf"^{word} (\S+)$", told, re.MULTILINE)[1] for word in ("key", "link"))
    page = browser.new_context(viewport=PHONE, has_touch=True).new_page()
    page.goto(link)
    page.locator("[name=guest_name]").fill("Nob")
    driving.follow(page, page.locator("button[value=guest]"))
    page.goto(f"{server.address}/game/{key}/")
    mine = page.locator(".home-link")
    for width, height in WIDTHS.items():
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(CUT) == [], width
        expect(mine).to_be_visible()
    asks = page.locator("#move-form").count()
    expect(mine).to_have_text(re.compile(r"1 waiting for you" if asks else r"^My games$"))
    driving.follow(page, mine)
    expect(page.get_by_role("heading", name="Seats that you hold as a guest")).to_be_visible()


def test_who_only_looks_on_finds_the_home_page(browser, tables):
    page = browser.new_context(viewport=PHONE, has_touch=True).new_page()
    page.goto(tables[1]["risk"])
    for width, height in WIDTHS.items():
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(CUT) == [], width
        expect(page.get_by_role("link", name="Home page")).to_be_visible()
        expect(page.locator(".home-link")).to_have_count(0)
