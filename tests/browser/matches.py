"""Games whose dice and cards are known, played on the server by people in browsers and in this process at once.

A `Match` is a game on the server with a browser context for each seat. The same game is played along in this
process, so that a choice from anywhere, a transcript or a bot, can be found among the page's own controls.
"""

import secrets
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from playwright.sync_api import expect

from rules.core.decisions import Choice, Decision
from rules.core.records import Record, dump_record
from rules.core.replay import RecordedGame
from rules.core.transcript import write_transcript
from tests.browser import together
from tests.browser.driving import Person
from tools.golden import played


def place_in(record: Record, words: str) -> int:
    """Return how many choices were made before the first one that is written as `words`."""
    lines = [line for line in write_transcript(record).splitlines() if line.startswith("  ")]
    return next(n for n, line in enumerate(lines) if line.split(maxsplit=1)[1] == words)


@dataclass
class Match:
    """A game on the server, its people by seat, and the same game in this process.

    `clicks` says by device, and for every kind of answer, how often was pressed for it; `answers` how many were given.
    """

    address: str
    people: dict[str, Person]
    mirror: RecordedGame
    #: Whether who waits turns away from the page meanwhile, which spares drawing every board twice.
    turn_away: bool = False
    clicks: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    answers: Counter[str] = field(default_factory=Counter)

    def count(self, person: Person, kind: str, clicks: int, *, answers: int = 1) -> None:
        """Write down how often was pressed for an answer, or for several that went out together."""
        self.clicks.setdefault((person.device, kind), []).append(clicks)
        self.answers[person.device] += answers

    @property
    def decision(self) -> Decision:
        return self.mirror.game.pending[0]

    @property
    def mover(self) -> Person:
        return self.people[self.decision.seat]

    def open(self) -> None:
        for person in self.people.values():
            person.page.goto(self.address)

    def look(self, seat: str) -> Person:
        """Let a seat's player look at the question; it comes by itself, or is loaded where somebody has waited."""
        decision, person = self.mirror.game.decision_of(seat), self.people[seat]
        assert decision is not None
        for other in self.people.values() if self.turn_away else ():
            if other is not person and other.page.url != "about:blank":
                other.page.goto("about:blank")
        page, title = person.page, person.page.locator("#decision-title")
        if (
            page.url != self.address
            or not page.locator("#move-form").count()
            or title.inner_text() != decision.prompt
        ):
            page.goto(self.address)
        expect(title).to_have_text(decision.prompt)
        expect(page.locator("#move-form")).to_have_attribute("data-kind", decision.kind)
        return person


@dataclass
class War(Match):
    """A match of War of the Ring.

    `held` are answers that wait for the next one, as the page sends them together; a kind of answer is a use of a
    die, or any other question.
    """

    held: together.Held | None = None

    def play(self, seat: str, choice: Choice) -> None:
        """Make a choice on the page of the seat that is asked, as soon as all is known that goes out with it."""
        decision, person = self.mirror.game.decision_of(seat), self.people[seat]
        assert decision is not None
        if self.held is None:
            self.look(seat)
        held, self.held = self.held or together.Held(), None
        held.reads(decision)
        self.mirror.choose(seat, choice)
        if held.takes(decision, choice, self.mirror.game.decision_of(seat)):
            self.held = held
            return
        before = person.clicks
        together.answer(person, held)
        first, value = held.answers[0]
        name = str(value).rpartition(":")[2] if first.kind == "action" else first.kind
        self.count(person, name, person.clicks - before, answers=len(held.answers))


def stored(record: Record, moves: int, folder: Path) -> Path:
    """Store a recorded game as it stands after its first `moves` choices, with its seed; return the file."""
    kept = played(record, moves).record()
    kept.fairness.seed = record.fairness.seed
    path = folder / f"{secrets.token_hex(4)}.json"
    path.write_bytes(dump_record(kept))
    return path


Kind = TypeVar("Kind", bound=Match)


def begin(
    server: Any, people: dict[str, Person], record: Record, moves: int, folder: Path, kind: type[Kind]
) -> Kind:
    """Let people take a game over after its first `moves` choices; chance goes on from the same seed."""
    path, mirror = stored(record, moves, folder), played(record, moves)
    seats = [word for seat, person in people.items() for word in ("--seat", f"{seat}={person.name}")]
    key = server.manage("import_game", str(path), *seats).split()[-1]
    match = kind(f"{server.address}/game/{key}/", people, mirror)
    match.open()
    return match
