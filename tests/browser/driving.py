"""People at a board of War of the Ring in the browser: games whose dice are known, and what each person clicks.

A `Match` is a game on the server with a browser context for each seat. The same game is played along in this
process, so that a choice from anywhere, a transcript or a bot, can be found among the page's own controls.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from rules.core.decisions import Amount, Choice, Counts, Decision, OneOf, Subset
from rules.core.records import Record, dump_record, effective
from rules.core.replaying import RecordedGame
from rules.core.transcript import read_transcript, write_transcript
from rules.war_of_the_ring import TITLE as RULES
from rules.war_of_the_ring.board import CARDS, NATIONS, REGIONS

DESK: Any = {"width": 1440, "height": 900}
PHONE: Any = {"width": 390, "height": 844}
GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "war_of_the_ring"
#: Points at which a region is looked for under its neighbours' edges, in parts of its frame.
PROBES = (0.5, 0.35, 0.65, 0.2, 0.8, 0.1, 0.9)

#: Who has signed up where; tests that run elsewhere in between let a file begin again.
_signed_up: set[tuple[str, str]] = set()


@dataclass
class Person:
    """Somebody at a screen. `errors` are what the page's scripts complained about."""

    name: str
    page: Page
    errors: list[str] = field(default_factory=list)

    @property
    def touches(self) -> bool:
        return bool(self.page.viewport_size and self.page.viewport_size["width"] < 600)

    def press(self, control: Locator) -> None:
        """Click, or tap on a phone."""
        if self.touches:
            control.tap()
        else:
            control.click()


def follow(page: Page, control: Locator) -> None:
    """Click what leads to another page, and wait for that page: whoever leaves earlier may take the click along."""
    with page.expect_navigation():
        control.click()


def confirm_moves(page: Page, address: str, *, wanted: bool) -> None:
    """Say in the account whether every move is asked about once more."""
    page.goto(f"{address}/account/")
    page.locator("input[name=confirm_moves]").set_checked(wanted)
    follow(page, page.locator("form:has(input[name=confirm_moves]) button").first)
    assert page.locator("input[name=confirm_moves]").is_checked() == wanted


def sign_up(page: Page, address: str, name: str) -> None:
    """Sign up, or in where this name has signed up before, and let moves go out unasked."""
    if (address, name) in _signed_up:
        page.goto(f"{address}/accounts/login/")
        page.fill("[name=login]", f"{name}@example.org")
        page.fill("[name=password]", "a-long-secret-word")
        follow(page, page.locator("main form button:not([name])").first)
        return
    _signed_up.add((address, name))
    page.goto(f"{address}/accounts/signup/")
    page.fill("[name=email]", f"{name}@example.org")
    page.fill("[name=username]", name)
    page.fill("[name=password1]", "a-long-secret-word")
    page.fill("[name=password2]", "a-long-secret-word")
    page.locator("main form button:not([name])").first.click()
    page.wait_for_url(lambda url: "/accounts/signup/" not in url)  # the browser has to work for it first
    confirm_moves(page, address, wanted=False)


def arrive(server: Any, browser: Browser, name: str, viewport: Any, *, confirms: bool) -> Person:
    """Sign up in a context of one's own."""
    page = browser.new_context(viewport=viewport, has_touch=viewport == PHONE).new_page()
    person = Person(name, page)
    page.on("pageerror", lambda error: person.errors.append(str(error)))
    sign_up(page, server.address, name)
    if confirms:
        confirm_moves(page, server.address, wanted=True)
    return person


def golden(ending: str) -> Record:
    """Return the whole game that ends like this, with its seed."""
    return read_transcript((GOLDEN / f"{ending}.txt").read_text(encoding="utf-8"))


def choices_of(record: Record) -> list[tuple[str, Choice]]:
    """Return every choice of a record with its seat."""
    return [(entry.seat or "", choice) for entry in effective(record.entries) for choice in entry.choices]


