"""Talking by mail: `press` in answer to any mail, answering a chat notice, and what notices say (MIL-2, MIL-5)."""

import json
import smtplib
from datetime import timedelta
from email.message import EmailMessage
from random import Random

import pytest
from django.core import mail
from django.utils import timezone
from freezegun import freeze_time

import rules
from games.chat import talk
from games.chat.rooms import Ear
from games.hours import absence, resignation
from games.kinds import EventKind
from games.letters import mailbox, receipts
from games.letters.parser import read_lines
from games.letters.prose import Sentences
from games.models import Event
from games.models.chat import ChatLine
from games.models.letters import Letter, ReplyToken
from games.tasks import tidy
from notifications import preferences, tasks
from notifications.channels.chat.formatting import WRITERS
from notifications.channels.chat.sending import text_of as line_of
from notifications.channels.push.sending import payload_of
from notifications.composers import compose
from notifications.inbound import store
from notifications.inbound.parser import Unreadable
from notifications.inbound.quotes import CHAT_MARKER, own_words
from notifications.models import Delivery, Rhythm
from notifications.tasks import sweep_inbox
from tests.chat.conftest import Talk
from tests.conftest import Table
from tests.inbound.conftest import PASSED, lmtp_door, mailboxes  # noqa: F401 - fixtures
from tests.inbound.test_whole_game import text_of
from tests.post import send_due

pytestmark = pytest.mark.usefixtures("answerable")


def chat_mail(post, to):
    """The newest mail that tells somebody what was said."""
    return next(
        m for m in reversed(post.deliver()) if m.to == [to] and "you" in m.subject and CHAT_MARKER in m.body
    )


# -- press -------------------------------------------------------------------------------------


def test_press_says_a_line_to_the_others(duel, chat, post):
    (receipt,) = [
        m for m in post.answer(post.turn_mail(), "press: Good evening!") if m.to == ["gothmog@example.org"]
    ]
    assert chat.read(duel.fellowship) == ["Good evening!"]
    assert "Said to the others at the table." in receipt.body
    assert not Event.objects.filter(game=duel.game, kind="choice").exists()


def test_press_beside_a_move(duel, chat, post):
    post.answer(post.turn_mail(), "1\npress: Your turn.\n")
    assert Event.objects.filter(game=duel.game, kind="choice").count() == 1
    assert chat.read(duel.fellowship) == ["Your turn."]


def test_several_lines_of_press(duel, chat, post):
    post.answer(post.turn_mail(), "press:\nGood evening,\n1\nresign yes\nendpress\n1")
    assert chat.read(duel.fellowship) == ["Good evening,\n1\nresign yes"]
    assert Event.objects.filter(game=duel.game, kind="choice").count() == 1
    assert not duel.reload().is_finished


def test_a_dry_run_says_nothing(duel, chat, post):
    post.answer(post.turn_mail(), "check\npress: Just trying.")
    assert chat.read(duel.fellowship) == []


def test_press_that_cannot_be_said_is_refused_line_by_line(duel, chat, post):
    receipts = post.answer(post.turn_mail(), f"press: {'x' * 1001}")
    assert "Write at most 1000 characters at once." in receipts[0].body
    assert not ChatLine.objects.exists()


def test_the_same_mail_twice_says_it_once(duel, chat, post):
    turn = post.turn_mail()
    post.answer(turn, "press: Once.", message_id="<same@client>")
    post.answer(turn, "press: Once.", message_id="<same@client>")
    assert chat.read(duel.fellowship) == ["Once."]


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("press: hello", "press"),
        ("PRESS hello", "press"),
        ("say hello", "press"),
        ("press", ""),  # alone, it may be a move
        ("move: press hello", ""),
    ],
)
def test_what_is_press(line, command):
    assert [item.command for item in read_lines([line]).items] == [command]


@pytest.mark.parametrize(
    "line", ["press: pass", "press: no", "press: sauron elite", "Press: easterling elite"]
)
def test_pressing_a_siege_is_a_move_of_war_of_the_ring(line):
    war, duel = (Sentences(rules.title(id)) for id in ("war-of-the-ring", "duel"))
    assert [item.command for item in read_lines([line], war).items] == [""]
    said = read_lines([f"{line}, well played"], war).items
    assert [item.command for item in said] == ["press"]
    assert [item.command for item in read_lines([line], duel).items] == ["press"]


def test_mails_about_the_game_tell_what_was_said_and_whoever_answers_has_read_it(duel, chat, post):
    chat.say(duel.fellowship, "I fear\nthe worst.")
    turn = next(m for m in post.deliver() if "It is your turn." in m.body)
    assert "SAID AT THE TABLE" in turn.body
    assert "Fellowship (frodo)" in turn.body
    assert "  I fear\n  the worst.\n" in turn.body
    assert len(talk.unread(Ear(chat.viewer(duel.sauron)))) == 1
    post.answer(turn, "1")
    assert talk.unread(Ear(chat.viewer(duel.sauron))) == []
    chat.say(duel.fellowship, "Ah.")
    assert "Ah." in chat_mail(post, "gothmog@example.org").body


# -- chat notices ------------------------------------------------------------------------------


