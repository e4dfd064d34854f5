"""A game on the server that is played through every door at once: on pages, by mail, by the API, by bots.

Whoever plays in a test asks a bot what it would choose, and does just that by the means that a player has: clicks and
taps, an answer to the newest mail, a call of the API.
"""

import json
import secrets
import smtplib
import time
import urllib.request
from base64 import b64decode
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage, Message
from pathlib import Path
from random import Random
from typing import Any, Protocol

import msgspec
from playwright.sync_api import expect

from rules import Game, Seeded
from rules.core.decisions import Choice
from rules.core.game import Snapshot
from rules.core.title import Bot, Title
from tests.browser.conftest import Server
from tests.browser.driving import Person, choose
from tests.frame.services import free_port
from tests.inbound.conftest import PASSED
from tests.inbound.test_whole_game import choices_in, text_of

#: Seconds that a worker may take for a mail or a bot on the busiest machine.
PATIENCE = 120.0
#: Between two mails of a file in which the server writes them.
RULE = b"-" * 79 + b"\n"


@dataclass
class Standing:
    """How a game stands on the server; `answers` is how often each seat has moved, `said` what last."""

    over: bool
    version: int
    answers: dict[str, int]
    said: dict[str, list[Choice]]
    game: Game[Any]


class Door(Protocol):
    """What somebody plays through: gives at least one answer of theirs, as soon as they are asked."""

    def answer(self, company: "Company", seat: str, standing: Standing) -> None: ...


@dataclass
class Company:
    """A game on the server with everybody who plays it, but for bots, by seat."""

    server: Server
    title: Title[Any]
    key: str
    options: Mapping[str, Any]
    doors: Mapping[str, Door]
    standing: Standing = field(init=False)

    @property
    def address(self) -> str:
        return f"{self.server.address}/game/{self.key}/"

    def backstage(self, call: str) -> Any:
        """Call something of `tests.browser.backstage` inside the server's settings."""
        return backstage(self.server, call)

    def look(self) -> Standing:
        """Ask the server how the game stands."""
        told = self.backstage(f"stand({self.key!r})")
        snapshot = msgspec.msgpack.decode(b64decode(told["snapshot"]), type=Snapshot)
        game = Game.restore(self.title, self.options, snapshot, Seeded(1))
        self.standing = Standing(told["over"], told["version"], told["answers"], told["said"], game)
        return self.standing

    def wait_for(self, seat: str = "") -> Standing:
        """Wait until a seat, or anybody, has moved since the game was looked at."""
        before, until = self.standing, time.monotonic() + PATIENCE
        while True:
            now = self.look()
            moved = (
                now.answers.get(seat, 0) > before.answers.get(seat, 0)
                if seat
                else now.version > before.version
            )
            if moved:
                return now
            assert time.monotonic() < until, f"nobody moves: {seat}"
            time.sleep(0.1)

    def play_out(self) -> None:
        """Play until the game is over; bots move by themselves meanwhile."""
        standing = self.look()
        while not standing.over:
            asked = [seat for seat in self.doors if standing.game.decision_of(seat) is not None]
            if asked:
                self.doors[asked[0]].answer(self, asked[0], standing)
                standing = self.look()
            else:
                standing = self.wait_for()


def backstage(server: Server, call: str) -> Any:
    """Call something of `tests.browser.backstage` inside the server's settings, and return what it tells."""
    said = server.inside(f"from tests.browser.backstage import *; {call}")
    return json.loads(said.rpartition("told ")[2])


def chain(game: Game[Any], seat: str, bot: Bot) -> list[tuple[str, Choice]]:
    """Return what a bot would do until chance answers or another seat is asked: in notation, and as choices."""
    found: list[tuple[str, Choice]] = []
    is_final = False
    while not is_final and (decision := game.decision_of(seat)) is not None:
        choice = decision.check(bot.choose(game.view(seat), decision, Random(0)))
        found.append((game.title.write(decision, choice), choice))
        is_final = game.choose(seat, choice).barrier
    return found


# -- pages -----------------------------------------------------------------------------------------------


