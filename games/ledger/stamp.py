"""The sign of something new to see: what a view of a game depends on, in one small statement.

The position itself follows from the version that the viewer may know; beside it a view shows only who sits
where, whose clock runs and what is offered. So an unchanged view is recognised without reading the position.
"""

import hashlib
import os
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import orjson
from django.conf import settings
from django.db import connection

from accounts.models import ApiToken
from games.ledger import rows
from games.models import Game

_STATEMENT = """
SELECT game.status, game.version, game.published_version,
       seat.name, seat.user_id, seat.waiting_since IS NOT NULL,
       seat.bot, seat.guest_name, seat.due_at, seat.flagged_at,
       sitter.username, sitter.deleted, seat.absent_since, seat.asks, game.terms, game.stops,
       seat.draft,
       token.id, token.user_id, token.scopes, token.game,
       holder.is_active AND (token.expires_at IS NULL OR token.expires_at > %(now)s)
         AND token.last_used_at >= %(recent)s,
       seat.partners
FROM games_game game
JOIN games_seat seat ON seat.game_id = game.id
LEFT JOIN accounts_user sitter ON sitter.id = seat.user_id
LEFT JOIN accounts_apitoken token ON token.digest = %(digest)s
LEFT JOIN accounts_user holder ON holder.id = token.user_id
WHERE game."key" = %(key)s
ORDER BY seat.position
"""

_BEGUN = (Game.Status.RUNNING, Game.Status.FINISHED)


@dataclass(frozen=True)
class Stamp:
    """The facts that the views of a game depend on: one row of the database for each seat.

    Attributes:
        token: number of the token that was asked for, None where there is none, or it has to be looked at.
        scopes: what that token may do. only: the key of the only game that it opens, "" for all.
        holder: number of the account whose token it is.
    """

    key: str
    facts: list[tuple[Any, ...]]
    token: int | None
    scopes: list[str]
    only: str
    holder: int | None

    @property
    def has_begun(self) -> bool:
        return self.facts[0][0] in _BEGUN

    def seat_of_holder(self) -> str | None:
        """Return the seat of the token's account, None if it has none here."""
        return next((row[3] for row in self.facts if self.token is not None and row[4] == self.holder), None)

    def may_answer_for_others(self, seat: str | None) -> bool:
        """Return whether an ally that is asked lets `seat` answer: then its view hangs on more than these facts."""
        allowed = (orjson.loads(row[22]) for row in self.facts if row[5] and row[22] != "{}")
        return any(seat in partners for partners in allowed)

    def tag(self, seat: str | None) -> str:
        """Return a weak ETag of the game as `seat` sees it (None: a spectator).

        It says nothing about what others keep for later, or can still take back: that version is not published.
        """
        status, version, published = self.facts[0][:3]
        if not any(row[3] == seat and row[5] for row in self.facts):
            version = published
        own = [row[16] for row in self.facts if row[3] == seat]
        known = [build(), self.key, seat, status, version, own, [row[3:16] for row in self.facts]]
        return 'W/"' + hashlib.sha256(orjson.dumps(known, default=str)).hexdigest()[:24] + '"'


def stamp_of(key: str, now: datetime, *, secret: str = "", used_within: int = 0) -> Stamp | None:
    """Return what the views of a game depend on, None if there is no such game.

    With the `secret` of a token, the token is looked up along: a valid one whose last use, not more than
    `used_within` seconds ago, is noted already.
    """
    parameters = {
        "key": key,
        "digest": ApiToken.digest_of(secret) if secret else "",
        "now": connection.ops.adapt_datetimefield_value(now),
        "recent": connection.ops.adapt_datetimefield_value(now - timedelta(seconds=used_within)),
    }
    found = rows.fetch(_STATEMENT, parameters)
    if not found:
        return None
    token, holder, scopes, only, fresh = found[0][17:22]
    if not fresh:
        return Stamp(key, found, None, [], "", None)
    return Stamp(key, found, token, orjson.loads(scopes), only, holder)


@cache
def build() -> str:
    """Return what differs between two versions of the program, which may word the same position differently."""
    files = (
        path
        for folder in ("rules", "games")
        for path in sorted(Path(settings.BASE_DIR, folder).rglob("*"))
        if path.suffix in (".py", ".json", ".toml", ".txt")
    )
    sizes = [(path.name, (status := os.stat(path)).st_size, int(status.st_mtime)) for path in files]
    return hashlib.sha256(repr(sizes).encode()).hexdigest()[:12]
