"""Pictures that were drawn, kept for a while for all processes of the server: nobody draws one twice.

Whoever asks has looked before whether their viewer may see what they name. A cache that is down costs time, not
answers: what cannot be kept is drawn again.
"""

from django.core.cache import caches

from accounts.cache_outages import tried

#: Seconds for which one that was asked for is waited for by all, before somebody else asks again.
CLAIMED_SECONDS = 5


def kept(name: str) -> bytes | None:
    """Return the picture of this name, None if it is not kept."""
    found: bytes | None = tried(lambda: caches["pictures"].get(name), None)
    return found


def keep(name: str, png: bytes) -> None:
    """Keep a picture under a name, which nothing else ever has."""
    tried(lambda: caches["pictures"].set(name, png), None)


def claim(name: str) -> bool | None:
    """Return whether the caller is the first to want a picture that is not kept; None where none can be kept."""
    return tried(lambda: caches["pictures"].add(f"claim/{name}", 1, CLAIMED_SECONDS), None)
