"""Whole games of Risk through every door: a player at a desk and a phone, one by mail, one by a program, one a bot."""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules.core.records import dump_record
from rules.core.replay import RecordedGame
from rules.risk import TITLE
from rules.risk.data import MOUNT_DOOM
from tests.browser import driving
from tests.browser.against_the_captain import with_a_phone
from tests.browser.companies import Correspondent, Mailbox, Program, Reader, Round
from tests.browser.driving import Person
from tests.browser.explorers import Explorer, Homebody

pytestmark = pytest.mark.browser

MAILS, CALLS = "gimli", "elrond"
#: What is asked in the first turns of a game, but for what dice and cards bring.
STEPS = {"wishes", "muster", "leaders", "open", "place", "combat", "battle", "leave", "fortify"}
#: What the seeds of the small tables bring as well.
BROUGHT = {"stop-at", "advance", "trade", "fortify-to", "fortify-number", "adventure"}
#: With one of these a turn begins.
BEGINNINGS = ("open", "trade", "place")


@pytest.fixture(scope="module")
def faramir(server, browser):
    """Somebody at a desk, who plays Risk and wants no turn mails."""
    person = driving.arrive(server, browser, "faramir", driving.DESK, confirms=False)
    person.rules = TITLE
    yield person
    person.page.context.close()


class Table(Round):
    """Everybody at a table of Risk, in the order of the seats: a reader, a correspondent, a program, a bot."""

    def __init__(
        self,
        server: Any,
        browser: Any,
        desk: Person,
        options: Mapping[str, Any],
        *,
        phone_first: bool = False,
    ) -> None:
        screens = (desk, with_a_phone(browser, desk))
        screens[1].rules = TITLE
        self.reader = Reader(screens[::-1] if phone_first else screens, Explorer())
        self.mails = Correspondent(Mailbox(server, f"{MAILS}@example.org"), Homebody())
        people = [(desk.name, self.reader), (MAILS, self.mails)]
        seats = TITLE.seats(TITLE.normalise_options(options))
        if len(seats) > 2:
            people.append((CALLS, Program(server, CALLS, Homebody())))
        doors = dict(zip(seats, people, strict=False))
        super().__init__(server, TITLE, options, doors, dict.fromkeys(seats[len(people) :], "captain"))

    @property
    def devices(self) -> set[str]:
        return {device for _, device in self.reader.asked}

    @property
    def asked(self) -> set[str]:
        return {kind for kind, _ in self.reader.asked}


def seed_of(words: str) -> bytes:
    return hashlib.sha256(words.encode()).digest()


def late_in_a_war(seed: bytes, path: Path) -> Path:
    """Let squires play in teams until a turn of Green begins with the Fellowship near Mount Doom; return the record."""
    game = RecordedGame(TITLE, {"players": "team"}, seed=seed)
    squire = TITLE.bots["squire"]()
    while asked := game.game.pending[0]:
        is_near = game.game.table.state.stop >= MOUNT_DOOM - 1
        if is_near and asked.seat == "green" and asked.kind in BEGINNINGS:
            break
        view = game.game.view(asked.seat)
        choice = squire.choose(view, asked, Random(0)) if asked.waits else asked.fallback_choice()
        game.choose(asked.seat, choice)
    record = game.record()
    record.fairness.seed = seed.hex()
    path.write_bytes(dump_record(record))
    return path


def test_two_play_two_rounds_on_pages_and_by_mail(server, browser, faramir):
    """Wishes, battalions, Leaders; then reinforcements, invasions fought in every way, moves, cards: points decide."""
    table = Table(server, browser, faramir, {"players": "2", "round_limit": 2})
    company = table.begin(seed_of("risk 2 142"))
    company.play_out()
    assert table.asked >= STEPS | BROUGHT
    assert table.devices == {"mouse", "touch"}
    assert table.mails.sent > 8
    table.read_the_end(company, "round-limit")


def test_three_play_two_rounds_on_pages_by_mail_and_by_a_program(server, browser, faramir):
    table = Table(server, browser, faramir, {"players": "3", "round_limit": 2}, phone_first=True)
    company = table.begin(seed_of("risk 3 5"))
    company.play_out()
    assert table.asked >= STEPS | BROUGHT
    assert all(door.asked for door in table.doors.values())
    table.read_the_end(company, "round-limit")


def test_four_play_a_round_on_pages_by_mail_by_a_program_and_a_bot(server, browser, faramir):
    table = Table(server, browser, faramir, {"players": "4", "round_limit": 1})
    company = table.begin(seed_of("risk 4 0"))
    company.play_out()
    assert table.asked >= STEPS
    assert all(door.asked for door in table.doors.values())
    table.read_the_end(company, "round-limit")


def test_two_teams_come_to_mount_doom_on_pages_by_mail_by_a_program_and_a_bot(
    server, browser, faramir, tmp_path
):
    """The last turns of a war: a Leader comes back, and the Ring is destroyed."""
    table = Table(server, browser, faramir, {"players": "team"}, phone_first=True)
    company = table.take_over(late_in_a_war(seed_of("risk team 272"), tmp_path / "war.json"))
    company.play_out()
    assert {"place", "combat", "battle", "fortify", "leader"} <= table.asked
    table.read_the_end(company, "ring-destroyed")
