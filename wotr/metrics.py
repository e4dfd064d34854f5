"""Figures of the server as a whole for a scraper, from the database and the broker: no names, no addresses."""

import logging
from collections.abc import Iterable
from datetime import datetime

from django.conf import settings
from django.db import connection
from django.utils import timezone
from prometheus_client.core import CollectorRegistry, CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector

from games import monitoring
from games.models import Game
from games.tasks import overdue
from leagues.services.lifecycle import progress
from notifications import delivery, lanes

log = logging.getLogger(__name__)

CONTENT_TYPE = CONTENT_TYPE_LATEST
#: Seconds for which the broker is waited for.
BROKER_SECONDS = 2.0
#: Asks how many rows were written into the log, all of its partitions.
_WRITTEN = {
    "sqlite": "SELECT MAX(rowid) FROM games_event",
    "postgresql": "SELECT SUM(n_tup_ins) FROM pg_stat_user_tables WHERE relid = 'games_event'::regclass OR relid IN"
    " (SELECT inhrelid FROM pg_inherits WHERE inhparent = 'games_event'::regclass)",
}


class _Server(Collector):
    """Asks the database at every scrape: any web process answers the same."""

    def collect(self) -> Iterable[Metric]:
        now = timezone.now()
        yield from _sweeps(now)
        yield from _notices(now)
        yield GaugeMetricFamily("wotr_clocks_overdue", "Games with an overdue clock.", len(overdue(now)))
        yield GaugeMetricFamily("wotr_leagues_overdue", "Overdue competitions.", len(progress.overdue(now)))
        games = Game.objects.filter(status=Game.Status.RUNNING).count()
        yield GaugeMetricFamily("wotr_games_running", "Games that are being played.", games)
        written = "Entries written into the logs of all games, as the database counts."
        yield CounterMetricFamily("wotr_log_entries", written, entries_written())
        lengths = queue_lengths()
        if lengths is not None:
            queues = GaugeMetricFamily(
                "wotr_queue_length", "Tasks that no worker has taken yet.", labels=["queue"]
            )
            for name, length in lengths.items():
                queues.add_metric([name], length)
            yield queues


def entries_written() -> int:
    """Return how many entries the database has written, since its statistics began; no log is read for that."""
    with connection.cursor() as cursor:
        cursor.execute(_WRITTEN[connection.vendor])
        found: tuple[int | None] = cursor.fetchone()
    return int(found[0] or 0)


def _sweeps(now: datetime) -> Iterable[Metric]:
    ages = GaugeMetricFamily("wotr_sweep_age_seconds", "Since a sweep last ran to its end.", labels=["sweep"])
    late = GaugeMetricFamily("wotr_sweep_late", "1 if a sweep has not run for too long.", labels=["sweep"])
    for sweep in monitoring.sweeps(now):
        if sweep.age is not None:
            ages.add_metric([sweep.name], sweep.age.total_seconds())
        late.add_metric([sweep.name], int(sweep.is_late))
    yield from (ages, late)


def _notices(now: datetime) -> Iterable[Metric]:
    due = GaugeMetricFamily("wotr_notices_due", "Notices that could go out now.", labels=["lane"])
    under_way = GaugeMetricFamily("wotr_notices_under_way", "Notices being sent.", labels=["lane"])
    oldest = GaugeMetricFamily(
        "wotr_notices_oldest_seconds", "For how long the oldest of them could have gone out.", labels=["lane"]
    )
    for name, lane in lanes.waiting(now).items():
        due.add_metric([name], lane.due)
        under_way.add_metric([name], lane.under_way)
        oldest.add_metric([name], lane.oldest.total_seconds())
    places = GaugeMetricFamily(
        "wotr_receivers", "Browsers, chats and programs: called, resting, switched off.", labels=["state"]
    )
    for state, number in lanes.receivers(now).items():
        places.add_metric([state], number)
    refused = delivery.refused_readers(now - monitoring.REFUSED_WITHIN)
    yield from (due, under_way, oldest, places)
    yield GaugeMetricFamily(
        "wotr_mail_refused_readers", "Readers to whom mail was refused within a day because of us.", refused
    )


def queue_lengths() -> dict[str, int] | None:
    """Return how many tasks wait in each queue; None if the broker does not answer, or is the worker's own memory."""
    if not settings.REDIS_URL:
        return None
    import redis  # large, and the embedded shape has none

    seconds = {"socket_timeout": BROKER_SECONDS, "socket_connect_timeout": BROKER_SECONDS}
    try:
        with redis.Redis.from_url(settings.REDIS_URL, **seconds) as broker:
            return {name: int(broker.llen(name)) for name in settings.QUEUES}
    except redis.RedisError as error:
        log.warning("the broker does not say how long its queues are", extra={"error": type(error).__name__})
        return None


def exposition() -> bytes:
    """Return what is scraped, in Prometheus' text format."""
    found = CollectorRegistry()
    found.register(_Server())
    return generate_latest(found)
