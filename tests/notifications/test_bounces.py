"""Mail that comes back, and complaints: who is switched off, and by whom."""

from __future__ import annotations

from email.message import EmailMessage

import pytest
from django.utils import timezone

from notifications.inbound import addresses, store
from notifications.models import Delivery, InboundMail
from tests.notifications.conftest import due, mails_to
from tests.post import send_due


def bounce(recipient, status="5.1.1", action="failed", kind="delivery-status"):
    report = f"Final-Recipient: rfc822; x@y.example\nAction: {action}\nStatus: {status}\n"
    if kind == "feedback-report":
        report = "Feedback-Type: abuse\nUser-Agent: x\n"
    raw = (
        "From: MAILER-DAEMON@mx.example\nTo: "
        f"{recipient}\nMessage-ID: <{status}{action}{kind}@mx>\nSubject: Undelivered\n"
        f'Content-Type: multipart/report; boundary="b"\n\n--b\nContent-Type: text/plain\n\nSorry.\n--b\n'
        f"Content-Type: message/{kind}\n\n{report}\n--b--\n"
    )
    store.receive(raw.encode(), source="test", recipients=[recipient], envelope_sender="")
    store.read_waiting(timezone.now())


@pytest.fixture
def sent(duel, settings):
    """A mail that was sent, with the address to which it would come back."""
    settings.MAIL_REPLY_ADDRESS = "play@games.example"
    send_due(due())
    (message,) = mails_to(duel.sauron)[:1]
    assert message.extra_headers["From"] == settings.DEFAULT_FROM_EMAIL
    return message.from_email


def test_a_mail_that_comes_back_for_good_switches_the_address_off(duel, sent, client):
    bounce(sent)
    duel.sauron.refresh_from_db()
    assert duel.sauron.email_disabled
    client.force_login(duel.sauron)
    assert "came back" in client.get("/notifications/").content.decode()
    assert client.post("/notifications/mail-again/").status_code == 302
    duel.sauron.refresh_from_db()
    assert not duel.sauron.email_disabled


@pytest.mark.parametrize(("status", "action"), [("4.2.2", "delayed"), ("2.0.0", "delivered")])
def test_what_is_only_late_switches_nothing_off(duel, sent, status, action):
    bounce(sent, status, action)
    duel.sauron.refresh_from_db()
    assert not duel.sauron.email_disabled
    assert InboundMail.objects.get().state == "ignored"


def test_a_complaint_switches_the_address_off(duel, sent):
    bounce(sent, kind="feedback-report")
    duel.sauron.refresh_from_db()
    assert duel.sauron.email_disabled


def test_a_forged_bounce_is_nobody_s(duel, sent):
    forged = sent.replace("bounce-", "bounce-1")
    assert not store.is_expected(forged)
    assert addresses.bounce_address(Delivery(pk=0)) == ""


def test_a_mail_service_reports_a_bounce(duel):
    from types import SimpleNamespace

    from anymail.signals import tracking

    late = SimpleNamespace(event_type="deferred", reject_reason=None, recipient="gothmog@example.org")
    tracking.send(sender=None, event=late, esp_name="x")
    duel.sauron.refresh_from_db()
    assert not duel.sauron.email_disabled
    gone = SimpleNamespace(event_type="bounced", reject_reason="bounced", recipient="Gothmog@example.org")
    tracking.send(sender=None, event=gone, esp_name="x")
    duel.sauron.refresh_from_db()
    assert duel.sauron.email_disabled


def test_a_player_s_answer_to_a_bounce_address_changes_nothing(duel, sent):
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Message-ID"] = "gothmog@example.org", sent, "<x@y>"
    letter.set_content("Status: 5.0.0\nAction: failed\n")
    store.receive(letter.as_bytes(), source="test", recipients=[sent])
    store.read_waiting(timezone.now())
    duel.sauron.refresh_from_db()
    assert not duel.sauron.email_disabled
