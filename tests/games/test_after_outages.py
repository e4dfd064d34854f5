"""After an outage (OPS-6): it is closed time for every clock, from one row on, and due times follow game by game."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone
from freezegun import freeze_time

from games import tasks
from games.acts import votes
from games.hours import pauses, vacations
from games.kinds import EventKind
from games.lobby import tables
from games.models import Game, Outage, Seat
from games.models.hours import Pulse
from games.time import host_clock, outages
from games.time.marks import marks_of
from notifications.models import Delivery
from tests.games.hours import DAY, due, old, rewrite, set_terms
from tests.opening import open_table

pytestmark = pytest.mark.both_databases

HOUR, MINUTE, SECOND = timedelta(hours=1), timedelta(minutes=1), timedelta(seconds=1)


@pytest.fixture
def clock(duel):
    """The clock of the host, which a sweep has just gone by; Gothmog (Sauron) is asked in `duel`."""
    with freeze_time(timezone.now().replace(microsecond=0) + MINUTE) as frozen:
        tasks.sweep_clocks()
        yield frozen


@pytest.fixture
def dies(monkeypatch):
    """The worker dies when it comes to the due times: the outage is noted, and nothing else done."""

    def killed(numbers):
        raise KeyboardInterrupt

    def after(clock, away):
        clock.tick(away)
        with monkeypatch.context() as patched:
            patched.setattr(pauses, "_renew_together", killed)
            with pytest.raises(KeyboardInterrupt):
                tasks.sweep_clocks()

    return after


def away(clock, time):
    """The server is away for this long, and back."""
    clock.tick(time)
    tasks.sweep_clocks()


def move(table, name="sauron", **given):
    choice = table.play().decision_of(name).fallback_choice()
    return table.submit(name, choice, **given)


def clocks_of(table):
    names = ("name", "bank_ms", "waiting_since", "due_at", "extra_ms", "full_decisions")
    return list(Seat.objects.filter(game=table.game).order_by("pk").values_list(*names))


def rebuilt(table):
    """The clocks of a game as its log and the outages tell them."""
    Seat.objects.filter(game=table.game).update(bank_ms=0)
    call_command("rebuild", table.game.key, stdout=StringIO())
    return clocks_of(table)


# -- due times ---------------------------------------------------------------------------------


def test_an_outage_is_one_row_and_no_game_is_changed_but_its_due_times(duel, clock):
    before, game = due(duel, "sauron"), Game.objects.filter(pk=duel.game.pk).values().get()
    away(clock, 5 * HOUR)
    assert due(duel, "sauron") == before + 5 * HOUR
    assert Game.objects.filter(pk=duel.game.pk).values().get() == game
    assert Outage.objects.get().reached is None, "nothing is left to be done"


def test_a_clock_that_is_nearly_up_has_what_was_left(duel, clock):
    zero = timezone.now() + 30 * SECOND
    seat = duel.seat("sauron")
    rewrite(seat, due_at=zero, bank_ms=(zero - seat.waiting_since) // timedelta(milliseconds=1))
    away(clock, 2 * HOUR)
    assert due(duel, "sauron") == zero + 2 * HOUR
    clock.tick(89 * SECOND)
    tasks.sweep_clocks()
    assert duel.seat("sauron").flagged_at is None
    clock.tick(2 * SECOND)
    tasks.sweep_clocks()
    assert duel.seat("sauron").flagged_at is not None


@pytest.mark.parametrize("finished", [True, False], ids=["swept", "the worker dies first"])
def test_a_zero_that_nobody_has_looked_at_comes_when_the_clocks_run_again(duel, clock, dies, finished):
    zero = timezone.now() - 20 * SECOND
    seat = duel.seat("sauron")
    rewrite(seat, due_at=zero, bank_ms=(zero - seat.waiting_since) // timedelta(milliseconds=1))
    if finished:
        away(clock, 2 * HOUR)
    else:
        dies(clock, 2 * HOUR)
        assert tasks.run_clocks(timezone.now()) == 0
    assert due(duel, "sauron") == timezone.now()
    assert duel.seat("sauron").flagged_at is None
    clock.tick(61 * SECOND)
    tasks.sweep_clocks()
    assert duel.seat("sauron").flagged_at is not None


def test_no_clock_runs_out_while_due_times_are_those_of_before(duel, clock, dies):
    """Another worker sweeps before the work is done: it finds the clock, and puts it off."""
    before = due(duel, "sauron")
    dies(clock, 2 * DAY)
    assert due(duel, "sauron") == before
    assert tasks.overdue(before + DAY) == []
    assert tasks.run_clocks(before + DAY) == 0
    assert due(duel, "sauron") == before + 2 * DAY
    assert tasks.run_clocks(before + 2 * DAY + 61 * SECOND) == 1


def test_two_outages_one_after_the_other_add_up(duel, clock, dies):
    before = due(duel, "sauron")
    dies(clock, 3 * HOUR)
    clock.tick(MINUTE)
    pauses.beat()
    away(clock, HOUR)
    assert due(duel, "sauron") == before + 4 * HOUR
    assert not Outage.objects.filter(reached__isnull=False).exists()


def test_no_game_is_left_out_where_few_are_taken_together(duel, clock, monkeypatch):
    second = open_table(duel.fellowship, title="duel", terms={"grace": 0})
    tables.join(second.key, user=duel.sauron)
    tables.start_now(second.key, duel.fellowship)
    before = dict(Seat.objects.exclude(due_at=None).values_list("pk", "due_at"))
    monkeypatch.setattr(pauses, "GAMES_AT_ONCE", 1)
    away(clock, 11 * MINUTE)
    after = dict(Seat.objects.exclude(due_at=None).values_list("pk", "due_at"))
    assert after == {pk: at + 11 * MINUTE for pk, at in before.items()}
    assert len(after) == 2


# -- beside other closed time ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lasts", "more"), [(3 * DAY, timedelta(0)), (DAY, 12 * HOUR)], ids=["longer", "shorter"]
)
def test_a_game_that_was_paused_stands_once(duel, clock, lasts, more):
    for seat in ("fellowship", "sauron"):
        votes.agree(duel.viewer(seat), "pause", lasts.days)
    paused = due(duel, "sauron")
    away(clock, 1.5 * DAY)
    assert due(duel, "sauron") == paused + more


def test_a_vacation_across_it_counts_once(duel, clock):
    """From twelve hours after the beginning of an outage of a day on, for three days."""
    set_terms(duel, vacation=True)
    gothmog, now, before = old(duel.sauron), timezone.now(), due(duel, "sauron")
    vacations.announce(gothmog, now + 12 * HOUR, now + 12 * HOUR + 3 * DAY)
    assert due(duel, "sauron") == before + 3 * DAY
    away(clock, DAY)
    assert due(duel, "sauron") == before + 3 * DAY + 12 * HOUR


def test_a_deadline_within_it_is_the_next_one(duel, clock):
    terms = {**duel.game.terms, "deadline": {"at": 20 * 60, "days": []}, "zone": "UTC"}
    Game.objects.filter(pk=duel.game.pk).update(clock_preset="daily", terms=terms)
    clock.move_to(due(duel, "sauron").replace(hour=19, minute=0, second=0, microsecond=0))
    pauses.beat()
    deadline = timezone.now() + HOUR
    Seat.objects.filter(pk=duel.seat("sauron").pk).update(waiting_since=timezone.now() - DAY + 2 * HOUR)
    away(clock, 2 * HOUR)
    assert due(duel, "sauron") is not None
    assert due(duel, "sauron") == deadline + DAY


# -- moves -------------------------------------------------------------------------------------


def test_a_move_after_it_is_charged_for_open_time_alone(duel, clock):
    asked, bank = duel.seat("sauron").waiting_since, duel.seat("sauron").bank_ms
    open_time = timezone.now() - asked
    away(clock, 5 * HOUR)
    clock.tick(HOUR)
    pauses.beat()
    move(duel)
    used = (open_time + HOUR) // timedelta(milliseconds=1)
    assert duel.seat("sauron").bank_ms == bank - used + 16 * HOUR // timedelta(milliseconds=1)
    assert rebuilt(duel) == clocks_of(duel)


def test_a_move_that_came_during_it_is_charged_until_it_began(duel, clock):
    """A mail that was received meanwhile and is read afterwards; the next clock runs from the end of the outage on."""
    asked, bank = duel.seat("sauron").waiting_since, duel.seat("sauron").bank_ms
    began = timezone.now()
    away(clock, 5 * HOUR)
    move(duel, received_at=began + HOUR)
    used = (began - asked) // timedelta(milliseconds=1)
    assert duel.seat("sauron").bank_ms == bank - used + 16 * HOUR // timedelta(milliseconds=1)
    other = duel.seat("fellowship")
    assert other.waiting_since == began + HOUR
    assert other.due_at == timezone.now() + timedelta(milliseconds=other.bank_ms)
    kept = clocks_of(duel)
    assert rebuilt(duel) == kept


@pytest.mark.parametrize("noted", [False, True], ids=["before the first sweep", "after it"])
def test_who_moves_as_soon_as_the_server_is_back_is_not_charged_for_it(duel, clock, noted):
    asked, bank = duel.seat("sauron").waiting_since, duel.seat("sauron").bank_ms
    open_time = timezone.now() - asked
    clock.tick(5 * HOUR)
    if noted:
        tasks.sweep_clocks()
    move(duel)
    used = open_time // timedelta(milliseconds=1)
    assert duel.seat("sauron").bank_ms == bank - used + 16 * HOUR // timedelta(milliseconds=1)
    tasks.sweep_clocks()
    other = duel.seat("fellowship")
    assert other.due_at == timezone.now() + timedelta(milliseconds=other.bank_ms)
    kept = clocks_of(duel)
    assert rebuilt(duel) == kept


def test_a_process_that_has_looked_before_knows_of_an_outage_that_another_one_notes(duel, clock):
    began = timezone.now()
    assert outages.since(began - DAY) == ()
    clock.tick(5 * HOUR)
    Outage.objects.create(starts_at=began, ends_at=timezone.now(), reached=None)
    Pulse.objects.filter(name=host_clock.CLOCKS).update(at=timezone.now())
    (known,) = outages.since(began - DAY)
    assert (known.start, known.end) == (began, timezone.now())


def test_what_is_known_is_not_read_again_with_every_clock(duel, clock, django_assert_num_queries):
    outages.since(timezone.now())
    with django_assert_num_queries(0):
        outages.since(timezone.now() - DAY)
        outages.unfinished()


# -- reminders ---------------------------------------------------------------------------------


def test_a_reminder_that_was_due_comes_at_its_new_time_once(duel, clock, dies):
    """At the return of the server due times are still those of before: nobody is told too early, or twice."""
    Seat.objects.filter(game=duel.game).update(seen_version=99)
    Delivery.objects.all().delete()
    clock.move_to(marks_of(duel.seat("sauron"))[1][0] - 30 * MINUTE)
    pauses.beat()
    clock.tick(HOUR)
    assert tasks.sweep_reminders() == 0, "the clocks have not been looked after"
    clock.tick(-HOUR)
    dies(clock, HOUR)
    assert [tasks.sweep_reminders() for _ in range(2)] == [0, 0]
    tasks.sweep_clocks()
    mark = marks_of(duel.seat("sauron"))[1][0]
    told = []
    while timezone.now() < mark + HOUR:
        clock.tick(MINUTE)
        pauses.beat()
        if tasks.sweep_reminders():
            told.append(timezone.now())
    (at,) = told
    assert mark <= at < mark + MINUTE
    assert Delivery.objects.filter(kind=EventKind.REMINDER, channel="email").count() == 1
