"""What an operator watches: readiness, the alarm, and what a scraper reads (OPS-1)."""

from datetime import timedelta

import pytest
from django.conf import settings as configured
from django.core.management import CommandError, call_command
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from games import monitoring
from games.models import Seat
from games.models.hours import Pulse
from notifications import destinations, outbox
from notifications.delivery import SWITCHED_OFF
from notifications.models import Delivery, Place
from tests.conftest import person
from wotr.celery import PULSE_SECONDS, Sweep, app

PLAN = configured.CELERY_BEAT_SCHEDULE


@pytest.fixture
def running(db):
    """Every sweep has just run."""
    for name in PLAN:
        monitoring.note(name)


def late(name, **parts):
    Pulse.objects.filter(name=name).update(at=timezone.now() - timedelta(**parts))


def test_all_is_well_while_every_sweep_runs(running, client):
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["status"]) == (200, "ready")
    assert set(answer.json()["sweeps"]) == set(PLAN)
    call_command("check_clocks")


@pytest.mark.parametrize("name", sorted(PLAN))
def test_a_sweep_that_stands_still_is_an_alarm(running, client, name):
    allowed = 2 * PLAN[name]["schedule"] + 300
    late(name, seconds=allowed - 30)
    assert client.get("/readyz").status_code == 200
    late(name, seconds=allowed + 30)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    (alarm,) = answer.json()["alarms"]
    assert alarm.startswith(f"The sweep {name} has not run for ")
    with pytest.raises(CommandError, match=name):
        call_command("check_clocks")


def test_a_sweep_that_never_ran_is_an_alarm_some_minutes_after_the_migration(running):
    Pulse.objects.filter(name="sweep-calls").delete()
    MigrationRecorder.Migration.objects.update(applied=timezone.now())
    now = timezone.now()
    assert monitoring.alarms(now) == []
    (alarm,) = [line for line in monitoring.alarms(now + timedelta(days=1)) if "sweep-calls" in line]
    assert alarm == "The sweep sweep-calls has not run at all."


@pytest.mark.parametrize("lane", ["mail", "calls"])
def test_notices_that_do_not_go_out_are_an_alarm(running, client, lane):
    sam = person("sam")
    destinations.add(sam, "webhook", "https://sam.example/")
    outbox.notify(SWITCHED_OFF, user=sam, dedupe="x", subject={"what": "x"})
    gone = (
        Delivery.objects.filter(channel="webhook")
        if lane == "mail"
        else Delivery.objects.filter(channel="email")
    )
    gone.delete()
    assert client.get("/readyz").status_code == 200
    Delivery.objects.update(due_at=timezone.now() - timedelta(minutes=7))
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["alarms"] == [f"A notice in the lane of {lane} has been due for 7 minutes."]
    Delivery.objects.update(due_at=timezone.now() + timedelta(minutes=7))
    assert client.get("/readyz").status_code == 200, "it waits for its next attempt"
    if lane == "calls":
        Delivery.objects.update(due_at=timezone.now() - timedelta(minutes=7))
        Place.objects.update(rest_until=timezone.now() + timedelta(minutes=7))
        assert client.get("/readyz").status_code == 200, "its place rests"


def test_an_overdue_clock_is_an_alarm_here_too_and_names_no_game(running, duel, client):
    Seat.objects.filter(game=duel.game, name="sauron").update(due_at=timezone.now() - timedelta(days=1))
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["alarms"]) == (503, ["1 clock is overdue."])
    assert duel.game.key not in answer.content.decode()


def test_a_sweep_leaves_a_pulse_when_it_has_run_to_its_end(db, monkeypatch):
    """Celery calls a task so that it knows it was not called by hand."""
    app.loader.import_default_modules()
    task = app.tasks["games.tasks.sweep_tables"]
    assert isinstance(task, Sweep)
    monkeypatch.setattr(task, "_pulsed_at", -PULSE_SECONDS)  # whatever ran in this process a moment ago
    task()
    assert not Pulse.objects.exists(), "called by hand, as tests do"
    task.push_request(called_directly=False)
    try:
        task()
        assert Pulse.objects.get().name == "sweep-tables"
    finally:
        task.pop_request()


