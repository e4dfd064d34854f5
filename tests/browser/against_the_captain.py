"""A table of War of the Ring with expansions, opened by its form against the Captain, and answers given there."""

import re

from playwright.sync_api import Browser, Page, expect

from tests.browser.driving import PHONE, SHIFTS, Person, answered, choose_first, follow, question_of
from tests.browser.test_war_of_the_ring import tick


def open_table(page: Page, address: str, seat: str, *options: str, hidden: str) -> str:
    """Open a table with options for which `hidden` is offered, too; return the address of its game."""
    page.goto(f"{address}/tables/new/?title=war-of-the-ring")
    page.locator("input[name=opponent][value=bot]").check()
    page.locator("#id_bot").select_option("captain")
    page.locator(f"input[name=seat][value={seat}]").check()
    page.locator("details.house-rules").evaluate("more => more.open = true")
    form = page.locator("form", has=page.locator("input[name=opponent]"))
    expect(form.locator(f"[name=option-{hidden}]")).to_be_hidden()
    for option in options:
        form.locator(f"input[name=option-{option}]").check()
    expect(form.locator(f"[name=option-{hidden}]")).to_be_visible()
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
    """Take an option of the list, and press the button where the page asks once more."""
    asked = question_of(person.page)
    person.press(person.page.locator(f'.ask-options [data-option="{value}"]'))
    if person.page.locator(".option.is-main").count():
        person.press(person.page.locator(".option.is-main"))
    answered(person.page, asked)


def takes_the_first(person: Person) -> None:
    """Answer whatever is asked, step by step, by the first choice that is offered."""
    page = person.page
    if page.locator("#move-form button[value=fields]:visible").count():
        tick(page)  # as many boxes as must be
        ticks(person)
        return
    choose_first(page, person.press)


def with_a_phone(browser: Browser, desk: Person) -> Person:
    """Return the same player with a phone in the hand, who leaves the desk."""
    context = browser.new_context(
        viewport=PHONE, has_touch=True, storage_state=desk.page.context.storage_state()
    )
    phone = Person(desk.name, context.new_page())
    phone.page.add_init_script(SHIFTS)
    phone.page.on("pageerror", lambda error: phone.errors.append(str(error)))
    desk.page.goto("about:blank")
    return phone


def plays_on(phone: Person, answers: int) -> None:
    """Give so many answers on a phone, whatever is asked."""
    for _ in range(answers):
        is_asked(phone)
        expect(phone.page.locator("#decision-title")).to_be_in_viewport()
        takes_the_first(phone)
        fits(phone)


def resigns(person: Person, game: str) -> None:
    """Resign the game at this address."""
    person.page.goto(f"{game}act/resign")
    follow(person.page, person.page.get_by_role("button", name="Resign"))


def see_the_end(game: str, winner: str, *people: Person) -> None:
    """See who has won, and that no page has complained."""
    for person in people:
        person.page.goto(game)
        expect(person.page.locator(".result")).to_contain_text(winner)
        fits(person)
        assert person.errors == []


def fits(person: Person) -> None:
    """Nothing runs out of the window at its side."""
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")
