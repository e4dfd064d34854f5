"""At zero: what counts as in time, what given time is worth, who is told, and when clocks rest (DEF-3, DEF-4)."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import transaction
from django.test import override_settings
from django.utils import timezone
from freezegun import freeze_time

from games.acts import votes
from games.hours import absence, pauses, quiet_hours, vacations
from games.ledger import ledger
from games.letters import addresses
from games.models import Game, Seat
from games.models.hours import ClockChange, Miss
from games.play import endings
from games.refusals import Refused
from games.tasks import run_clocks
from games.time import clocks
from notifications.inbound import store
from notifications.models import Delivery, InboundMail
from tests.conftest import game_of_two, person
from tests.games.hours import set_table
from tests.post import PASSED

pytestmark = pytest.mark.both_databases

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
LATE = timedelta(seconds=61)


def change_seat(table, name, **fields):
    Seat.objects.filter(game=table.game, name=name).update(**fields)


def discard(table, name, received):
    choice = table.play().decision_of(name).fallback_choice()
    return table.submit(name, choice, received_at=received)


@pytest.fixture
def daily(db):
    """A game of Duel with a deadline at eight every evening; Gothmog (Sauron) is asked."""
    terms = {"deadline_at": "20:00", "zone": "UTC", "grace": 0}
    return game_of_two("duel", seat="fellowship", preset="daily", terms=terms)


# -- in time -----------------------------------------------------------------------------------


def test_a_grace_token_is_given_back_when_the_move_had_come_in_time(duel):
    change_seat(duel, "sauron", grace_left=1)
    zero = duel.seat("sauron").due_at
    run_clocks(zero + LATE)
    assert duel.seat("sauron").grace_left == 0
    discard(duel, "sauron", zero - timedelta(seconds=30))
    assert duel.seat("sauron").grace_left == 1
    assert not ClockChange.objects.exists()


def test_a_grace_token_stays_used_when_the_move_came_after_zero(duel):
    change_seat(duel, "sauron", grace_left=1)
    zero = duel.seat("sauron").due_at
    run_clocks(zero + LATE)
    discard(duel, "sauron", zero + timedelta(seconds=30))
    assert duel.seat("sauron").grace_left == 0


@pytest.mark.parametrize(("seconds", "missed"), [(-30, 0), (30, 1)])
def test_a_move_that_had_come_in_time_was_not_missed(duel, seconds, missed):
    zero = duel.seat("sauron").due_at
    run_clocks(zero + LATE)
    assert Miss.objects.count() == 1
    discard(duel, "sauron", zero + timedelta(seconds=seconds))
    assert Miss.objects.count() == missed


@override_settings(MAIL_REPLY_ADDRESS="play@example.org")
@pytest.mark.parametrize(("seconds", "kept"), [(-30, True), (30, False)])
def test_a_mail_in_time_that_nobody_has_read_yet_keeps_the_game_alive(duel, seconds, kept):
    set_table(duel, zero_policy=Game.ZeroPolicy.FORFEIT)
    seat = duel.seat("sauron")
    recipient = addresses.address_for(seat, 0)
    received = seat.due_at + timedelta(seconds=seconds)
    store.receive(b"Message-ID: <1@x>\n\nhello", source="lmtp", recipients=[recipient], received_at=received)
    assert run_clocks(seat.due_at + LATE) == (0 if kept else 1)
    assert duel.reload().is_finished is not kept
    if kept:
        InboundMail.objects.update(state=InboundMail.State.IGNORED)
        assert run_clocks(seat.due_at + 2 * LATE) == 1


# -- given time --------------------------------------------------------------------------------


def test_time_given_after_a_deadline_counts_from_now(daily):
    zero = daily.seat("sauron").due_at
    run_clocks(zero + LATE)
    now = zero + 5 * HOUR
    pauses.give_time(daily.game.key, "sauron", by="fellowship", amount=12 * HOUR, now=now)
    assert daily.seat("sauron").due_at == now + 12 * HOUR


def test_everybody_is_told_again_when_given_time_has_run_out_too(duel):
    run_clocks(duel.seat("sauron").due_at + LATE)
    pauses.give_time(duel.game.key, "sauron", by="fellowship", amount=HOUR, now=timezone.now() + 5 * DAY)
    run_clocks(duel.seat("sauron").due_at + LATE)
    told = Delivery.objects.filter(subject__what="flag", subject__seat="fellowship")
    assert told.count() == 2


# -- while the clock stands --------------------------------------------------------------------


def make_absent(table, name, now):
    with transaction.atomic():
        opened = ledger.load(table.game.key, now)
        absence.mark_absent(opened, opened.seat(name))
        ledger.save_seats(opened)


def test_the_server_does_not_answer_for_an_absent_player_while_the_clocks_stand(duel):
    now = timezone.now()
    make_absent(duel, "sauron", now)
    pauses.director_pause(duel.game.key, "A flood.", now=now + HOUR)
    assert duel.seat("sauron").due_at is None
    assert run_clocks(now + 3 * DAY) == 0
    pauses.director_resume(duel.game.key, now + 3 * DAY)
    waits = duel.seat("sauron").due_at - (now + 3 * DAY)
    assert abs(waits - 11 * HOUR) < timedelta(seconds=5)
    assert run_clocks(now + 3 * DAY + 12 * HOUR) == 1


def test_a_zero_spared_for_the_night_does_not_come_in_a_pause_without_an_end(duel):
    """Its time is up at one in the morning; at two a director stops the clocks, and nobody knows until when."""
    gothmog = duel.seat("sauron").user
    gothmog.quiet, gothmog.timezone = {"from": 22 * 60, "to": 7 * 60}, "UTC"
    gothmog.save()
    asked = datetime(2027, 3, 3, 1, tzinfo=UTC)
    change_seat(duel, "sauron", waiting_since=asked, bank_ms=96 * 3600 * 1000)
    set_table(duel, terms={**duel.game.terms, "quiet": True})
    two = asked + 4 * DAY + HOUR
    pauses.director_pause(duel.game.key, "A flood.", now=two)
    assert duel.seat("sauron").due_at is None
    assert run_clocks(two + DAY) == 0
    pauses.director_resume(duel.game.key, two + DAY)
    assert duel.seat("sauron").due_at == datetime(2027, 3, 8, 8, tzinfo=UTC)


def test_whoever_becomes_absent_while_the_clocks_stand_is_answered_for_afterwards(duel):
    now = timezone.now()
    pauses.director_pause(duel.game.key, "A flood.", now + 2 * DAY, now=now)
    make_absent(duel, "sauron", now + DAY)
    assert duel.seat("sauron").due_at > now + 2 * DAY


def test_an_absent_player_s_weekend_is_a_weekend(duel):
    set_table(duel, terms={**duel.game.terms, "weekend": True, "zone": "UTC"})
    seat = duel.seat("sauron")
    seat.waiting_since = seat.absent_since = datetime(2027, 3, 5, 20, tzinfo=UTC)  # a Friday
    assert clocks.due_at(duel.game, seat) == datetime(2027, 3, 8, 8, tzinfo=UTC)


def test_where_the_clocks_stand_at_a_deadline_the_next_one_counts(daily):
    """Also if the pause begins only within another, and if the next deadline lies in it too."""
    asked = datetime(2027, 3, 1, 9, tzinfo=UTC)
    seat = daily.seat("sauron")
    seat.waiting_since = asked
    day = int(asked.timestamp())
    daily.game.stops = [
        [day, day + 86_400, "agreement"],
        [day + 80_000, day + 3 * 86_400, "director: a flood"],
    ]
    assert clocks.due_at(daily.game, seat) == datetime(2027, 3, 4, 20, tzinfo=UTC)
    daily.game.stops.append([day + 3 * 86_400 + 3600, day + 4 * 86_400, "outage"])
    assert clocks.due_at(daily.game, seat) == datetime(2027, 3, 5, 20, tzinfo=UTC)


def test_new_quiet_hours_reach_the_clocks_that_run(duel):
    set_table(duel, terms={**duel.game.terms, "quiet": True})
    zero = duel.seat("sauron").due_at
    minute = zero.hour * 60 + zero.minute
    quiet_hours.change(duel.sauron, minute - 60 if minute >= 60 else 0, (minute + 120) % 1440, timezone.now())
    assert duel.seat("sauron").due_at > zero + 2 * HOUR
    quiet_hours.change(duel.sauron, None, None, timezone.now())
    assert duel.seat("sauron").due_at == zero


# -- absences ----------------------------------------------------------------------------------


def test_when_the_last_player_is_absent_by_small_answers_the_game_is_void(beans):
    set_table(beans, zero_policy=Game.ZeroPolicy.AUTOPLAY)
    make_absent(beans, "left", timezone.now())
    change_seat(beans, "right", fallbacks=2, misses=1)
    run_clocks(beans.seat("left").due_at + LATE)
    run_clocks(beans.seat("right").due_at + LATE)
    assert beans.reload().game.result["text"] == "Everybody has left: the game is void."


def test_vacations_with_less_than_a_day_between_them_are_one(duel):
    now = timezone.now()
    user = duel.sauron
    user.date_joined = now - 100 * DAY
    user.save()
    vacations.announce(user, now + DAY, now + 11 * DAY)
    with pytest.raises(Refused, match="count as one"):
        vacations.announce(user, now + 11.5 * DAY, now + 16 * DAY)
    vacations.announce(user, now + 11.5 * DAY, now + 14 * DAY)
    with pytest.raises(Refused, match="count as one"):
        vacations.announce(user, now + 14.5 * DAY, now + 16 * DAY)
    vacations.announce(user, now + 15.5 * DAY, now + 20 * DAY)


def test_whoever_takes_over_has_a_day_although_the_night_would_have_put_zero_off(duel):
    """What the night adds is not counted as time that is left."""
    now = timezone.now()
    aragorn = person("aragorn")
    aragorn.quiet = {"from": (now.hour * 60 + 30) % 1440, "to": (now.hour * 60 + 570) % 1440}
    aragorn.save()
    set_table(duel, terms={**duel.game.terms, "quiet": True})
    change_seat(duel, "sauron", absent_since=now, bank_ms=3_600_000)
    absence.take_over(duel.game.key, "sauron", aragorn)
    assert duel.seat("sauron").due_at >= now + DAY


def test_whoever_takes_over_a_small_question_has_a_day_however_far_the_common_deadline_is(daily):
    """The question's own limit counts, not the evening half a week ahead."""
    now = timezone.now()
    set_table(daily, terms={**daily.game.terms, "deadline": {"at": 1200, "days": [(now.weekday() + 4) % 7]}})
    asked = {"waiting_since": now - 20 * HOUR, "waiting_weight": "light"}
    change_seat(daily, "sauron", absent_since=now, **asked)
    absence.take_over(daily.game.key, "sauron", person("aragorn"))
    assert now + DAY <= daily.seat("sauron").due_at < now + DAY + HOUR