def place_in(record: Record, words: str) -> int:
    """Return how many choices were made before the first one that is written as `words`."""
    lines = [line for line in write_transcript(record).splitlines() if line.startswith("  ")]
    return next(n for n, line in enumerate(lines) if line.split(maxsplit=1)[1] == words)


@dataclass
class Match:
    """A game on the server, its people by seat, and the same game in this process."""

    address: str
    people: dict[str, Person]
    mirror: RecordedGame
    #: Whether who waits turns away from the page meanwhile, which spares drawing every board twice.
    turn_away: bool = False

    @property
    def decision(self) -> Decision:
        return self.mirror.game.pending[0]

    @property
    def mover(self) -> Person:
        return self.people[self.decision.seat]

    def open(self) -> None:
        for person in self.people.values():
            person.page.goto(self.address)

    def play(self, seat: str, choice: Choice) -> None:
        """Make a choice on the page of the seat that is asked."""
        decision = self.mirror.game.decision_of(seat)
        assert decision is not None
        if self.turn_away:
            for person in self.people.values():
                here, wanted = person.page.url, self.address if person is self.people[seat] else "about:blank"
                if (here == "about:blank") != (wanted == "about:blank"):
                    person.page.goto(wanted)
        up_to_date(self.people[seat], decision)
        choose(self.people[seat], decision, choice)
        self.mirror.choose(seat, choice)


def begin(server: Any, people: dict[str, Person], record: Record, moves: int, folder: Path) -> Match:
    """Let two people take a game over after its first `moves` choices; its dice go on from the same seed."""
    seed = record.fairness.seed
    assert seed is not None
    mirror = RecordedGame(record.title, record.options, seed=bytes.fromhex(seed))
    for seat, choice in choices_of(record)[:moves]:
        mirror.choose(seat, choice)
    kept = mirror.record()
    kept.fairness.seed = seed
    path = folder / f"{secrets.token_hex(4)}.json"
    path.write_bytes(dump_record(kept))
    seats = [word for seat, person in people.items() for word in ("--seat", f"{seat}={person.name}")]
    key = server.manage("import_game", str(path), *seats).split()[-1]
    match = Match(f"{server.address}/game/{key}/", people, mirror)
    match.open()
    return match


# -- one person's page ---------------------------------------------------------------------------------


def up_to_date(person: Person, decision: Decision) -> None:
    """See that the page asks this question; it comes by itself while somebody waits."""
    title = person.page.locator("#decision-title")
    if title.inner_text() != decision.prompt or not person.page.locator("#move-form").count():
        person.page.reload()
    expect(title).to_have_text(decision.prompt)
    expect(person.page.locator(".map-area")).to_have_attribute("data-kind", decision.kind)


def choose(person: Person, decision: Decision, choice: Choice) -> None:
    """Make a choice by the controls that the page offers for it, and read the bar before it is sent."""
    page, options = person.page, decision.options
    form = page.locator("#move-form")
    if choice is None:
        send(person, form.locator("button[value=pass]").first, decision, choice)
    elif isinstance(options, OneOf):
        pick_one(person, decision, str(choice))
    else:
        fill_in(person, decision, choice)
        send(person, form.locator("button[value=fields]"), decision, choice)


def fill_in(person: Person, decision: Decision, choice: Choice) -> None:
    page = person.page
    form = page.locator("#move-form")
    if isinstance(decision.options, Subset):
        assert isinstance(choice, list)
        for item in choice:
            card = page.locator(f'.event-card[data-item="{item}"] h4')
            if item in REGIONS:
                tap_region(person, item)
            elif card.count():
                person.press(card.first)
            else:
                form.locator(f'input[name=item][value="{item}"]').check()
    elif isinstance(decision.options, Counts):
        assert isinstance(choice, dict)
        for kind in decision.options.limits:
            form.locator(f'input[name="count-{kind}"]').fill(str(choice.get(kind, 0)))
    else:
        assert isinstance(decision.options, Amount)
        form.locator("input[name=amount]").fill(str(choice))


