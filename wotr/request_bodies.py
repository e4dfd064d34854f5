"""Bodies of requests: received before a thread is taken, bounded in size and time.

A thread that reads from a connection waits for whoever sends. So the event loop receives each body as a whole, within
`settings.BODY_SECONDS` from its first byte to its last, and threads see bodies that lie in memory.
"""

import asyncio
import base64
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from typing import Any

from django.conf import settings
from django.utils.crypto import constant_time_compare

from games.api.parsers import MOST_BYTES
from wotr import faults

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]

#: Bytes that every body may hold, however many others there are.
OWN_BYTES = 16_384
#: Bytes beyond these that all bodies of a process hold at once.
SHARED_BYTES = 64_000_000
#: Bytes of a body that is too large which are read and thrown away, so that its sender gets to read the answer.
THROWN_AWAY_BYTES = 2_000_000
#: Methods without a body, unless the request announces one.
WITHOUT_BODY = ("GET", "HEAD", "OPTIONS")

#: What a type of a body says of the line between its parts, and the lines that are let in (RFC 2046, 5.1.1).
_BOUNDARY = re.compile(r""";[ \t]*boundary[ \t]*=[ \t]*(?:"([^"]*)"|([^;"]*))""", re.IGNORECASE)
_PLAIN_BOUNDARY = re.compile(r"[0-9A-Za-z'()+_,./:=? -]{1,200}")


class NotReceived(Exception):
    """A body that was not received, and what is answered; None if nobody is there to read an answer."""

    def __init__(self, fault: faults.Fault | None) -> None:
        super().__init__(fault.code if fault else "gone")
        self.fault = fault


def plain_type(value: str) -> str:
    """Return the type of a body (`Content-Type`) with nothing but a plain boundary.

    Django decodes whatever else is named there before any view is asked, and breaks on encodings that decode no text or
    to halves of characters. Everything that the house reads is UTF-8, whatever it is called.

    >>> plain_type("application/json; charset=utf-7")
    'application/json'
    >>> plain_type("multipart/form-data; charset=hex; boundary=--b")
    'multipart/form-data; boundary="--b"'
    """
    kind = value.partition(";")[0].strip()
    found = _BOUNDARY.search(value)
    boundary = (found[1] or found[2] or "").strip() if found else ""
    return f'{kind}; boundary="{boundary}"' if _PLAIN_BOUNDARY.fullmatch(boundary) else kind


def most_bytes(path: str, authorization: str) -> int:
    """Return how many bytes the body of a request may hold.

    A mail service, which shows the secret of ANYMAIL_WEBHOOK_SECRET, hands over whole mails.
    """
    if path.startswith("/anymail/") and _is_mail_service(authorization):
        return settings.MAIL_WEBHOOK_BYTES
    return MOST_BYTES if faults.is_for_programs(path) else settings.FORM_BYTES


def excess_of(path: str, meta: Mapping[str, Any]) -> faults.Fault | None:
    """Return the fault of a WSGI request that announces more than its body may hold, None if it does not."""
    length, most = meta.get("CONTENT_LENGTH") or "0", most_bytes(path, meta.get("HTTP_AUTHORIZATION", ""))
    if length.isdecimal() and (len(length) > 18 or int(length) > most):
        return faults.too_large(most)
    return None


def _is_mail_service(authorization: str) -> bool:
    """Return whether basic credentials (RFC 7617) are those of the mail service."""
    secret = settings.ANYMAIL.get("WEBHOOK_SECRET", "")
    scheme, _, shown = authorization.partition(" ")
    expected = base64.b64encode(secret.encode())
    return bool(secret) and scheme.lower() == "basic" and constant_time_compare(shown.strip(), expected)


class Store:
    """Counts what the bodies of all requests hold beyond their own share."""

    def __init__(self, most: int = SHARED_BYTES) -> None:
        self.left = most

    def take(self, size: int) -> None:
        """Take so many bytes. Raises NotReceived (503) when there are not as many left."""
        if size > self.left:
            raise NotReceived(faults.CROWDED)
        self.left -= size

    def give_back(self, size: int) -> None:
        self.left += size


_store = Store()


def _values(scope: Scope, wanted: bytes) -> Iterable[bytes]:
    return (value for name, value in scope["headers"] if name == wanted)


def _announced(scope: Scope) -> int | None:
    """Return the length that a request announces, None for none. Raises NotReceived."""
    for value in _values(scope, b"content-length"):
        if not value.isdigit() or len(value) > 18:
            raise NotReceived(faults.BROKEN_OFF)
        return int(value)
    return None


def size_of(scope: Scope) -> int:
    """Return how many bytes the body of a request holds that was received."""
    return _announced(scope) or 0


def has_none(scope: Scope) -> bool:
    """Return whether a request announces no body: whoever does not take it can be sent one without end."""
    lengths = [value for value in _values(scope, b"content-length") if value.strip(b"0")]
    return not lengths and not any(True for _ in _values(scope, b"transfer-encoding"))


@asynccontextmanager
async def received(scope: Scope, receive: Receive) -> AsyncIterator[tuple[Scope, Receive]]:
    """Receive the body of a request; yield the request with its length, and a `receive` that hands it out at once.

    Its memory counts until the context ends. Raises NotReceived.
    """
    length = _announced(scope)
    pieces = any(True for _ in _values(scope, b"transfer-encoding"))
    if length is None and not pieces and scope["method"] in WITHOUT_BODY:
        yield scope, _handing_out(b"")
        return
    authorization = next(iter(_values(scope, b"authorization")), b"").decode("latin-1")
    most = most_bytes(scope["path"], authorization)
    if length is not None and length > most:
        raise NotReceived(faults.too_large(most))
    body = bytearray()
    try:
        await _read(body, receive, most)
        whole = bytes(body)
        headers = [
            (name, value)
            for name, value in scope["headers"]
            if name not in (b"transfer-encoding", b"content-length")
        ]
        yield {**scope, "headers": [*headers, (b"content-length", b"%d" % len(whole))]}, _handing_out(whole)
    finally:
        _store.give_back(max(0, len(body) - OWN_BYTES))


def _handing_out(whole: bytes) -> Receive:
    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": whole, "more_body": False}

    return receive


async def _read(body: bytearray, receive: Receive, most: int) -> None:
    """Read a body to its end. Raises NotReceived."""
    try:
        async with asyncio.timeout(settings.BODY_SECONDS):
            more = True
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise NotReceived(None)
                piece, more = message.get("body", b""), message.get("more_body", False)
                if len(body) + len(piece) > most:
                    raise NotReceived(faults.too_large(most))
                _store.take(max(0, len(body) + len(piece) - OWN_BYTES) - max(0, len(body) - OWN_BYTES))
                body += piece
    except TimeoutError:
        raise NotReceived(faults.TOO_SLOW) from None


async def throw_away(receive: Receive) -> None:
    """Read on for a while, so that whoever is still sending gets to read an answer that has been sent."""
    left = THROWN_AWAY_BYTES
    try:
        async with asyncio.timeout(settings.BODY_SECONDS):
            while left > 0:
                message = await receive()
                left -= len(message.get("body", b""))
                if message["type"] == "http.disconnect" or not message.get("more_body", False):
                    return
    except TimeoutError:
        return