# -- agreed before anybody has looked ----------------------------------------------------------


def test_a_pause_agreed_after_zero_counts_if_nobody_has_looked_yet(duel):
    """The clock has nothing left and stands: zero comes when it runs again, and not in the midst of the pause."""
    set_table(duel, zero_policy=Game.ZeroPolicy.FORFEIT)
    zero = duel.seat("sauron").due_at
    now = zero + timedelta(seconds=40)
    pauses.ask_pause(duel.game.key, "sauron", 3, now)
    assert pauses.ask_pause(duel.game.key, "fellowship", 3, now)
    assert run_clocks(now + LATE) == run_clocks(now + 2 * DAY) == 0
    assert abs(duel.seat("sauron").due_at - now - 3 * DAY) <= timedelta(seconds=1)
    assert run_clocks(now + 3 * DAY + LATE) == 1
    assert duel.reload().is_finished


def test_time_given_after_zero_counts_from_now_if_nobody_has_looked_yet(duel):
    now = duel.seat("sauron").due_at + timedelta(seconds=40)
    pauses.give_time(duel.game.key, "sauron", by="fellowship", amount=HOUR, now=now)
    assert run_clocks(now + LATE) == 0
    assert abs(duel.seat("sauron").due_at - now - HOUR) < timedelta(milliseconds=2)


