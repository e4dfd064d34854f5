"""The board of Risk in the browser: battalions and invasions by taps on the map, at a desk and on a phone."""

import pytest
from playwright.sync_api import expect

from tests.browser import looking
from tests.browser.driving import DESK, answered, by_list, question_of, step_to, tap_region
from tests.browser.tidiness import NEIGHBOURS, TELL

pytestmark = pytest.mark.browser

SMALL = {"width": 1280, "height": 720}
LOW = {"width": 1024, "height": 768}


@pytest.fixture(params=["desk", "phone"])
def player(request):
    """Somebody at a desk, and somebody with a phone, whose every move is asked about once more."""
    return request.getfixturevalue(request.param)


@pytest.fixture
def begin(server, player):
    """Return a function that begins a game of Risk in which the player, as Green among bots, is asked this."""

    def begun(asks):
        player.page.goto(server.table(f"set_up_risk(({player.name!r},), {asks!r})"))
        return player.page

    yield begun
    assert player.errors == []


def fits(page):
    """Nothing sticks out to the right, and the page needs no scrolling."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")
    assert page.evaluate("document.scrollingElement.scrollHeight <= innerHeight + 1")


def standing(page, territory):
    """How many battalions the map shows in a territory."""
    return int(page.locator(f'.pile[data-pile="{territory}"] text').text_content())


def glowing(page):
    return page.locator(".m-land a.is-choice").evaluate_all(
        "all => all.map(link => link.getAttribute('href').slice(3))"
    )


#: Whether the page asks once more whether a move is meant, or has played it.
IS_TAKEN = """asked => document.querySelector(".option.is-main")
    || (document.querySelector("#move-form input[name=key]")?.value ?? null) !== asked"""


def confirm(player, asked):
    """Say once more that a move is meant, where that is asked, and wait for what comes of it."""
    player.page.wait_for_function(IS_TAKEN, arg=asked)
    if question_of(player.page) == asked:
        player.press(player.page.locator(".option.is-main"))
    answered(player.page, asked)


def test_battalions_are_placed_by_taps(begin, player):
    """Each tap is one more, until there are no more; a badge counts them."""
    page = begin("place")
    asked, number = question_of(page), int(page.locator("[data-most]").get_attribute("data-most"))
    assert number >= 3
    first, second = glowing(page)[:2]
    before = standing(page, first), standing(page, second)
    for territory in (first, first, *[second] * (number - 2)):
        tap_region(player, territory)
    badges = page.locator(".m-badge.is-count")
    expect(badges).to_have_count(2)
    expect(badge(page, first)).to_have_text("+2")
    expect(badge(page, second)).to_have_text(f"+{number - 2}")
    tap_region(player, first)
    expect(badge(page, first)).to_have_text("+2")
    assert glowing(page) == []
    fits(page)
    player.press(page.locator("#move-form button[value=fields]"))
    confirm(player, asked)
    assert standing(page, first) == before[0] + 2
    assert standing(page, second) == before[1] + number - 2
    fits(page)


def badge(page, territory):
    return page.locator(f'.m-badge[data-at="{territory}"]')


def invade(player):
    """Tap where most set out against fewest, and where to; say both."""
    page, asked = player.page, question_of(player.page)
    values = page.locator("#move-form button[name=choice]").evaluate_all("all => all.map(one => one.value)")
    ways = [value.split(">") for value in values if ">" in value]
    here, there = max(ways, key=lambda way: standing(page, way[0]) - standing(page, way[1]))
    assert set(glowing(page)) == {a for a, _ in ways}
    tap_region(player, here)
    assert set(glowing(page)) - {here} == {b for a, b in ways if a == here}
    tap_region(player, there)
    confirm(player, asked)
    return here, there


@pytest.mark.rule("RK-22")
def test_an_invasion_is_chosen_by_two_taps_and_fought_until_it_ends(begin, player):
    """Where from, where to, and how long: all of it is said before the first die is rolled."""
    page = begin("combat")
    here, there = invade(player)
    asked = question_of(page)
    by_list(player, "assault")
    confirm(player, asked)
    for _ in ("when to stop", "who stays behind"):
        asked = question_of(page)
        step_to(player, 1)
        player.press(page.locator("#move-form button[value=fields]"))
        confirm(player, asked)
    expect(page.locator("#decision-title")).to_have_text("Invade a territory, or end combat.")
    overlay = page.locator(".overlay.invasion")
    expect(overlay.locator("summary")).to_contain_text("Invasion of ")
    assert overlay.locator(".battles li").count() >= 1
    assert overlay.locator(".pip").count() >= 2
    expect(page.locator(f'.pile.s-green[data-pile="{there}"]')).to_have_count(1)
    assert standing(page, here) == 1
    fits(page)


def test_no_panel_covers_the_territories_fought_over(server, desk):
    """Wherever on the map an invasion is; where no place is left for an open panel it is folded, which is seldom."""
    page = desk.page
    page.goto(server.table(f"set_up_risk(({desk.name!r},))"))
    invade(desk)
    asked = question_of(page)
    by_list(desk, "1")
    confirm(desk, asked)
    expect(page.locator(".overlay.invasion[open]")).to_have_count(1)
    for size in (DESK, SMALL, LOW):
        page.set_viewport_size(size)
        page.evaluate(
            "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
        )
        panel = page.locator(".overlay.invasion").bounding_box()
        for territory in page.locator(".overlay.invasion").get_attribute("data-clear").split():
            land = page.locator(f'.m-land a[href="#r-{territory}"]').bounding_box()
            apart = land["x"] + land["width"] <= panel["x"] or land["x"] >= panel["x"] + panel["width"]
            assert apart or land["y"] >= panel["y"] + panel["height"], size
        ways = page.evaluate(NEIGHBOURS)
        told = {way: page.evaluate(TELL, way) for way in ways}
        assert [way for way, (covers, _) in told.items() if covers] == []
        folded = [way for way, (_, is_open) in told.items() if not is_open]
        assert len(folded) < len(ways) / 5, (size, folded)
    assert desk.errors == []


#: How far the middles of territories are from the middle of a phone's map, in parts of its window.
FROM_THE_MIDDLE = """(territories) => {
    const frame = document.querySelector(".map-scroll").getBoundingClientRect();
    const matrix = document.querySelector(".map-canvas").getScreenCTM();
    const all = territories.map((one) => document.querySelector(`.mini-dots [data-r="${one}"]`)).map((dot) =>
        new DOMPoint(dot.cx.baseVal.value, dot.cy.baseVal.value).matrixTransform(matrix));
    return all.map(({ x, y }) => Math.max(Math.abs(x - frame.x - frame.width / 2) / frame.width,
        Math.abs(y - frame.y - frame.height / 2) / frame.height));
}"""
AWAY = "document.querySelector('.map-scroll').scrollTo(0, 0)"


def test_a_phone_looks_at_the_battle_that_goes_on(server, phone):
    page = phone.page
    page.goto(server.table(f"set_up_risk(({phone.name!r},))"))
    ends = invade(phone)
    page.evaluate(AWAY)
    asked = question_of(page)
    by_list(phone, "1")
    confirm(phone, asked)
    expect(page.locator(".overlay.invasion")).to_have_count(1)
    looking.stands(page)
    assert max(page.evaluate(FROM_THE_MIDDLE, list(ends))) < 0.5
    assert phone.errors == []


def test_a_phone_looks_at_mount_doom_once_the_fellowship_is_near(server, phone, desk):
    """While others are asked; the page says where to look."""
    page = phone.page
    page.goto(server.table(f"set_up_risk(({desk.name!r}, {phone.name!r}))"))
    expect(page.locator(".map-mini")).to_be_visible()
    page.evaluate(AWAY)
    page.evaluate(
        """() => {
            document.querySelector(".map-area").dataset.gaze = "mount-doom";
            document.dispatchEvent(new Event("boardshown"));
        }"""
    )
    page.wait_for_function(f"() => ({FROM_THE_MIDDLE})(['mount-doom'])[0] < 0.35")
    assert phone.errors == []


def test_nothing_overflows(begin, player):
    page = begin("combat")
    sizes = [player.page.viewport_size] if player.touches else [player.page.viewport_size, SMALL]
    for size in sizes:
        page.set_viewport_size(size)
        fits(page)
    page.set_viewport_size(sizes[0])


def test_the_first_view_keeps_its_budget(server, browser, desk):
    """At a table of four, with an empty cache, less than 120 KB, and less than 25 KB when the files are there."""
    address = server.table(f"set_up_risk(({desk.name!r},))")
    fresh = browser.new_context(storage_state=desk.page.context.storage_state()).new_page()
    traffic = fresh.context.new_cdp_session(fresh)
    traffic.send("Network.enable")
    answers: dict[str, dict] = {}
    lengths: dict[str, int] = {}
    traffic.on("Network.responseReceived", lambda e: answers.update({e["requestId"]: e["response"]}))
    traffic.on(
        "Network.loadingFinished", lambda e: lengths.update({e["requestId"]: int(e["encodedDataLength"])})
    )
    fresh.goto(address)
    asked_for = set(answers)  # what is loaded with the page, and not when something has happened since
    fresh.wait_for_timeout(500)
    sizes = {answers[request]["url"]: length for request, length in lengths.items() if request in asked_for}
    kinds = {url: url.partition("/static/")[2].partition("/")[0] for url in sizes}
    assert set(kinds.values()) == {"", "css", "js", "img", "fonts"}
    assert sum(sizes.values()) < 120_000, sizes
    assert sum(size for url, size in sizes.items() if not kinds[url]) < 25_000, sizes
