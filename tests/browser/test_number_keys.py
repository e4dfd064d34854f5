"""No key that is a number stands beside another number: which tile a Sovereign gets, chosen by its own."""

import pytest
from playwright.sync_api import expect

from tests.browser import driving
from tests.browser.driving import DESK
from tools.moments import FREE, SHADOW

pytestmark = pytest.mark.browser

ATTEMPT = [(FREE, "skip: event"), (SHADOW, "attempt: dain")]
#: The keys of options that are called so.
KEYS_OF = """async (names) => {
    const { name } = performance.getEntriesByType("resource").find(({ name }) => name.includes("/js/asking."));
    return (await import(name)).keysOf(names.map((label) => ({ label })));
}"""


def test_a_tile_is_chosen_by_its_own_number(server, browser):
    driving.arrive(server, browser, "hamson", DESK, confirms=False).page.context.close()
    person = driving.arrive(server, browser, "muzgash", DESK, confirms=False)
    page = person.page
    page.goto(server.table(f"set_up('kings', 'hamson', 'muzgash', {ATTEMPT!r})"))
    expect(page.locator(".ask-body.is-live")).to_have_count(1)
    expect(page.locator(".ask-options .option")).to_have_text(["22 with reveal", "11 with reveal"])
    asked = driving.question_of(page)
    page.keyboard.press("1")
    driving.answered(page, asked)
    expect(page.locator("#panel-story")).to_contain_text(
        "You have put the tile 1 with reveal on Dáin Ironfoot."
    )

    for names, keys in (
        (["Eye", "Quest 2"], "12"),
        (["3", "1", "Eye"], "31A"),
        (["1 with reveal", "1", "0 with reveal"], "A1B"),
        (["2 Coins", "2 Units: Lindon / Rohan", "Strength ×2"], "ABC"),
        (["2 Units: Mordor / Rohan", "Knowledge", "Bree"], "ABC"),
        (["10 battalions", "8 battalions"], "A8"),
        ([*"abcdefghij"], "123456789A"),
    ):
        assert "".join(page.evaluate(KEYS_OF, names)) == keys, names
    assert person.errors == []
    page.context.close()
