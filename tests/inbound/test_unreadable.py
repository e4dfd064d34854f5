"""Mails that nobody can read: they are given up in the end, and whoever sent them is told."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from games.letters import mailbox
from games.models import Event
from notifications.inbound import store
from notifications.models import InboundMail
from tests.inbound.test_hostile import arrive, letter_to, moves, nested
from tests.post import send_due, unwrapped

pytestmark = [pytest.mark.both_databases, pytest.mark.usefixtures("answerable")]


@pytest.fixture
def turn(duel, post):
    """Gothmog's turn mail."""
    return post.turn_mail()


def broken(*args, **kwargs):
    raise RuntimeError("out of order")


@pytest.fixture
def given_up(turn, monkeypatch):
    """Let a mail break the reader as often as it is tried; returns the mails that follow."""

    def arrive_and_break(letter, module=store, name="read_message", stand_in=broken):
        store.receive(letter.as_bytes(), source="test", recipients=[str(letter["To"])])
        with monkeypatch.context() as patched:
            patched.setattr(module, name, stand_in)
            for _ in range(store.MOST_ATTEMPTS):
                assert store.read_waiting(timezone.now()) == 0
        assert store.read_waiting(timezone.now()) == 0
        mail.outbox.clear()
        send_due(timezone.now())
        return [m for m in mail.outbox if "notice.receipt-" in m.extra_headers["Message-ID"]]

    return arrive_and_break


def test_whoever_sent_it_is_told_once_and_can_try_again(turn, given_up, post):
    (told,) = given_up(letter_to(turn, "1\n"))
    assert told.to == ["gothmog@example.org"]
    assert told.subject.endswith("your mail could not be read")
    assert "Your mail could not be read: nothing was played." in told.body
    assert "as plain text, without attachments, one move a line" in unwrapped(told)
    assert "/game/" in told.body
    assert "may not be yours" not in told.body
    assert InboundMail.objects.get().state == InboundMail.State.FAILED
    assert bytes(InboundMail.objects.get().raw) == b""
    assert moves() == 0
    assert arrive(letter_to(turn, "1\n").as_bytes(), turn) == []  # the same mail once more
    (receipt,) = post.answer(told, "1", message_id="<again@client.example>")
    assert "Done: 1 move played." in receipt.body


def test_what_had_been_done_before_it_broke_is_undone(turn, given_up):
    do = mailbox._do

    def done_and_broken(letter):
        do(letter)
        assert moves() == 1
        raise RuntimeError("out of order")

    (told,) = given_up(letter_to(turn, "1\n"), mailbox, "_do", done_and_broken)
    assert "nothing was played" in told.body
    assert not Event.objects.filter(kind="choice").exists()


def test_a_mail_that_is_no_mail_is_told_at_once(turn):
    (told,) = arrive(nested("messages", 5_000), turn)
    assert "Your mail could not be read: nothing was played." in told.body
    assert moves() == 0


def test_a_stranger_s_mail_is_told_to_the_player_only(turn, given_up):
    letter = letter_to(turn, "1\n")
    letter.replace_header("From", "mallory@example.net")
    (told,) = given_up(letter)
    assert told.to == ["gothmog@example.org"]
    assert "It may not be yours: it was not sent from the address of your account." in told.body
    assert [m.to for m in mail.outbox if "mallory@example.net" in m.recipients()] == []


def test_what_nothing_vouches_for_is_told_with_the_doubt(turn, given_up):
    letter = letter_to(turn, "1\n")
    del letter["Authentication-Results"]
    (told,) = given_up(letter)
    assert "It may not be yours: the receiving server has not checked the sender." in told.body


@pytest.mark.parametrize(
    "headers", [{"Auto_Submitted": "auto-replied"}, {"Precedence": "bulk"}, {"List_Id": "<x.example>"}]
)
def test_programs_are_told_nothing(turn, given_up, headers):
    assert given_up(letter_to(turn, "1\n", **headers)) == []
    assert InboundMail.objects.get().state == InboundMail.State.FAILED


def test_of_many_within_an_hour_the_last_ones_are_closed_without_a_word(turn, given_up, settings):
    for number in range(settings.HOUSE.mail_receipts):
        told = given_up(letter_to(turn, "1\n", number))
        assert len(told) == 1
    assert "this receipt is the last for a while" in unwrapped(told[0])
    assert given_up(letter_to(turn, "1\n", 99)) == []
    assert (
        InboundMail.objects.filter(state=InboundMail.State.FAILED).count() == settings.HOUSE.mail_receipts + 1
    )


def test_a_mail_without_a_readable_head_is_closed_too(turn, given_up, monkeypatch, caplog):
    monkeypatch.setattr(store, "read_head", broken)
    assert given_up(letter_to(turn, "1\n")) == []
    assert InboundMail.objects.get().state == InboundMail.State.FAILED
    assert "nobody could be told" in caplog.text


def test_a_mail_that_no_worker_survives_is_given_up(turn):
    """Killed for its memory, a worker can say nothing; the next ones stop trying."""
    store.receive(letter_to(turn, "1\n").as_bytes(), source="test", recipients=[turn.reply_to[0]])
    now = timezone.now()
    dead = {"state": InboundMail.State.WORKING, "claimed_at": now - timedelta(minutes=6)}
    InboundMail.objects.update(attempts=store.MOST_ATTEMPTS, **dead)
    assert store.read_waiting(now) == 0
    assert InboundMail.objects.get().state == InboundMail.State.FAILED
    mail.outbox.clear()
    send_due(timezone.now())
    (told,) = [m for m in mail.outbox if "notice.receipt-" in m.extra_headers["Message-ID"]]
    assert "nothing was played" in told.body
    assert moves() == 0
