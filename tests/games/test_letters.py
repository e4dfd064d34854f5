"""Playing by mail: what becomes of the lines of a mail, and what its receipt says (MIL-1 to MIL-8)."""

from contextlib import suppress
from datetime import timedelta
from email.message import EmailMessage

import pytest
from django.core import mail
from django.utils import timezone
from freezegun import freeze_time

import rules
from accounts.models import User
from games.hours import resignation
from games.ledger import notices
from games.letters.parser import read_lines
from games.models import Event
from games.models.letters import Letter, SeatNote
from notifications.channels.email import message
from notifications.inbound import store
from notifications.models import Delivery, InboundMail
from tests.opening import open_table
from tests.post import PASSED, unwrapped
from tests.rules.duel.positions import game, open_slots

pytestmark = pytest.mark.usefixtures("answerable")


def test_a_turn_mail_names_its_choices_and_can_be_answered(duel, post):
    turn = post.turn_mail()
    assert turn.reply_to[0].startswith("play+")
    assert "  1. " in turn.body
    assert "ANSWER THIS MAIL" in turn.body
    (receipt, *_) = post.answer(turn, "1")
    assert "done" in receipt.body
    assert Event.objects.filter(game=duel.game, kind="choice").count() == 1


def test_a_move_in_notation_is_played_and_the_receipt_shows_the_new_state(duel, post):
    turn = post.turn_mail()
    decision = duel.play().pending[0]
    move = duel.play().title.write(decision, decision.fallback_choice())
    (receipt, *_) = post.answer(turn, f"Hello,\n{move.upper()}\nCheers,\nGothmog")
    assert f"understood as: {move}" in receipt.body
    assert "DUEL FOR MIDDLE-EARTH" in receipt.body
    assert Letter.objects.get().state == Letter.State.DONE


def test_a_refused_line_names_the_nearest_legal_moves_and_changes_nothing(duel, post):
    turn = post.turn_mail()
    decision = duel.play().pending[0]
    move = duel.play().title.write(decision, decision.fallback_choice())
    (receipt,) = post.answer(turn, move[:-1] + "x")
    assert "refused" in receipt.body
    assert "Nearest to it:" in receipt.body
    assert move in receipt.body
    assert not Event.objects.filter(game=duel.game, kind="choice").exists()
    assert receipt.reply_to, "the next attempt can answer the receipt"


def test_of_a_chain_with_one_impossible_line_nothing_is_done(beans, post):
    turn = post.turn_mail()
    (receipt,) = post.answer(turn, "2\nkeeep")
    assert "Nothing was done" in receipt.body
    assert "all moves of a mail count together" in receipt.body
    assert "roll: keep" in receipt.body
    assert not Event.objects.filter(game=beans.game, kind="choice").exists()


def test_a_chain_of_lines_is_one_submission(beans, post):
    (receipt, *_) = post.answer(post.turn_mail(), "2\nkeep")
    assert "2 moves played" in receipt.body
    assert beans.play().pending[0].kind == "grumble"


def test_what_lies_behind_a_die_is_not_looked_at(beans, post):
    (receipt, *_) = post.answer(post.turn_mail(), "2\nroll\nyes")
    assert "2 moves played" in receipt.body
    assert "  yes\n    not looked at\n" in receipt.body


def test_check_shows_the_effect_and_changes_nothing(beans, post):
    (receipt,) = post.answer(post.turn_mail(), "check\n2")
    assert "A dry run" in receipt.body
    assert "oooooooo" in receipt.body
    assert "Roll the die?" in receipt.body
    assert not Event.objects.filter(game=beans.game, kind="choice").exists()
    assert beans.play().state.beans == 10


def test_a_dry_run_never_rolls_a_die(beans, post):
    index = beans.play().chance_index
    (receipt,) = post.answer(post.turn_mail(), "check\n2\nroll\nyes")
    assert "a dry run ends here" in unwrapped(receipt)
    assert "bean-die" not in receipt.body
    assert "  yes\n    not looked at\n" in receipt.body
    assert "face" not in receipt.body
    assert beans.play().chance_index == index


