"""Pictures that were drawn, kept for a while for all processes of the server: nobody draws one twice.

Whoever asks has looked before whether their viewer may see what they name. A cache that is down costs time, not
answers: what cannot be kept is drawn again.
"""

import logging
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from django.core.cache import caches

logger = logging.getLogger(__name__)

#: Seconds for which one that was asked for is waited for by all, before somebody else asks again.
CLAIMED_SECONDS = 5

T = TypeVar("T")


def kept(name: str) -> bytes | None:
    """Return the picture of this name, None if it is not kept."""
    found = _tried(lambda: caches["pictures"].get(name), None)
    return bytes(found) if found is not None else None


def keep(name: str, png: bytes) -> None:
    """Keep a picture under a name, which nothing else ever has."""
    _tried(lambda: caches["pictures"].set(name, png), None)


def claim(name: str) -> bool:
    """Return whether the caller is the first to want a picture that is not kept; the others wait for it."""
    return bool(_tried(lambda: caches["pictures"].add(f"claim/{name}", 1, CLAIMED_SECONDS), True))


def _tried(call: Callable[[], T], otherwise: T) -> T:
    try:
        return call()
    except Exception:
        with suppress(Exception):
            logger.warning("the pictures that are kept cannot be reached", exc_info=True)
        return otherwise