def test_a_chat_notice_is_answered_by_mail(duel, chat, post):
    chat.say(duel.fellowship, "Shall we pause at the weekend?")
    told = chat_mail(post, "gothmog@example.org")
    assert told.subject == f"Duel for Middle-earth against frodo, table {duel.game.key}: frodo writes to you"
    assert "  Shall we pause at the weekend?" in told.body
    assert post.answer(told, "Yes, gladly.\nresign yes\n1") == []
    assert chat.read(duel.fellowship)[1:] == ["Yes, gladly.\nresign yes\n1"]
    assert not duel.reload().is_finished
    assert not Event.objects.filter(game=duel.game, kind="choice").exists()
    assert talk.unread(Ear(chat.viewer(duel.sauron))) == []
    (back,) = [m for m in mail.outbox if m.to == ["frodo@example.org"]]
    assert "  Yes, gladly.\n" in back.body


def test_what_cannot_be_said_is_answered_and_can_be_said_again(duel, chat, post):
    chat.say(duel.fellowship, "Hello?")
    told = chat_mail(post, "gothmog@example.org")
    (receipt,) = post.answer(told, "x" * 1001)
    assert "not said" in receipt.subject
    assert "Nothing was said. Write at most 1000 characters at once." in receipt.body
    assert "ANSWER THIS MAIL TO PLAY" not in receipt.body
    assert post.answer(receipt, "Shorter.") == []
    assert chat.read(duel.fellowship) == ["Hello?", "Shorter."]


def test_a_forged_answer_waits_for_its_owner(duel, chat, post):
    chat.say(duel.fellowship, "Hello?")
    told = chat_mail(post, "gothmog@example.org")
    (asked,) = post.answer(told, "I resign!", sender="mallory@example.net")
    assert asked.to == ["gothmog@example.org"]
    assert "Please confirm your mail." in asked.body
    (doubtful,) = post.answer(told, "Me.", checks="")
    assert "Please confirm" in doubtful.body
    assert chat.read(duel.fellowship) == ["Hello?"]
    letter = Letter.objects.get(lines=["Me."])
    mailbox.confirm(receipts.confirm_url(letter).rstrip("/").rpartition("/")[2])
    assert chat.read(duel.fellowship) == ["Hello?", "Me."]


def test_words_in_a_mail_that_nobody_can_read_are_asked_for_again(duel, chat, post, monkeypatch):
    chat.say(duel.fellowship, "Hello?")
    told = chat_mail(post, "gothmog@example.org")

    def unreadable(*args, **kwargs):
        raise Unreadable("the message cannot be read")

    with monkeypatch.context() as patched:
        patched.setattr(store, "read_message", unreadable)
        (word,) = post.answer(told, "Yes.")
    assert "Your mail could not be read: nothing was said." in word.body
    assert "one move a line" not in word.body
    assert post.answer(word, "Yes, gladly.") == []
    assert chat.read(duel.fellowship) == ["Hello?", "Yes, gladly."]


def test_the_address_dies_with_time(duel, chat, post, settings):
    chat.say(duel.fellowship, "Hello?")
    told = chat_mail(post, "gothmog@example.org")
    later = timezone.now() + settings.HOUSE.mail_token_life + timedelta(days=1)
    with freeze_time(later):
        assert post.answer(told, "Too late.") == []
    assert chat.read(duel.fellowship) == ["Hello?"]
    with freeze_time(later + settings.HOUSE.mail_token_life):
        tidy()
    assert not ReplyToken.objects.exists()


def test_one_mail_until_it_is_read(duel, chat, post):
    for text in ("One.", "Two.", "Three."):
        chat.say(duel.fellowship, text)
    told = [m for m in post.deliver() if CHAT_MARKER in m.body]
    assert [m.to for m in told] == [["gothmog@example.org"]]
    assert all(f"  {text}" in told[0].body for text in ("One.", "Two.", "Three."))
    chat.say(duel.fellowship, "Four.")
    assert not [m for m in post.deliver() if CHAT_MARKER in m.body]


def test_what_was_read_meanwhile_is_not_sent(duel, chat, post):
    chat.say(duel.fellowship, "Hello?")
    talk.mark_read(Ear(chat.viewer(duel.sauron)))
    assert not [m for m in post.deliver() if CHAT_MARKER in m.body]
    chat.say(duel.fellowship, "You are here!")
    assert [m for m in post.deliver() if CHAT_MARKER in m.body]


def test_who_wants_no_chat_notices_gets_none(duel, chat, post):
    preferences.set_preference(duel.sauron, EventKind.CHAT, "email", False)
    chat.say(duel.fellowship, "Hello?")
    assert not [m for m in post.deliver() if CHAT_MARKER in m.body]


def test_the_digest_tells_where_something_is_to_be_read(duel, chat, post):
    Rhythm.objects.create(user=duel.sauron, mode=Rhythm.Mode.DIGEST)
    chat.say(duel.fellowship, "One.")
    chat.say(duel.fellowship, "Two.")
    assert not [m for m in post.deliver() if CHAT_MARKER in m.body]
    with freeze_time(timezone.now().replace(hour=8) + timedelta(days=1)):
        tasks.sweep_digests()
        sent = post.deliver()
    digest = next(m for m in sent if m.to == ["gothmog@example.org"] and "wait" in m.subject)
    assert "CHAT" in digest.body
    assert "2 new lines" in digest.body
    assert "One." not in digest.body


