"""The services under attack: the database cuts its connections, the broker forgets everything, processes are killed."""

import time

import pytest
import redis

from tests.hostile import attacks
from tests.hostile.promises import SECONDS
from tests.hostile.site import seconds_until

pytestmark = [pytest.mark.hostile, pytest.mark.services, pytest.mark.timeout(1800)]


def test_the_database_cuts_its_connections(served):
    """Every three seconds all connections of all processes are ended."""
    with served.promises.under("database cuts (services)") as window:
        with attacks.cutting(served.site) as count:
            time.sleep(SECONDS)
        window.figures["of the attack"] = dict(count)


def test_the_broker_forgets_everything(served):
    """FLUSHALL, several times: queues and cache are gone."""
    with served.promises.under("Redis flushed (services)"):
        for _ in range(5):
            redis.Redis.from_url(served.site.env["REDIS_URL"]).flushall()
            time.sleep(SECONDS / 5)


def test_every_process_of_the_services_is_killed(served):
    """kill -9 of each, one after another; whoever runs them starts them again."""
    with served.promises.under("kill -9 of each process (services)") as window:
        with attacks.killing(served.site, 1.0) as killed:
            window.figures["killed"] = killed
        window.figures["web answers again, s"] = round(seconds_until(served.site.answers, 60), 1)
        time.sleep(SECONDS)


def test_every_game_of_the_services_can_be_replayed(served):
    served.promises.verify()
