"""What a finished game shows on its pages: the verdict, its steps, the report, and the record that proves it."""

import re
from urllib.parse import urljoin

from playwright.sync_api import Page, expect

from rules.core.records import Record, load_record
from tests.browser.driving import Person


def reads_the_end(person: Person, address: str, words: str, winners: list[str], *, has_won: bool) -> None:
    """Read the verdict, step back into the game, and look at the report with its plots.

    `winners` are those who are named as such: `Shadow, shagrat (you)`.
    """
    page = person.page
    page.goto(address)
    result = page.locator(".result")
    expect(result.locator("strong")).to_have_text(words)
    for winner in winners:
        expect(result).to_contain_text(f"Winner: {winner}")
    expect(page.locator("#decision-title")).to_have_text(f"You have {'won' if has_won else 'lost'}.")
    expect(page.locator("#move-form")).to_have_count(0)
    fits(page)
    result.get_by_role("link", name="Step through the game").click()
    title = page.get_by_role("heading", level=1)
    expect(title).to_have_text(re.compile(r": step (\d+) of \1$"))
    page.get_by_role("link", name="Back", exact=True).click()
    expect(page.get_by_role("link", name="Next", exact=True)).to_be_visible()
    fits(page)
    page.goto(address)
    page.get_by_role("link", name="Report with plots").click()
    expect(page.locator(".result")).to_have_text(words)
    expect(page.locator(".plots svg[role=img]").first).to_be_visible()
    fits(page)
    assert person.errors == []


def record_behind(page: Page, address: str) -> Record:
    """Download the record of a finished game."""
    page.goto(address)
    link = page.locator(".result").get_by_role("link", name="Record").get_attribute("href") or ""
    return load_record(page.request.get(urljoin(address, link)).body())


def fits(page: Page) -> None:
    """Nothing runs out of the window at its side."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")