@dataclass
class Reader:
    """Somebody with a desk and a phone, who changes from one to the other every few answers."""

    screens: tuple[Person, ...]
    bot: Bot
    every: int = 6
    answers: int = 0
    #: What was asked, by kind and by the screen on which it was answered.
    asked: Counter[tuple[str, str]] = field(default_factory=Counter)

    def answer(self, company: Company, seat: str, standing: Standing) -> None:
        decision = standing.game.decision_of(seat)
        assert decision is not None
        choice = decision.check(self.bot.choose(standing.game.view(seat), decision, Random(0)))
        person = self.screens[self.answers // self.every % len(self.screens)]
        self.look(company, person)
        page = person.page
        expect(page.locator("#decision-title")).to_have_text(decision.prompt)
        expect(page.locator("#move-form")).to_have_attribute("data-kind", decision.kind)
        choose(person, decision, choice)
        said = company.wait_for(seat).said[seat]
        assert said[0] == choice, (decision.kind, said, choice)
        self.answers += 1
        self.asked[decision.kind, person.device] += 1

    def look(self, company: Company, person: Person) -> None:
        """Look at the page on one screen alone."""
        for other in self.screens:
            if other is not person and other.page.url != "about:blank":
                other.page.goto("about:blank")
        if person.page.url != company.address:
            person.page.goto(company.address)


# -- mail ------------------------------------------------------------------------------------------------


@dataclass
class Mailbox:
    """Everything that was sent to an address, as the server has written it down."""

    server: Server
    address: str
    read: dict[str, int] = field(default_factory=dict)
    mails: list[Message] = field(default_factory=list)

    def collect(self) -> list[Message]:
        """Let the server send what is due, and return what is new."""
        backstage(self.server, "post()")
        fresh = []
        for path in sorted((Path(self.server.env["VAR_DIR"]) / "mail").glob("*.log")):
            written = path.read_bytes()[self.read.get(path.name, 0) :]
            whole, found, _ = written.rpartition(RULE)
            self.read[path.name] = self.read.get(path.name, 0) + len(whole) + len(found)
            fresh += [message_from_bytes(part) for part in whole.split(RULE) if part.strip()]
        own = [mail for mail in fresh if mail["To"] == self.address]
        self.mails += own
        return own

    def wait_for(self, *words: str) -> Message:
        """Wait for a mail that says all of this; whatever came before it is read no more."""
        until = time.monotonic() + PATIENCE
        while True:
            for mail in reversed(self.collect()):
                told = " ".join(text_of(mail).split())
                if all(one in told for one in words):
                    return mail
            told = text_of(self.mails[-1]) if self.mails else "no mail at all"
            assert time.monotonic() < until, f"no mail says “{words}”, but {told}"
            time.sleep(0.2)


@dataclass
class Correspondent:
    """Somebody with nothing but a mail program: every second mail begins with a number, the rest is notation."""

    box: Mailbox
    bot: Bot
    sent: int = 0
    asked: Counter[str] = field(default_factory=Counter)

    def answer(self, company: Company, seat: str, standing: Standing) -> None:
        """Answer the newest mail, a line for each step, and wait until the server has read it."""
        decision = standing.game.decision_of(seat)
        assert decision is not None
        question = self.box.wait_for(f"table {company.key}", decision.prompt)
        assert "ANSWER THIS MAIL" in text_of(question)
        self.asked[decision.kind] += 1
        lines = [written for written, _ in chain(standing.game, seat, self.bot)]
        numbers = {written: number for number, written in choices_in(question)}
        self.sent += 1
        if self.sent % 2 == 0:
            lines[0] = numbers.get(lines[0], lines[0])
        self.write(question, "\n".join(lines))
        company.wait_for(seat)

    def write(self, question: Message, words: str) -> None:
        reply = EmailMessage()
        reply["From"], reply["To"] = self.box.address, question["Reply-To"]
        reply["Subject"] = f"Re: {' '.join(question['Subject'].split())}"
        reply["Message-ID"] = f"<{secrets.token_hex(8)}@client.example>"
        reply["In-Reply-To"] = question["Message-ID"]
        reply["Authentication-Results"] = PASSED
        quoted = "\n".join(f"> {line}" for line in text_of(question).splitlines())
        reply.set_content(f"{words}\n\nOn 3 May 2027, wotr <games@localhost> wrote:\n{quoted}\n")
        port = backstage(self.box.server, f"open_door({free_port()})")
        with smtplib.SMTP("127.0.0.1", port, local_hostname="client.example") as mta:
            mta.send_message(reply, self.box.address, [question["Reply-To"]])


# -- the API ---------------------------------------------------------------------------------------------


@dataclass
class Program:
    """A program with a token: every second move is in notation."""

    server: Server
    secret: str
    bot: Bot
    moves: int = 0
    asked: Counter[str] = field(default_factory=Counter)

    def call(self, path: str, body: Any = None) -> Any:
        request = urllib.request.Request(
            f"{self.server.address}/api/v1/{path}",
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {self.secret}", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def answer(self, company: Company, seat: str, standing: Standing) -> None:
        """Move until chance answers, or somebody else is asked."""
        told = self.call(f"games/{company.key}/")
        decision = standing.game.decision_of(seat)
        assert decision is not None
        assert (told["decision"]["kind"], told["decision"]["prompt"]) == (decision.kind, decision.prompt)
        assert told["view"] == msgspec.json.decode(msgspec.json.encode(standing.game.view(seat)))
        self.asked[decision.kind] += 1
        moves = chain(standing.game, seat, self.bot)
        self.moves += 1
        said: dict[str, Any] = {"choices": [choice for _, choice in moves]}
        if self.moves % 2 == 0:
            said = {"moves": "; ".join(written for written, _ in moves)}
        done = self.call(f"games/{company.key}/moves/", {"version": told["version"], **said})
        assert done["draft"] == []
        assert done["version"] > told["version"]
