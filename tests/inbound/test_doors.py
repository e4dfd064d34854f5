"""The three doors for mail: LMTP or SMTP, a mailbox, and a mail service (MIL-9)."""

import base64
import json
import smtplib
import socketserver
import threading
from email.message import EmailMessage
from email.mime.text import MIMEText
from types import SimpleNamespace

import pytest
from anymail.inbound import AnymailInboundMessage
from anymail.signals import inbound
from django.test import override_settings

from notifications.inbound import imap, store
from notifications.inbound.parser import MOST_BYTES, MOST_TAKEN, read_message
from notifications.models import InboundMail
from notifications.tasks import fetch_mail
from tests.inbound.conftest import SmtpDoor

pytestmark = pytest.mark.both_databases


@pytest.fixture(autouse=True)
def _everybody_is_known(monkeypatch):
    """These tests are about doors, not about whose address it is."""
    monkeypatch.setattr(store, "_is_welcome", store.is_expected)


GOOD = f"play+{'a' * 26}@games.example"
RAW = f"From: sam@shire.example\r\nTo: {GOOD}\r\nMessage-ID: <a@b>\r\n\r\npass\r\n".encode()


def talk(door):
    kind = smtplib.SMTP if isinstance(door, SmtpDoor) else smtplib.LMTP
    return kind(door.hostname, door.port)


def test_a_mail_is_stored_before_it_is_accepted(door):
    with talk(door) as mta:
        assert mta.sendmail("sam@shire.example", [GOOD], RAW) == {}
    kept = InboundMail.objects.get()
    assert bytes(kept.raw).rstrip() == RAW.rstrip()
    assert kept.envelope_sender == "sam@shire.example"


def test_other_addresses_are_refused(door):
    with talk(door) as mta, pytest.raises(smtplib.SMTPRecipientsRefused):
        mta.sendmail("sam@shire.example", ["root@games.example"], RAW)
    assert not InboundMail.objects.exists()


def test_the_same_mail_again_is_kept_once(door):
    with talk(door) as mta:
        mta.sendmail("sam@shire.example", [GOOD], RAW)
        mta.sendmail("sam@shire.example", [GOOD], RAW)
    assert InboundMail.objects.count() == 1


def test_ten_megabytes_are_refused(door):
    with talk(door) as mta, pytest.raises(smtplib.SMTPException):
        mta.sendmail("sam@shire.example", [GOOD], RAW + b"x" * 10 * MOST_BYTES)
    assert not InboundMail.objects.exists()


def test_a_bounce_has_no_sender(door):
    with talk(door) as mta:
        mta.sendmail("", [GOOD], RAW)
    assert InboundMail.objects.get().envelope_sender == ""


def test_lmtp_answers_for_each_recipient_so_that_only_the_flooded_one_comes_again(lmtp_door, monkeypatch):
    """RFC 2033: a mail server waits for as many answers as it has named recipients."""
    monkeypatch.setattr(store, "MOST_WAITING", 2)
    flooded, other = GOOD, GOOD.replace("a" * 26, "b" * 26)
    with talk(lmtp_door) as mta:
        for number in range(store.MOST_WAITING):
            mta.sendmail("saruman@evil.example", [flooded], RAW.replace(b"<a@b>", b"<%d@b>" % number))
        mta.mail("sam@shire.example")
        mta.rcpt(flooded)
        mta.rcpt(other)
        assert mta.data(RAW)[0] == 451
        assert mta.getreply()[0] == 250
    assert InboundMail.objects.filter(recipient=other).count() == 1


def test_smtp_has_one_answer_and_nobody_is_lost_or_gets_it_twice(smtp_door, monkeypatch):
    """The mail comes again as a whole: whoever has it already does not get it twice."""
    monkeypatch.setattr(store, "MOST_WAITING", 2)
    flooded, other = GOOD, GOOD.replace("a" * 26, "b" * 26)
    with talk(smtp_door) as mta:
        for number in range(store.MOST_WAITING):
            mta.sendmail("saruman@evil.example", [flooded], RAW.replace(b"<a@b>", b"<%d@b>" % number))
        with pytest.raises(smtplib.SMTPDataError):
            mta.sendmail("sam@shire.example", [other, flooded], RAW)
        InboundMail.objects.filter(recipient=flooded).update(state=InboundMail.State.DONE)
        mta.sendmail("sam@shire.example", [other, flooded], RAW)
    named = InboundMail.objects.values_list("recipient", flat=True)
    assert list(named.order_by("pk"))[-2:] == [other, flooded]


# -- a mailbox ---------------------------------------------------------------------------------


