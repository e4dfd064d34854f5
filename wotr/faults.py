"""Answers instead of what was asked for: to programs a problem (RFC 9457), to people a page.

The handlers of `wotr.urls` end here, and what is refused before any view is asked (wotr.request_bodies). Nothing of an
error itself is shown: no trace, no statement, no value.
"""

import errno
import sqlite3
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import psycopg
from django.conf import settings
from django.core.exceptions import DisallowedHost, RequestDataTooBig
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views import defaults

from games.api.problems import plain_answer
from games.refusals import Refused

#: Seconds after which a request is worth another try.
WAIT = 5
#: What the machine lacks for a while (errno): room on the disk, open files, memory.
_SHORT_OF = {errno.ENOSPC, errno.EDQUOT, errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EIO, errno.EROFS}
#: What SQLite says of its file or its neighbours, not of a statement (the low byte of its result codes).
_SQLITE = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PROTOCOL,
}


@dataclass(frozen=True)
class Fault:
    """The reason why a request is not answered: `code` for programs, `heading` and `words` for people.

    `wait` are the seconds after which it may be tried again, 0 if there is no use in that.
    """

    status: int
    code: str
    heading: str
    words: str
    wait: int = 0


BROKEN = Fault(
    500,
    "internal-error",
    "Something broke on our side",
    "What you asked for is either entirely done or not at all: look before you ask again. "
    "We keep a log of what went wrong.",
)
UNAVAILABLE = Fault(
    503,
    "unavailable",
    "Not just now",
    "The server cannot reach or write its data at the moment. What you asked for is either entirely done or not "
    "at all. Wait a few seconds, look, and try again.",
    WAIT,
)
NOT_HERE = Fault(
    503,
    "title-missing",
    "The rules of this game are not here",
    "The server has been started without them, so nobody can look at the game or move in it. Nothing is lost: its "
    "clocks stand, and it goes on when the rules are here again.",
)
CROWDED = Fault(
    503,
    "crowded",
    "Too much at once",
    "The server is being sent more than it can take in. Nothing has changed. Wait a few seconds, and try again.",
    WAIT,
)
TOO_MANY = Fault(
    429,
    "too-many-waiting",
    "Too much at once",
    "Too many requests from your network, or of your account, wait to be answered already. Nothing has changed. Wait a "
    "few seconds, and try again.",
    WAIT,
)
TOO_SLOW = Fault(
    408,
    "too-slow",
    "That took too long",
    "What you sent did not arrive in time. Nothing has changed. Look at your connection, and send it again.",
)
BROKEN_OFF = Fault(
    400, "broken-off", "That broke off", "What you sent broke off before its end. Nothing has changed."
)
#: A stream is asked for with a body. It never reads one, which could come for as long as the stream lasts.
WITH_BODY = Fault(
    400, "unexpected-body", "That is more than was asked for", "A stream is asked for without a body."
)


def too_large(most: int) -> Fault:
    """Return the fault of a request whose body holds more than `most` bytes."""
    words = f"A request holds at most {most} bytes. Nothing has changed."
    return Fault(413, "too-large", "That is too much", words)


def is_for_programs(path: str) -> bool:
    """Return whether whoever asks at an address wants problems, not pages."""
    return path.startswith("/api/")


def problem_of(fault: Fault) -> HttpResponse:
    """Return what is answered to a program."""
    extra = {"wait": fault.wait} if fault.wait else None
    return plain_answer(Refused(fault.code, fault.words, fault.status, extra=extra), {})


def answer_to(path: str, fault: Fault) -> HttpResponse:
    """Return what is answered at an address. It needs neither the request nor the database."""
    if is_for_programs(path):
        return problem_of(fault)
    page = render_to_string("fault.html", {"fault": fault, "site_name": settings.SITE_NAME})
    headers = {"Retry-After": str(fault.wait)} if fault.wait else {}
    return HttpResponse(page, status=fault.status, headers=headers)


# -- the handlers of wotr.urls -----------------------------------------------------------------


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer what cannot be read."""
    if isinstance(exception, RequestDataTooBig):
        return answer_to(request.path, too_large(settings.DATA_UPLOAD_MAX_MEMORY_SIZE))
    if not is_for_programs(request.path):
        return defaults.bad_request(request, exception)
    words = "The request cannot be read."
    if isinstance(exception, DisallowedHost):
        words = "This server does not go by the name that the request calls it."
    return plain_answer(Refused("malformed", words, 400), {})


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer what somebody else may do."""
    if is_for_programs(request.path):
        return plain_answer(Refused("forbidden", "You may not do that.", 403), {})
    return defaults.permission_denied(request, exception)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer at an address at which there is nothing."""
    if is_for_programs(request.path):
        return plain_answer(Refused("not-found", "There is nothing at this address.", 404), {})
    return defaults.page_not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer after an error that nobody has caught: 503 where the data could not be reached or written, else 500.

    An answer after which the same request may well succeed at once carries `cut`.
    """
    error = sys.exc_info()[1]
    if error is None or not is_passing(error):
        return answer_to(request.path, BROKEN)
    answer = answer_to(request.path, UNAVAILABLE)
    answer.cut = is_cut(error)  # type: ignore[attr-defined]  # read by wotr.retry
    return answer


# -- errors that pass --------------------------------------------------------------------------


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Yield an error and what it was raised from."""
    seen: BaseException | None = error
    for _ in range(8):
        if seen is None:
            return
        yield seen
        seen = seen.__cause__


def is_passing(error: BaseException) -> bool:
    """Return whether an error says that the database, the cache or the disk cannot be used for now."""
    return any(_passes(cause) for cause in _causes(error))


def _passes(error: BaseException) -> bool:
    if isinstance(error, sqlite3.Error):
        return getattr(error, "sqlite_errorcode", 0) & 0xFF in _SQLITE
    if isinstance(error, OperationalError) and isinstance(error.__cause__, sqlite3.Error):
        return False  # its cause says more
    if isinstance(error, OSError):
        return error.errno in _SHORT_OF
    return isinstance(error, (OperationalError, InterfaceError, *_errors_of_the_cache()))


@cache
def _errors_of_the_cache() -> tuple[type[Exception], ...]:
    from redis import exceptions  # large, and the embedded shape has none, nor errors that anybody looks at

    return (
        exceptions.ConnectionError,
        exceptions.TimeoutError,
        exceptions.ReadOnlyError,
        exceptions.OutOfMemoryError,
    )


def is_cut(error: BaseException) -> bool:
    """Return whether the same may well succeed at once: on a new connection, or in a transaction of its own."""
    for cause in _causes(error):
        if isinstance(cause, psycopg.errors.DeadlockDetected | psycopg.errors.SerializationFailure):
            return True
        if isinstance(cause, psycopg.OperationalError | psycopg.InterfaceError):
            # 08: the connection; 57P01 and on: the server shuts down or comes up; none: nobody was there to tell.
            return cause.sqlstate is None or cause.sqlstate[:2] == "08" or cause.sqlstate[:4] == "57P0"
        if isinstance(cause, InterfaceError) and cause.__cause__ is None:
            return True
    return False
