"""Mail that comes back, and complaints: who is switched off, and by whom."""

import logging
from datetime import timedelta
from email.message import EmailMessage
from types import SimpleNamespace

import pytest
from allauth.account.signals import email_changed
from anymail.signals import tracking
from django.utils import timezone

from accounts.models import User
from games import monitoring
from notifications import delivery
from notifications.channels.email.refusals import Meaning, Refusal, of_report
from notifications.inbound import addresses, checkup, store
from notifications.models import Delivery, InboundMail, Place, RefusedMail, Rhythm, StoppedAddress
from tests.conftest import person
from tests.notifications.conftest import due, mails_to
from tests.post import deliver, send_due

HOUR = timedelta(hours=1)


def bounce(recipient, status="5.1.1", action="failed", kind="delivery-status", diagnostic="", number=1):
    report = f"Final-Recipient: rfc822; gothmog@example.org\nAction: {action}\nStatus: {status}\n"
    report += f"Diagnostic-Code: smtp; {diagnostic}\n" if diagnostic else ""
    if kind == "feedback-report":
        report = "Feedback-Type: abuse\nUser-Agent: x\n"
    raw = (
        "From: MAILER-DAEMON@mx.example\nTo: "
        f"{recipient}\nMessage-ID: <{status}{action}{kind}{number}@mx>\nSubject: Undelivered\n"
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


@pytest.mark.parametrize(
    ("status", "diagnostic", "counted"),
    [
        ("5.7.1", "550 5.7.1 blocked using a list", 0),
        ("5.2.2", "552 5.2.2 mailbox full", 1),
        ("5.3.4", "552 5.3.4 message too large", 1),
        ("5.0.0", "550 no", 1),
    ],
)
def test_any_other_refusal_leaves_the_address_on(duel, sent, status, diagnostic, counted, caplog):
    """What is about us counts for nobody, and the operator is told; each mail counts once."""
    caplog.set_level(logging.WARNING, logger=delivery.__name__)
    for number in range(2):
        bounce(sent, status, diagnostic=diagnostic, number=number)
    duel.sauron.refresh_from_db()
    assert not duel.sauron.email_disabled
    assert Rhythm.objects.filter(user=duel.sauron, mail_failures=1).count() == counted
    assert RefusedMail.objects.count() == delivery.refused_readers(due(-60)) == 1 - counted
    assert ("a mail server refuses mail of this server" in caplog.text) == (not counted)
    row = Delivery.objects.get(channel="email", user=duel.sauron, error__gt="")
    assert (row.state, row.error) == ("dead", f"came back: {diagnostic}")


# -- mails that are taken and come back, one after the other ---------------------------------------


@pytest.fixture
def sam(db, settings):
    """Sam has mail and a browser."""
    settings.MAIL_REPLY_ADDRESS = "play@games.example"
    sam = person("sam")
    Place.objects.create(user=sam, channel="push", label="Firefox", address="x", digest="d")
    return sam


def mailed(sam, now, number):
    """Let a mail to Sam be taken; return its delivery."""
    row = Delivery.objects.create(
        kind="channel",  # any kind that is worded without a game
        channel="email",
        user=sam,
        dedupe_key=f"mail-{number}",
        subject={"what": "a test"},
        due_at=now,
    )
    assert deliver(row.pk, now)
    row.refresh_from_db()
    return row


def returned(row, now, status="5.2.2", number=1):
    """Let it come back."""
    raw = (
        f"Message-ID: <{row.pk}-{number}@mx>\nContent-Type: multipart/report; boundary=b\n\n--b\n"
        f"Content-Type: message/delivery-status\n\nFinal-Recipient: rfc822; {row.user.email}\n"
        f"Action: failed\nStatus: {status}\n\n--b--\n"
    )
    recipient = addresses.bounce_address(row)
    store.receive(raw.encode(), source="test", recipients=[recipient], envelope_sender="", received_at=now)
    store.read_waiting(now)
    row.user.refresh_from_db()


def test_mails_that_are_all_taken_and_all_come_back_end_in_switching_off(sam, client):
    """A relay takes everything at first. Sam is told in the browser, and the page says why."""
    now = timezone.now()
    for number in range(5):
        assert not sam.email_disabled
        row = mailed(sam, now + 8 * number * HOUR, number)
        returned(row, now + 8 * number * HOUR + timedelta(minutes=1))
        sam.refresh_from_db()
    assert sam.email_disabled
    told = Delivery.objects.get(kind="channel", dedupe_key__startswith="off/")
    assert told.channel == "push"
    assert "through mail: it has failed too often." in delivery.compose_switched_off(told).text
    client.force_login(sam)
    for page in ("/my/", "/account/", "/notifications/"):
        assert "came back, so none is sent" in (text := client.get(page).content.decode())
        assert "any more: it has failed too often." in text
    client.post("/notifications/mail-again/")
    assert Rhythm.objects.get(user=sam).mail_failures == 0


def test_a_report_that_is_faster_than_our_own_note_counts_too(sam):
    now = timezone.now()
    row = mailed(sam, now, 1)
    Delivery.objects.filter(pk=row.pk).update(state=Delivery.State.SENDING, sent_at=None)
    returned(row, now, "5.1.1")
    sam.refresh_from_db()
    assert sam.email_disabled


def test_one_that_did_not_come_back_forgives_those_before_it(sam):
    now = timezone.now()
    for number in range(7):
        row = mailed(sam, now + 8 * number * HOUR, number)
        if number != 3:
            returned(row, now + 8 * number * HOUR + timedelta(minutes=1))
    sam.refresh_from_db()
    assert not sam.email_disabled
    assert Rhythm.objects.get(user=sam).mail_failures == 3


def test_reports_that_take_days_count_by_when_the_mails_were_sent(sam):
    """Six mails of one hour that a relay gives up five days later are no failure of days."""
    now = timezone.now()
    rows = [mailed(sam, now + timedelta(minutes=10 * number), number) for number in range(6)]
    for number, row in enumerate(rows):
        returned(row, now + 120 * HOUR + timedelta(minutes=10 * number), "4.4.7")
    assert not sam.email_disabled
    assert Rhythm.objects.get(user=sam).mail_failures == 6


def test_no_such_mailbox_says_so_to_whatever_else_reaches_them(sam):
    now = timezone.now()
    returned(mailed(sam, now, 1), now, "5.1.1")
    sam.refresh_from_db()
    assert sam.email_disabled
    told = Delivery.objects.get(kind="channel", channel="push")
    notice, why = (
        delivery.compose_switched_off(told),
        "the mail server there says that there is no such mailbox",
    )
    # Chats show the subject, browsers the headline below it.
    assert notice.subject == f"No mail reaches you any more: {why}"
    assert notice.data["headline"] == f"Notices no longer reach you through mail: {why}."
    assert notice.data["headline"] in notice.text
    assert sam.rhythm.mail_off_because == why


def test_a_mailbox_to_which_they_have_their_mail_sent_on_is_another(sam):
    now = timezone.now()
    row = mailed(sam, now, 1)
    row.user.email = "elsewhere@example.net"  # what the report names
    returned(row, now, "5.1.1")
    sam.refresh_from_db()
    assert not sam.email_disabled
    assert Rhythm.objects.get(user=sam).mail_failures == 1


def test_a_new_address_is_mailed_again(sam):
    now = timezone.now()
    returned(mailed(sam, now, 1), now, "5.1.1")
    sam.refresh_from_db()
    email_changed.send(sender=User, request=None, user=sam, from_email_address=None, to_email_address=None)
    sam.refresh_from_db()
    assert not sam.email_disabled
    assert sam.rhythm.mail_off_because == ""


def test_a_guest_s_address_is_mailed_no_more_only_if_it_is_not_there(db, settings):
    settings.MAIL_REPLY_ADDRESS = "play@games.example"
    for status, stopped in (("5.2.2", False), ("5.7.1", False), ("5.1.1", True)):
        row = Delivery.objects.create(
            kind="channel",
            channel="email",
            address="bilbo@example.org",
            dedupe_key=status,
            state="sent",
            due_at=timezone.now(),
            sent_at=timezone.now(),
        )
        refusal = of_report(f"Action: failed\nStatus: {status}\n", row.address)
        delivery.came_back(None, row.address, refusal, row, timezone.now())
        assert StoppedAddress.objects.filter(address=row.address).exists() == stopped


def test_many_readers_whose_servers_refuse_us_are_an_alarm(db):
    now = timezone.now()
    for number in range(3):
        for _ in range(2):
            delivery.came_back(
                person(f"hobbit{number}{_}"), "", Refusal(Meaning.OURS, "550 5.7.1 no"), None, now
            )
        alarms = [line for line in monitoring.alarms(now) if "refused because of this server" in line]
        assert bool(alarms) == (number > 0)
    assert "mails refused: 6, readers: 6" in checkup.of_refused(now)[0].words
    assert checkup.of_refused(now + timedelta(days=8))[0].mark is checkup.Mark.WELL
    assert delivery.refused_readers(now) == 0


def test_a_mail_service_reports_a_bounce(duel):
    late = SimpleNamespace(event_type="deferred", reject_reason=None, recipient="gothmog@example.org")
    tracking.send(sender=None, event=late, esp_name="x")
    duel.sauron.refresh_from_db()
    assert not duel.sauron.email_disabled
    full = SimpleNamespace(
        event_type="bounced",
        reject_reason="bounced",
        recipient="gothmog@example.org",
        description="Transient: MailboxFull",
    )
    tracking.send(sender=None, event=full, esp_name="Amazon SES")
    duel.sauron.refresh_from_db()
    assert (duel.sauron.email_disabled, duel.sauron.rhythm.mail_failures) == (False, 1)
    gone = SimpleNamespace(event_type="bounced", reject_reason="bounced", recipient="Gothmog@example.org")
    tracking.send(sender=None, event=gone, esp_name="x")
    duel.sauron.refresh_from_db()
    assert duel.sauron.email_disabled
    for address in ("gothmog@example.org", "bilbo@example.org"):
        gone.recipient = address
        tracking.send(sender=None, event=gone, esp_name="x")
    assert [stopped.address for stopped in StoppedAddress.objects.all()] == ["bilbo@example.org"]


def test_a_player_s_answer_to_a_bounce_address_changes_nothing(duel, sent):
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Message-ID"] = "gothmog@example.org", sent, "<x@y>"
    letter.set_content("Status: 5.0.0\nAction: failed\n")
    store.receive(letter.as_bytes(), source="test", recipients=[sent])
    store.read_waiting(timezone.now())
    duel.sauron.refresh_from_db()
    assert not duel.sauron.email_disabled
