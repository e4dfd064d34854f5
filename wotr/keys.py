"""Keys that an operator sets: none may be short, or stand where anybody can read it."""

import os
import re
import secrets
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

#: Variables that hold a key of the server's own, as far as they are set.
KEYS = ("SECRET_KEY", "SEED_KEY", "METRICS_TOKEN")
#: Those that are made under VAR_DIR where they are missing: set to nothing, they were meant to be something.
NEVER_BLANK = ("SECRET_KEY", "SEED_KEY")
#: Characters of a key: 32 of base 16, the poorest alphabet in use, are 128 bits.
LEAST = 32
#: Different characters of a key: of 32 of base 16 drawn by chance, once in some twenty million there are fewer.
LEAST_DIFFERENT = 8
#: Parts of keys that were printed as examples, here or in the manuals of what this server is built with.
PUBLISHED = ("change-me", "changeme", "django-insecure", "your-secret", "-of-a-test-", "of-the-tests-of-")
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
    if not key:
        return "is set to nothing: take it away, or give it a key"
    plain = re.sub(r"[\s_-]+", "-", key.lower())
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
    given = {name: environment[name].strip() for name in KEYS if name in environment}
    asked = {name: key for name, key in given.items() if key or name in NEVER_BLANK}
    faults = [f"{name} {fault_of(key)}." for name, key in asked.items() if fault_of(key)]
    if faults:
        raise ImproperlyConfigured(" ".join([*faults, REMEDY]))


def kept(path: Path) -> str:
    """Return the key in a private file, made by whoever asks first; all others find it whole.

    Raises ImproperlyConfigured, naming the file, if what is in it is no whole key: another one would open nothing
    that was sealed with the former.
    """
    if not path.exists():
        _make(path)
    # A crash may leave a file full of zeros.
    key = path.read_text(errors="replace").strip().strip("\0")
    if len(key) < LEAST:
        raise ImproperlyConfigured(
            f"{path} holds no whole key: it has {len(key)} characters, and {LEAST} are the least. Put it back from a "
            "backup; if there is none, remove the file, and a new key is made: what the former has sealed is lost then."
        )
    return key


def _make(path: Path) -> None:
    """Write a new key into a file that appears whole or not at all, and replaces none."""
    # Only its owner can read it.
    descriptor, draft = tempfile.mkstemp(prefix=f"{path.name}.", dir=path.parent)
    try:
        with os.fdopen(descriptor, "w") as handle:
            handle.write(secrets.token_urlsafe(48))
            handle.flush()
            os.fsync(handle.fileno())
        with suppress(FileExistsError):  # somebody else was faster
            os.link(draft, path)
    finally:
        os.unlink(draft)
