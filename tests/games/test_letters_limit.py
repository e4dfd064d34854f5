"""How many mails are answered: moves always, what moves nothing ten times an hour (MIL-7)."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone
from freezegun import freeze_time

from games.models import Seat
from games.models.letters import Letter
from notifications.models import InboundMail
from tests.post import send_due, unwrapped

pytestmark = pytest.mark.usefixtures("answerable")

FORGED = "mx.example.net; dmarc=fail"


def mails_to(address):
    """Send what waits in the outbox and return what goes to somebody."""
    mail.outbox.clear()
    send_due(timezone.now() + timedelta(minutes=3))
    return [m for m in mail.outbox if m.to == [address]]


def flood(post, turn, count=12, **how):
    return [post.answer(turn, "status", **how) for _ in range(count)]


def test_of_mails_that_move_nothing_ten_an_hour_are_answered(duel, post):
    answers = flood(post, post.turn_mail())
    assert [len(a) for a in answers] == [1] * 10 + [0, 0]
    last = "this receipt is the last for a while"
    assert [last in unwrapped(a) for (a,) in answers[:10]] == [False] * 9 + [True]


def test_whoever_moves_is_answered_however_many_mails_came_before(duel, post):
    turn = post.turn_mail()
    flood(post, turn)
    (receipt,) = post.answer(turn, "1")
    assert "Done: 1 move played." in receipt.body
    assert "the last for a while" not in receipt.body
    assert Letter.objects.filter(acted=True).count() == 1


@pytest.mark.long
def test_moves_use_up_no_room_for_questions(duel, post):
    """Twelve moves within the hour, then a question: it is answered, and a refusal too."""
    mails = {m.to[0]: m for m in post.deliver() if m.reply_to and "ANSWER THIS MAIL" in m.body}
    for _ in range(12):
        (turn,) = [m for m in mails.values() if "  1. " in m.body]
        before = duel.reload().game.version
        mails = {m.to[0]: m for m in [*post.answer(turn, "1"), *mail.outbox]}
        assert duel.reload().game.version > before
    (turn,) = [m for m in mails.values() if "  1. " in m.body]
    assert len(post.answer(turn, "status")) == 1
    (refused,) = post.answer(turn, "discard the-one-ring")
    assert "refused" in refused.body


def test_what_was_too_much_is_told_once_when_the_hour_is_over(duel, post):
    turn = post.turn_mail()
    with freeze_time(timezone.now()) as clock:
        flood(post, turn)
        (silent,) = [post.answer(turn, "discard the-one-ring")]
        assert silent == []
        clock.tick(timedelta(minutes=40))
        assert mails_to("gothmog@example.org") == []
        clock.tick(timedelta(minutes=25))
        (late,) = mails_to("gothmog@example.org")
        assert "discard the-one-ring" in late.body
        assert "Nothing was done" in late.body
        assert "more mails within an hour than are answered one by one" in late.body
        assert late.reply_to == turn.reply_to


@pytest.mark.long
def test_a_machine_that_answers_every_receipt_is_soon_left_alone(duel, post):
    """It says nowhere that it is one. Whatever it answers, it gets at most two dozen mails in a day."""
    answered = 0
    with freeze_time(timezone.now()) as clock:
        newest = [post.turn_mail()]
        for _ in range(48):
            while newest:
                newest = post.answer(newest[0], "I am away until Monday and will read your mail then.")
                answered += len(newest)
            clock.tick(timedelta(minutes=30))
            newest = [m for m in mails_to("gothmog@example.org") if "notice.receipt-" in str(m.extra_headers)]
            answered += len(newest)
    assert 10 < answered <= 24


def test_notes_and_words_for_the_others_are_no_moves(duel, post):
    """A machine's text may begin with a word that we know: `Note that I am away`."""
    answers = [post.answer(post_to, "Note that I am away.") for post_to in [post.turn_mail()] * 12]
    assert sum(len(a) for a in answers) == 10


def test_no_move_is_lost_because_many_mails_came_before_it(duel, post):
    """Not even if somebody else sent them: a forged one asks for a confirmation, and is ignored in the end."""
    turn, before = post.turn_mail(), duel.reload().game.version
    for number in range(12):
        post.answer(turn, "status", sender="gothmog@example.org" if number % 2 else "saruman@evil.example")
    assert post.answer(turn, "1", checks=FORGED) == []
    assert duel.reload().game.version == before
    (receipt,) = post.answer(turn, "1")
    assert "Done: 1 move played." in receipt.body
    assert duel.reload().game.version > before
    assert InboundMail.objects.latest("pk").state == InboundMail.State.DONE


def test_forged_mails_tell_nobody_later_either(duel, post):
    turn = post.turn_mail()
    with freeze_time(timezone.now()) as clock:
        flood(post, turn, checks=FORGED)
        clock.tick(timedelta(minutes=65))
        assert mails_to("gothmog@example.org") == []
    assert Letter.objects.count() == 10


def test_a_receipt_that_never_goes_out_holds_back_no_question(duel, post):
    """A move counts as a look at the position; where it came by mail, only a mail that went out has shown it."""
    post.deliver()
    duel.discard()
    seat = duel.seat("fellowship")
    seat.letters.create(
        version=0,
        message_id="<1@client>",
        received_at=timezone.now(),
        acted=True,
        version_after=seat.game.version,
    )
    Seat.objects.filter(pk=seat.pk).update(seen_version=seat.game.version)
    (told,) = mails_to("frodo@example.org")
    assert "It is your turn." in told.body
