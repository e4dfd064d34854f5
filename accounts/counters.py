"""Counters in the cache, which all web processes share where there are several: each is forgotten after a while.

A counter without an end would lock somebody out for ever. So none is ever written without one: Redis counts and sets
the end in one step, and a counter that has lost its end gets a new one when it is counted next. The cache of the
embedded shape keeps a counter's end with it.
"""

from functools import cache, cached_property
from typing import Any

from django.core.cache import caches
from django.core.cache.backends.redis import RedisCache, RedisCacheClient

#: Redis carries out a script as a whole, and nothing runs out meanwhile.
COUNT = """
local value = redis.call('INCR', KEYS[1])
if redis.call('TTL', KEYS[1]) < 0 then
    redis.call('EXPIRE', KEYS[1], ARGV[1])
end
return value
"""
TAKE_BACK = """
if redis.call('EXISTS', KEYS[1]) == 1 then
    redis.call('DECR', KEYS[1])
end
"""


@cache
def _client_of(servers: tuple[str, ...]) -> Any:
    """Return the client of a process, whose connections all threads and requests share."""
    return RedisCacheClient(list(servers))


class CountingRedisCache(RedisCache):
    """Django's Redis cache, with counters that cost one trip, and one client in a process.

    Django's own `incr` looks whether there is a counter and then adds to it: one that runs out in between begins
    anew, without an end. And each context of a request would have a client of its own, with connections of its own.
    """

    @cached_property
    def _cache(self) -> Any:
        return _client_of(tuple(self._servers))  # type: ignore[attr-defined]  # its stubs do not know it

    @cached_property
    def _scripts(self) -> tuple[Any, Any]:
        client = self._cache.get_client(write=True)
        return client.register_script(COUNT), client.register_script(TAKE_BACK)

    def count(self, key: str, seconds: int) -> int:
        """Add one to a counter, which is forgotten `seconds` after its first. Returns its value."""
        return int(self._scripts[0]([self.make_and_validate_key(key)], [seconds]))

    def take_back(self, key: str) -> None:
        """Take one from a counter, if there is one."""
        self._scripts[1]([self.make_and_validate_key(key)])


def count(key: str, seconds: int) -> int:
    """Add one to a counter, which is forgotten `seconds` after its first. Returns its value."""
    counters = caches["default"]
    if isinstance(counters, CountingRedisCache):
        return counters.count(key, seconds)
    counters.add(key, 0, seconds)
    try:
        return counters.incr(key)
    except ValueError:  # it has run out just now
        return 1


def take_back(key: str) -> None:
    """Take one from a counter, if there is one."""
    counters = caches["default"]
    if isinstance(counters, CountingRedisCache):
        counters.take_back(key)
        return
    try:
        counters.decr(key)
    except ValueError:  # it has run out in between
        return
