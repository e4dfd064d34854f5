"""The ASGI application: the event stream itself, everything else through the WSGI application's threads."""

from __future__ import annotations

import os
import re
import string
from typing import Any, cast
from urllib.parse import quote_from_bytes

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wotr.settings")

from a2wsgi import WSGIMiddleware
from django.conf import settings

from wotr.wsgi import application as wsgi

_pages: Any = WSGIMiddleware(cast(Any, wsgi), workers=int(os.environ.get("WEB_THREADS", "4")))
_GAME_EVENTS = re.compile(r"^/game/([a-z0-9]{1,20})/events$")
_NEWS = "/api/v1/events/stream/"
WITHOUT_BODY = ("GET", "HEAD", "OPTIONS")


def escaped(query: bytes) -> bytes:
    """Return a query with every byte escaped that may not stand in an address (RFC 3986), as some programs send.

    >>> escaped("title=²&seats=%C2%B2".encode())
    b'title=%C2%B2&seats=%C2%B2'
    """
    return quote_from_bytes(query, safe=string.punctuation).encode()


async def measured(scope: dict[str, Any], receive: Any) -> tuple[dict[str, Any], Any] | None:
    """Return a request that comes in pieces as one whose length is known, for WSGI reads no other.

    None if it breaks off before its end: half a form is none. What is longer than any request may be is
    not read to its end: its length is enough to refuse it.
    """
    body, more = b"", True
    while more and len(body) <= settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        more = message.get("more_body", False)

    async def receive_whole() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    headers = [(name, value) for name, value in scope["headers"] if name != b"transfer-encoding"]
    return {**scope, "headers": [*headers, (b"content-length", str(len(body)).encode())]}, receive_whole


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Serve one request."""
    if scope["type"] == "lifespan":
        return
    scope = {**scope, "query_string": escaped(scope.get("query_string", b""))}
    if scope.get("method") == "GET":
        from games.views.stream import game_stream, news_stream

        found = _GAME_EVENTS.match(scope.get("path", ""))
        if found:
            await game_stream(scope, receive, send, found.group(1))
            return
        if scope.get("path") == _NEWS:
            await news_stream(scope, receive, send)
            return

    if scope["method"] not in WITHOUT_BODY and all(name != b"content-length" for name, _ in scope["headers"]):
        whole = await measured(scope, receive)
        if whole is None:
            await send({"type": "http.response.start", "status": 400, "headers": [(b"connection", b"close")]})
            await send({"type": "http.response.body", "body": b""})
            return
        scope, receive = whole

    async def receive_body() -> Any:
        # The middleware wants a coroutine; servers may hand out any awaitable.
        return await receive()

    await _pages(scope, receive_body, send)
