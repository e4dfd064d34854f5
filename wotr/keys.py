"""Keys that an operator sets: none may be short, or stand where anybody can read it."""

from __future__ import annotations

from collections.abc import Mapping

from django.core.exceptions import ImproperlyConfigured

#: Variables that hold a key of the server's own, as far as they are set.
KEYS = ("SECRET_KEY", "SEED_KEY", "METRICS_TOKEN")
#: Characters of a key: 32 of base 16, the poorest alphabet in use, are 128 bits.
LEAST = 32
#: Different characters of a key: of 32 of base 16 drawn by chance, once in some twenty million there are fewer.
LEAST_DIFFERENT = 8
#: Parts of keys that were printed as examples, here or in the manuals of what this server is built with.
PUBLISHED = ("change-me", "changeme", "django-insecure", "your-secret-key")
REMEDY = (
    "`make env`, or `sh docker/make-env` where make is missing, writes docker/.env with keys of your own."
)


def fault_of(key: str) -> str:
    """Return why a key protects nothing; "" if it may stand.

    >>> fault_of("x")
    'is too short: it has 1 character, and 32 are the least'
    >>> fault_of("change-me-and-keep-me-and-all-the-others-too")
    'is published: anybody can read it in the example it was taken from'
    """
    plain = key.lower().replace("_", "-")
    if any(part in plain for part in PUBLISHED):
        return "is published: anybody can read it in the example it was taken from"
    if len(key) < LEAST:
        count = f"{len(key)} character{'' if len(key) == 1 else 's'}"
        return f"is too short: it has {count}, and {LEAST} are the least"
    if len(set(key)) < LEAST_DIFFERENT:
        return f"can be guessed: it is made of {len(set(key))} different characters only"
    return ""


def refuse_weak(environment: Mapping[str, str]) -> None:
    """Let a server with players of its own start with good keys only; one that is not set is made elsewhere.

    Raises ImproperlyConfigured with a sentence for every key that is none, and never with a key itself.
    """
    set_here = {name: environment.get(name, "").strip() for name in KEYS}
    faults = [f"{name} {fault_of(key)}." for name, key in set_here.items() if key and fault_of(key)]
    if faults:
        raise ImproperlyConfigured(" ".join([*faults, REMEDY]))
