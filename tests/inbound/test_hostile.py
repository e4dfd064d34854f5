"""Mails made to do harm, from the door to the receipt: refused or harmless, told to nobody, nothing else lost."""

import base64
import json
import smtplib
from datetime import timedelta
from email import message_from_bytes
from email.message import EmailMessage
from pathlib import Path

import pytest
from django.core import mail
from django.test import override_settings
from django.utils import timezone

from games.hours import absence, resignation
from games.models import Event, Game
from games.models.letters import Letter
from notifications.channels.email.message import message_for
from notifications.composers import Notice
from notifications.inbound import store
from notifications.inbound.parser import MOST_BYTES
from notifications.models import Delivery, InboundMail
from notifications.tasks import sweep_inbox
from tests.conftest import person
from tests.inbound.test_doors import POSTMARK
from tests.post import PASSED, Post, send_due
from wotr.logs import JSONFormatter

pytestmark = pytest.mark.usefixtures("answerable")


@pytest.fixture
def turn(duel, post):
    """Gothmog's turn mail."""
    return post.turn_mail()


def letter_to(turn, body="status\n", number=1, **headers):
    letter = EmailMessage()
    letter["From"], letter["To"] = "gothmog@example.org", turn.reply_to[0]
    letter["Message-ID"] = f"<{number}@client.example>"
    letter["Authentication-Results"] = PASSED
    for name, value in headers.items():
        letter[name.replace("_", "-")] = value
    letter.set_content(body)
    return letter


def arrive(raw, turn):
    """Let a mail come in as bytes, and be read. Returns the receipts."""
    store.receive(raw, source="test", recipients=[turn.reply_to[0]])
    store.read_waiting(timezone.now())
    mail.outbox.clear()
    send_due(timezone.now())
    return [m for m in mail.outbox if "notice.receipt-" in m.extra_headers["Message-ID"]]


def moves():
    return Event.objects.filter(kind="choice").count()


# -- tokens ------------------------------------------------------------------------------------


def test_a_reply_address_of_another_game_plays_nothing_there(duel, turn, post):
    """The token names its seat and its position: what a mail says about games is of no account."""
    before = moves()
    turn.subject = "Re: War of the Ring, quite another game"
    (receipt, *_) = post.answer(turn, "1")
    assert "Done:" in receipt.body
    assert moves() == before + 1
    assert Event.objects.latest("pk").game_id == duel.game.pk


def test_an_address_is_good_for_one_position_and_one_move(duel, turn, post):
    """Sent again with a new Message-ID, the old answer meets a newer position."""
    post.answer(turn, "1", message_id="<first@client.example>")
    before = moves()
    assert post.answer(turn, "1", message_id="<first@client.example>") == []
    (stale, *_) = post.answer(turn, "1", message_id="<second@client.example>")
    assert "older position" in stale.body
    assert moves() == before


def test_the_addresses_of_whoever_has_left_the_seat_are_dead(duel, turn, post):
    Game.objects.update(visibility="public")
    seat = duel.seat("sauron")
    seat.absent_since = timezone.now()
    seat.save()
    absence.take_over(duel.game.key, "sauron", person("witch-king"))
    assert post.answer(turn, "resign yes") == []
    assert duel.reload().game.status == Game.Status.RUNNING


def test_after_the_end_an_address_moves_nothing(duel, turn, post):
    resignation.resign(duel.game.key, "fellowship")
    before = moves()
    (receipt, *_) = post.answer(turn, "1")
    assert "The game is over" in receipt.body
    assert moves() == before


@pytest.mark.parametrize("change", ["cut", "longer", "last letter", "upper case of another alphabet"])
def test_a_token_that_was_tampered_with_is_nobody_s(turn, post, change):
    local, domain = turn.reply_to[0].split("@")
    forged = {
        "cut": local[:-1],
        "longer": f"{local}a",
        "last letter": local[:-1] + ("a" if local[-1] != "a" else "b"),
        "upper case of another alphabet": local[:-1] + "ß",
    }[change]
    turn.reply_to = [f"{forged}@{domain}"]
    assert post.answer(turn, "1") == []
    assert not InboundMail.objects.exists()


# -- floods and sizes --------------------------------------------------------------------------


def test_during_a_flood_a_mail_server_is_asked_to_come_again_and_nothing_is_lost(lmtp_door, duel):
    """Twenty mails wait; the honest one is not taken and dropped, but taken a little later."""
    turn = Post().turn_mail()
    address = turn.reply_to[0]
    with smtplib.LMTP(lmtp_door.hostname, lmtp_door.port) as mta:
        for number in range(store.MOST_WAITING):
            letter = letter_to(turn, number=number)
            del letter["From"]
            letter["From"] = "saruman@evil.example"
            mta.sendmail("saruman@evil.example", [address], letter.as_bytes())
        honest = letter_to(turn, "1\n", number=99, To2="x").as_bytes()
        honest = honest.replace(b"mx.example.net", b"mx.games.example")
        with pytest.raises(smtplib.SMTPDataError) as later:
            mta.sendmail("gothmog@example.org", [address], honest)
        assert later.value.smtp_code == 451
        sweep_inbox()
        mta.sendmail("gothmog@example.org", [address], honest)
    sweep_inbox()
    assert moves() == 1
    assert duel.reload().game.status == Game.Status.RUNNING