def test_a_sweep_that_is_under_way_in_this_process_is_not_begun_again(db):
    """It leaves no pulse, and raises nothing: Celery would keep a copy of every frame of it."""
    app.loader.import_default_modules()
    task = app.tasks["games.tasks.sweep_tables"]
    task.push_request(called_directly=False)
    try:
        with task._under_way:
            assert task() is None
    finally:
        task.pop_request()
    assert not Pulse.objects.exists()


# -- for a scraper -----------------------------------------------------------------------------


def scraped(client, **headers):
    answer = client.get("/metrics", **headers)
    assert answer.status_code == 200
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(answer.content.decode())
        for sample in family.samples
    }


def test_a_scraper_reads_what_is_going_on(running, duel, client):
    late("sweep-clocks", minutes=8)
    sam = person("sam")
    place = destinations.add(sam, "webhook", "https://secret-host.example/path")
    Delivery.objects.all().delete()
    outbox.notify_webhooks(SWITCHED_OFF, user=sam, dedupe="x", subject={"what": "x"})
    found = scraped(client)
    assert 480 <= found["wotr_sweep_age_seconds", "sweep-clocks"] < 600
    assert found["wotr_sweep_late", "sweep-clocks"] == 1
    assert found["wotr_sweep_late", "sweep-mail"] == 0
    assert {name for metric, *rest in found if metric == "wotr_sweep_age_seconds" for name in rest} == set(
        PLAN
    )
    assert (found["wotr_notices_due", "calls"], found["wotr_notices_due", "mail"]) == (1, 0)
    assert found["wotr_games_running",] == 1
    assert (found["wotr_clocks_overdue",], found["wotr_leagues_overdue",]) == (0, 0)
    assert (found["wotr_receivers", "called"], found["wotr_receivers", "resting"]) == (1, 0)
    before = found["wotr_log_entries_total",]
    duel.discard()
    Place.objects.filter(pk=place.pk).update(rest_until=timezone.now() + timedelta(minutes=5))
    found = scraped(client)
    assert found["wotr_log_entries_total",] > before
    assert found["wotr_receivers", "resting"] == 1
    assert "secret-host" not in client.get("/metrics").content.decode()


def test_nobody_else_knows_how_much_waits_in_the_memory_of_the_embedded_worker(running, client, settings):
    settings.REDIS_URL = ""
    assert not any(metric == "wotr_queue_length" for metric, *_ in scraped(client))


def test_with_a_token_nobody_else_reads_it(running, client, settings):
    settings.METRICS_TOKEN = "of-the-scraper"
    assert client.get("/metrics").status_code == 401
    for shown in ("Bearer of-the-scrape", "Basic of-the-scraper", "of-the-scraper", "Bearer", "Bearer ö"):
        assert client.get("/metrics", headers={"Authorization": shown}).status_code == 401, shown
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    right = {"Authorization": "Bearer of-the-scraper", "X-Forwarded-For": "192.0.2.1"}
    assert client.get("/metrics", headers=right, REMOTE_ADDR="192.0.2.1").status_code == 200


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("127.0.0.1", 200),
        ("::1", 200),
        ("::ffff:127.0.0.1", 200),
        ("192.0.2.1", 401),
        ("10.0.0.1", 401),
        ("", 401),
    ],
)
def test_without_a_token_this_machine_reads_it(running, client, address, status):
    assert client.get("/metrics", REMOTE_ADDR=address).status_code == status


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "Via"])
def test_without_a_token_nobody_reads_it_through_a_proxy(running, client, settings, header):
    assert client.get("/metrics", headers={header: "127.0.0.1"}).status_code == 401
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    assert client.get("/metrics", REMOTE_ADDR="127.0.0.1").status_code == 401
