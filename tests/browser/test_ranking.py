"""A ranked list in the browser (tests/games/toy_ranking.py): tapped, searched with the keys, put in another order."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser import driving

pytestmark = pytest.mark.browser

SET_UP = """
from accounts.models import User
from games.lobby import tables
from games.lobby.new_tables import Company, NewTable, open_table
pippin = User.objects.get(username="pippin")
game = open_table(pippin, NewTable("orchard", company=Company("left")))
tables.join(game.key, user=User.objects.get(username="gothmog"))
tables.start_now(game.key, pippin)
print("key", game.key)
"""


@pytest.fixture(scope="module", params=[driving.DESK, driving.PHONE], ids=["desk", "phone"])
def pippin(request, with_guests, browser):
    """Pippin in an orchard, once at his desk and once with his phone."""
    person = driving.arrive(with_guests, browser, "pippin", request.param, confirms=False)
    key = with_guests.inside(SET_UP).split()[-1]
    person.page.goto(f"{with_guests.address}/game/{key}/")
    expect(person.page.locator(".ask-body.is-live")).to_be_visible()
    yield person
    assert not person.errors
    person.page.context.close()


def test_wishes_are_named_in_an_order_and_played(pippin):
    page = pippin.page
    form, strip = page.locator("#move-form"), page.locator(".ranked-one")

    def tap(*items):
        for item in items:
            pippin.press(form.locator(f'input[name=item][value="{item}"]'))

    driving.stand(pippin)
    stands = "() => document.querySelector('.place').getBoundingClientRect().top"
    before = page.evaluate(stands)
    tap("apricot")
    assert abs(page.evaluate(stands) - before) < 0.5, "what is tapped next has moved"
    tap("apple", "blackberry", "cherry", "apple")
    expect(strip).to_have_text(["1Apricot place 1", "2Blackberry place 2", "3Sour cherry place 3"])
    expect(form.get_by_role("checkbox", name="Sour cherry place 3")).to_be_checked()
    expect(form.get_by_role("status")).to_have_text("Apple is taken out, 3 named.")
    # the third to the first place
    pippin.press(strip.nth(2))
    expect(strip.nth(2)).to_have_attribute("aria-pressed", "true")
    pippin.press(strip.nth(0))
    expect(strip.nth(0)).to_be_focused()
    expect(form.get_by_role("status")).to_have_text("Sour cherry is now at place 1.")
    # the keys: search, name, take up and take out
    page.locator(".ask-filter").focus()
    for typed in ("med", "pl"):
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
    expect(form.locator("input[name=item]:disabled")).to_have_count(9)
    assert [name.split(" place")[0][1:] for name in strip.all_text_contents()] == [
        "Sour cherry", "Apricot", "Blackberry", "Medlar of the Shire", "Plum"
    ]  # fmt: skip
    strip.nth(3).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(strip.nth(3)).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(strip).to_have_count(4)
    # it outlives a reload
    found = Axe().run(page, context="#decision").response["violations"]
    assert not found, [one["id"] for one in found]
    pippin.looks_steady()
    page.reload()
    expect(strip).to_have_count(4)
    button = form.locator("button[value=fields]")
    expect(button).to_have_text("Sour cherry, Apricot, Blackberry and Plum")
    asked = driving.question_of(page)
    page.evaluate("window.isTheSame = true")
    pippin.press(button)
    driving.answered(page, asked)
    assert page.locator("#decision-title").text_content() == "Waiting for the other side."
    assert page.evaluate("window.isTheSame"), "the page was loaded anew"


def test_without_scripts_every_place_is_a_field(pippin, with_guests, browser):
    key = with_guests.inside(SET_UP).split()[-1]
    context = browser.new_context(
        viewport=pippin.page.viewport_size,
        java_script_enabled=False,
        storage_state=pippin.page.context.storage_state(),
    )
    page = context.new_page()
    page.goto(f"{with_guests.address}/game/{key}/")
    for fruit, place in (("Plum", 1), ("Sour cherry", 2)):
        page.get_by_label(fruit, exact=True).fill(str(place))
    page.get_by_role("button", name="Answer").click()
    expect(page.locator("#decision-title")).to_have_text("Waiting for the other side.")