def pick_one(person: Person, decision: Decision, value: str) -> None:
    """Choose one value: on a die, on the map, on a card, on the Political Track, else in the list."""
    page = person.page
    regions = [part for part in value.rpartition("@")[2].split(">") if part in REGIONS]
    button = page.locator(f'.wotr button[name=choice][value="{value}"]')
    if decision.kind == "action":
        sheet = page.locator("details.die-group", has=page.locator(f'button[value="{value}"]'))
        if sheet.count():
            person.press(sheet.locator("summary"))
            button = sheet.locator(f'button[value="{value}"]')
        else:
            button = page.locator(f'.wotr-status button[value="{value}"]')
        send(person, button.first, decision, value)
    elif regions:
        by_map(person, decision, value, regions)
    elif value in CARDS or value in NATIONS:
        send(person, button.first, decision, value) if button.count() else by_list(person, decision, value)
    else:
        by_list(person, decision, value)


def by_list(person: Person, decision: Decision, value: str) -> None:
    page = person.page
    button = page.locator(f'#move-form button[name=choice][value="{value}"]')
    folded = page.locator("#move-form > details:not([open]) > summary")
    if folded.count():
        person.press(folded.first)
    send(person, button, decision, value)


def by_map(person: Person, decision: Decision, value: str, regions: list[str]) -> None:
    """Tap the region, then where to; where several things can be done there, say which in the bar."""
    bar = person.page.locator(".map-bar")
    tap_region(person, regions[0])
    play = bar.get_by_role("button", name="Play it")
    if not play.count() and len(set(regions)) > 1:
        tap_region(person, regions[1])
    if not play.count():
        values = [v for v in decision.options.values if v.rpartition("@")[2].split(">")[0] == regions[0]]
        person.press(bar.locator(".bar-acts button").nth(values.index(value)))
    confirm(person, decision, value)


def tap_region(person: Person, region: str) -> None:
    """Bring a region into the middle of the window and tap it."""
    link = person.page.locator(f'.m-land a[href="#r-{region}"]')
    link.evaluate("(link) => link.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'})")
    at = place_of(person, region)
    assert at, f"{region} cannot be tapped"
    if person.touches:
        person.page.touchscreen.tap(*at)
    else:
        person.page.mouse.click(*at)


def place_of(person: Person, region: str) -> list[float] | None:
    """Return a point of the window where a tap meets a region, or None if it is out of sight or covered."""
    link = person.page.locator(f'.m-land a[href="#r-{region}"]')
    found: list[float] | None = link.evaluate(
        """(link, probes) => {
            const box = link.getBoundingClientRect();
            for (const down of probes) for (const across of probes) {
                const x = box.left + across * box.width, y = box.top + down * box.height;
                if (document.elementFromPoint(x, y)?.closest("a") === link) return [x, y];
            }
            return null;
        }""",
        list(PROBES),
    )
    return found


def send(person: Person, button: Locator, decision: Decision, choice: Choice) -> None:
    """Press a button that plays a choice; where the bar asks first, read it and confirm."""
    page = person.page
    asks = button.evaluate(
        """(button) => {
            const board = document.querySelector(".board-area"), map = document.querySelector(".map-area");
            if (button.value === "pass") return button.form.dataset.confirms !== undefined ? "dialog" : "";
            const final = button.dataset.final !== undefined || map.dataset.final !== undefined;
            return final || button.form.dataset.confirms !== undefined || board.contains(button) ? "bar" : "";
        }"""
    )
    if asks == "bar":
        person.press(button)
        confirm(person, decision, choice)
        return
    if asks == "dialog":
        person.press(button)
        button = page.locator("dialog#confirm button[value=yes]")
    with page.expect_navigation():
        person.press(button)


def confirm(person: Person, decision: Decision, choice: Choice) -> None:
    """Read the bar: what it says in notation is the choice. Then play it."""
    bar = person.page.locator(".map-bar")
    expect(bar.locator(".bar-words")).not_to_be_empty()
    code = bar.locator("code")
    if code.count():
        assert decision.check(RULES.read(decision, code.inner_text())) == decision.check(choice)
    with person.page.expect_navigation():
        person.press(bar.get_by_role("button", name="Play it"))
