"""Lords of Middle-earth against the Captain: a table opened by its form, played at a desk, then on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import PHONE, Person, answered, follow, question_of
from tests.browser.test_war_of_the_ring import tick

pytestmark = pytest.mark.browser

TICKED = "gandalf-the-grey-keeper-of-narya", "boromir-captain-general-of-gondor"
#: Answers given on the phone, whatever is asked.
ANSWERS = 4
#: Whether a question is open still: a further step of its answer is offered.
GOES_ON = """asked => document.querySelector("#move-form input[name=key]")?.value === asked
    && document.getElementById("decision").ariaBusy !== "true"
    && document.querySelector(".ask-options [data-option]") !== null"""


def open_table(page: Page, address: str) -> str:
    """Open a table with Lords and the Council against the Captain; return the address of its game."""
    page.goto(f"{address}/tables/new/?title=war-of-the-ring")
    page.locator("input[name=opponent][value=bot]").check()
    page.locator("#id_bot").select_option("captain")
    page.locator("input[name=seat][value=free-peoples]").check()
    page.locator("details.more").evaluate("more => more.open = true")
    council = page.locator("input[name=option-council_of_rivendell]")
    expect(council).to_be_hidden()
    page.locator("input[name=option-lords]").check()
    council.check()
    expect(page.locator("select[name=option-council_envoys]")).to_be_visible()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile("/game/"))
    return page.url


def is_asked(person: Person, kind: str = "") -> None:
    """Wait until the bot has done its part and this player is asked."""
    form = person.page.locator("#move-form")
    expect(form).to_have_attribute("data-kind", kind or re.compile("."), timeout=120_000)


def ticks(person: Person, *items: str) -> None:
    """Tick boxes and send them."""
    asked, form = question_of(person.page), person.page.locator("#move-form")
    for item in items:
        person.press(form.locator(f'input[name=item][value="{item}"]'))
    person.press(form.locator("button[value=fields]"))
    answered(person.page, asked)


def takes(person: Person, value: str) -> None:
    """Take an option of the list."""
    asked = question_of(person.page)
    person.press(person.page.locator(f'.ask-options [data-option="{value}"]'))
    answered(person.page, asked)


def takes_the_first(person: Person) -> None:
    """Answer whatever is asked, step by step, by the first choice that is offered."""
    page, asked = person.page, question_of(person.page)
    if page.locator("#move-form button[value=fields]:visible").count():
        tick(page)  # as many boxes as must be
        ticks(person)
        return
    first = page.locator(".option.is-main, .ask-options [data-option]").first
    while page.evaluate(GOES_ON, asked):
        person.press(first)
    answered(page, asked)


def test_a_new_table_against_the_captain_at_the_desk_and_on_the_phone(server, browser, desk):
    """Forms are ticked, an envoy goes ahead, the bot takes a token and plays; test_endings.py has a whole game."""
    desk.sits(desk.page.viewport_size, keys=False)
    page = desk.page
    game = open_table(page, server.address)
    is_asked(desk, "lords-versions")
    ticks(desk, *TICKED)
    is_asked(desk, "first-guide")
    takes(desk, TICKED[0])
    is_asked(desk, "companions-outside")
    ticks(desk, TICKED[1])
    is_asked(desk)
    expect(page.locator(".story-long")).to_contain_text("The Shadow takes an Action Token")
    expect(page.locator(".story-long")).to_contain_text(
        "In their other form: Gandalf, Keeper of Narya; Boromir"
    )
    expect(page.locator("#r-minas-tirith")).to_contain_text("Boromir, Captain General")
    page.goto("about:blank")

    context = browser.new_context(viewport=PHONE, has_touch=True, storage_state=page.context.storage_state())
    phone = Person(desk.name, context.new_page())
    phone.page.on("pageerror", lambda error: phone.errors.append(str(error)))
    phone.page.goto(game)
    for _ in range(ANSWERS):
        is_asked(phone)
        expect(phone.page.locator("#decision-title")).to_be_in_viewport()
        takes_the_first(phone)
        assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")
    phone.page.goto(f"{game}act/resign")
    follow(phone.page, phone.page.get_by_role("button", name="Resign"))
    for person in (phone, desk):
        person.page.goto(game)
        expect(person.page.locator(".result")).to_contain_text("Shadow")
        assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")
        assert person.errors == []