def test_the_same_mail_twice_has_no_second_effect(duel, post):
    turn = post.turn_mail()
    assert post.answer(turn, "1", message_id="<same@client>")
    assert post.answer(turn, "1", message_id="<same@client>") == []
    assert Event.objects.filter(game=duel.game, kind="choice").count() == 1


def test_an_answer_to_an_older_position_is_refused_with_the_fresh_state(duel, post):
    turn = post.turn_mail()
    duel.discard()
    (receipt,) = post.answer(turn, "1")
    assert "answers an older position" in receipt.body
    assert "DUEL FOR MIDDLE-EARTH" in receipt.body
    assert Event.objects.filter(game=duel.game, kind="choice").count() == 1


@pytest.mark.parametrize(
    "checks",
    [
        None,
        "mx.example.net; dkim=fail header.d=example.org; spf=none",
        "mx.example.net; dkim=pass header.d=evil.example",
        "mx.evil.example; dkim=pass header.d=example.org",
        "mx.example.net; dmarc=fail header.from=example.org; spf=pass smtp.mailfrom=example.org",
    ],
)
def test_a_mail_that_nothing_vouches_for_waits_for_its_owner(duel, post, client, checks):
    turn = post.turn_mail()
    (question,) = post.answer(turn, "1", checks=checks)
    assert question.to == ["gothmog@example.org"]
    assert not question.reply_to
    assert not Event.objects.filter(game=duel.game, kind="choice").exists()
    link = next(line for line in question.body.split("\n") if "/letters/" in line)
    path = "/letters/" + link.split("/letters/")[1]
    assert b"Is this mail yours?" in client.get(path).content
    assert client.post(path).status_code == 200
    assert Event.objects.filter(game=duel.game, kind="choice").count() == 1
    assert client.post(path).status_code == 409
    assert Event.objects.filter(game=duel.game, kind="choice").count() == 1


def test_a_stranger_with_the_address_gets_no_answer_and_the_owner_is_asked(duel, post):
    (question,) = post.answer(post.turn_mail(), "resign yes", sender="saruman@example.org")
    assert question.to == ["gothmog@example.org"]
    assert "not sent from the address of your account" in unwrapped(question)


def test_a_forged_confirm_link_opens_nothing(duel, client):
    assert client.get("/letters/abc/").status_code == 404


def test_where_senders_are_not_checked_mails_act_at_once(duel, post, settings):
    settings.MAIL_AUTHENTICATION = "off"
    post.answer(post.turn_mail(), "1", checks=None)
    assert Event.objects.filter(game=duel.game, kind="choice").count() == 1


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto_Submitted": "auto-replied"},
        {"Precedence": "bulk"},
        {"List_Id": "<fans.example.org>"},
        {"X_Autoreply": "yes"},
    ],
)
def test_programs_get_no_answer(duel, post, headers):
    assert post.answer(post.turn_mail(), "1", **headers) == []
    assert InboundMail.objects.get().state == InboundMail.State.IGNORED
    assert not Letter.objects.exists()


def test_forged_addresses_are_nobody_s(duel, post):
    assert not store.is_expected("play@games.example")
    assert not store.is_expected("play+abc@games.example")
    assert store.is_expected(f"play+{'a' * 26}@games.example")
    turn = post.turn_mail()
    turn.reply_to = [f"play+{'a' * 26}@games.example"]
    assert post.answer(turn, "1") == []
    assert not InboundMail.objects.exists(), "nothing is kept of what nobody expects"


def test_addresses_wear_out_after_a_month(duel, post):
    turn = post.turn_mail()
    from games.models.letters import ReplyToken

    ReplyToken.objects.update(created_at=timezone.now() - timedelta(days=31))
    assert post.answer(turn, "1") == []


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("help", "WHAT YOU CAN WRITE"),
        ("status", "Asked: Sauron (gothmog)"),
        ("board", "The position stands below"),
        ("history 5", "THE STORY"),
        ("legal", "EVERYTHING THAT IS POSSIBLE"),
        ("clock", "Each side begins with 4 days"),
        ("clock", " left, until "),
        ("clock", " in the bank"),
        ("notes remember the Mill", "remember the Mill"),
        ("draw", "You have offered a draw"),
        ("decline", "No draw is offered"),
        ("cancel", "You have asked to end the game"),
        ("claim win", "Nobody has run out of time"),
        ("undo", "nothing to take back"),
        ("resign", "Write `resign yes`"),
        ("Resign: yes or no? I cannot decide.", "Write `resign yes`"),
        ("Resign: yes.", "Sauron broke the game off in the first moves"),
        ("resign yes", "Sauron broke the game off in the first moves"),
        ("resign yes\n1", "cannot hold moves too"),
        ("", "neither a move nor a command"),
        ("check\ndraw", "This is a dry run"),
    ],
)
def test_commands(duel, post, command, words):
    receipt = post.answer(post.turn_mail(), command)[-1]
    text = receipt.body + " ".join(m.body for m in mail.outbox)
    assert words in text


