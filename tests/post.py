"""The post between the players and the server: mails are delivered, and answered as mail programs do it."""

from datetime import timedelta
from email.message import EmailMessage

from django.core import mail
from django.utils import timezone

from notifications import delivery, lanes
from notifications.inbound import store
from notifications.models import Delivery

#: What a receiving server called `mx.example.net` writes over a mail that is what it says.
PASSED = "mx.example.net; dkim=pass header.d=example.org; spf=pass smtp.mailfrom=example.org"


def send_due(now, limit=200):
    """Send what is due at `now` in every lane, as the sweeps do. Returns how many notices were sent."""
    return sum(delivery.send_lane(name, now, limit) or 0 for name in lanes.LANES)


def claim(number, now):
    """Claim a notice as a sweep does; None if somebody else has it."""
    return lanes.claim(number, Delivery.objects.get(pk=number).attempts, now)


def deliver(number, now):
    """Send one notice out of turn. Returns whether it was sent."""
    claimed = claim(number, now)
    ready = delivery.prepare(claimed, now) if claimed is not None else None
    return ready is not None and delivery.settle(delivery.carry_out(ready), now)


def unwrapped(sent):
    """Return the words of a mail in one line, however its lines were broken."""
    return " ".join(sent.body.split())


class Post:
    """The post between the players and the server."""

    def __init__(self):
        self.number = 0

    def deliver(self):
        """Send what waits in the outbox and return the mails."""
        mail.outbox.clear()
        send_due(timezone.now() + timedelta(minutes=3))
        return list(mail.outbox)

    def turn_mail(self):
        """Return the newest mail that asks for a move."""
        return next(m for m in reversed(self.deliver()) if m.reply_to and "ANSWER THIS MAIL" in m.body)

    def answer(self, original, body, *, sender=None, checks=PASSED, message_id=None, **headers):
        """Answer a mail, let the server deal with it, and return the receipts."""
        self.number += 1
        letter = EmailMessage()
        letter["From"] = sender or original.to[0]
        letter["To"] = original.reply_to[0]
        letter["Subject"] = f"Re: {original.subject}"
        letter["Message-ID"] = message_id or f"<{self.number}@client.example>"
        if checks:
            letter["Authentication-Results"] = checks
        for name, value in headers.items():
            letter[name.replace("_", "-")] = value
        quoted = "\n".join(f"> {line}" for line in original.body.split("\n"))
        letter.set_content(f"{body}\n\nOn Monday, 3 May 2027, wotr wrote:\n{quoted}\n")
        store.receive(letter.as_bytes(), source="test", recipients=[original.reply_to[0]])
        store.read_waiting(timezone.now())
        return [m for m in self.deliver() if "notice.receipt-" in m.extra_headers["Message-ID"]]
