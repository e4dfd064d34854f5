"""Two people play in two browsers; nothing but what a visitor has."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from accounts import proof_of_work
from tests.browser.driving import choose_first, confirm_moves, follow, sign_up

pytestmark = pytest.mark.browser

DESKTOP = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}
#: Turns of both players until one resigns.
TURNS = 12


def test_sign_up_create_join_play_resign_and_replay(server, browser):
    """A whole game to its own end is played in test_duel_table.py."""
    errors: list[str] = []
    desktop = browser.new_context(viewport=DESKTOP).new_page()
    phone = browser.new_context(viewport=PHONE, has_touch=True).new_page()
    for page in (desktop, phone):
        page.on("pageerror", lambda error: errors.append(str(error)))
    sign_up(desktop, server.address, "eomer")
    sign_up(phone, server.address, "ugluk")

    desktop.goto(f"{server.address}/tables/new/?title=duel")
    desktop.locator("input[name=seat][value=fellowship]").check()
    desktop.locator("main form button[type=submit], main form .button-primary").first.click()
    desktop.wait_for_url(re.compile("/game/"))
    game = desktop.url
    phone.goto(game)
    follow(phone, phone.get_by_role("button", name="Sit down here").first)
    desktop.reload()
    follow(desktop, desktop.get_by_role("button", name=re.compile("Start")).first)

    for number in range(TURNS):
        page, other = (desktop, phone) if number % 2 else (phone, desktop)
        other.goto("about:blank")  # who waits need not draw every board, too
        page.goto(game)
        while page.locator("#move-form").count():
            choose_first(page)
    page.goto(f"{game}act/resign")
    follow(page, page.get_by_role("button", name="Resign"))
    expect(page.locator(".result")).to_be_visible()
    for page in (desktop, phone):
        page.goto(game)
        assert page.evaluate(
            "document.documentElement.scrollWidth <= document.documentElement.clientWidth + 1"
        )
        page.get_by_role("link", name="Step through the game").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("step")
        follow(page, page.get_by_role("link", name="Back", exact=True))
        step = page.get_by_role("heading", level=1).inner_text()
        page.keyboard.press("ArrowLeft")
        expect(page.get_by_role("heading", level=1)).not_to_have_text(step)
    assert errors == []


def sign_in(page: Page, server, name: str) -> None:
    password = (Path(server.env["VAR_DIR"]) / "demo-password").read_text().strip()
    page.goto(f"{server.address}/accounts/login/")
    page.fill("[name=login]", f"{name}@example.org")
    page.fill("[name=password]", password)
    follow(page, page.locator("main form button:not([name])").first)


def demo_game(page: Page, server, words: str) -> str:
    page.goto(f"{server.address}/my/")
    games = [link.get_attribute("href") for link in page.locator("a[href^='/game/']").all()]
    for href in dict.fromkeys(games):
        page.goto(f"{server.address}{href}")
        if page.locator(".players, .shell-mine").filter(has_text=words).count():
            return str(page.url)
    raise AssertionError(f"no demo game with {words}")


def answer_by_keys(page: Page) -> None:
    """Take the first choice by the key that it shows, and say yes: this player confirms everything."""
    # A number, or a letter where names begin with numbers.
    first = page.locator(".ask-options .badge-key").first
    page.keyboard.press(first.text_content() or "")
    if page.locator(".ask-options .is-back").count() and not page.locator(".option.is-main").count():
        page.keyboard.press(first.text_content() or "")  # a card: then what to do with it
    expect(page.locator(".option.is-main")).to_be_focused()
    with page.expect_response(re.compile("/move")):
        page.keyboard.press("Enter")
    expect(page.locator("#decision")).not_to_have_attribute("aria-busy", "true")


def test_a_move_by_keyboard_alone_shows_itself_to_the_other_without_a_reload(server, browser):
    sauron = browser.new_context(viewport=DESKTOP).new_page()
    frodo = browser.new_context(viewport=DESKTOP).new_page()
    sign_in(sauron, server, "gothmog")
    sign_in(frodo, server, "frodo")
    confirm_moves(sauron, server.address, wanted=True)
    game = demo_game(sauron, server, "gothmog")
    frodo.goto(game)
    expect(frodo.locator("#decision-title")).to_have_text("Waiting for the other side.")
    expect(sauron.locator(".ask-options .option").first).to_be_visible()
    answer_by_keys(sauron)
    while sauron.locator("#move-form").count():  # a card may ask for more
        answer_by_keys(sauron)
    expect(frodo.locator(".recent")).to_contain_text("Sauron")


def read_mail(page: Page, address: str, reader: str, subject: str) -> None:
    """Open somebody's newest mail with these words in its subject, in the demo's mailbox, once it is there."""
    page.goto(f"{address}/dev/mail/")
    row = page.get_by_role("listitem").filter(has_text=f"{reader}@example.org")
    mail = row.get_by_role("link", name=re.compile(subject))
    for _ in range(240):  # the worker looks every few seconds
        if mail.count():
            break
        page.wait_for_timeout(500)
        page.reload()
    mail.first.click()


def test_the_bot_answers_and_the_turn_mail_lies_in_the_demo_mailbox(server, browser):
    """Whoever has not looked at the game is told by mail; so nobody looks before the mail is there."""
    page = browser.new_context(viewport=PHONE).new_page()
    sign_up(page, server.address, "goldberry")
    read_mail(page, server.address, "goldberry", "confirm your address")
    expect(page.locator("pre")).to_contain_text("Welcome, goldberry!")
    page.goto(re.search(r"http\S+confirm-email/\S+", page.locator("pre").inner_text()).group())
    follow(page, page.get_by_role("button", name="Yes, confirm it"))
    token = server.manage("token", "goldberry").split()[-1]
    made = page.request.post(
        f"{server.address}/api/v1/tables/",
        headers={"Authorization": f"Bearer {token}"},
        data={"title": "duel", "seat": "fellowship", "bots": {"sauron": "captain"}},
    )
    key = made.json()["key"]
    read_mail(page, server.address, "goldberry", r"\(until ")
    expect(page.locator("pre")).to_contain_text("It is your turn.")
    page.goto(f"{server.address}/game/{key}/")
    expect(page.locator("#move-form")).to_be_attached()


def test_a_move_without_javascript(server, browser):
    page = browser.new_context(viewport=PHONE, java_script_enabled=False).new_page()
    sign_in(page, server, "frodo")
    confirm_moves(page, server.address, wanted=True)
    demo_game(page, server, "Sauron Captain bot")
    for _ in range(180):
        if page.locator("#move-form").count():
            break
        page.wait_for_timeout(500)
        page.reload()
    page.locator("details.slot.is-open summary").first.click()
    page.locator("details.slot[open] button").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Play this move?")
    page.get_by_role("button", name="Play it").click()
    expect(page.locator(".recent, .story-long").first).to_contain_text("Fellowship")


def test_the_browser_works_for_its_sign_up(server, browser):
    """As long as a real server asks it to, which is more than one stretch of work; others here ask for little."""
    page = browser.new_context(viewport=PHONE).new_page()

    def hard(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace('data-bits="8"', 'data-bits="15"'))

    page.route("**/accounts/signup/", hard)
    page.goto(f"{server.address}/accounts/signup/")
    field = page.locator("input[data-challenge]")
    expect(field).to_have_value(re.compile(r"\d+"))
    challenge, bits = field.get_attribute("data-challenge"), field.get_attribute("data-bits")
    assert proof_of_work.zero_bits(challenge, field.input_value()) >= int(bits) == 15
