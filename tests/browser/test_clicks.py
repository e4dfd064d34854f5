"""How many clicks everything takes in War of the Ring: with a mouse, with a finger, with keys.

Nothing scrolls and nothing moves meanwhile; the table of these numbers is in docs/war-of-the-ring-board.md.
"""

from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, expect

from tests.browser import driving
from tests.browser.driving import DESK, PHONE, Person
from tools.moments import FREE

pytestmark = pytest.mark.browser

MOVED = (FREE, "use character: move-fellowship")
ENTERED = ((FREE, "declare: morannon"), (FREE, "mordor: enter"))
ALLOCATE, GUIDE = (*ENTERED,), (MOVED, (FREE, "casualty: gimli"))
ARMY = ("die muster-army", "region helms-deep", "region westemnet")
RECRUIT = ("die muster-army", "region dol-amroth", "option Recruit Gondor Regular", "region edoras")
LEAVING = ("die character", "seal gimli", "seal meriadoc", "region edoras")


@dataclass(frozen=True)
class Row:
    """Something to do in a moment (with the moves that lead to its question), click by click; what is asked then.

    `by_touch` is its way on a phone, where that is another one; `by_keys` are the keys.
    """

    name: str
    moment: str
    clicks: tuple[str, ...]
    then: str
    moves: tuple[tuple[str, str], ...] = ()
    by_touch: tuple[str, ...] = ()
    by_keys: str = ""


ROWS = (
    Row("guide", "hunt", ("seal meriadoc",), "Separate Meriadoc", GUIDE, ("option Meriadoc",), "1"),
    Row(
        "hunt dice",
        "mordor",
        ("option 2", "option Put 2 dice into the Hunt Box"),
        "Waiting",
        ALLOCATE,
        by_keys="2 Enter",
    ),
    Row(
        "move the Fellowship",
        "hunt",
        ("die character", "fellowship"),
        "The Hunt does 3 damage",
        by_touch=("die character", "option Move the Fellowship"),
        by_keys="Character Fellowship",
    ),
    Row(
        "advance a Nation",
        "sortie",
        ("die muster-army", "nation elves"),
        "Waiting",
        by_touch=("die muster-army", "option Advance Elves"),
        by_keys="Muster Elves",
    ),
    Row(
        "draw a card",
        "sortie",
        ("die event", "pile character"),
        "Waiting",
        by_touch=("die event", "option Character card"),
        by_keys="Event Character card",
    ),
    Row(
        "play a card: die, card",
        "sortie",
        ("die muster-army", "card fp-str-16"),
        "",
        by_touch=("die muster-army", "option Éomer"),
        by_keys="Muster Éomer",
    ),
    Row("play a card: card, die", "sortie", ("card fp-str-16", "die muster-army"), ""),
    Row("Elven Ring", "sortie", ("rings", "option Character → Event"), "Which action"),
    Row("one Army", "sortie", ARMY, "Move another Army?", by_keys="Muster @helms-deep Westemnet"),
    Row(
        "two Armies",
        "sortie",
        (*ARMY, "region edoras", "region folde"),
        "Waiting",
        by_keys="Muster @helms-deep @westemnet @edoras @folde",
    ),
    Row(
        "an attack",
        "sortie",
        ("die muster-army", "region helms-deep", "region fords-of-isen", "option Attack"),
        "Lay a Combat card?",
        by_keys="Muster @helms-deep @fords-of-isen",
    ),
    Row(
        "recruit two",
        "sortie",
        (*RECRUIT, "option Rohan Regular"),
        "Waiting",
        by_keys="Muster @dol-amroth Gondor @edoras Rohan",
    ),
    Row(
        "separate two",
        "separation",
        LEAVING,
        "Waiting",
        by_touch=("die character", "option Separate", "box Gimli", "box Meriadoc", *LEAVING[3:]),
        by_keys="Character Separate box:gimli box:meriadoc @edoras",
    ),
)
#: Every row once with each of the two, in one go: a game for each.
SET_UP = "from tools.moments import *; [print('key', set_up(*each)) for each in %r]"


@pytest.fixture(scope="module")
def people(server, browser):
    """Halfast has a mouse, Ufthak a finger; their moves go out as soon as they are chosen."""
    mouse = driving.arrive(server, browser, "halfast", DESK, confirms=False)
    finger = driving.arrive(server, browser, "ufthak", PHONE, confirms=False)
    yield mouse, finger
    for person in (mouse, finger):
        assert person.errors == []
        person.page.context.close()