def test_declining_an_extra_turn_is_a_move_and_no_answer_to_a_draw(duel, post):
    """The mail lists `decline` among the choices: whoever copies it has moved."""
    turn = post.turn_mail()
    yellow, blue = "c1-yellow-two-1", "c1-blue-one"
    duel.put(
        game(
            display=open_slots(yellow, blue),
            tokens={"sauron": ["elves-yellow-extra-turn"]},
            active="sauron",
        )
    )
    receipt = post.answer(turn, f"play {yellow}")[-1]
    assert "decline" in receipt.body
    post.answer(receipt, "Decline.")
    assert duel.mover() == "fellowship"
    assert not Letter.objects.exclude(state=Letter.State.DONE).exists()


def test_declining_behind_a_move_is_a_move():
    assert [item.command for item in read_lines(["play bree", "decline"]).items] == ["", ""]
    assert [item.command for item in read_lines(["decline"]).items] == ["decline"]
    assert [item.command for item in read_lines(["play bree", "decline draw"]).items] == ["", "decline"]


def test_notes_are_for_their_owner_alone(duel, post):
    turn = post.turn_mail()
    post.answer(turn, "notes one ring")
    post.answer(turn, "notes two towers")
    assert SeatNote.objects.get().text == "one ring\ntwo towers"
    post.answer(turn, "notes clear")
    assert SeatNote.objects.get().text == ""


def test_the_time_of_receipt_counts_not_that_of_reading(duel, post):
    turn = post.turn_mail()
    due = duel.seat("sauron").due_at
    letter = EmailMessage()
    letter["From"], letter["To"] = "gothmog@example.org", turn.reply_to[0]
    letter["Authentication-Results"], letter["Message-ID"] = PASSED, "<late@client>"
    play = duel.play()
    letter.set_content(play.title.write(play.pending[0], play.pending[0].fallback_choice()))
    early = due - timedelta(seconds=5)
    store.receive(letter.as_bytes(), source="test", recipients=[turn.reply_to[0]], received_at=early)
    store.read_waiting(due + timedelta(hours=1))
    assert duel.seat("sauron").bank_ms == 16 * 3_600_000 + 5000


def test_a_turn_that_a_receipt_has_shown_is_not_told_again(duel, post):
    """What the mover is asked next stands in the receipt already."""
    turn = post.turn_mail()
    post.answer(turn, "1")
    texts = [m.body for m in mail.outbox if m.to == turn.to and "It is your turn" in m.body]
    assert texts == []


def test_a_guest_plays_by_mail_too(duel, post):
    seat = duel.seat("sauron")
    Delivery.objects.all().delete()
    seat.user, seat.guest_name, seat.guest_email = None, "Lurtz", "lurtz@example.org"
    seat.save()

    notices.notify_turns(duel.game, [seat])
    turn = post.turn_mail()
    assert turn.to == ["lurtz@example.org"]
    post.answer(turn, "1")
    assert Event.objects.filter(game=duel.game, kind="choice").count() == 1


def test_after_the_end_commands_still_answer(duel, post):
    turn = post.turn_mail()
    resignation.resign(duel.game.key, "fellowship")
    (receipt,) = post.answer(turn, "1")
    assert "The game is over" in receipt.body
    assert not receipt.reply_to


