"""A request whose connection to the database was cut is tried once more, where that can double nothing.

Databases restart, and poolers drop connections that lay idle. Whoever asks need not know. Reading is always tried
again. Anything else only if no transaction came as far as its COMMIT and nothing was written outside of one: what had
been begun was then rolled back as a whole. Where a COMMIT was sent and its answer lost, nobody knows what holds: the
caller is told so (503), and finds out by asking again, with the same Idempotency-Key for a move.
"""

from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.core.handlers.wsgi import WSGIHandler
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.http import HttpRequest, UnreadablePostError
from django.http.response import HttpResponseBase

from wotr.faults import BROKEN_OFF, answer_to
from wotr.middleware import add_headers
from wotr.request_bodies import excess_of, plain_type

#: Methods that ask for no change (RFC 9110, 9.2.1).
SAFE = ("GET", "HEAD", "OPTIONS")

#: Statements that change nothing by themselves, as Django and this house begin them.
HARMLESS = ("SELECT", "BEGIN")


class _Watch:
    """Notes whether anything was written that a rollback does not take back."""

    def __init__(self) -> None:
        self.written = False
        self._commits = _commits()

    def __call__(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]
    ) -> Any:
        if not context["connection"].in_atomic_block and not str(sql).startswith(HARMLESS):
            self.written = True
        return execute(sql, params, many, context)

    @property
    def may_be_doubled(self) -> bool:
        return self.written or _commits() != self._commits


def _commits() -> int:
    """Return how many transactions of this thread came as far as their COMMIT (wotr.sqlite, wotr.postgresql)."""
    commits: int = connections[DEFAULT_DB_ALIAS].commits  # type: ignore[attr-defined]
    return commits


def _broken_off(request: HttpRequest) -> HttpResponseBase:
    """Answer a body that cannot be read to its end: nobody else can read it, nor is to act on a part of it."""
    answer = answer_to(request.path_info, BROKEN_OFF)
    add_headers(answer)
    return answer


class Handler(WSGIHandler):
    """Django's WSGI application, with a second try."""

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        """Serve a request, of whose type no more is left than can be read (`wotr.asgi` has done so, too)."""
        kind = plain_type(environ.get("CONTENT_TYPE", ""))
        return super().__call__({**environ, "CONTENT_TYPE": kind}, start_response)

    def get_response(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request."""
        is_safe = request.method in SAFE
        whole = None
        if not is_safe and excess_of(request.path_info, request.META) is None:
            try:
                with suppress(RequestDataTooBig):  # the view is told so again
                    whole = request.body
            except UnreadablePostError:
                return _broken_off(request)
        watch = _Watch()
        with connection.execute_wrapper(watch):
            answer = super().get_response(request)
        may_try = is_safe or (whole is not None and not watch.may_be_doubled)
        if not (getattr(answer, "cut", False) and may_try) or connection.in_atomic_block:
            return answer
        connection.close()
        environ = {**request.META, "wsgi.input": BytesIO(whole or b"")}
        return super().get_response(self.request_class(environ))
