"""Things made once in each process, which depend on nothing but the server's version and the titles that it offers.

And figures for everybody that cost much and may be a while old: they are kept in the cache, which all processes share.
"""

from collections.abc import Callable, Hashable
from functools import wraps
from threading import Lock
from typing import Any, TypeVar

from django.core.cache import cache

from accounts.cache_outages import tried
from rules.core import registry

Made = TypeVar("Made")


def made_once(make: Callable[..., Made]) -> Callable[..., Made]:
    """Keep what a function makes of its arguments; threads that ask for the same meanwhile wait for it.

    The arguments are few, hashable, and given by position: nothing is ever forgotten.
    """
    made: dict[tuple[Hashable, ...], Made] = {}
    locks: dict[tuple[Hashable, ...], Lock] = {}

    @wraps(make)
    def get(*of: Hashable) -> Made:
        key = (registry.ids(), *of)
        if key not in made:
            with locks.setdefault(key, Lock()):
                if key not in made:
                    made[key] = make(*of)
        return made[key]

    return get


def kept(name: str, seconds: int) -> Callable[[Callable[[str], Made]], Callable[[str], Made]]:
    """Return what keeps for a while what a function makes of an id; it must be fit for everybody's eyes.

    While the cache cannot be reached it is made each time.
    """

    def keeping(make: Callable[[str], Made]) -> Callable[[str], Made]:
        @wraps(make)
        def get(of: str) -> Made:
            key = f"{name}/{of}"
            found: Made | None = tried(lambda: cache.get(key), None)
            if found is None:
                made = found = make(of)
                tried(lambda: cache.set(key, made, seconds), None)
            return found

        return get

    return keeping


@made_once
def openapi() -> dict[str, Any]:
    """Return the OpenAPI description of the API. Its library makes it in one thread at a time only."""
    from drf_spectacular.generators import SchemaGenerator  # large, and workers have this module, too

    generator = SchemaGenerator()  # type: ignore[no-untyped-call]  # the library is untyped here
    found: dict[str, Any] = generator.get_schema(request=None, public=True)  # type: ignore[no-untyped-call]  # likewise
    return found
