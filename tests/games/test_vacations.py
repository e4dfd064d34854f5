"""Vacations: clocks that stop, how long and how often, protection at zero (TRN-7, DEF-4)."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.hours import vacations
from games.kinds import EventKind
from games.models.hours import Vacation
from games.refusals import Refused
from games.tasks import run_clocks
from notifications.models import Delivery
from tests.games.hours import ABOUT, DAY, LATE, due, news, old, set_table, set_terms


def test_a_vacation_stops_all_clocks_that_allow_it(duel):
    gothmog = old(duel.sauron)
    before = due(duel, "sauron")
    now = timezone.now()
    vacations.announce(gothmog, now + DAY, now + 8 * DAY)
    assert abs(due(duel, "sauron") - before - 7 * DAY) < ABOUT
    (told,) = Delivery.objects.filter(kind=EventKind.TIME, channel="email")
    assert told.user == duel.fellowship


def test_games_that_do_not_stop_are_named_with_their_reason(duel):
    set_terms(duel, vacation=False)
    found = vacations.reach(duel.sauron)
    assert found.stopped == []
    assert [(g.key, why) for g, why in found.running_on] == [
        (duel.game.key, "its table plays without vacations")
    ]
    before = due(duel, "sauron")
    now = timezone.now()
    vacations.announce(old(duel.sauron), now, now + 8 * DAY)
    assert due(duel, "sauron") == before


def test_ending_a_vacation_early_gives_the_rest_back(duel):
    gothmog = old(duel.sauron)
    now = timezone.now()
    vacations.announce(gothmog, now, now + 10 * DAY)
    assert vacations.left_in(gothmog, now.year) <= 18 * DAY + timedelta(hours=1) or now.month == 12
    assert vacations.end(gothmog, now + 2 * DAY)
    assert Vacation.objects.get().ends_at == now + 2 * DAY
    assert due(duel, "sauron") - now > 5 * DAY
    assert not vacations.end(gothmog, now + 3 * DAY)


@pytest.mark.parametrize(
    ("starts", "lasts", "code"),
    [
        (-2, 5, "bad-start"),
        (400, 5, "bad-start"),
        (1, 0.5, "too-short"),
        (1, 15, "too-long"),
        (9, 5, "overlapping"),
    ],
)
def test_vacations_have_limits(duel, starts, lasts, code):
    gothmog = old(duel.sauron)
    now = timezone.now()
    vacations.announce(gothmog, now + 10 * DAY, now + 20 * DAY)
    with pytest.raises(Refused) as refused:
        vacations.announce(gothmog, now + starts * DAY, now + (starts + lasts) * DAY)
    assert refused.value.code == code


def test_a_long_event_remembers_the_vacations_of_its_beginning(duel):
    """The days that stop its clocks do not come back with the new year."""
    now = timezone.now()
    began = now - 500 * DAY
    set_terms(duel, vacation=True, vacation_days=7, vacation_since=int(began.timestamp()))
    user = old(duel.seat(duel.mover()).user)
    Vacation.objects.create(
        user=user, starts_at=began + 50 * DAY, ends_at=began + 57 * DAY, announced_at=began + 40 * DAY
    )
    before = due(duel, duel.mover())
    vacations.announce(user, now + 2 * DAY, now + 9 * DAY)
    assert due(duel, duel.mover()) == before


def test_new_accounts_have_no_vacation_yet(duel):
    now = timezone.now()
    with pytest.raises(Refused) as refused:
        vacations.announce(duel.sauron, now, now + 2 * DAY)
    assert refused.value.code == "too-new"
    begins = duel.sauron.date_joined + 14 * DAY
    said = f"You can announce a vacation from {begins.day} {begins:%B %Y, %H:%M} on"
    assert said in refused.value.message
    offered = vacations.allowance(duel.sauron, now)
    assert (offered.days, offered.rest, offered.more_at) == (0, 28, begins)
    assert offered.words == f"Your account is new. {said}: then there are 28 days for you."
    assert vacations.allowance(duel.sauron, begins).days == 28


def test_the_allowance_says_what_is_left_and_when_there_is_more(duel):
    gothmog = old(duel.sauron)
    now = timezone.now().replace(month=3, day=1)
    gothmog.date_joined = now - 100 * DAY
    gothmog.save()
    set_table(duel, rated=True)
    assert vacations.allowance(gothmog, now).words == (
        f"You have 28 of 28 days left in {now.year}. "
        "Announce yours at least 12 hours before it begins, because you play rated games."
    )
    for start in (1, 21):
        vacations.announce(gothmog, now + start * DAY, now + (start + 14) * DAY, now)
    used = vacations.allowance(gothmog, now)
    assert (used.days, used.more_at.year, used.more_at.month) == (0, now.year + 1, 1)
    assert used.words == (
        f"You have used the 28 days of {now.year}. From 1 January {now.year + 1} on there are as many again."
    )


def test_the_allowance_of_a_year_ends(duel):
    gothmog = old(duel.sauron)
    now = timezone.now().replace(month=3, day=1)
    gothmog.date_joined = now - 100 * DAY
    gothmog.save()
    for start in (0, 20):
        vacations.announce(gothmog, now + start * DAY, now + (start + 14) * DAY, now)
    with pytest.raises(Refused) as refused:
        vacations.announce(gothmog, now + 40 * DAY, now + 42 * DAY, now)
    assert refused.value.code == "allowance-used"


def test_rated_games_want_half_a_day_s_notice(duel):
    set_table(duel, rated=True)
    now = timezone.now()
    with pytest.raises(Refused) as refused:
        vacations.announce(old(duel.sauron), now, now + 2 * DAY)
    assert refused.value.code == "too-soon"


def test_protection_begins_a_vacation_at_zero(duel):
    gothmog = old(duel.sauron)
    gothmog.protect = True
    gothmog.save()
    zero = due(duel, "sauron")
    run_clocks(zero + LATE)
    seat = duel.seat("sauron")
    assert seat.flagged_at is None
    assert seat.due_at >= zero + 3 * DAY + timedelta(hours=12)
    assert Vacation.objects.get().automatic
    assert "protected" in news(duel)
