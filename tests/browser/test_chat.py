"""Two people talk in two browsers, at both widths; a third one watches."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.driving import DESK, DRAWN, PHONE

pytestmark = pytest.mark.browser

#: A table for the first of some people, one for each seat; prints its key, and a session of everybody.
TABLE = """
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from accounts.models import User
from games.lobby import tables
from games.lobby.new_tables import Company, NewTable, open_table
people = [User.objects.create_user(name, name + "@example.org", "a-long-secret-word") for name in %r]
title, options, seats = %r
game = open_table(people[0], NewTable(title, options=options, company=Company(seats[0])))
for seat, user in zip(seats[1:], people[1:]):
    tables.join(game.key, seat=seat, user=user)
tables.start_now(game.key, people[0])
print("game", game.key)
for user in people:
    store = SessionStore()
    store[SESSION_KEY] = str(user.pk)
    store[BACKEND_SESSION_KEY] = "allauth.account.auth_backends.AuthenticationBackend"
    store[HASH_SESSION_KEY] = user.get_session_auth_hash()
    store.create()
    print("session", store.session_key)
"""


DUEL = ("duel", {}, ("fellowship", "sauron"))
ALLIANCE = ("risk", {"players": "alliance", "setup_mode": "random"}, ("green", "red", "yellow", "black"))


def at_a_table(server, *names: str, terms: tuple = DUEL) -> tuple[str, list[str]]:
    """Sit people down, with others to watch. Returns the game's address and everybody's session."""
    told = server.inside(TABLE % (names, terms))
    found = re.findall(r"^(game|session) (\w+)$", told, re.MULTILINE)
    return f"{server.address}/game/{found[0][1]}/", [value for _, value in found[1:]]


def open_page(browser, server, session: str, **more: object) -> Page:
    context = browser.new_context(**more)
    context.add_cookies([{"name": "sessionid", "value": session, "url": server.address}])
    return context.new_page()


def lines(page: Page, channel: str = "players"):
    return page.locator(f'.chat-lines[data-channel="{channel}"] .chat-text')


def say(page: Page, text: str) -> None:
    page.locator(".chat-form textarea").first.fill(text)
    page.locator(".chat-form button").first.click()


def hold_next(page: Page, address: str) -> Callable[[], Route]:
    """Hold the next request of a page for an address; returns what waits for it."""
    held: list[Route] = []
    page.route(address, lambda route: route.continue_() if held else held.append(route))

    def wait() -> Route:
        for _ in range(600):
            if held:
                break
            page.wait_for_timeout(50)
        return held[0]

    return wait


def test_two_people_talk_and_a_third_watches(server, browser):
    errors: list[str] = []
    address, sessions = at_a_table(server, "beregond", "bergil", "ioreth")
    desktop, phone, watcher = (
        open_page(browser, server, session, viewport=viewport)
        for session, viewport in zip(sessions, (DESK, PHONE, PHONE), strict=True)
    )
    for page in (desktop, phone, watcher):
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address)
        page.locator(".chat-link").click()

    # A line stays on the page on which it was written, and shows itself to the other, who is writing too.
    half = phone.locator("#say-players")
    half.fill("A half-written answer")
    half.focus()
    say(desktop, "Hello, father!\n<b>Is it cold up there?</b>")
    expect(lines(desktop)).to_have_text(["Hello, father!\n<b>Is it cold up there?</b>"])
    expect(desktop.locator("#say-players")).to_have_value("")
    assert desktop.url == address
    expect(lines(phone)).to_have_count(1)
    expect(half).to_have_value("A half-written answer")
    phone.locator(".chat-form button").click()
    expect(lines(desktop)).to_have_text(
        ["Hello, father!\n<b>Is it cold up there?</b>", "A half-written answer"]
    )

    # The board shows that there is something to read, in its head.
    say(desktop, "x" * 300)
    phone.goto(address)
    assert phone.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth + 1")
    expect(phone.locator("#chat")).to_be_hidden()
    phone.get_by_role("link", name=re.compile("^Chat")).locator("visible=true").click()
    expect(phone.locator("#chat-title")).to_be_in_viewport()
    expect(lines(phone).last).to_be_in_viewport()

    # What cannot be said is said so, and nothing is lost.
    desktop.locator("#say-players").fill(" \u200b ")
    desktop.locator("#say-players").press("Control+Enter")
    expect(desktop.locator(".chat-error")).to_have_text("Write something first.")
    expect(lines(desktop)).to_have_count(3)

    # The spectator has a chat apart and sees nothing of this one.
    expect(watcher.locator('[data-channel="players"]')).to_have_count(0)
    say(watcher, "How kind they are.")
    expect(lines(watcher, "watchers")).to_have_text(["How kind they are."])
    for page in (desktop, phone):
        page.goto(address)
        expect(page.locator("body")).not_to_contain_text("How kind they are.")

    # Muting, on the page of the chat: the other reads on, and I read nothing.
    phone.locator(".chat-link").click()
    phone.get_by_role("link", name="Whole chat, mute").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Chat")
    assert phone.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth + 1")
    phone.get_by_role("button", name="Mute here beregond").click()
    expect(phone.locator("body")).to_contain_text("You read nothing more of beregond in this game.")
    expect(lines(phone)).to_have_text(["A half-written answer"])
    expect(lines(desktop)).to_have_count(3)
    assert errors == []


def test_what_is_sent_off_while_a_line_is_under_way_is_said_behind_it(server, browser):
    address, sessions = at_a_table(server, "ingold", "targon")
    page = open_page(browser, server, sessions[0], viewport=DESK)
    page.goto(address)
    page.locator(".chat-link").click()
    line = hold_next(page, f"{address}chat/")
    box = page.locator("#say-players")
    say(page, "The beacons are lit.")
    box.press("Control+Enter")
    box.fill("Gondor calls for aid.")
    box.press("Control+Enter")
    line().continue_()
    expect(lines(page)).to_have_text(["The beacons are lit.", "Gondor calls for aid."])
    expect(box).to_have_value("")

    line = hold_next(page, f"{address}chat/")
    say(page, "And Rohan will answer.")
    box.fill("A half-written li")
    line().continue_()
    expect(lines(page)).to_have_count(3)
    expect(box).to_have_value("A half-written li")
    page.context.close()


def test_a_page_from_before_what_was_said_since_is_not_shown(server, browser):
    """News come while a line is on its way: the page that was fetched for them knows nothing of that line."""
    address, sessions = at_a_table(server, "cirion", "eorl")
    pages = [open_page(browser, server, session, viewport=DESK) for session in sessions]
    for page in pages:
        page.goto(address)
        page.locator(".chat-link").click()
    cirion, eorl = pages
    news = hold_next(cirion, address)
    say(eorl, "We are here.")
    route = news()
    before = route.fetch()
    say(cirion, "Be welcome.")
    expect(lines(cirion)).to_have_text(["We are here.", "Be welcome."])
    with cirion.expect_request_finished(lambda request: request == route.request):
        route.fulfill(response=before)
    cirion.evaluate(DRAWN)
    assert lines(cirion).all_inner_texts() == ["We are here.", "Be welcome."]
    say(eorl, "So be it.")
    expect(lines(cirion)).to_have_text(["We are here.", "Be welcome.", "So be it."])
    for page in pages:
        page.context.close()


def test_an_address_leads_to_the_chat(server, browser):
    address, sessions = at_a_table(server, "mablung", "damrod")
    for session, viewport in zip(sessions, (DESK, PHONE), strict=True):
        page = open_page(browser, server, session, viewport=viewport)
        page.goto(f"{address}#chat")
        expect(page.locator("#chat-title")).to_be_in_viewport()
        expect(page.get_by_label("Say to the others at the table")).to_be_in_viewport()


def test_a_line_without_javascript(server, browser):
    address, sessions = at_a_table(server, "hirgon", "hurin")
    page = open_page(browser, server, sessions[0], viewport=PHONE, java_script_enabled=False)
    page.goto(address)
    say(page, "Plain, but heard.")
    expect(lines(page)).to_have_text(["Plain, but heard."])
    assert page.url == f"{address}#chat"


def test_an_ally_points_at_the_map_and_the_other_sees_it_until_they_answer(server, browser):
    errors: list[str] = []
    names = ("amdir", "golfimbul", "amroth", "azog")
    address, sessions = at_a_table(server, *names, terms=ALLIANCE)
    green, red, yellow = (
        open_page(browser, server, session, viewport=viewport)
        for session, viewport in zip(sessions, (PHONE, DESK, DESK), strict=False)
    )
    for page in (green, red, yellow):
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address)
    marks = ".m-pointed > g"

    # Regions that are looked at are named in the line to the ally: one, and an arrow from it.
    def look_at(region: str):
        yellow.locator(f'.m-land a[href="#r-{region}"]').dispatch_event("click")
        return yellow.locator(f"#r-{region}")

    look_at("eregion").get_by_role("button", name="Point here").click()
    look_at("moria").get_by_role("button", name="Arrow from Eregion").click()
    look_at("fangorn").get_by_role("button", name="Point here").click()
    expect(yellow.locator(".chat-marks")).to_have_value("Eregion > Moria, Fangorn")
    yellow.locator(".chat-link").click()
    yellow.locator(".chat-form:has(.chat-marks) button").click()
    expect(yellow.locator(".chat-points")).to_have_text("Points at Eregion to Moria; Fangorn")
    expect(yellow.locator(".chat-marks")).to_have_value("")

    # The ally sees it by itself, the enemy nothing; an answer takes it from both boards.
    expect(green.locator(marks)).to_have_count(2)
    assert green.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth + 1")
    green.locator(".chat-link").click()
    green.locator("#say-side-green").fill("So be it.")
    green.locator(".chat-form:has(.chat-marks) button").click()
    expect(green.locator(marks)).to_have_count(0)
    expect(yellow.locator(marks)).to_have_count(0)
    red.reload()
    expect(red.locator(marks)).to_have_count(0)
    expect(red.locator("body")).not_to_contain_text("So be it.")
    assert errors == []