class MailboxServer(socketserver.ThreadingTCPServer):
    """as much of IMAP as a pass needs."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, mails):
        super().__init__(("127.0.0.1", 0), MailboxConversation)
        self.mails = mails
        self.seen = set()
        self.password = "secret"


class MailboxConversation(socketserver.StreamRequestHandler):
    def handle(self):
        self.wfile.write(b"* OK ready\r\n")
        while line := self.rfile.readline():
            tag, command, *rest = line.decode().split(" ", 2)
            words = " ".join(rest).strip()
            command = command.strip().upper()
            if command == "CAPABILITY":
                self.wfile.write(b"* CAPABILITY IMAP4rev1\r\n")
            elif command == "LOGIN" and self.server.password not in words:
                self.wfile.write(f"{tag} NO wrong\r\n".encode())
                continue
            elif command == "SELECT":
                self.wfile.write(b"* 1 EXISTS\r\n")
            elif command == "UID":
                self.uid(words)
            elif command == "LOGOUT":
                self.wfile.write(f"* BYE\r\n{tag} OK\r\n".encode())
                return
            self.wfile.write(f"{tag} OK done\r\n".encode())

    def uid(self, words):
        verb, _, rest = words.partition(" ")
        if verb == "SEARCH":
            waiting = [str(n) for n in range(1, len(self.server.mails) + 1) if n not in self.server.seen]
            self.wfile.write(f"* SEARCH {' '.join(waiting)}\r\n".encode())
        elif verb == "FETCH":
            number = int(rest.split()[0])
            raw = self.server.mails[number - 1]
            part = "HEADER" if "[HEADER]" in rest else ""
            if part:
                raw = raw.partition(b"\r\n\r\n")[0] + b"\r\n\r\n"
            self.wfile.write(f"* {number} FETCH (UID {number} BODY[{part}]<0> {{{len(raw)}}}\r\n".encode())
            self.wfile.write(raw + b")\r\n")
        elif verb == "STORE":
            self.server.seen.add(int(rest.split()[0]))


@pytest.fixture
def mailbox(settings, db):
    settings.MAIL_REPLY_ADDRESS = "play@games.example"
    stranger = b"From: a@b.example\r\nTo: somebody@games.example\r\n\r\nhello\r\n"
    huge = RAW + b"x" * MOST_BYTES
    with MailboxServer([RAW, stranger, huge]) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        settings.IMAP_HOST, settings.IMAP_PORT = server.server_address
        settings.IMAP_TLS = False
        settings.IMAP_USER, settings.IMAP_PASSWORD = "play", "secret"
        yield server
        server.shutdown()


def test_unread_mails_are_fetched_once(mailbox):
    assert imap.fetch() == 1
    assert InboundMail.objects.get().recipient == GOOD
    assert mailbox.seen == {1, 2, 3}
    assert imap.fetch() == 0


def test_a_mail_whose_mark_was_lost_is_fetched_again_without_effect(mailbox):
    imap.fetch()
    mailbox.seen.clear()
    assert imap.fetch() == 0
    assert InboundMail.objects.count() == 1


def test_what_floods_an_address_stays_in_the_mailbox_until_there_is_room(mailbox, monkeypatch):
    """Nothing is lost, and the mails behind the flood are not held up by it."""
    monkeypatch.setattr(imap, "MOST_MAILS", 3)
    monkeypatch.setattr(store, "MOST_WAITING", 4)
    other = RAW.replace(b"a" * 26, b"b" * 26)
    flood = [RAW.replace(b"<a@b>", b"<%d@b>" % number) for number in range(store.MOST_WAITING + 3)]
    mailbox.mails = [*flood, other]
    while imap.fetch():
        assert InboundMail.objects.count() <= store.MOST_WAITING + 1
    assert InboundMail.objects.filter(recipient=GOOD).count() == store.MOST_WAITING
    assert InboundMail.objects.filter(recipient=GOOD.replace("a" * 26, "b" * 26)).exists()
    assert len(mailbox.mails) - len(mailbox.seen) == 3
    InboundMail.objects.update(state=InboundMail.State.DONE)
    imap.fetch()
    imap.fetch()
    assert InboundMail.objects.count() == len(mailbox.mails) == len(mailbox.seen)


def photographed(size, text="pass\n", message_id="<photo@b>"):
    """An answer with a photo, as a telephone sends it."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Message-ID"] = "sam@shire.example", GOOD, message_id
    mail.set_content(text)
    mail.add_attachment(b"\xff\xd8" * (size // 2), "image", "jpeg", filename="IMG_0017.jpg")
    mail.attach(MIMEText("discard c1-blue-one\n"))  # what was written below the photo
    return mail.as_bytes(policy=mail.policy.clone(linesep="\r\n"))


@pytest.mark.parametrize("size", [100_000, 800_000, 3_000_000])
def test_the_text_of_a_mail_is_kept_whatever_hangs_on_it(mailbox, size):
    mailbox.mails = [photographed(size)]
    assert imap.fetch() == 1
    kept = InboundMail.objects.get()
    assert len(kept.raw) <= MOST_BYTES
    assert read_message(bytes(kept.raw)).lines == ("pass", "discard c1-blue-one")
    assert (kept.state, mailbox.seen) == ("new", {1})


@pytest.mark.parametrize("what", ["photo", "text"])
def test_of_a_mail_that_is_too_large_all_the_same_its_sender_is_told(mailbox, monkeypatch, what):
    told = []

    def excuse(head, recipient, received_at):
        told.append((head.sender, recipient))
        return ""

    everybody = bool
    monkeypatch.setattr(store, "_handlers", [(everybody, everybody, None, excuse)])
    huge = photographed(MOST_TAKEN) if what == "photo" else photographed(2, "pass\n" * 250_000)
    mailbox.mails = [huge]
    imap.fetch()
    assert told == [("sam@shire.example", GOOD)]
    assert InboundMail.objects.get().state == "failed"
    mailbox.seen.clear()
    imap.fetch()
    assert len(told) == 1


def test_a_mail_in_the_mailbox_that_is_no_mail_is_kept_for_its_sender_to_be_told(mailbox):
    """What breaks the reader is read by a worker, which tells its sender; the door needs the head only."""
    deep = b"".join(
        b'Content-Type: multipart/mixed; boundary="%d"\r\n\r\n--%d\r\n' % (n, n) for n in range(5_000)
    )
    mailbox.mails = [RAW.partition(b"\r\n\r\n")[0] + b"\r\n" + deep]
    assert imap.fetch() == 1
    assert InboundMail.objects.get().state == "new"


def test_a_mailbox_that_cannot_be_reached_is_only_a_line_in_the_log(mailbox, caplog):
    mailbox.password = "another"
    assert fetch_mail() == 0
    assert "the mailbox cannot be reached" in caplog.text
    assert "secret" not in caplog.text


def test_without_a_mailbox_nothing_is_fetched():
    assert fetch_mail() == 0


# -- a mail service ----------------------------------------------------------------------------

POSTMARK = {
    "From": "sam@shire.example",
    "FromFull": {"Email": "sam@shire.example", "Name": "Sam", "MailboxHash": ""},
    "ToFull": [{"Email": GOOD, "Name": "", "MailboxHash": ""}],
    "CcFull": [],
    "BccFull": [],
    "OriginalRecipient": GOOD,
    "Subject": "Re: your turn",
    "MessageID": "x",
    "RawEmail": RAW.decode(),
    "Headers": [{"Name": "Message-ID", "Value": "<a@b>"}],
    "TextBody": "pass\n",
    "HtmlBody": "",
    "Attachments": [],
}


@override_settings(
    ROOT_URLCONF="tests.inbound.urls",
    ANYMAIL={"WEBHOOK_SECRET": "user:secret"},
    MAIL_REPLY_ADDRESS="play@games.example",
)
@pytest.mark.parametrize(("secret", "status"), [("user:secret", 200), ("user:guessed", 400)])
def test_a_service_hands_mail_over_if_it_knows_the_secret(db, client, secret, status):
    answer = client.post(
        "/anymail/postmark/inbound/",
        json.dumps(POSTMARK),
        content_type="application/json",
        headers={"Authorization": f"Basic {base64.b64encode(secret.encode()).decode()}"},
    )
    assert answer.status_code == status
    assert InboundMail.objects.count() == (status == 200)


def test_during_a_flood_a_service_is_told_so_and_comes_again(db, settings, monkeypatch):
    """It hears of an error of ours, after which mail services try again."""
    settings.MAIL_REPLY_ADDRESS = "play@games.example"
    monkeypatch.setattr(store, "MOST_WAITING", 1)
    store.receive(RAW.replace(b"<a@b>", b"<flood@b>"), source="test", recipients=[GOOD])
    event = SimpleNamespace(message=AnymailInboundMessage.parse_raw_mime_bytes(RAW))
    with pytest.raises(store.Busy):
        inbound.send(sender=None, event=event)
    InboundMail.objects.update(state=InboundMail.State.DONE)
    inbound.send(sender=None, event=event)
    assert InboundMail.objects.count() == 2


def test_a_service_s_mail_with_a_photo_is_kept_without_it(db, settings):
    settings.MAIL_REPLY_ADDRESS = "play@games.example"
    event = SimpleNamespace(message=AnymailInboundMessage.parse_raw_mime_bytes(photographed(1_500_000)))
    inbound.send(sender=None, event=event)
    assert read_message(bytes(InboundMail.objects.get().raw)).lines == ("pass", "discard c1-blue-one")


def test_without_a_secret_the_webhooks_of_services_are_not_there(client, db):
    assert client.post("/anymail/postmark/inbound/", "{}", content_type="application/json").status_code == 404
