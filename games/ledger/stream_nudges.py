"""Nudge the event streams after the commit: that there may be something new in a game, and for whose ears (API-4).

Only a hint, which never leaves the server. Who is told of it, and what, a stream finds out in the database; and what
gets lost, too.
"""

import logging
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from django.db import transaction

from games.ledger import stream_channel

log = logging.getLogger(__name__)

#: What has happened. MOVED: everybody who watches may see it, and it is news to those who play. KEPT: something that
#: its player may still take back, so it is none of the others' business that anything has happened. SAID: in one of
#: the channels of the chat; a nudge holds which.
MOVED, KEPT, SAID = "moved", "kept", "said"

_LINE = re.compile(rb"(moved|kept|said-[A-Za-z0-9_-]{1,48}) ([a-z0-9]{1,12})((?: \d{1,15})*)")


@dataclass(frozen=True)
class Nudge:
    """Something has happened in a game.

    Attributes:
        what: MOVED, KEPT, or SAID and the channel (`said-players`).
        game: its key.
        accounts: the accounts (ids) that play it, for which a move is news.
    """

    what: str
    game: str
    accounts: tuple[int, ...] = ()

    def line(self) -> bytes:
        """Return the nudge as it travels."""
        return " ".join([self.what, self.game, *map(str, self.accounts)]).encode()


def read(line: bytes) -> Nudge | None:
    """Return the nudge that came as a line, None if it is none.

    >>> read(b"moved abc 7 12")
    Nudge(what='moved', game='abc', accounts=(7, 12))
    """
    found = _LINE.fullmatch(line)
    if found is None:
        return None
    return Nudge(found[1].decode(), found[2].decode(), tuple(map(int, found[3].split())))


def after_commit(what: str, game: str, accounts: Iterable[int | None] = ()) -> None:
    """Nudge the streams once the transaction is committed; it costs the transaction nothing, whatever happens."""
    nudge = Nudge(what, game, tuple(sorted({account for account in accounts if account is not None})))
    transaction.on_commit(partial(_send, nudge), robust=True)


def _send(nudge: Nudge) -> None:
    try:
        stream_channel.send(nudge.line())
    except Exception:
        log.warning("the streams could not be nudged; they will look by themselves")
