"""What an answer means: done, again, or never. Only what a receiver itself says for good switches its place off."""

import smtplib
import ssl

import pytest
from django.utils import timezone

from notifications.guard import certificates
from notifications.models import Delivery, Place
from tests.notifications.conftest import due, newest, told_through
from tests.notifications.test_smtp import mailbox  # noqa: F401 - a fixture
from tests.post import send_due

#: Answers that come and go: a server that is being moved, has too much to do, or lost its papers.
AGAIN = [
    300, 301, 302, 304, 307, 400, 401, 402, 403, 405, 406, 408, 409, 413, 418, 421, 423, 425, 426, 428, 429, 431,
    451, 500, 501, 502, 503, 504, 507, 508, 511, 520, 599,
]  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("channel", ["webhook", "push", "chat"])
def test_an_answer_that_may_be_another_tomorrow_is_asked_for_again(duel, receiver, channel):
    added, _ = told_through(channel, duel, receiver.place, secure=False)
    statuses = AGAIN if channel == "push" else [*AGAIN, 404]
    for status in statuses:
        receiver.status = status
        Delivery.objects.update(due_at=timezone.now(), attempts=0)
        Place.objects.update(failures=0, failing_since=None, rest_until=None)
        send_due(timezone.now())
        added.refresh_from_db()
        assert (newest(channel).state, added.enabled, added.failures) == ("pending", True, 1), status
    receiver.status = 200
    Delivery.objects.update(due_at=timezone.now())
    Place.objects.update(rest_until=None)
    assert send_due(timezone.now()) == 1


@pytest.mark.parametrize(("channel", "status"), [("webhook", 410), ("push", 410), ("push", 404)])
def test_what_says_for_good_that_it_is_gone_is_believed(duel, receiver, channel, status):
    added, _ = told_through(channel, duel, receiver.place, secure=False)
    receiver.status = status
    send_due(due())
    added.refresh_from_db()
    assert (newest(channel).state, added.enabled) == ("dead", False)


@pytest.mark.parametrize("channel", ["webhook", "push", "chat"])
def test_a_server_that_was_started_with_the_wrong_key_switches_nothing_off(duel, receiver, channel, settings):
    """With the right one, what has waited goes out."""
    added, _ = told_through(channel, duel, receiver.place, secure=False)
    right = settings.SECRET_KEY
    settings.SECRET_KEY = "of another server"
    send_due(due())
    added.refresh_from_db()
    assert (newest(channel).state, added.enabled) == ("pending", True)
    assert "cannot be read any more" in added.last_error
    settings.SECRET_KEY = right
    receiver.status = 200
    assert send_due(due(60)) == 1


# -- mail --------------------------------------------------------------------------------------

NO_MAILBOX = [
    "550 no such user", "550 5.1.1 unknown", "551 moved", "556 takes no mail", "550 5.1.10 null MX",
    "550 5.2.1 closed", "554 5.1.1 unknown",
]  # fmt: skip
HICCUPS = [
    "450 greylisted", "451 4.4.3 DNS hiccup", "452 4.2.2 full", "421 busy", "552 full", "552 5.2.2 full",
    "550 5.4.4 host not found", "554 5.4.6 loop", "554 no", "550 5.3.1 system full", "553 bad name", "550 5.0.0 no",
]  # fmt: skip
OURS = [
    "550 5.7.1 policy",
    "554 5.7.1 blocked",
    "530 5.7.0 sign in",
    "503 bad sequence",
    "550 5.1.8 sender unknown",
]


def mailed(table, mailbox, answer):  # noqa: F811
    """Let a mail be answered so; return its notice, and whether the address still gets mail."""
    Delivery.objects.all().delete()
    table.discard()
    mailbox.answer = answer
    send_due(due())
    table.fellowship.refresh_from_db()
    return Delivery.objects.filter(channel="email", kind="turn").latest(
        "pk"
    ), not table.fellowship.email_disabled


@pytest.mark.parametrize("answer", NO_MAILBOX)
def test_no_such_mailbox_is_for_good(duel, mailbox, answer):  # noqa: F811
    row, on = mailed(duel, mailbox, answer)
    assert (row.state, on) == ("dead", False)


@pytest.mark.parametrize("answer", HICCUPS)
def test_a_full_mailbox_or_a_busy_relay_is_asked_again_and_counts(duel, mailbox, answer):  # noqa: F811
    row, on = mailed(duel, mailbox, answer)
    assert (row.state, on) == ("pending", True)
    assert duel.fellowship.rhythm.mail_failures == 1


@pytest.mark.parametrize("answer", OURS)
def test_a_refusal_of_our_ways_is_nobody_s_fault(duel, mailbox, answer):  # noqa: F811
    row, on = mailed(duel, mailbox, answer)
    assert (row.state, on) == ("pending", True)
    assert not hasattr(duel.fellowship, "rhythm") or duel.fellowship.rhythm.mail_failures == 0


def test_a_server_that_hangs_up_in_the_middle_is_asked_again(duel, mailbox, monkeypatch):  # noqa: F811
    def hang_up(*args, **kwargs):
        raise smtplib.SMTPServerDisconnected("Connection unexpectedly closed")

    monkeypatch.setattr(smtplib.SMTP, "sendmail", hang_up)
    row, on = mailed(duel, mailbox, "250 OK")
    assert (row.state, on) == ("pending", True)


# -- certificates ------------------------------------------------------------------------------


def refused(code, message="words of some version"):
    error = ssl.SSLCertVerificationError(1, "certificate verify failed")
    error.verify_code, error.verify_message = code, message
    return error


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (9, "not valid yet"), (10, "expired"), (18, "nobody but itself"), (19, "nobody but itself"),
        (20, "nobody who is known here"), (21, "nobody who is known here"), (7, "nobody who is known here"),
        (23, "revoked"), (62, "another host"), (64, "another host"), (66, "too weak"), (85, "X.509 error 85"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_certificate_is_said_in_our_words(code, words):
    said = certificates.words_of(refused(code))
    assert words in said
    assert "some version" not in said
