"""Times that a whole table shares: common deadlines, playing hours, free weekends (TRN-3, TRN-4, TRN-6, DEF-4)."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from freezegun import freeze_time

from games.models import Event, Game, Seat
from games.tasks import overdue, run_clocks
from rules.core import registry
from tests.conftest import game_of_two, person

BERLIN = ZoneInfo("Europe/Berlin")
LATE = timedelta(seconds=61)
#: A Monday, eleven o'clock in Berlin.
START = datetime(2027, 5, 3, 9, tzinfo=UTC)


@pytest.fixture
def clock():
    with freeze_time(START, ignore=["hypothesis", "_pytest"]) as frozen:
        yield frozen


def opened(frodo, gothmog, title="beans", seat="left", **more):
    """A table of two whose game begins now."""
    terms = {"grace": 0, "zone": "Europe/Berlin", **more.pop("terms", {})}
    return game_of_two(title, (frodo, gothmog), seat=seat, terms=terms, **more)


@pytest.fixture
def people(db, monkeypatch, clock):
    """Two people who can play Beans (tests/games/toy.py)."""
    monkeypatch.setitem(registry.PACKAGES, "beans", "tests.games.toy")
    yield [person("merry"), person("pippin")]
    registry.title.cache_clear()


def until_bids(table):
    """Play until both are asked at once, in secret."""
    while len(table.play().pending) < 2:
        table.discard()


def local(moment):
    return moment.astimezone(BERLIN)


def until_taking(table, seat):
    """Play until this seat is asked for a whole move."""
    while (table.mover(), table.play().pending[0].kind) != (seat, "take"):
        table.discard()


# -- common deadlines --------------------------------------------------------------------------

DAILY = {"deadline_at": "20:00", "deadline_days": [0, 2, 4]}


def test_secret_choices_have_one_deadline_for_all(people):
    table = opened(*people, preset="daily", terms=DAILY)
    until_bids(table)
    dues = {seat.due_at for seat in table.game.seats.all()}
    assert len(dues) == 1
    (due,) = dues
    assert (local(due).weekday(), local(due).hour, local(due).minute) == (0, 20, 0)


def test_when_all_have_answered_the_game_goes_on_at_once(people):
    """Nobody waits for the hour; whoever has answered has no clock any more."""
    table = opened(*people, preset="daily", terms=DAILY)
    until_bids(table)
    due = table.seat("left").due_at
    table.submit("left", 3)
    assert table.seat("left").due_at is None
    assert table.seat("right").due_at == due
    table.submit("right", 5)
    assert [d.kind for d in table.play().pending] == ["take"]


def test_at_the_deadline_only_the_one_who_has_not_answered_is_late(people, clock):
    table = opened(*people, preset="daily", zero_policy="autoplay", terms=DAILY)
    until_bids(table)
    due = table.seat("right").due_at
    table.submit("left", 3)
    clock.move_to(due + timedelta(seconds=59))
    assert run_clocks(timezone.now()) == 0
    clock.move_to(due + LATE)
    assert run_clocks(timezone.now()) == 1
    timeouts = Event.objects.filter(game=table.game, kind="timeout")
    assert [event.seat for event in timeouts] == ["right"]
    assert (table.seat("left").misses, table.seat("right").misses) == (0, 1)
    assert run_clocks(timezone.now()) == 0


def test_the_next_deadline_lies_on_a_chosen_day(people, clock):
    """Asked on Monday evening after the hour: Wednesday; on Friday after it: Monday."""
    table = opened(*people, title="duel", seat="fellowship", preset="daily", terms=DAILY)
    for moment, weekday in (
        (datetime(2027, 5, 3, 18, 30, tzinfo=UTC), 2),
        (datetime(2027, 5, 7, 18, 30, tzinfo=UTC), 0),
    ):
        clock.move_to(moment)
        table.discard()
        due = local(table.seat(table.mover()).due_at)
        assert (due.weekday(), due.hour, due.minute) == (weekday, 20, 0)


def test_in_winter_the_deadline_is_at_the_same_local_hour(people, clock):
    clock.move_to(datetime(2027, 10, 29, 9, tzinfo=UTC))  # clocks go back on Sunday, 31 October
    table = opened(*people, title="duel", seat="fellowship", preset="daily", terms=DAILY)
    summer = table.seat(table.mover()).due_at
    clock.move_to(datetime(2027, 10, 29, 18, 30, tzinfo=UTC))
    table.discard()
    winter = table.seat(table.mover()).due_at
    assert (summer.hour, winter.hour) == (18, 19)
    assert local(summer).hour == local(winter).hour == 20


# -- playing hours and weekends ----------------------------------------------------------------


def test_outside_the_playing_hours_no_clock_runs_and_none_runs_out(people, clock):
    """Ten to twenty-two o'clock: three hours per decision, asked at half past nine in the evening."""
    terms = {"hours_from": "10:00", "hours_to": "22:00"}
    clock.move_to(datetime(2027, 5, 3, 19, 30, tzinfo=UTC))
    table = opened(*people, preset="per-move-1", terms=terms)
    Game.objects.update(clock_increment=3 * 3600)
    until_taking(table, "right")
    late = table.seat("right")
    assert 10 <= local(late.due_at).hour < 22
    night = datetime(2027, 5, 4, 1, tzinfo=UTC)
    assert night < late.due_at
    clock.move_to(night)
    assert run_clocks(timezone.now()) == 0
    assert overdue(timezone.now()) == []
    clock.move_to(late.due_at + LATE)
    assert run_clocks(timezone.now()) == 1
    assert Seat.objects.get(pk=late.pk).flagged_at is not None


def test_on_a_free_weekend_no_clock_runs(people, clock):
    """Three days from Friday noon end on Wednesday noon."""
    clock.move_to(datetime(2027, 5, 7, 10, tzinfo=UTC))
    table = opened(*people, preset="per-move-3", terms={"weekend": True})
    due = table.seat("left").due_at
    assert local(due) == datetime(2027, 5, 12, 12, tzinfo=BERLIN)
    clock.move_to(datetime(2027, 5, 9, 12, tzinfo=UTC))
    assert run_clocks(timezone.now()) == 0
    clock.move_to(due + LATE)
    assert run_clocks(timezone.now()) == 1
