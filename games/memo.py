"""Things made once in each process: they depend on nothing but the server's version and the titles that it offers."""

from collections.abc import Callable, Hashable
from functools import wraps
from threading import Lock
from typing import Any, TypeVar

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


@made_once
def openapi() -> dict[str, Any]:
    """Return the OpenAPI description of the API. Its library makes it in one thread at a time only."""
    from drf_spectacular.generators import SchemaGenerator  # large, and workers have this module, too

    generator = SchemaGenerator()  # type: ignore[no-untyped-call]  # the library is untyped here
    found: dict[str, Any] = generator.get_schema(request=None, public=True)  # type: ignore[no-untyped-call]  # likewise
    return found
