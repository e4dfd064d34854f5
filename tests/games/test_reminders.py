"""Reminders, line by line of DEF-5: when, of what, how often, and not."""

from dataclasses import replace
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.utils import timezone

from games.acts import about_time
from games.hours import reminders
from games.kinds import EventKind
from games.models import Game, Seat
from games.notices import digest, for_seats
from games.refusals import Refused
from games.tasks import remind, sweep_reminders
from notifications.models import Delivery
from tests.games.hours import rewrite
from tests.post import deliver

pytestmark = pytest.mark.both_databases

HOUR = timedelta(hours=1)


@pytest.fixture
def asked(duel):
    """Sauron's player, who has 96 hours and has not looked yet."""
    Delivery.objects.all().delete()
    Seat.objects.filter(game=duel.game).update(seen_version=-1)
    return duel


def reminded(kind=EventKind.REMINDER):
    return Delivery.objects.filter(kind=kind).count()


def test_half_of_a_long_wait_is_told_in_the_digest_only(asked):
    due = asked.seat("sauron").due_at
    assert remind(due - 49 * HOUR) == 0
    assert remind(due - 48 * HOUR) == 1
    assert remind(due - 47 * HOUR) == 0
    assert reminded() == 0
    parts = dict(digest.parts_of(asked.sauron, due - 47 * HOUR))
    assert "half of your time has gone by" in parts["Waiting for you"][0]["words"]


def test_who_has_looked_hears_nothing_at_half_time(asked):
    Seat.objects.filter(pk=asked.seat("sauron").pk).update(seen_version=asked.reload().game.published_version)
    due = asked.seat("sauron").due_at
    assert remind(due - 48 * HOUR) == 0
    parts = dict(digest.parts_of(asked.sauron, due - 47 * HOUR))
    assert "half" not in parts["Waiting for you"][0]["words"]


def test_less_than_two_days_in_all_have_no_half_time(asked):
    seat = asked.seat("sauron")
    rewrite(seat, due_at=seat.waiting_since + 47 * HOUR)
    assert remind(seat.waiting_since + 30 * HOUR) == 0


def test_three_at_most_and_never_two_within_an_hour(asked):
    """A wait of twelve hours: the first mark lies four hours before zero, the last one hour."""
    seat = asked.seat("sauron")
    due = seat.waiting_since + 12 * HOUR
    rewrite(seat, due_at=due)
    assert remind(due - 4 * HOUR) == 1
    rewrite(seat, due_at=due - 3 * HOUR)  # the clock was moved: the last mark is there
    assert remind(due - 4 * HOUR + timedelta(minutes=30)) == 0
    rewrite(seat, due_at=due - 2 * HOUR - timedelta(minutes=30))
    assert remind(due - 3 * HOUR) == 1
    rewrite(seat, due_at=due + 20 * HOUR)
    assert remind(due + 14 * HOUR) == 0
    assert remind(due + 19 * HOUR) == 1
    rewrite(seat, due_at=due + 40 * HOUR)
    assert remind(due + 39 * HOUR) == 0
    assert reminded() == 3


def test_the_next_question_counts_from_nothing(asked):
    due = asked.seat("sauron").due_at
    assert remind(due - 19 * HOUR) == 1
    rewrite(asked.seat("sauron"), waiting_since=due, due_at=due + 96 * HOUR)
    assert reminders.count_of(asked.seat("sauron")) == 0
    assert remind(due + (96 - 19) * HOUR) == 1


def test_below_twelve_hours_one_reminder_rings_and_sends_no_mail(asked):
    seat = asked.seat("sauron")
    due = seat.waiting_since + 10 * HOUR
    rewrite(seat, due_at=due)
    assert [remind(due - h * HOUR) for h in (3, 2, 1)] == [0, 1, 0]
    (mail,) = Delivery.objects.filter(kind=EventKind.REMINDER, channel="email")
    assert not deliver(mail.pk, mail.due_at)


def test_figures_are_those_of_the_house(asked, settings):
    settings.HOUSE = replace(settings.HOUSE, remind_first_most=30 * HOUR, remind_first=0.5, remind_most=1)
    due = asked.seat("sauron").due_at
    assert remind(due - 29 * HOUR) == 0  # one at most: it is kept for the end
    assert remind(due - 3 * HOUR) == 1


# -- later, please -----------------------------------------------------------------------------


def test_a_kept_plan_may_be_reminded_of_later_and_not_before(asked):
    seat = asked.seat("sauron")
    due = seat.due_at
    Seat.objects.filter(pk=seat.pk).update(draft=[{"text": "discard"}])
    at = reminders.put_off(asked.game.key, "sauron", 90, seat.waiting_since + HOUR)
    assert remind(due - 19 * HOUR) == 0
    assert remind(at) == 1
    assert remind(at + timedelta(minutes=5)) == 0
    (mail,) = Delivery.objects.filter(kind=EventKind.REMINDER)
    assert mail.subject["later"]
    assert remind(due - 3 * HOUR) == 1  # the last one comes all the same


