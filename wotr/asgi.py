"""The ASGI application: the event stream itself, everything else through the WSGI application's threads."""

import asyncio
import logging
import os
import re
import string
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import Any, cast
from urllib.parse import quote_from_bytes

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wotr.settings")

from a2wsgi import WSGIMiddleware
from django.conf import settings
from django.http import HttpResponse

from wotr.wsgi import application as wsgi

# After wsgi, which sets Django up.
from wotr import request_bodies, faults, middleware, fair_queue  # isort: skip

log = logging.getLogger(__name__)


def _counted(environ: dict[str, Any], start_response: Any) -> Iterator[bytes]:
    """Serve a request in a thread, and count what it costs for whoever has asked."""
    with environ["asgi.scope"]["slot"].work():
        answer = wsgi(environ, start_response)
        try:
            yield from answer
        finally:
            getattr(answer, "close", lambda: None)()


_THREADS = max(1, int(os.environ.get("WEB_THREADS", "4")))
#: No thread waits for whoever reads slowly: an answer is handed over as a whole (`send_queue_size=0`: no limit).
_pages: Any = WSGIMiddleware(cast(Any, _counted), workers=_THREADS, send_queue_size=0)
_queue: fair_queue.Queue | None = None
_credentials = fair_queue.Credentials(settings.SESSION_COOKIE_NAME)
_GAME_EVENTS = re.compile(r"^/game/([a-z0-9]{1,20})/events\Z")
_NEWS = "/api/v1/events/stream/"

Application = Callable[[dict[str, Any], Any, Any], Awaitable[None]]


def escaped(query: bytes) -> bytes:
    """Return a query with every byte escaped that may not stand in an address (RFC 3986), as some programs send.

    >>> escaped("title=²&seats=%C2%B2".encode())
    b'title=%C2%B2&seats=%C2%B2'
    """
    return quote_from_bytes(query, safe=string.punctuation).encode()


def unambiguous(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Return headers without those that WSGI would take for others: `X_Forwarded_For` is not `X-Forwarded-For`."""
    return [(name, value) for name, value in headers if b"_" not in name]


def plain(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Return headers as whoever is behind this door can read them: unambiguous, and with a plain type."""
    return [
        (
            name,
            request_bodies.plain_type(value.decode("latin-1")).encode("latin-1")
            if name == b"content-type"
            else value,
        )
        for name, value in unambiguous(headers)
    ]


async def _send(
    send: Any, answer: HttpResponse, *, then: Callable[[], Awaitable[None]] | None = None
) -> None:
    """Send an answer that was made outside the threads, let `then` run, and end the connection."""
    middleware.add_headers(answer)
    headers = [(name.lower().encode(), value.encode("latin-1")) for name, value in answer.items()]
    headers += [(b"content-length", b"%d" % len(answer.content)), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": answer.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": answer.content, "more_body": then is not None})
    if then is not None:
        await then()
        await send({"type": "http.response.body", "body": b"", "more_body": False})


def _never_bare(serve: Application) -> Application:
    """Let a request that fails outside the threads be answered in words, too."""

    async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
        begun = False

        async def sending(message: dict[str, Any]) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await serve(scope, receive, sending)
        except Exception as error:
            if begun or scope["type"] != "http":
                raise
            log.exception("a request was not served")
            fault = faults.UNAVAILABLE if faults.is_passing(error) else faults.BROKEN
            await _send(send, faults.answer_to(scope["path"], fault))

    return application


@_never_bare
async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Serve one request."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1000})
    if scope["type"] != "http":
        return
    query, headers = escaped(scope.get("query_string", b"")), plain(scope.get("headers", []))
    scope = {**scope, "query_string": query, "headers": headers}
    if scope.get("method") == "GET":
        from games.streams.responses import game_stream, news_stream

        path = scope.get("path", "")
        found = _GAME_EVENTS.match(path)
        if (found or path == _NEWS) and not request_bodies.has_none(scope):
            await _send(send, faults.problem_of(faults.WITH_BODY))
            return
        if found:
            await game_stream(scope, receive, send, found.group(1))
            return
        if path == _NEWS:
            await news_stream(scope, receive, send)
            return

    async def receive_body() -> Any:
        # The middleware wants a coroutine; servers may hand out any awaitable.
        return await receive()

    try:
        async with request_bodies.received(scope, receive_body) as (whole, receive_whole):
            await _serve_in_turn(whole, receive_body, receive_whole, send)
    except request_bodies.NotReceived as fault:
        if fault.fault is not None:
            too_large = fault.fault.status == 413
            answer = faults.answer_to(scope["path"], fault.fault)
            await _send(
                send, answer, then=partial(request_bodies.throw_away, receive_body) if too_large else None
            )
    except fair_queue.NotServed as fault:
        if fault.fault is not None:
            await _send(send, faults.answer_to(scope["path"], fault.fault))


def queue() -> fair_queue.Queue:
    """Return the queue of the running event loop; the first to ask makes it."""
    global _queue
    if _queue is None or _queue.loop is not asyncio.get_running_loop():
        _queue = fair_queue.Queue(_THREADS)
    return _queue


async def _serve_in_turn(scope: dict[str, Any], receive: Any, receive_whole: Any, send: Any) -> None:
    """Serve a request, whose body is handed out by `receive_whole`, when a thread is free for its caller.

    Raises:
        NotServed: it is not served.
    """
    shown = _credentials.shown_in(scope)
    account = _credentials.account_of(shown)
    name = f"network-{fair_queue.network_in(scope)}" if account is None else f"account-{account}"
    async with queue().slot(
        name, receive, is_stranger=account is None, size=request_bodies.size_of(scope)
    ) as slot:
        scope = {**scope, "slot": slot}
        await _pages(scope, receive_whole, send)
    if shown and "account" in scope:
        _credentials.note(shown, scope["account"])