def tables(server, mover: Person, other: Person, rows: list[Row]) -> list[str]:
    """Set up a game for each row, in which `mover` is asked, and return their addresses."""
    games = []
    for row in rows:
        names = (other.name, mover.name) if row.name == "hunt dice" else (mover.name, other.name)
        games.append((row.moment, *names, row.moves))
    told = server.inside(SET_UP % (games,))
    return [f"{server.address}/game/{line.split()[1]}/" for line in told.splitlines() if line[:4] == "key "]


def thing(person: Person, step: str) -> Locator:
    """Return what a step presses."""
    page, (word, _, name) = person.page, step.partition(" ")
    places = {
        "die": f'summary[data-die="{name}"]',
        "seal": f'.fellowship-box [data-item="{name}"]',
        "nation": f'[data-nation="{name}"] .nation-name',
        "pile": f'[data-deck="{name}"]',
        "card": f'.hand-card[data-item="{name}"] .card-head',
        "fellowship": ".fellowship-box .printed-title",
        "rings": ".shell-mine .rings",
    }
    if word in places:
        return page.locator(places[word])
    if word == "box":
        return page.locator("#move-form").get_by_label(name)
    return page.locator("#move-form button:visible").filter(has_text=name).first


def count(person: Person, address: str, row: Row, steps: tuple[str, ...]) -> None:
    """Take the steps of a row; each is one click, and what follows is asked.

    A mouse rests on what it will press: what opens under a pointer has moved nothing.
    """
    page = person.page
    page.goto(address)
    expect(page.locator(".ask-body.is-live")).to_have_count(1)
    asked, before = driving.question_of(page), person.clicks
    driving.stand(person)
    for step in steps:
        word, _, name = step.partition(" ")
        expect(page.locator("#decision")).not_to_have_attribute("aria-busy", "true")
        if word == "region":
            driving.tap_region(person, name)
        else:
            meant = thing(person, step)
            if not person.touches:
                meant.hover()
                page.evaluate(driving.DRAWN)
            person.press(meant)
    driving.answered(page, asked)
    if row.then:
        expect(page.locator("#decision-title")).to_contain_text(row.then)
    expect(page.locator("#decision [role=alert]")).to_have_count(0)
    assert person.clicks - before == len(steps), row.name
    assert person.geometry() == person.stands, row.name
    person.looks_steady()


def test_a_mouse(server, people):
    mouse, finger = people
    rows = list(ROWS)
    for row, address in zip(rows, tables(server, mouse, finger, rows), strict=True):
        count(mouse, address, row, row.clicks)


def test_a_finger(server, people):
    """A phone has hand, piles and Politics behind tabs: what they offer stands in the list of the die."""
    mouse, finger = people
    rows = [row for row in ROWS if row.name != "play a card: card, die"]
    for row, address in zip(rows, tables(server, finger, mouse, rows), strict=True):
        count(finger, address, row, row.by_touch or row.clicks)


def key_of(person: Person, word: str) -> str:
    """Return the key that a step is made with: it stands beside the option, the box, or on the map."""
    page, (kind, _, name) = person.page, word.partition(":")
    if word[0] == "@":
        return page.locator(f'.m-badge[data-at="{word[1:]}"] text').first.text_content() or ""
    if kind == "box":
        return page.locator(f'[data-key]:has([value="{name}"])').get_attribute("data-key") or ""
    option = page.locator(".ask-options .option").filter(has_text=word.replace("_", " ")).first
    return option.locator(".badge-key").inner_text()


def test_keys(server, people):
    """Numbers and letters choose what list and map say, Enter the main button; no way is longer than by mouse."""
    mouse, finger = people
    rows = [row for row in ROWS if row.by_keys]
    for row, address in zip(rows, tables(server, mouse, finger, rows), strict=True):
        page = mouse.page
        page.goto(address)
        expect(page.locator(".ask-body.is-live")).to_have_count(1)
        asked, words = (
            driving.question_of(page),
            row.by_keys.replace("Character card", "Character_card").split(),
        )
        assert len(words) <= max(len(row.clicks), len(row.by_touch)), row.name
        for word in words:
            expect(page.locator("#decision")).not_to_have_attribute("aria-busy", "true")
            page.keyboard.press(word if word.isdecimal() or word == "Enter" else key_of(mouse, word))
        driving.answered(page, asked)
        if row.then:
            expect(page.locator("#decision-title")).to_contain_text(row.then)
