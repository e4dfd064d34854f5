"""A real SMTP conversation on loopback."""

import email
from datetime import timedelta

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult
from anymail.exceptions import AnymailAPIError, AnymailConfigurationError, AnymailRecipientsRefused
from django.utils import timezone

from notifications.models import Delivery
from tests.frame.services import free_port
from tests.post import send_due


class Mailbox:
    """Keeps what it is given; refuses as it is told."""

    def __init__(self):
        self.messages = []
        self.answer = "250 OK"

    async def handle_RCPT(self, server, session, envelope, address, options):
        if self.answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        return self.answer

    async def handle_DATA(self, server, session, envelope):
        self.messages.append(email.message_from_bytes(envelope.content))
        return "250 OK"


@pytest.fixture
def mailbox(settings):
    handler = Mailbox()
    port = free_port()
    controller = Controller(
        handler,
        hostname="127.0.0.1",
        port=port,
        auth_require_tls=False,
        authenticator=lambda *args: AuthResult(success=False, handled=False),
    )
    controller.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST = "127.0.0.1"
    settings.EMAIL_PORT = port
    settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
    yield handler
    controller.stop()


def test_a_turn_mail_arrives_as_text_and_html(duel, mailbox):
    Delivery.objects.all().delete()
    duel.discard()
    assert send_due(timezone.now() + timedelta(minutes=1)) == 1
    (message,) = mailbox.messages
    assert message["To"] == "frodo@example.org"
    assert {part.get_content_type() for part in message.walk()} >= {"text/plain", "text/html"}
    assert message["Message-ID"].startswith("<notice.")


def test_a_refused_address_is_switched_off(duel, mailbox):
    Delivery.objects.all().delete()
    duel.discard()
    mailbox.answer = "550 no such user"
    send_due(timezone.now() + timedelta(minutes=1))
    assert Delivery.objects.get().state == Delivery.State.DEAD
    duel.fellowship.refresh_from_db()
    assert duel.fellowship.email_disabled


def test_a_busy_server_is_asked_again(duel, mailbox):
    Delivery.objects.all().delete()
    duel.discard()
    mailbox.answer = "451 try later"
    now = timezone.now() + timedelta(minutes=1)
    send_due(now)
    assert Delivery.objects.get().state == Delivery.State.PENDING
    mailbox.answer = "250 OK"
    assert send_due(now + timedelta(minutes=5)) == 1


def broken(mailbox, settings, what):
    """Let the mail server refuse us for a reason that is no fault of the reader's address."""
    if what == "relay":
        mailbox.answer = "550 5.7.1 relaying denied"
    elif what == "password":
        settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = "wotr", "wrong"
    elif what == "message":

        async def refuse(server, session, envelope):
            return "554 5.6.0 we do not like this"

        mailbox.handle_DATA = refuse
    elif what == "sender":

        async def refuse_sender(server, session, envelope, address, options):
            return "553 5.1.8 unknown sender"

        mailbox.handle_MAIL = refuse_sender


@pytest.mark.parametrize("what", ["relay", "password", "message", "sender", "server is gone"])
def test_a_fault_of_ours_switches_nobody_s_mail_off(duel, mailbox, settings, what):
    """The notice waits and is tried again for most of a day."""
    Delivery.objects.all().delete()
    duel.discard()
    broken(mailbox, settings, what)
    if what == "server is gone":
        settings.EMAIL_PORT = 1
    now = timezone.now() + timedelta(minutes=1)
    for _ in range(6):
        send_due(now)
        now += timedelta(hours=1)
    row = Delivery.objects.get()
    assert (row.state, row.attempts) == (Delivery.State.PENDING, 6)
    assert ("535" in row.error) == (what == "password")
    duel.fellowship.refresh_from_db()
    assert not duel.fellowship.email_disabled


@pytest.mark.parametrize(
    ("refusal", "off"),
    [(AnymailRecipientsRefused, True), (AnymailAPIError, False), (AnymailConfigurationError, False)],
)
def test_refusals_of_a_mail_service(duel, monkeypatch, refusal, off):
    def refuse(*args, **kwargs):
        raise refusal("no")

    Delivery.objects.all().delete()
    duel.discard()
    monkeypatch.setattr("notifications.channels.email.message.EmailMultiAlternatives.send", refuse)
    send_due(timezone.now() + timedelta(minutes=1))
    duel.fellowship.refresh_from_db()
    assert duel.fellowship.email_disabled is off
    assert Delivery.objects.get().state == ("dead" if off else "pending")
