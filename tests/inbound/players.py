"""People who play with nothing but a mail program, and their mailboxes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from email.message import EmailMessage
from random import Random
from typing import Any

from django.core import mail
from django.utils import timezone

from notifications.inbound import store
from tests.conftest import Table
from tests.post import PASSED, send_due

#: Makes a mail of what somebody writes and of the mail that they answer.
Style = Callable[[EmailMessage, str, Any], None]


def plainly(letter: EmailMessage, words: str, answered: Any) -> None:
    quoted = "\n".join(f"> {line}" for line in answered.body.split("\n"))
    letter.set_content(f"{words}\n\nOn Monday, 3 May 2027, wotr wrote:\n{quoted}\n")


def story_in(body: str) -> list[str]:
    """Return what a mail tells of the story, in its sentences."""
    _, found, rest = body.partition("WHAT HAS HAPPENED\n")
    lines = rest.split("\n") if found else []
    end = next((place for place, line in enumerate(lines) if not line.startswith("- ")), len(lines))
    return [line.removeprefix("- ") for line in lines[:end]]


@dataclass
class Correspondence:
    """A game in which everybody plays by mail alone, at one sitting.

    Attributes:
        mails: every mail that was sent, by its reader. styles: how they write, in turn.
    """

    table: Table
    seed: int = 1
    styles: tuple[Style, ...] = (plainly,)
    mails: dict[str, list[Any]] = field(default_factory=dict)
    letters: int = 0

    def __post_init__(self) -> None:
        self.rng = Random(self.seed)
        self.deliver()

    def deliver(self) -> list[Any]:
        """Send what waits in the outbox, and keep it in its readers' mailboxes."""
        mail.outbox.clear()
        send_due(timezone.now() + timedelta(minutes=3))
        for message in mail.outbox:
            self.mails.setdefault(message.to[0], []).append(message)
        return list(mail.outbox)

    def address(self, seat: str) -> str:
        user = self.table.seat(seat).user
        assert user is not None
        return str(user.email)

    def question(self, seat: str) -> Any:
        """Return the newest mail that asks a seat something."""
        return next(m for m in reversed(self.mails[self.address(seat)]) if "ANSWER THIS MAIL" in m.body)

    def write(self, seat: str, words: str) -> list[Any]:
        """Answer the newest question; returns the mails that follow, to whomever."""
        answered = self.question(seat)
        self.letters += 1
        letter = EmailMessage()
        letter["From"], letter["To"] = self.address(seat), answered.reply_to[0]
        letter["Subject"] = f"Re: {answered.subject}"
        letter["Message-ID"] = f"<{self.letters}@client.example>"
        letter["Authentication-Results"] = PASSED
        self.styles[self.letters % len(self.styles)](letter, words, answered)
        store.receive(letter.as_bytes(), source="test", recipients=[answered.reply_to[0]])
        store.read_waiting(timezone.now())
        return self.deliver()

    def move(self) -> list[Any]:
        """Let somebody who is asked make a move by mail; returns the mails that follow."""
        play = self.table.play()
        decision = self.rng.choice(play.pending)
        choice = play.title.fuzz_choice(decision, self.rng)
        return self.write(decision.seat, play.title.write(decision, choice))

    def play_on(self, most: int) -> None:
        """Play until the game is over, or for so many mails."""
        for _ in range(most):
            if self.table.reload().is_finished:
                return
            before = self.table.game.version
            self.move()
            assert self.table.reload().game.version > before, self.mails
