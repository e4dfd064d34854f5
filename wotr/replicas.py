"""Reads that may be late: some pages for strangers, from a copy of the database that follows it (REPLICA_URL).

Only whoever shows no session and no token is served from there, and only at the addresses named here: they have written
nothing that they could miss. Nobody moves, signs in or is looked up there. A copy that is away or far behind costs
time, not answers: the page is made again from the database itself.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import InterfaceError, OperationalError, connections
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone

from wotr.retry import SAFE

log = logging.getLogger(__name__)

ALIAS = "replica"
#: Names of addresses: the games to watch, events, ratings, players. None of a single game: what of it is not published
#: yet, or was taken back, must be looked at where that is known.
LATE = frozenset(
    {
        "watch-games",
        "leagues",
        "records",
        "result-record",
        "ranking",
        "league",
        "league-standings",
        "league-games",
        "league-calendar",
        "league-export",
        "player",
    }
)
#: Apps that say who somebody is and what they may do.
NEVER = frozenset({"accounts", "account", "auth", "contenttypes", "sessions"})
#: How far behind a copy may be. The sweep of the clocks notes every half minute that it runs, and that follows, too.
MOST_LATE = timedelta(minutes=2)
#: Seconds between two looks at how far behind it is.
LOOK_SECONDS = 10.0

_may_be_late: ContextVar[bool] = ContextVar("may_be_late", default=False)


class Router:
    """Sends reads to the copy where they may be late, and everything else to the database itself."""

    def db_for_read(self, model: type[Model], **hints: Any) -> str:
        if not _may_be_late.get() or model._meta.app_label in NEVER:
            return "default"
        return "default" if connections["default"].in_atomic_block else ALIAS

    def db_for_write(self, model: type[Model], **hints: Any) -> str:
        return "default"

    def allow_relation(self, one: Model, other: Model, **hints: Any) -> bool:
        return True

    def allow_migrate(self, database: str, app_label: str, **hints: Any) -> bool:
        return database == "default"


class _Copy:
    """What this process knows of the copy: whether it is there, and close enough behind."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.forget()

    def forget(self) -> None:
        """Look again before the next read."""
        self._follows, self._again_at = False, 0.0

    def follows(self) -> bool:
        if time.monotonic() >= self._again_at and self._lock.acquire(blocking=False):
            try:
                self._follows = self._look()
                self._again_at = time.monotonic() + LOOK_SECONDS
            finally:
                self._lock.release()
        return self._follows

    def lose(self) -> None:
        """Note that it has failed."""
        self._follows, self._again_at = False, time.monotonic() + LOOK_SECONDS
        connections[ALIAS].close()

    def _look(self) -> bool:
        try:
            with connections[ALIAS].cursor() as cursor:
                cursor.execute("SELECT at FROM games_pulse WHERE name = 'clocks'")
                found: tuple[datetime] | None = cursor.fetchone()
        except (OperationalError, InterfaceError) as error:
            log.warning("the replica is away", extra={"error": type(error).__name__})
            connections[ALIAS].close()
            return False
        return found is not None and timezone.now() - found[0] <= MOST_LATE


copy = _Copy()


@contextmanager
def _late() -> Iterator[None]:
    token = _may_be_late.set(True)
    try:
        yield
    finally:
        _may_be_late.reset(token)


def _is_strangers(request: HttpRequest) -> bool:
    """Return whether somebody only looks, and shows nothing of their own."""
    shows = settings.SESSION_COOKIE_NAME in request.COOKIES or "Authorization" in request.headers
    return request.method in SAFE and not shows


class LateReadsMiddleware:
    """Makes a page from the copy where it may be late. The last one, so that all others have looked at the request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponseBase], args: Any, kwargs: Any
    ) -> HttpResponseBase | None:
        """Return the page; None where it has to be made from the database itself, as after any failure."""
        match = request.resolver_match
        may_be_late = match is not None and match.url_name in LATE and _is_strangers(request)
        if not may_be_late or not copy.follows():
            return None
        try:
            with _late():
                answer = view(request, *args, **kwargs)
        except (OperationalError, InterfaceError):
            copy.lose()
            return None
        except Exception:
            log.debug("not made from the replica", exc_info=True)
            return None
        return answer if answer.status_code < 400 else None  # what is new may not be there yet