@override_settings(ROOT_URLCONF="tests.inbound.urls", ANYMAIL={"WEBHOOK_SECRET": "user:secret"})
@pytest.mark.parametrize(
    ("size", "kept"), [(MOST_BYTES - 50_000, ["new"]), (MOST_BYTES + 1, ["failed"]), (10 * MOST_BYTES, [])]
)
def test_a_mail_service_hands_over_mails_of_any_decent_size(turn, client, settings, size, kept):
    """Of text that is too long its sender is told; what is larger the service is not let in with."""
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = settings.MAIL_WEBHOOK_BYTES
    raw = letter_to(turn, "1\n" + "x" * 70 + "\n").as_bytes() + b"y" * size
    body = {**POSTMARK, "RawEmail": raw.decode(), "OriginalRecipient": turn.reply_to[0]}
    answer = client.post(
        "/anymail/postmark/inbound/",
        json.dumps(body),
        content_type="application/json",
        headers={"Authorization": f"Basic {base64.b64encode(b'user:secret').decode()}"},
    )
    assert answer.status_code == (413 if size > settings.MAIL_WEBHOOK_BYTES else 200)
    assert [mail.state for mail in InboundMail.objects.all()] == kept
    told = Delivery.objects.filter(kind="receipt", user__email="gothmog@example.org")
    assert told.count() == kept.count("failed")


def nested(kind, depth):
    """A message with parts within parts, and a move at the bottom."""
    head = b"From: gothmog@example.org\nMessage-ID: <deep@client.example>\n"
    head += f"Authentication-Results: {PASSED}\n".encode()
    if kind == "messages":
        return head + b"Content-Type: message/rfc822\n\n" * depth + b"Content-Type: text/plain\n\n1\n"
    for number in range(depth):
        head += b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (number, number)
    return head + b"Content-Type: text/plain\n\n1\n"


@pytest.mark.parametrize("kind", ["parts", "messages"])
@pytest.mark.parametrize("depth", [50, 5_000])
def test_nested_parts_play_nothing_and_hold_up_nobody(turn, kind, depth):
    arrive(nested(kind, depth), turn)
    assert InboundMail.objects.get().state != InboundMail.State.NEW
    assert bytes(InboundMail.objects.get().raw) == b""
    assert moves() == 0
    (receipt, *_) = arrive(letter_to(turn, "1\n").as_bytes(), turn)
    assert "Done:" in receipt.body


def test_a_move_in_an_attachment_or_a_forwarded_mail_is_not_played(turn):
    letter = letter_to(turn, "Dear friend, see the attachment.\n")
    letter.add_attachment("resign yes\n", filename="moves.txt")
    inner = EmailMessage()
    inner.set_content("resign yes\n")
    letter.add_attachment(inner)
    arrive(letter.as_bytes(), turn)
    assert Game.objects.get().status == Game.Status.RUNNING


# -- what goes out again -----------------------------------------------------------------------


def test_no_header_of_a_mail_can_write_a_header_of_ours(turn):
    raw = letter_to(turn, "1\n").as_bytes()
    raw = raw.replace(
        b"Message-ID: <1@client.example>", b"Message-ID: <1@client.example>\n Bcc: all@example.org"
    )
    raw = b"Subject: =?utf-8?Q?Re=0D=0ABcc=3A_all=40example.org?=\nReply-To: a@b.example\n" + raw
    (receipt, *_) = arrive(raw, turn)
    sent = message_from_bytes(receipt.message().as_bytes())
    assert sent.get_all("Bcc") is None
    assert sent["To"] == "gothmog@example.org"
    assert "\n" not in sent["In-Reply-To"]
    assert "all@example.org" not in receipt.recipients()


def test_line_ends_in_names_and_subjects_make_no_header(duel):
    delivery = Delivery(pk=1, kind="turn", user=duel.sauron, dedupe_key="x\r\nBcc: all@example.org")
    notice = Notice(
        "It is\r\nBcc: all@example.org", "text", "<p>html</p>", thread="a\r\nBcc: all@example.org"
    )
    sent = message_from_bytes(message_for(delivery, notice, "gothmog@example.org").message().as_bytes())
    assert sent.get_all("Bcc") is None
    assert "Bcc: all@example.org" in sent["Subject"]


SCRIPT = "<img src=x onerror=alert(1)><script>alert(2)</script>"


