"""A whole game of Duel by mail alone, at one sitting, through real SMTP in and out (journey 3)."""

import re
import smtplib
from datetime import timedelta
from email.message import EmailMessage
from random import Random

import pytest
from django.utils import timezone

from games.models import Event, Game
from games.models.letters import Letter
from notifications.models import Delivery
from notifications.tasks import sweep_inbox
from tests.inbound.conftest import PASSED
from tests.post import send_due

#: Sent mails that a game may take at most.
MOST_MAILS = 400
#: Mails that show the board; to draw it in all of them would take most of the time.
PICTURES = 12


class Player:
    """Somebody with nothing but a mail program."""

    def __init__(self, address, door, seed):
        self.address = address
        self.door = door
        self.rng = Random(seed)
        self.inbox = []
        self.sent = 0

    def newest_question(self):
        """Return the newest mail that lists choices."""
        self.inbox = [m for m in self.inbox if "ANSWER THIS MAIL" in text_of(m) and choices_in(m)][-1:]
        return self.inbox.pop() if self.inbox else None

    def answer(self, question):
        number, written = self.rng.choice(choices_in(question))
        reply = EmailMessage()
        self.sent += 1
        reply["From"], reply["To"] = self.address, question["Reply-To"]
        reply["Subject"] = f"Re: {' '.join(question['Subject'].split())}"
        reply["Message-ID"] = f"<{self.sent}.{self.address}>"
        reply["In-Reply-To"] = question["Message-ID"]
        reply["Authentication-Results"] = PASSED
        move = number if self.rng.random() < 0.5 else written
        quoted = "\n".join(f"> {line}" for line in text_of(question).splitlines())
        style = self.sent % 3
        if style == 0:
            reply.set_content(f"{move}\n\nOn 3 May 2027, wotr <games@localhost> wrote:\n{quoted}\n")
        elif style == 1:
            reply.set_content(f"On 3 May 2027, wotr wrote:\n{quoted}\n\n{move}\n-- \nA player\n")
        else:
            reply.set_content(
                f"<p>{move}</p><blockquote>{text_of(question)[:500]}</blockquote>", subtype="html"
            )
        with smtplib.SMTP(self.door.hostname, self.door.port, local_hostname="client.example") as mta:
            mta.send_message(reply, self.address, [question["Reply-To"]])


def text_of(message):
    part = next(p for p in message.walk() if p.get_content_type() == "text/plain")
    return part.get_payload(decode=True).decode()


def choices_in(message):
    """Return the numbered choices of a mail: (number, notation)."""
    _, _, tail = text_of(message).partition("ANSWER THIS MAIL")
    return re.findall(r"^ *(\d+)\. (.+?)(?: -- .*)?$", tail, re.MULTILINE)


@pytest.mark.long
def test_two_people_play_duel_with_nothing_but_mail(smtp_door, mailboxes, duel, settings):
    """The server as it is set up by default: what its mails show is read by nobody, and stands in no one's way."""
    shown = 0
    players = {
        "gothmog@example.org": Player("gothmog@example.org", smtp_door, 1),
        "frodo@example.org": Player("frodo@example.org", smtp_door, 2),
    }
    for _ in range(MOST_MAILS):
        settings.MAIL_PICTURES = shown < PICTURES
        send_due(timezone.now() + timedelta(minutes=3))
        for message in mailboxes.take():
            players[message["To"]].inbox.append(message)
            shown += any(part.get_content_type() == "image/png" for part in message.walk())
        duel.reload()
        if duel.is_finished:
            break
        moved = False
        for player in players.values():
            question = player.newest_question()
            if question is not None:
                player.answer(question)
                moved = True
        assert moved, "nobody has a mail to answer, and the game is not over"
        sweep_inbox()
    assert duel.game.status == Game.Status.FINISHED
    assert shown >= PICTURES
    assert Event.objects.filter(game=duel.game, kind="choice").count() > 40
    assert not Letter.objects.exclude(state=Letter.State.DONE).exists()
    assert Delivery.objects.filter(kind="finish", state="sent").count() == 2
