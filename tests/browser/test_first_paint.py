"""What a page is first drawn in: letters of one typeface, which it brings along, and the sea where pictures will be."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import driving
from tests.browser.driving import DESK, PHONE

pytestmark = pytest.mark.browser

#: The files that pages bring along, by the family and the weights of the face that each holds.
FACES = {
    "alegreya-700": ("Alegreya", "600 800"),
    "alegreya-sans-500": ("Alegreya Sans", "400 500"),
    "alegreya-sans-700": ("Alegreya Sans", "600 700"),
    "alegreya-sans-800-digits": ("Alegreya Sans", "800"),
}
#: Of a page that stands: the faces it has, what it has brought along, and what it has found out too late that it needs.
LETTERS = """() => document.fonts.ready.then(() => ({
    faces: [...document.fonts].filter((face) => face.display !== "auto")
        .map(({ family, weight, status, display }) => [family.replaceAll('"', ""), weight, status, display]),
    brought: [...document.querySelectorAll("link[rel=preload][as=font]")].map((link) => link.href),
    late: performance.getEntriesByType("resource")
        .filter((one) => one.name.includes("/fonts/") && one.initiatorType !== "link")
        .map((one) => one.name),
}))"""
SET_UP = """
from tools.moments import *
print('key', set_up('sortie', {0!r}, {1!r}))
print('key', set_up_risk([{0!r}, {1!r}]))
print('key', set_up_duel({0!r}, {1!r}))
"""
LISTS = (
    "/",
    "/my/",
    "/tables/",
    "/watch/",
    "/tables/new/",
    "/leagues/",
    "/account/",
    "/handbook/",
    "/handbook/duel/cards/",
)
VISITORS = ("/", "/accounts/login/", "/nothing-here/")
#: The sea by day and by night.
SEA = {"light": "rgb(188, 212, 220)", "dark": "rgb(15, 32, 41)"}


@pytest.fixture(scope="module")
def page(server, browser):
    """Uglúk, who has a game of every title."""
    opened = browser.new_context(viewport=DESK).new_page()
    for name in ("snaga", "ugluk"):
        opened.context.clear_cookies()
        driving.sign_up(opened, server.address, name)
    opened.keys = re.findall(r"^key (\w+)$", server.inside(SET_UP.format("ugluk", "snaga")), re.MULTILINE)
    yield opened
    opened.context.close()


def drawn_in_one(page, address):
    """See that a page has asked for its letters before it was drawn, for all of them and for no others."""
    page.goto(address)
    found = page.evaluate(LETTERS)
    assert set(found["late"]) <= set(found["brought"]), address
    loaded = {(family, weight) for family, weight, status, _ in found["faces"] if status == "loaded"}
    assert {display for *_, display in found["faces"]} == {"block"}
    brought = {FACES[re.search(r"/fonts/([a-z0-9-]+)\.", file)[1]] for file in found["brought"]}
    assert brought == loaded, address


def test_lists_and_forms_are_drawn_in_one_typeface(server, browser, page):
    visitor = browser.new_context(viewport=PHONE).new_page()
    for path in VISITORS:
        drawn_in_one(visitor, server.address + path)
    for path in LISTS:
        drawn_in_one(page, server.address + path)


@pytest.mark.parametrize("window", [DESK, PHONE], ids=["desk", "phone"])
def test_tables_are_drawn_in_one_typeface(server, page, window):
    page.set_viewport_size(window)
    for key in page.keys:
        for path in ("", "?mode=text", "replay/", "planning/"):
            drawn_in_one(page, f"{server.address}/game/{key}/{path}")
    page.set_viewport_size(DESK)


@pytest.mark.parametrize("scheme", list(SEA))
def test_a_position_that_is_on_its_way_is_waited_for_in_the_colour_of_its_sea(server, page, scheme):
    page.route("**/glimpse*", lambda route: route.abort())
    page.route("**/*.webp*", lambda route: route.abort())
    page.emulate_media(color_scheme=scheme)
    for path in ("/", "/my/"):
        page.goto(server.address + path)
        places = page.locator(".glimpse:not(:has(.is-sign))")
        expect(places.first).to_be_visible()
        colours = places.evaluate_all("all => all.map((one) => getComputedStyle(one).backgroundColor)")
        assert set(colours) == {SEA[scheme]}
    page.unroute_all()
    page.emulate_media(color_scheme="light")
