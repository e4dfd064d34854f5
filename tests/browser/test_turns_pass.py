"""How a turn passes between two pages: held for a while by whoever has moved, and with a tone for who wants one."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import DESK, sign_up

pytestmark = pytest.mark.browser

FREE, SHADOW = "hamson", "grishnakh"
#: A table at which a hand-over can be taken back for so many seconds.
SET_UP = """
from games.models import Game
from tools.moments import *
key = set_up('sortie', %r, %r)
row = Game.objects.get(key=key)
row.terms = {**row.terms, 'hand_over': %d}
row.save()
print('key', key)
"""
#: Counts the tones that the page plays, in the place of a loudspeaker.
SILENT = """
window.tones = 0;
const param = () => ({ value: 0, setValueAtTime() {}, exponentialRampToValueAtTime() {} });
window.AudioContext = class {
    currentTime = 0;
    resume() {}
    createGain() { return { gain: param(), connect() {} }; }
    createOscillator() { return { frequency: param(), connect() {}, start: () => { window.tones += 1; }, stop() {} }; }
};
"""


@pytest.fixture(scope="module")
def pages(server, browser):
    """The pages of the Free Peoples and of the Shadow, not yet at a table."""
    contexts = [browser.new_context(viewport=DESK) for _ in range(2)]
    for context, name in zip(contexts, (FREE, SHADOW), strict=True):
        context.add_init_script(SILENT)
        context.set_default_timeout(90_000)  # signing up is work for the browser
        sign_up(context.new_page(), server.address, name)
    yield [context.pages[0] for context in contexts]
    for context in contexts:
        context.close()


def sit(server, pages, seconds: int) -> tuple[Page, Page]:
    said = server.inside(SET_UP % (FREE, SHADOW, seconds))
    key = re.search(r"^key (\w+)$", said, re.MULTILINE)[1]
    for page in pages:
        page.goto(f"{server.address}/game/{key}/")
    return pages


def skip(page: Page) -> None:
    """Set the first die aside: nothing but the other side's question follows."""
    die = page.locator(".tray summary[data-die]").first.get_attribute("data-die")
    page.get_by_label("More ways to answer").click()
    page.locator("#moves").fill(f"skip: {die}")
    page.locator(".typed").get_by_role("button", name="Play").click()
    expect(page.locator("#move-form")).to_have_count(0)


def seconds_left(page: Page) -> int:
    return int(page.locator("[data-held]").inner_text().removesuffix(" s"))


def test_who_has_ended_a_turn_sees_the_seconds_and_can_take_back_and_nobody_else_sees_it(server, pages):
    mine, other = sit(server, pages, 90)
    title, told = other.locator("#decision-title"), other.locator(".story").first
    before = (title.inner_text(), told.inner_text(), other.locator(".players").inner_text())
    dice = mine.locator(".tray summary").count()
    skip(mine)
    expect(mine.locator("#decision-title")).to_have_text(re.compile(r"^Handed over in \d+ s\.$"))
    first = seconds_left(mine)
    assert 0 < first <= 90
    expect(mine.locator("[data-held]")).not_to_have_text(f"{first} s")
    assert seconds_left(mine) < first

    for look in (lambda: None, other.reload):
        look()
        assert (title.inner_text(), told.inner_text(), other.locator(".players").inner_text()) == before
        assert other.locator("#move-form, [data-held]").count() == 0

    mine.get_by_role("button", name="Take back").click()
    expect(mine.locator("#move-form")).to_have_attribute("data-kind", "action")
    expect(mine.locator(".tray summary")).to_have_count(dice)
    assert title.inner_text() == before[0]

    skip(mine)
    mine.get_by_role("button", name="Hand over now").click()
    expect(other.locator("#move-form")).to_have_attribute("data-kind", "action")
    expect(mine.get_by_role("button", name="Take back")).to_have_count(0)


def test_when_the_seconds_are_over_both_pages_show_it_by_themselves(server, pages):
    mine, other = sit(server, pages, 8)
    skip(mine)
    expect(mine.locator("[data-held]")).to_be_visible()
    expect(other.locator("#move-form")).to_have_attribute("data-kind", "action")
    expect(mine.locator("[data-held]")).to_have_count(0)
    expect(mine.locator("#decision-title")).not_to_contain_text("Handed over")


def test_a_tone_is_off_until_it_is_switched_on_and_sounds_when_it_is_my_turn(server, pages):
    mine, other = sit(server, pages, 0)
    tones = "window.tones"
    skip(mine)
    expect(other.locator("#move-form")).to_have_attribute("data-kind", "action")
    assert other.evaluate(tones) == 0  # nobody has asked for it

    other.get_by_role("link", name="More", exact=True).click()
    switch = other.get_by_label("A short tone when it is my turn")
    expect(switch).not_to_be_checked()
    switch.check()
    other.wait_for_function("() => window.tones === 2")  # it is heard at once
    skip(other)
    expect(mine.locator("#move-form")).to_have_attribute("data-kind", "action")
    assert other.evaluate(tones) == 2  # one's own move is silent
    skip(mine)
    other.wait_for_function("() => window.tones === 4")
    expect(other.locator("#move-form")).to_have_attribute("data-kind", "action")
    assert mine.evaluate(tones) == 0

    other.reload()
    other.get_by_role("link", name="More", exact=True).click()
    expect(switch).to_be_checked()
    assert other.evaluate(tones) == 0  # a page that is loaded is silent
    switch.uncheck()
    other.reload()
    other.get_by_role("link", name="More", exact=True).click()
    expect(switch).not_to_be_checked()


def test_the_switches_among_everything_else_keep_their_place_when_the_game_ends(server, pages):
    mine, other = sit(server, pages, 0)
    mine.get_by_role("link", name="More", exact=True).click()
    switches = [
        mine.get_by_label("A short tone when it is my turn"),
        mine.get_by_role("heading", name="Colours"),
    ]
    links = mine.get_by_role("link", name="Standing orders and planned moves")
    expect(links).to_be_visible()
    before = [switch.bounding_box() for switch in switches]
    other.get_by_role("link", name="More", exact=True).click()
    other.get_by_role("link", name="Resign", exact=True).click()
    other.get_by_role("button", name="Break it off").click()
    expect(links).to_have_count(0)
    assert [switch.bounding_box() for switch in switches] == before