@pytest.mark.usefixtures("answerable")
@pytest.mark.parametrize(
    ("words", "outcome"), [("draw", "agreement"), ("vote cancel", "void"), ("vote pause 3", None)]
)
def test_what_an_opponent_agreed_to_by_mail_before_zero_comes_before_it(duel, words, outcome):
    """Gothmog asks, Frodo's answer lies unread in the inbox when Gothmog's time is up: it is read first."""
    set_table(duel, zero_policy=Game.ZeroPolicy.FORFEIT)
    zero = duel.seat("sauron").due_at
    if words == "draw":
        endings.offer_draw(duel.game.key, "sauron")
    else:
        votes.agree(duel.viewer("sauron"), words.split()[1], "3" if "pause" in words else "")
    recipient = addresses.address_for(duel.seat("fellowship"), 0)
    mail = (
        f"From: frodo@example.org\nTo: {recipient}\nMessage-ID: <agreed@x>\n"
        f"Authentication-Results: {PASSED}\n\n{words}"
    )
    store.receive(
        mail.encode(), source="lmtp", recipients=[recipient], received_at=zero - timedelta(seconds=5)
    )
    assert run_clocks(zero + LATE) == 0
    with freeze_time(zero + 2 * LATE):
        store.read_waiting(timezone.now())
        run_clocks(timezone.now())
        duel.reload()
        assert duel.is_finished is (outcome is not None)
        if outcome is None:
            assert duel.seat("sauron").due_at > zero + 2 * DAY
        else:
            assert duel.game.result["reason"] == outcome
