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
from collections import Counter, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage, Message
from pathlib import Path
from random import Random
from typing import Any, Protocol

import msgspec
from playwright.sync_api import expect

from rules import Game, Seeded
from rules.core.decisions import Choice, Decision
from rules.core.records import check_chain, check_fairness
from rules.core.replay import replay
from rules.core.snapshots import Snapshot
from rules.core.title import Bot, Title
from tests.browser import together
from tests.browser.conftest import Server
from tests.browser.driving import Person, choose
from tests.browser.reading_the_end import reads_the_end, record_behind
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
    """What somebody plays through: gives at least one answer of theirs, as soon as they are asked.

    `sight` is all that its player has been shown of the game since it was asked for last.
    """

    def answer(self, company: "Company", seat: str, standing: Standing) -> None: ...

    def sight(self, company: "Company") -> str: ...


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

    def play_out(
        self,
        look: Callable[["Company", str], None] = lambda company, seat: None,
        most: int | None = None,
    ) -> None:
        """Play until the game is over, or for so many answers; bots move by themselves meanwhile.

        `look` is called after each answer, with the game as it stands then, and who has given it.
        """
        standing, left = self.look(), most
        while not standing.over and left != 0:
            asked = [seat for seat in self.doors if standing.game.decision_of(seat) is not None]
            if asked:
                self.doors[asked[0]].answer(self, asked[0], standing)
                standing = self.look()
                look(self, asked[0])
                left = None if left is None else left - 1
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


@dataclass
class Again:
    """Whoever plays a seat of a recorded game once more: what was chosen there is left to be chosen, in its order."""

    left: deque[Choice]

    def choose(self, view: Mapping[str, Any], decision: Decision, rng: Random) -> Choice:
        return self.left.popleft()


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
        person = self.screens[self.answers // self.every % len(self.screens)]
        self.look(company, person)
        page = person.page
        expect(page.locator("#decision-title")).to_have_text(decision.prompt)
        expect(page.locator("#move-form")).to_have_attribute("data-kind", decision.kind)
        choice = self.click(person, standing.game, decision)
        said = company.wait_for(seat).said[seat]
        assert choice in said, (decision.kind, said, choice)
        self.answers += 1
        self.asked[decision.kind, person.device] += 1

    def click(self, person: Person, game: Game[Any], decision: Decision) -> Choice:
        """Choose by the page's controls; return the last of what was chosen."""
        choice = decision.check(self.bot.choose(game.view(decision.seat), decision, Random(0)))
        choose(person, decision, choice)
        return choice

    def sight(self, company: Company) -> str:
        return "".join(person.page.content() for person in self.screens)

    def look(self, company: Company, person: Person) -> None:
        """Look at the page on one screen alone."""
        for other in self.screens:
            if other is not person and other.page.url != "about:blank":
                other.page.goto("about:blank")
        if person.page.url != company.address:
            person.page.goto(company.address)


class Lord(Reader):
    """A reader of War of the Ring, where a die and what is done with it go out together."""

    def click(self, person: Person, game: Game[Any], decision: Decision) -> Choice:
        held, seat, asked = together.Held(), decision.seat, decision
        while True:
            held.reads(asked)
            choice = asked.check(self.bot.choose(game.view(seat), asked, Random(0)))
            game.choose(seat, choice)
            following = game.decision_of(seat)
            if not held.takes(asked, choice, following) or following is None:
                break
            asked = following
        together.answer(person, held)
        return choice


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
    shown: int = 0

    def sight(self, company: Company) -> str:
        fresh, self.shown = self.box.mails[self.shown :], len(self.box.mails)
        own = [mail for mail in fresh if company.key in mail["Subject"]]
        parts = [part for mail in own for part in mail.walk() if part.get_content_maintype() == "text"]
        return "\n".join(part.get_payload(decode=True).decode() for part in parts)

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
    """A program of an account with a token: every second move is in notation."""

    server: Server
    name: str
    bot: Bot
    secret: str = ""
    moves: int = 0
    asked: Counter[str] = field(default_factory=Counter)
    told: list[str] = field(default_factory=list)

    def sight(self, company: Company) -> str:
        told, self.told = self.told, []
        return "\n".join(told)

    def call(self, path: str, body: Any = None) -> Any:
        self.secret = self.secret or backstage(self.server, f"token({self.name!r})")
        request = urllib.request.Request(
            f"{self.server.address}/api/v1/{path}",
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {self.secret}", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            self.told.append(answer.read().decode())
        return json.loads(self.told[-1])

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


# -- everybody at a table ----------------------------------------------------------------------------------


class Round:
    """Everybody at a table by seat: `names` of those who play through `doors`, and `bots`."""

    def __init__(
        self,
        server: Server,
        title: Title[Any],
        options: Mapping[str, Any],
        doors: Mapping[str, tuple[str, Door]],
        bots: Mapping[str, str],
    ) -> None:
        self.server, self.title, self.options = server, title, title.normalise_options(options)
        self.names = {seat: name for seat, (name, _) in doors.items()}
        self.doors = {seat: door for seat, (_, door) in doors.items()}
        self.bots = dict(bots)
        for seat, name in self.names.items():
            more = ", 'turn'" if isinstance(self.doors[seat], Correspondent) else ""
            backstage(server, f"receives({name!r}, 'finish'{more})")

    def begin(self, seed: bytes) -> Company:
        """Begin a game from its setup."""
        who = f"{self.names!r}, {self.bots!r}"
        return self._at(f"begin({self.title.id!r}, {self.options!r}, {who}, {seed.hex()!r})")

    def take_over(self, record: Path) -> Company:
        """Go on with a game that others have begun."""
        return self._at(f"go_on({str(record)!r}, {self.names!r}, {self.bots!r})")

    def _at(self, begun: str) -> Company:
        return Company(self.server, self.title, backstage(self.server, begun), self.options, self.doors)

    def read_the_end(self, company: Company, reason: str) -> None:
        """Read it on every screen, in everybody's mails, by the API, and check every die of the record."""
        result = company.standing.game.result
        assert result is not None
        assert result.reason == reason
        named = [
            f"{self.title.seat_name(seat)}, {self.names.get(seat, 'Captain')}" for seat in result.winners
        ]
        for seat, door in self.doors.items():
            if isinstance(door, Reader):
                for screen in door.screens:
                    door.look(company, screen)
                    reads_the_end(screen, company.address, result.text, named, has_won=seat in result.winners)
                record = record_behind(screen.page, company.address)
                screen.page.goto("about:blank")
            elif isinstance(door, Program):
                assert door.call(f"games/{company.key}/")["result"]["text"] == result.text
                assert door.call(f"games/{company.key}/record/")["result"]["reason"] == reason
        check_chain(record)
        assert check_fairness(record) > 20
        assert msgspec.to_builtins(replay(record).result) == msgspec.to_builtins(result)
        for name in self.names.values():
            Mailbox(self.server, f"{name}@example.org").wait_for(company.key, result.text)