def test_a_flood_is_not_kept(duel, post):
    turn = post.turn_mail()
    for number in range(30):
        letter = EmailMessage()
        letter["From"], letter["To"] = "gothmog@example.org", turn.reply_to[0]
        letter["Message-ID"] = f"<{number}@flood>"
        letter.set_content("status\n")
        with suppress(store.Busy):
            store.receive(letter.as_bytes(), source="test", recipients=[turn.reply_to[0]])
    assert InboundMail.objects.count() == store.MOST_WAITING


def test_a_game_of_war_of_the_ring_is_played_by_mail_too(db, post):
    """The first question lists its choices; a number answers it."""
    from games.lobby import tables
    from tests.conftest import person

    frodo = person("frodo")
    game = open_table(frodo, title="war-of-the-ring", terms={"grace": 0})
    tables.join(game.key, user=person("gothmog"))
    tables.start_now(game.key, frodo)
    turn = post.turn_mail()
    assert "War of the Ring" in turn.subject
    assert message.COLUMNS == rules.COLUMNS, "text boards fit into mails, which know no rules"
    assert all(len(line) <= rules.COLUMNS for line in turn.body.split("\n") if "http" not in line)
    before = Event.objects.filter(game=game, kind="choice").count()
    listed = turn.body.split("ANSWER THIS MAIL")[1]
    answer = "1" if "\n  1. " in listed else listed.split("a number from ")[1].split(" to ")[0]
    (receipt, *_) = post.answer(turn, answer)
    assert "Done:" in receipt.body
    assert Event.objects.filter(game=game, kind="choice").count() == before + 1


def test_worn_out_addresses_are_tidied_away(duel, post):
    from games.models.letters import ReplyToken
    from games.tasks import tidy

    post.turn_mail()
    assert tidy() == 0
    ReplyToken.objects.update(created_at=timezone.now() - timedelta(days=61))
    assert tidy() > 0
    assert not ReplyToken.objects.exists()


def test_votes_are_given_by_mail(duel, post):
    turn = post.turn_mail()
    (receipt,) = post.answer(turn, "vote extend 24\nvote")
    assert "You have voted." in receipt.body
    assert "Sauron asks for 24 hours more for everybody. Still to agree: Fellowship." in unwrapped(receipt)
    (receipt,) = post.answer(turn, "vote no extend\nvote\nvote coup", message_id="<2@client>")
    assert "You have taken your vote back." in receipt.body
    assert "Nothing is voted about." in receipt.body
    assert "You can vote about: draw, cancel" in receipt.body


@pytest.mark.parametrize(
    "days", ["9999-12-31", "2027-07-01 9999-12-31", "2027-02-30", "0001-01-01 0001-01-02"]
)
def test_days_beyond_all_calendars_are_refused_in_a_receipt(duel, post, days):
    User.objects.update(date_joined=timezone.now() - timedelta(days=100), timezone="Asia/Tokyo")
    (receipt,) = post.answer(post.turn_mail(), f"vacation {days}")
    assert "refused, understood as: vacation" in receipt.body


def test_a_mail_asks_how_much_vacation_there_is(duel, post):
    (receipt,) = post.answer(post.turn_mail(), "vacation")
    assert "Your account is new. You can announce a vacation from" in receipt.body


def test_a_vacation_by_mail_can_pause_the_orders_too(duel, post):
    from datetime import timedelta

    from games.models.orders import StandingOrder
    from games.orders import orders

    orders.give(duel.viewer("sauron"), {"kind": "plan", "lines": ["discard c1-blue-one"]})
    user = duel.sauron
    user.date_joined -= timedelta(days=100)
    user.save()
    with freeze_time(timezone.now()) as clock:
        today = clock().date()
        (receipt,) = post.answer(post.turn_mail(), f"vacation {today} {today + timedelta(days=3)} orders")
    assert "1 of your standing orders are paused" in receipt.body
    assert StandingOrder.objects.get().state == StandingOrder.State.PAUSED


def test_a_kept_plan_is_reminded_of_as_the_mail_says(duel, post):
    from games.models import Seat

    Seat.objects.filter(game=duel.game, name="sauron").update(draft=[{"text": "discard"}])
    (receipt,) = post.answer(post.turn_mail(), "remind 12")
    assert "You will be reminded" in receipt.body
    assert duel.seat("sauron").remind_later_at is not None