def test_the_address_dies_when_somebody_else_takes_the_seat(heap, post, watcher):
    merry = heap.game.seats.get(name="red").user
    heap.say(merry, "Hello, Pippin.")
    told = chat_mail(post, "pippin@example.org")
    resignation.resign(heap.game.key, "green")
    absence.take_over(heap.game.key, "green", watcher)
    assert post.answer(told, "I am gone.") == []
    assert heap.read(merry) == ["Hello, Pippin."]


# -- others may read along ---------------------------------------------------------------------


def test_webhooks_browsers_and_chats_hold_no_words(duel, chat):
    chat.say(duel.fellowship, "xyzzy")
    delivery = Delivery.objects.get(kind="chat", channel="email")
    for way in ("webhook", "push", "chat"):
        delivery.channel = way
        notice = compose(delivery)
        told = (
            json.dumps(notice.data) + line_of(notice, WRITERS["ntfy"]) + payload_of(delivery, notice).decode()
        )
        assert "xyzzy" not in told
        assert "frodo writes to you" in told
        assert not notice.reply_to
    assert notice.data["unread"] == 1


def test_a_line_cannot_write_a_header_or_forge_the_mail_around_it(duel, chat, post):
    forged = (
        'Hi\r\nBcc: all@example.org\r\n\r\n<a href="https://evil.example">x</a> {{unsubscribe}}\r\n-- \r\n'
        + CHAT_MARKER
    )
    chat.say(duel.fellowship, forged)
    told = chat_mail(post, "gothmog@example.org")
    raw = told.message()
    assert raw["Bcc"] is None
    assert raw["Subject"].count("\n") == 0
    html = told.alternatives[0][0]
    assert "&lt;a href=&quot;https://evil.example&quot;&gt;" in html
    assert html.count("/notifications/unsubscribe/") == 1
    assert "{{unsubscribe}}" in html
    said = told.body.split("frodo)", 1)[1].split("Answer this mail", 1)[0]
    assert all(not line or line.startswith(("  ", ", ")) for line in said.split("\n"))


def test_answers_above_and_below_the_quoted_mail(duel, chat, post):
    chat.say(duel.fellowship, "Hello?")
    body = chat_mail(post, "gothmog@example.org").body
    quoted = "\n".join(f"> {line}" for line in body.split("\n"))
    assert own_words(f"Yes.\n\nOn 3 May 2027, wotr wrote:\n{quoted}") == ["Yes."]
    assert own_words(f"On 3 May 2027, wotr wrote:\n{quoted}\n\nYes.\n-- \nGothmog") == ["Yes."]
    assert own_words(f"Yes.\n\n{body}") == ["Yes."]


# -- through real servers ----------------------------------------------------------------------


class Writer:
    """Somebody with nothing but a mail program."""

    def __init__(self, address, door):
        self.address, self.door, self.sent = address, door, 0

    def answer(self, message, body):
        self.sent += 1
        reply = EmailMessage()
        reply["From"], reply["To"] = self.address, message["Reply-To"]
        reply["Subject"] = f"Re: {' '.join(message['Subject'].split())}"
        reply["Message-ID"] = f"<{self.sent}.{self.address}>"
        reply["Authentication-Results"] = PASSED
        quoted = "\n".join(f"> {line}" for line in text_of(message).splitlines())
        reply.set_content(f"{body}\n\nOn 3 May 2027, wotr <games@localhost> wrote:\n{quoted}\n")
        with smtplib.LMTP(self.door.hostname, self.door.port) as mta:
            mta.send_message(reply, self.address, [message["Reply-To"]])
        sweep_inbox()


def test_two_people_talk_with_nothing_but_mail(lmtp_door, mailboxes, duel: Table):  # noqa: F811 - fixtures
    """Through real SMTP out and LMTP in: the turn mail is answered with `press`, then notice by notice."""
    writers = {name: Writer(f"{name}@example.org", lmtp_door) for name in ("frodo", "gothmog")}
    rng = Random(7)
    words = ["Good evening!", "And to you.", "Is it cold in Mordor?", "Never. Quite the opposite: שלום."]

    def newest(name):
        send_due(timezone.now() + timedelta(minutes=3))
        mine = [m for m in mailboxes.take() if m["To"] == f"{name}@example.org" and m["Reply-To"]]
        return mine[-1]

    writers["gothmog"].answer(newest("gothmog"), f"press: {words[0]}")
    for number, text in enumerate(words[1:]):
        name = ("frodo", "gothmog")[number % 2]
        told = newest(name)
        assert words[number] in text_of(told)
        writers[name].answer(told, f"{text}\n{'-- ' if rng.random() < 0.5 else ''}")
    table = Talk(duel.game)
    assert table.read(duel.fellowship) == table.read(duel.sauron) == words
    assert not Letter.objects.exclude(state=Letter.State.DONE).exists()
