"""The admission of listeners: places, few for each address and account, some of them kept for players."""

import random
import resource
import time
from collections import Counter
from dataclasses import dataclass
from enum import IntEnum

from django.conf import settings

from games.refusals import Refused

#: The parts of all places that visitors, and visitors and accounts together, may take.
PARTS = {0: 0.5, 1: 0.85, 2: 1.0}
#: How the name begins of who listens for a seat, without an account.
SEAT = "seat-"
#: Open files of a process that are kept for everything but listeners.
SPARE_FILES = 256
#: Requests that may be looked into at the same time, in all and from one address.
MOST_OPENING, MOST_OPENING_HERE = 256, 16
#: The same from an address from which too many have come who were nobody: the next may still be somebody.
MOST_OPENING_DOUBTED = 4


class Rank(IntEnum):
    """The rank of somebody: the higher, the later do they find all places taken."""

    VISITOR = 0
    ACCOUNT = 1
    PLAYER = 2


@dataclass(frozen=True, slots=True)
class Claim:
    """The claim of a listener to a place.

    Attributes:
        address: from where they come.
        name: the account or, without one, the seat that they listen for; "" if they have neither.
    """

    rank: Rank
    address: str
    name: str = ""


class Places:
    """The places of one process."""

    def __init__(self) -> None:
        files = _files()
        self.most = min(settings.STREAM_PLACES, max(files - SPARE_FILES, files // 2))
        self._by_rank: Counter[Rank] = Counter()
        self._by_address: Counter[str] = Counter()
        self._visitors: Counter[str] = Counter()
        self._by_name: Counter[str] = Counter()
        self._opening: Counter[str] = Counter()
        self._asked_by_name: Counter[str] = Counter()
        self._asked_by_nobody: Counter[str] = Counter()
        self._minute = 0

    def take(self, claim: Claim) -> None:
        """Take a place. Raises Refused (429, 503)."""
        self.check(claim)
        self._count(claim, 1)

    def leave(self, claim: Claim) -> None:
        """Give a place back."""
        self._count(claim, -1)

    def check(self, claim: Claim) -> None:
        """Raise Refused (429, 503) if there is no place for somebody."""
        if self._by_address[claim.address] >= settings.STREAM_PER_ADDRESS:
            raise _too_many("your address")
        if not claim.name and self._visitors[claim.address] >= settings.STREAM_PER_VISITOR_ADDRESS:
            raise _too_many("your address")
        if claim.name.startswith(SEAT) and self._by_name[claim.name] >= settings.STREAM_PER_SEAT:
            raise _too_many("your seat")
        if claim.name and self._by_name[claim.name] >= settings.STREAM_PER_ACCOUNT:
            raise _too_many("your account")
        taken = sum(self._by_rank.values())
        below = sum(number for rank, number in self._by_rank.items() if rank <= claim.rank)
        if taken >= self.most or below >= int(self.most * PARTS[claim.rank]):
            raise full()

    def begin(self, address: str, *, shows_nothing: bool) -> None:
        """Let a request be looked into, which costs more than listening; `count` it when it was, `end` it in any case.

        From an address whose nobodies have asked too often, only those go on who show something, and few at once.
        Raises Refused (429, 503).
        """
        self._turn_minute()
        is_doubted = self._asked_by_nobody[address] >= settings.RATE_LIMITS["read"]
        most = MOST_OPENING_DOUBTED if is_doubted else MOST_OPENING_HERE
        if (is_doubted and shows_nothing) or self._opening[address] >= most:
            raise _too_often()
        if self._opening.total() >= MOST_OPENING:
            raise full()
        self._opening[address] += 1

    def count(self, name: str, address: str) -> None:
        """Count a request for whose it was: an account's or a seat's, or ("") nobody's at an address.

        So nobody's requests cost those nothing who are somebody at the same address. Raises Refused (429).
        """
        self._turn_minute()
        asked, whose = (self._asked_by_name, name) if name else (self._asked_by_nobody, address)
        asked[whose] += 1
        if asked[whose] > settings.RATE_LIMITS["read"]:
            raise _too_often()

    def end(self, address: str) -> None:
        """A request has been looked into."""
        _add(self._opening, address, -1)

    def _turn_minute(self) -> None:
        minute = int(time.monotonic() // 60)
        if minute != self._minute:
            self._minute = minute
            self._asked_by_name.clear()
            self._asked_by_nobody.clear()

    def _count(self, claim: Claim, more: int) -> None:
        _add(self._by_rank, claim.rank, more)
        _add(self._by_address, claim.address, more)
        if not claim.name:
            _add(self._visitors, claim.address, more)
        if claim.name:
            _add(self._by_name, claim.name, more)


def _add(counter: Counter, key: object, more: int) -> None:  # type: ignore[type-arg]  # of anything
    counter[key] += more
    if counter[key] <= 0:
        del counter[key]


def _files() -> int:
    """Return how many files this process may have open, after asking for as many as it is allowed."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < hard:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
            soft = hard
        except (ValueError, OSError):
            pass
    return 1_000_000 if soft == resource.RLIM_INFINITY else soft


# -- refusals ----------------------------------------------------------------------------------


def spread(least: int, most: int) -> int:
    """Return when to come back, in seconds: not the same for everybody."""
    return random.randint(least, most)


def full() -> Refused:
    """Return the refusal of whoever finds all places taken."""
    wait = {"wait": spread(30, 90)}
    return Refused("streams-full", "Too many are listening here. Ask now and then instead.", 503, extra=wait)


def closing() -> Refused:
    """Return the refusal of whoever comes while the server stops."""
    wait = {"wait": spread(2, 30)}
    return Refused("restarting", "The server restarts. Come back in a moment.", 503, extra=wait)


def _too_many(where: str) -> Refused:
    words = f"From {where} too many listen already. Ask now and then instead."
    return Refused("too-many-streams", words, 429, extra={"wait": spread(30, 90)})


def _too_often() -> Refused:
    words = "Too many requests: wait a moment."
    return Refused("throttled", words, 429, extra={"wait": spread(30, 90)})
