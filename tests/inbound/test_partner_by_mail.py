"""A partner answers by mail for somebody else, through real SMTP in and out (STD-9)."""

import smtplib
from datetime import timedelta
from email.message import EmailMessage

from django.utils import timezone

from games.models import Event
from games.play import partners
from notifications.tasks import sweep_inbox
from tests.inbound.conftest import PASSED
from tests.post import send_due


def newest(table):
    return Event.objects.filter(game=table.game).order_by("-seq").first()


def test_a_partners_answer_comes_in_by_smtp_and_counts_once(smtp_door, mailboxes, rope):
    """The whole way: our mail on the wire, the answer through the server's own door, the receipt."""
    send_due(timezone.now() + timedelta(minutes=3))
    mailboxes.take()
    partners.allow(rope.viewer("north"), "south", ["call"])
    send_due(timezone.now() + timedelta(minutes=3))
    (question,) = mailboxes.take()
    reply = EmailMessage()
    reply["From"], reply["To"] = "sam@example.org", question["Reply-To"]
    reply["Subject"], reply["Message-ID"] = "Re: the rope", "<one@client.example>"
    reply["Authentication-Results"] = PASSED
    reply.set_content("heave\n")
    for _ in range(2):  # a mail server that was not sure sends it again
        with smtplib.SMTP(smtp_door.hostname, smtp_door.port, local_hostname="client.example") as mta:
            mta.send_message(reply, "sam@example.org", [question["Reply-To"]])
        sweep_inbox()
    assert (newest(rope).seat, newest(rope).by, newest(rope).choices) == ("north", "south", ["heave"])
    send_due(timezone.now())
    (receipt,) = [m for m in mailboxes.take() if m["In-Reply-To"] == "<one@client.example>"]
    body = next(part for part in receipt.walk() if part.get_content_type() == "text/plain")
    assert "you have answered for North" in body.get_payload(decode=True).decode()