@pytest.mark.parametrize(
    ("hours", "draft", "code"), [("12", [], "no-plan"), ("0", [1], "bad-time"), ("200", [1], "bad-time")]
)
def test_later_needs_a_plan_and_a_time_that_fits(asked, hours, draft, code):
    Seat.objects.filter(game=asked.game).update(draft=[{"text": "discard"}] if draft else [])
    mover = asked.mover()
    with pytest.raises(Refused) as refused:
        about_time.do(asked.viewer(mover), "remind-later", {"hours": hours})
    assert refused.value.code == code


def test_who_is_not_asked_is_not_reminded(asked):
    other = next(s.name for s in asked.game.seats.all() if s.name != asked.mover())
    with pytest.raises(Refused, match="Nothing is asked"):
        about_time.do(asked.viewer(other), "remind-later", {"hours": "12"})


def test_a_clock_that_runs_out_before_is_not_waited_for(asked):
    seat = asked.seat("sauron")
    Seat.objects.filter(pk=seat.pk).update(draft=[{"text": "discard"}])
    reminders.put_off(asked.game.key, "sauron", 48, seat.waiting_since + HOUR)
    due = seat.waiting_since + 40 * HOUR
    rewrite(seat, due_at=due)
    assert remind(due - 2 * HOUR) == 1


def test_without_a_clock_later_is_later_too(asked):
    """Neither the gentle reminders before, nor silence at the time that was asked for."""
    Game.objects.update(clock_preset="untimed", clock_bank=0, clock_increment=0, clock_cap=0)
    Seat.objects.filter(game=asked.game).update(due_at=None, draft=[{"text": "discard"}])
    seat = asked.seat(asked.mover())
    at = reminders.put_off(asked.game.key, seat.name, 100, seat.waiting_since)
    with patch.object(timezone, "now", lambda: at - HOUR):
        sweep_reminders()
    assert reminded() == 0
    for _ in range(2):
        with patch.object(timezone, "now", lambda: at):
            sweep_reminders()
    told = Delivery.objects.get(kind=EventKind.REMINDER)
    notice = for_seats.compose_reminder(told)
    assert notice is not None
    assert "You wanted to hear of this again." in notice.text


@pytest.mark.parametrize("since", ["flagged_at", "absent_since"])
def test_whose_time_is_up_puts_nothing_off(asked, since):
    """Nobody is reminded any more then, so nothing is promised."""
    seat = asked.seat(asked.mover())
    Seat.objects.filter(pk=seat.pk).update(draft=[{"text": "discard"}], **{since: seat.due_at})
    with pytest.raises(Refused, match="time is up"):
        reminders.put_off(asked.game.key, seat.name, 1, seat.waiting_since + HOUR)


def test_enough_is_enough(asked):
    seat = asked.seat("sauron")
    Seat.objects.filter(pk=seat.pk).update(
        draft=[{"text": "x"}], reminded_at=seat.waiting_since, reminded_count=3
    )
    with pytest.raises(Refused, match="3 times"):
        about_time.do(asked.viewer("sauron"), "remind-later", {"hours": "12"})


def test_the_page_and_the_programs_can_ask_for_it(asked, client):
    mover = asked.mover()
    Seat.objects.filter(game=asked.game, name=mover).update(draft=[{"text": "pass"}])
    user = asked.seat(mover).user
    client.force_login(user)
    page = client.get(f"/game/{asked.game.key}/").content.decode()
    assert "Remind me then" in page
    done = client.post(f"/game/{asked.game.key}/time/", {"act": "remind-later", "hours": "12"})
    assert done.status_code == 302
    assert asked.seat(mover).remind_later_at is not None
    Game.objects.update(status=Game.Status.FINISHED)
    refused = client.post(f"/game/{asked.game.key}/time/", {"act": "remind-later", "hours": "12"})
    assert refused.status_code == 409


def test_the_next_question_is_told_although_it_ends_at_the_same_deadline(asked):
    due = asked.seat("sauron").due_at
    assert remind(due - 19 * HOUR) == 1
    rewrite(asked.seat("sauron"), waiting_since=due - 18 * HOUR)
    assert remind(due - 3.5 * HOUR) == 1
    rewrite(asked.seat("sauron"), waiting_since=due - 15 * HOUR, reminded_mark=5)
    rewrite(asked.seat("sauron"), reminded_at=due - 16 * HOUR)
    assert remind(due - 3.5 * HOUR) == 1
    assert reminded() == 3


def test_a_reminder_held_over_night_is_dropped_when_the_next_one_has_come(asked):
    due = asked.seat("sauron").due_at
    remind(due - 19 * HOUR)
    held = Delivery.objects.get(kind=EventKind.REMINDER)
    assert for_seats.compose_reminder(held) is not None
    remind(due - 4 * HOUR)
    assert for_seats.compose_reminder(held) is None


def test_an_absent_player_is_not_reminded(asked):
    seat = asked.seat("sauron")
    Seat.objects.filter(pk=seat.pk).update(absent_since=seat.waiting_since)
    assert remind(seat.due_at - HOUR) == 0
