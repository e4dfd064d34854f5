"""Mended rules: what was played wrong, since when it is played right, and what keeps the former reading.

Whoever mends a rule raises the version of its title, or of its set, and declares here what was mended. Where the former
reading is worth keeping for games that have begun with it, an option says which one is played: new tables have its
default, and `Title.former_defaults` names the former reading, so that nothing that was recorded before leads elsewhere.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec


class Mend(msgspec.Struct, frozen=True, kw_only=True):
    """A mended rule.

    Attributes:
        id: kebab-case, stable: reports name it.
        release: the version of the project that brought it (`0.9.0`).
        version: the version of the title, or of its set, that it made; 0 where every game leads where it led.
        rule: its number.
        was, now: what was played, and what is, a sentence each.
        option: the option whose former default is the former reading; "" where that is gone.
        set: the set whose rule it is; "" for a title without sets.
    """

    id: str
    release: str
    version: int
    rule: str
    was: str
    now: str
    option: str = ""
    set: str = ""


def mends_in(*files: Path) -> tuple[Mend, ...]:
    """Return the mends of files of data, as far as they are there: each a list of them, the oldest first.

    Raises msgspec.ValidationError.
    """
    told = [msgspec.json.decode(file.read_bytes(), type=list[Mend]) for file in files if file.exists()]
    return tuple(mend for mends in told for mend in mends)


def mends_between(mends: Sequence[Mend], former: int, now: int) -> tuple[Mend, ...] | None:
    """Return the mends of one title or set that made the versions after `former` up to `now`.

    None: `former` is later than `now`, or of one of these versions nobody says what was mended.
    """
    made = tuple(mend for mend in mends if former < mend.version <= now)
    told = {mend.version for mend in made}
    return made if former <= now and told >= {*range(former + 1, now + 1)} else None


def options_of(mends: Iterable[Mend]) -> tuple[str, ...]:
    """Return the options that keep a former reading, each once."""
    return tuple(dict.fromkeys(mend.option for mend in mends if mend.option))
