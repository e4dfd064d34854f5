"""A host whose clock cannot be believed (OPS-6): all clocks stand until the operator has said what it was."""

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from freezegun import freeze_time

from games import monitoring, tasks
from games.hours import pauses
from games.models import Event, Seat
from games.models.hours import Pulse
from games.time import host_clock
from tests.games.hours import ABOUT, DAY, due
from wotr.celery import AT_ANY_TIME, app

pytestmark = pytest.mark.both_databases

YEAR, MINUTE = 365 * DAY, timedelta(minutes=1)


@pytest.fixture
def clock(duel):
    """The clock of the host, which a sweep has just gone by."""
    with freeze_time(timezone.now().replace(microsecond=0) + MINUTE) as frozen:
        tasks.sweep_clocks()
        yield frozen


def clocks_of(table):
    return list(
        Seat.objects.filter(game=table.game).order_by("pk").values_list("bank_ms", "due_at", "flagged_at")
    )


def test_a_wrong_clock_for_one_sweep_moves_nothing_for_good(duel, clock, caplog):
    before = clocks_of(duel)
    clock.tick(YEAR)
    assert pauses.compensate(timezone.now()) == timedelta(0)
    assert tasks.sweep_clocks() == 0
    assert "All clocks stand" in caplog.text
    clock.tick(MINUTE - YEAR)
    assert pauses.compensate(timezone.now()) == timedelta(0)
    assert tasks.sweep_clocks() == 0
    assert clocks_of(duel) == before
    assert duel.reload().game.stops == []
    assert Pulse.objects.get(name=host_clock.CLOCKS).at == timezone.now(), "it goes on by itself"


@pytest.mark.parametrize(("wrong", "where"), [(YEAR, "365 days ago"), (-3 * DAY, "3 days ahead")])
def test_while_the_clocks_stand_monitoring_says_so(duel, clock, client, wrong, where):
    for name in monitoring.settings.CELERY_BEAT_SCHEDULE:
        monitoring.note(name)
    assert client.get("/readyz").json()["status"] == "ready"
    clock.tick(wrong)
    for name in monitoring.settings.CELERY_BEAT_SCHEDULE:
        monitoring.note(name)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["status"]) == (503, "clocks stand")
    alarm, *_ = answer.json()["alarms"]
    assert where in alarm
    assert "manage.py compensate_outage" in alarm
    assert "manage.py believe_clock" in alarm
    with pytest.raises(CommandError, match="All clocks stand"):
        call_command("check_clocks")


def test_two_days_are_an_outage_and_a_minute_more_is_asked_about(duel, clock):
    before = due(duel, "sauron")
    clock.tick(2 * DAY)
    tasks.sweep_clocks()
    assert due(duel, "sauron") == before + 2 * DAY
    clock.tick(2 * DAY + MINUTE)
    tasks.sweep_clocks()
    assert due(duel, "sauron") == before + 2 * DAY


def test_it_was_an_outage(duel, clock, capsys):
    before = due(duel, "sauron")
    clock.tick(9 * DAY)
    tasks.sweep_clocks()
    assert due(duel, "sauron") == before
    call_command("compensate_outage")
    assert "all clocks were moved by 9 days" in capsys.readouterr().out
    assert due(duel, "sauron") == before + 9 * DAY
    assert not host_clock.is_in_doubt(timezone.now())
    with pytest.raises(CommandError, match="There was no outage"):
        call_command("compensate_outage")


def test_the_clock_was_wrong(duel, clock, capsys):
    """A day and a half ahead is taken for an outage; when the clock is right again that can be undone."""
    before = due(duel, "sauron")
    clock.tick(1.5 * DAY)
    tasks.sweep_clocks()
    assert due(duel, "sauron") == before + 1.5 * DAY
    clock.tick(MINUTE - 1.5 * DAY)
    call_command("believe_clock")
    assert "1 game stood" in capsys.readouterr().out
    assert abs(due(duel, "sauron") - before) <= ABOUT
    assert not host_clock.is_in_doubt(timezone.now())


def test_a_clock_that_was_set_back_is_no_outage(duel, clock):
    before = due(duel, "sauron")
    clock.tick(-3 * DAY)
    tasks.sweep_clocks()
    with pytest.raises(CommandError, match="which no outage explains"):
        call_command("compensate_outage")
    call_command("believe_clock")
    assert not host_clock.is_in_doubt(timezone.now())
    assert due(duel, "sauron") == before


@pytest.mark.parametrize("wrong", [YEAR, -3 * DAY], ids=["ahead", "behind"])
def test_a_move_while_the_clocks_stand_costs_no_time(duel, clock, wrong):
    """It is played, at the last moment that is not in doubt: nobody's bank is emptied by a wrong clock."""
    last = timezone.now()
    clock.tick(wrong)
    duel.discard()
    assert Event.objects.filter(game=duel.game).latest("seq").at == last.timestamp() * 1000
    clock.tick(MINUTE - wrong)
    tasks.sweep_clocks()
    for seat in Seat.objects.filter(game=duel.game, due_at__isnull=False):
        assert DAY < seat.due_at - timezone.now() < 30 * DAY


def test_a_mail_that_a_wrong_clock_has_stamped_costs_no_time(duel, clock):
    last = timezone.now()
    assert host_clock.trusted(last + YEAR) == last
    assert host_clock.trusted(last - YEAR) == last - YEAR, "one that is read late was received when it was"


def test_what_decides_by_the_time_waits(duel, clock, monkeypatch):
    """A sweep that the beat sets off does nothing while it is in doubt what time it is; a few decide nothing by it."""
    clock.tick(YEAR)
    app.loader.import_default_modules()
    ran = []
    for plan in app.conf.beat_schedule.values():
        task = app.tasks[plan["task"]]
        monkeypatch.setattr(task, "run", lambda name=task.name: ran.append(name) or 1)
        task.push_request(called_directly=False)
        try:
            task()
        finally:
            task.pop_request()
    assert sorted(ran) == sorted(AT_ANY_TIME)
