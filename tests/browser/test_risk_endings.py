"""Whole games of Risk through every door: a player at a desk and a phone, one by mail, one by a program, one a bot."""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from rules.core.records import check_chain, check_fairness, dump_record
from rules.core.replay import RecordedGame, replay
from rules.risk import TITLE
from rules.risk.data import MOUNT_DOOM
from tests.browser import driving
from tests.browser.against_the_captain import with_a_phone
from tests.browser.companies import Company, Correspondent, Mailbox, Program, Reader, backstage
from tests.browser.driving import Person
from tests.browser.explorers import Explorer, Homebody
from tests.browser.reading_the_end import reads_the_end, record_behind

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


class Round:
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
        self.server, self.options = server, TITLE.normalise_options(options)
        seats = TITLE.seats(self.options)
        screens = (desk, with_a_phone(browser, desk))
        screens[1].rules = TITLE
        self.reader = Reader(screens[::-1] if phone_first else screens, Explorer())
        self.names = dict(zip(seats, (desk.name, MAILS, CALLS), strict=False))
        for name in self.names.values():
            backstage(server, f"receives({name!r}, 'finish'{', ' + repr('turn') if name == MAILS else ''})")
        program = backstage(server, f"token({CALLS!r})") if len(seats) > 2 else ""
        self.mails = Correspondent(Mailbox(server, f"{MAILS}@example.org"), Homebody())
        self.doors: dict[str, Any] = dict(
            zip(self.names, (self.reader, self.mails, Program(server, program, Homebody())), strict=False)
        )
        self.bots = dict.fromkeys(seats[len(self.names) :], "captain")

    def begin(self, seed: bytes) -> Company:
        """Begin a game from its setup."""
        who = f"{self.names!r}, {self.bots!r}"
        key = backstage(self.server, f"begin({TITLE.id!r}, {self.options!r}, {who}, {seed.hex()!r})")
        return Company(self.server, TITLE, key, self.options, self.doors)

    def take_over(self, record: Path) -> Company:
        """Go on with a game that others have begun."""
        key = backstage(self.server, f"go_on({str(record)!r}, {self.names!r}, {self.bots!r})")
        return Company(self.server, TITLE, key, self.options, self.doors)

    def read_the_end(self, company: Company, reason: str) -> None:
        """Read it on both screens, in everybody's mails, by the API, and check every die of the record."""
        result = company.standing.game.result
        assert result is not None
        assert result.reason == reason
        own = next(iter(self.names))
        for screen in self.reader.screens:
            self.reader.look(company, screen)
            named = [f"{TITLE.seat_name(seat)}, {self.names.get(seat, 'Captain')}" for seat in result.winners]
            reads_the_end(screen, company.address, result.text, named, has_won=own in result.winners)
        record = record_behind(screen.page, company.address)
        screen.page.goto("about:blank")
        check_chain(record)
        assert check_fairness(record) > 20
        assert msgspec.to_builtins(replay(record).result) == msgspec.to_builtins(result)
        for name in self.names.values():
            Mailbox(self.server, f"{name}@example.org").wait_for(company.key, result.text)
        for door in self.doors.values():
            if isinstance(door, Program):
                assert door.call(f"games/{company.key}/")["result"]["text"] == result.text
                assert door.call(f"games/{company.key}/record/")["result"]["reason"] == reason

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
    table = Round(server, browser, faramir, {"players": "2", "round_limit": 2})
    company = table.begin(seed_of("risk 2 142"))
    company.play_out()
    assert table.asked >= STEPS | BROUGHT
    assert table.devices == {"mouse", "touch"}
    assert table.mails.sent > 8
    table.read_the_end(company, "round-limit")


def test_three_play_two_rounds_on_pages_by_mail_and_by_a_program(server, browser, faramir):
    table = Round(server, browser, faramir, {"players": "3", "round_limit": 2}, phone_first=True)
    company = table.begin(seed_of("risk 3 5"))
    company.play_out()
    assert table.asked >= STEPS | BROUGHT
    assert all(door.asked for door in table.doors.values())
    table.read_the_end(company, "round-limit")


def test_four_play_a_round_on_pages_by_mail_by_a_program_and_a_bot(server, browser, faramir):
    table = Round(server, browser, faramir, {"players": "4", "round_limit": 1})
    company = table.begin(seed_of("risk 4 0"))
    company.play_out()
    assert table.asked >= STEPS
    assert all(door.asked for door in table.doors.values())
    table.read_the_end(company, "round-limit")


def test_two_teams_come_to_mount_doom_on_pages_by_mail_by_a_program_and_a_bot(
    server, browser, faramir, tmp_path
):
    """The last turns of a war: a Leader comes back, and the Ring is destroyed."""
    table = Round(server, browser, faramir, {"players": "team"}, phone_first=True)
    company = table.take_over(late_in_a_war(seed_of("risk team 272"), tmp_path / "war.json"))
    company.play_out()
    assert {"place", "combat", "battle", "fortify", "leader"} <= table.asked
    table.read_the_end(company, "ring-destroyed")
