"""People who play with nothing but a mail program, and their mailboxes."""

import html
import re
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from email.message import EmailMessage
from email.utils import formataddr
from random import Random
from typing import Any

from django.core import mail
from django.utils import timezone

from notifications.inbound import store
from tests.conftest import Table
from tests.post import PASSED, send_due

#: Makes a mail of what somebody writes and of the mail that they answer.
Style = Callable[[EmailMessage, str, Any], None]


def quoted(answered: Any, sign: str = "> ") -> str:
    return "\n".join(f"{sign}{line}" for line in answered.body.split("\n"))


def plainly(letter: EmailMessage, words: str, answered: Any) -> None:
    """Above the quoted mail, as most people write."""
    letter.set_content(f"{words}\n\nOn Monday, 3 May 2027, wotr wrote:\n{quoted(answered)}\n")


def below(letter: EmailMessage, words: str, answered: Any) -> None:
    """Below the quoted mail, with a signature; a German program."""
    head = "Am 03.05.27 um 12:00 schrieb wotr <games@localhost>:"
    letter.set_content(f"{head}\n{quoted(answered)}\n\n{words}\n\n-- \nGothmog\nMordor 7\n")


def french(letter: EmailMessage, words: str, answered: Any) -> None:
    """With the attribution in two lines, as base64."""
    head = "Le lun. 3 mai 2027 à 12:00, wotr\n<games@localhost> a écrit :"
    letter.set_content(f"{words}\n\n{head}\n\n{quoted(answered)}\n", cte="base64")


def in_html(letter: EmailMessage, words: str, answered: Any) -> None:
    """HTML alone, with the mail that was answered as a block quote."""
    lines = "".join(f"<div>{html.escape(line)}</div>" for line in words.split("\n"))
    letter.set_content(f"{lines}<blockquote>{html.escape(answered.body)}</blockquote>", subtype="html")


def quoted_printable(letter: EmailMessage, words: str, answered: Any) -> None:
    """Both forms, broken at 76 characters by soft line breaks."""
    head = "3 maja 2027 wotr <games@localhost> napisał(a):"
    letter.set_content(f"{words}\n\n{head}\n{quoted(answered)}\n", cte="quoted-printable")
    letter.add_alternative(f"<p>{html.escape(words)}</p>", subtype="html", cte="quoted-printable")


def flowed(letter: EmailMessage, words: str, answered: Any) -> None:
    """Lines that flow: broken at spaces that stay."""
    broken = "\n".join(
        " \n".join(textwrap.wrap(line, 66, break_on_hyphens=False)) for line in words.split("\n")
    )
    letter.set_content(f"{broken}\n\nOn 3 May 2027, wotr wrote:\n{quoted(answered)}\n")
    letter.set_param("format", "flowed")


def outlook(letter: EmailMessage, words: str, answered: Any) -> None:
    """The headers of the mail that was answered, and the mail unmarked below."""
    head = (
        f"From: wotr <games@localhost>\nSent: Monday, 3 May 2027 12:00\nTo: you\nSubject: {answered.subject}"
    )
    letter.set_content(f"{words}\n\n{head}\n\n{answered.body}\n")


def telephone(letter: EmailMessage, words: str, answered: Any) -> None:
    """A telephone's line below, and everything below that unmarked."""
    letter.set_content(f"{words}\n\nSent from my iPhone\n\n{quoted(answered, '>')}\n")


def signed(letter: EmailMessage, words: str, answered: Any) -> None:
    """A greeting, wrapped lines, talk, and a signature without its dashes."""
    wrapped = "\n".join(textwrap.fill(line, 72, break_on_hyphens=False) for line in words.split("\n"))
    name = "Frodo\nfrodo@example.org\nTel. +49 30 1234567"
    above = f"Hello,\nHow are you?\n{wrapped}\n\nBest wishes,\n{name}"
    letter.set_content(f"{above}\n\nOn 3 May 2027, wotr wrote:\n{quoted(answered)}\n")


#: How nine mail programs, and the people before them, answer.
NINE: tuple[Style, ...] = (
    plainly,
    below,
    french,
    in_html,
    quoted_printable,
    flowed,
    outlook,
    telephone,
    signed,
)


def story_in(body: str) -> list[str]:
    """Return what a mail tells of the story, in its sentences, without the numbers of their marks on the map."""
    _, found, rest = body.partition("WHAT HAS HAPPENED\n")
    lines = rest.replace("\n  ", " ").split("\n") if found else []
    end = next((place for place, line in enumerate(lines) if not line.startswith("- ")), len(lines))
    return [re.sub(r"^- (\(\d+\) )?", "", line) for line in lines[:end]]


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

    def write(self, seat: str, words: str, name: str = "") -> list[Any]:
        """Answer the newest question, sent under a name; returns the mails that follow, to whomever."""
        answered = self.question(seat)
        self.letters += 1
        letter = EmailMessage()
        letter["From"], letter["To"] = formataddr((name, self.address(seat))), answered.reply_to[0]
        letter["Subject"] = f"Re: {answered.subject}"
        letter["Message-ID"] = f"<{self.letters}@client.example>"
        letter["Authentication-Results"] = PASSED
        self.styles[self.letters % len(self.styles)](letter, words, answered)
        store.receive(letter.as_bytes(), source="test", recipients=[answered.reply_to[0]])
        store.read_waiting(timezone.now())
        return self.deliver()

    def move(self) -> list[Any]:
        """Let somebody who is asked make a whole move by mail, a line for each step; returns the mails that follow."""
        play = self.table.play()  # a copy: what is tried on it happens nowhere else
        decision = self.rng.choice(play.pending)
        seat, lines, is_final = decision.seat, list[str](), False
        while not is_final:
            choice = play.title.fuzz_choice(decision, self.rng)
            lines.append(play.title.write(decision, choice))
            is_final = play.choose(seat, choice).barrier
            decision = play.decision_of(seat) or decision
        return self.write(seat, "\n".join(lines))

    def play_on(self, most: int) -> None:
        """Play until the game is over, or for so many mails."""
        for _ in range(most):
            if self.table.reload().is_finished:
                return
            before = self.table.game.version
            answers = self.move()
            assert self.table.reload().game.version > before, [m.body[:900] for m in answers]
