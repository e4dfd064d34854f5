"""The shared cache, with a counter that costs one trip."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.core.cache.backends.redis import RedisCache


class CountingRedisCache(RedisCache):
    """Django's Redis cache, and `count`."""

    @cached_property
    def _counters(self) -> Any:
        return self._cache.get_client(write=True)

    def count(self, key: str, seconds: int) -> int:
        """Add one to a counter, which is forgotten `seconds` after its first. Returns its value."""
        name = self.make_and_validate_key(key)
        value = int(self._counters.incr(name))
        if value == 1:
            self._counters.expire(name, seconds)
        return value
