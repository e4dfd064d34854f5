"""Counters always run out, whatever happens while they are counted (ACC-1, API-8)."""

import secrets
from contextlib import contextmanager, suppress
from contextvars import Context
from threading import Thread

import pytest
import redis

from accounts.limits import Limit
from games.api.admission import Caller, admit
from tests.frame import services

pytestmark = pytest.mark.both_databases

WRONG = Limit("wrong", 5, 600)


class Shared:
    """The shared cache as an onlooker sees it: the counters of one test."""

    def __init__(self, address, prefix):
        self.client, self._prefix = redis.Redis.from_url(address), prefix

    def __iter__(self):
        return iter(self.client.keys(f"{self._prefix}:*"))

    def without_end(self):
        return [key for key in self if self.client.ttl(key) == -1]


@pytest.fixture
def shared(settings):
    """The cache of several web processes."""
    address, prefix = services.redis(8), secrets.token_hex(8)
    backend = {"BACKEND": "accounts.counters.CountingRedisCache", "LOCATION": address, "KEY_PREFIX": prefix}
    settings.CACHES = {"default": backend}
    found = Shared(address, prefix)
    yield found
    for key in found:
        found.client.delete(key)


@pytest.fixture(params=["embedded", pytest.param("shared", marks=pytest.mark.services)])
def anywhere(request):
    """Either shape of the cache."""
    return request.getfixturevalue("shared") if request.param == "shared" else None


@contextmanager
def after_command(number, do):
    """Let something happen once so many commands have been carried out."""
    sent, execute = [], redis.Redis.execute_command

    def watched(self, *command, **options):
        try:
            return execute(self, *command, **options)
        finally:
            sent.append(command)
            if len(sent) == number:
                do()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(redis.Redis, "execute_command", watched)
        yield


def use_the_api():
    admit(Caller("account-1"), "read", "read", None)


def test_a_counter_counts_until_it_is_taken_back_or_forgotten(anywhere):
    assert [WRONG.count("sam") for _ in range(3)] == [1, 2, 3]
    assert WRONG.count("frodo") == 1
    WRONG.give_back("sam")
    assert WRONG.count("sam") == 3
    WRONG.forget("sam")
    WRONG.give_back("sam")
    assert WRONG.count("sam") == 1


def test_nothing_is_lost_when_many_count_at_once(anywhere):
    crowd = [Thread(target=lambda: [WRONG.count("sam") for _ in range(50)]) for _ in range(4)]
    for one in crowd:
        one.start()
    for one in crowd:
        one.join()
    assert WRONG.count("sam") == 201


@pytest.mark.services
@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("use", [lambda: WRONG.count("sam"), lambda: WRONG.give_back("sam"), use_the_api])
def test_a_counter_that_runs_out_meanwhile_leaves_none_without_an_end(shared, use, number):
    """It runs out between any two commands."""
    WRONG.count("sam")

    def run_out():
        for key in shared:
            shared.client.delete(key)

    with after_command(number, run_out):
        use()
    assert shared.without_end() == []


@pytest.mark.services
@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("use", [lambda: WRONG.count("sam"), use_the_api])
def test_a_process_that_dies_meanwhile_leaves_no_counter_without_an_end(shared, use, number):
    def die():
        raise SystemExit

    with after_command(number, die), suppress(SystemExit):
        use()
    assert shared.without_end() == []


@pytest.mark.services
def test_a_counter_that_has_lost_its_end_gets_one(shared):
    """Whoever was locked out for ever by it waits no longer than anybody else."""
    for _ in range(8):
        WRONG.count("sam")
    for key in shared:
        shared.client.persist(key)
    assert len(shared.without_end()) == 1
    assert not WRONG.take("sam")
    assert [0 < shared.client.ttl(key) <= WRONG.seconds for key in shared] == [True]


@pytest.mark.services
def test_counting_takes_one_trip(shared):
    WRONG.count("sam")  # Redis is told the script
    with after_command(2, lambda: pytest.fail("a second trip")):
        WRONG.count("sam")


@pytest.mark.services
def test_counting_goes_on_when_redis_has_forgotten_the_script(shared):
    WRONG.count("sam")
    shared.client.script_flush()
    assert WRONG.count("sam") == 2


@pytest.mark.services
def test_a_thousand_requests_of_a_process_share_their_connections(shared, monkeypatch):
    """Each request has a context of its own, which once had a client of its own."""
    opened, connect = [], redis.Connection._connect
    monkeypatch.setattr(redis.Connection, "_connect", lambda self: opened.append(self) or connect(self))
    for _ in range(1_000):
        Context().run(WRONG.count, "sam")
    assert len(opened) <= 1
    assert WRONG.count("sam") == 1_001
