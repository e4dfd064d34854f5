"""Two people talk in two browsers, at both widths; a third one watches."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import DESK, PHONE

pytestmark = pytest.mark.browser

#: A table for the first two of three people; prints its key, and a session of each.
TABLE = """
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from accounts.models import User
from games.lobby import tables
from games.lobby.opening import Company, NewTable, open_table
people = [User.objects.create_user(name, name + "@example.org", "a-long-secret-word") for name in %r]
game = open_table(people[0], NewTable("duel", company=Company("fellowship")))
tables.join(game.key, user=people[1])
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


def at_a_table(server, *names: str) -> tuple[str, list[str]]:
    """Sit two people down, with others to watch. Returns the game's address and everybody's session."""
    told = server.inside(TABLE % (names,))
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
    expect(lines(phone)).to_have_count(1, timeout=30_000)
    expect(half).to_have_value("A half-written answer")
    phone.locator(".chat-form button").click()
    expect(lines(desktop)).to_have_text(
        ["Hello, father!\n<b>Is it cold up there?</b>", "A half-written answer"], timeout=30_000
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
    phone.get_by_role("link", name="All of it, muting").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Chat")
    assert phone.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth + 1")
    phone.get_by_role("button", name="Mute here beregond").click()
    expect(phone.locator("body")).to_contain_text("You read nothing more of beregond in this game.")
    expect(lines(phone)).to_have_text(["A half-written answer"])
    expect(lines(desktop)).to_have_count(3)
    assert errors == []


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