def test_what_was_typed_comes_back_as_text(turn):
    (receipt, *_) = arrive(letter_to(turn, f"notes {SCRIPT}\nfly {SCRIPT}\nnotes\n").as_bytes(), turn)
    html = receipt.alternatives[0][0]
    assert "<script" not in html
    assert "<img" not in html
    assert "&lt;script&gt;" in html
    assert SCRIPT in receipt.body


def test_an_html_mail_with_scripts_acts_by_its_visible_words_only(turn):
    letter = letter_to(turn)
    letter.set_content(
        "<html><head><script>resign yes</script><style>resign yes</style></head><body onload='x()'>"
        "<p>1</p><p style='display:none'>resign yes</p><iframe src='https://evil.example/'></iframe>"
        "<a href='javascript:resign'></a><template>resign yes</template></body></html>",
        subtype="html",
    )
    (receipt, *_) = arrive(letter.as_bytes(), turn)
    assert "Done: 1 move played." in receipt.body
    assert Game.objects.get().status == Game.Status.RUNNING


# -- ourselves, and the log --------------------------------------------------------------------


@pytest.mark.parametrize("sender", ["play@games.example", "the reply address itself"])
def test_our_own_mail_is_not_answered(turn, sender):
    letter = letter_to(turn, "help\n")
    del letter["From"]
    letter["From"] = sender if "@" in sender else turn.reply_to[0]
    assert arrive(letter.as_bytes(), turn) == []
    assert InboundMail.objects.get().reason == "it comes from ourselves"


@pytest.mark.long
def test_every_mail_of_the_corpus_is_dealt_with_at_a_real_seat(turn, settings):
    """They act at once here; whatever they say, each gets one receipt or none, and the game goes on."""
    settings.MAIL_AUTHENTICATION = "off"
    for path in sorted((Path(__file__).parent / "mails").glob("*.eml")):
        raw = path.read_bytes().replace(b"sam@shire.example", b"gothmog@example.org")
        receipts = arrive(raw, turn)
        row = InboundMail.objects.latest("pk")
        assert row.state in ("done", "ignored"), path.stem
        assert len(receipts) == int(row.state == "done"), path.stem
        Letter.objects.update(received_at=timezone.now() - timedelta(hours=2))
    assert Game.objects.get().status == Game.Status.RUNNING


def test_no_address_no_token_and_no_words_of_a_mail_are_logged(turn, caplog):
    caplog.set_level("DEBUG", logger="notifications")
    caplog.set_level("DEBUG", logger="games")
    secret = turn.reply_to[0].split("+")[1].split("@")[0]
    arrive(letter_to(turn, "notes my secret plan\n").as_bytes(), turn)
    arrive(nested("messages", 5_000), turn)
    arrive(letter_to(turn, "status\n", 2, Auto_Submitted="auto-replied").as_bytes(), turn)
    with pytest.raises(store.Unreadable):
        store.receive(b"x" * (MOST_BYTES + 1), source="test", recipients=[turn.reply_to[0]])
    store.receive(
        letter_to(turn).as_bytes(), source="test", recipients=["play+" + "a" * 26 + "@games.example"]
    )
    lines = "\n".join(JSONFormatter().format(record) for record in caplog.records)
    assert lines
    for word in (secret, "gothmog@", "secret plan", "a" * 26):
        assert word not in lines


def test_of_a_sender_without_end_as_much_is_kept_as_an_address_may_have(turn):
    store.receive(
        letter_to(turn).as_bytes(),
        source="test",
        recipients=[turn.reply_to[0]],
        envelope_sender="o" * 300 + "@mordor.example",
    )
    assert InboundMail.objects.get().envelope_sender == "o" * 254


# -- workers that die --------------------------------------------------------------------------


def test_a_mail_that_a_dead_worker_had_taken_is_read_by_another(turn):
    store.receive(letter_to(turn, "1\n").as_bytes(), source="test", recipients=[turn.reply_to[0]])
    now = timezone.now()
    InboundMail.objects.update(state=InboundMail.State.WORKING, claimed_at=now - timedelta(minutes=4))
    assert store.read_waiting(now) == 0
    assert store.read_waiting(now + timedelta(minutes=2)) == 1
    assert moves() == 1


def test_a_mail_that_breaks_the_reader_is_tried_again_and_given_up_in_the_end(turn, monkeypatch, caplog):
    """It holds up no other mail, and its words are kept until the end of its trials."""
    store.receive(letter_to(turn, "1\n").as_bytes(), source="test", recipients=[turn.reply_to[0]])

    def broken(*args, **kwargs):
        raise RuntimeError("out of order")

    with monkeypatch.context() as patched:
        patched.setattr(store, "read_message", broken)
        for _ in range(store.MOST_ATTEMPTS - 1):
            assert store.read_waiting(timezone.now()) == 0
            assert bytes(InboundMail.objects.get().raw)
    assert store.read_waiting(timezone.now()) == 1
    assert moves() == 1
    assert "could not be dealt with" in caplog.text
