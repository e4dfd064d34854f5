"""Event streams over ASGI: from a request to a listener, and what the listener is sent."""

import asyncio
import logging
import os
import signal
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from types import FrameType
from typing import Any

import orjson
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.core.handlers.asgi import ASGIRequest

from games.refusals import Refused
from games.streams import admission, callers, queries, threads
from games.streams.admission import Claim, Rank
from games.streams.hub import Hub, Listener, lines_of

log = logging.getLogger(__name__)

Send = Callable[[dict[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[dict[str, Any]]]

#: Seconds after which whoever loses the connection comes back: between these two.
BACK_SECONDS = (3, 15)

_hub: Hub | None = None


def hub() -> Hub:
    """Return the hub of the running event loop; the first to ask makes it."""
    global _hub
    if _hub is None or _hub.loop is not asyncio.get_running_loop():
        if _hub is None:
            _end_with_process()
        _hub = Hub()
    return _hub


def _end_with_process() -> None:
    """Let the streams end as soon as the process is asked to, beside whatever the server does about it."""
    if threading.current_thread() is not threading.main_thread():
        return
    before = signal.getsignal(signal.SIGTERM)

    def stop(number: int, frame: FrameType | None) -> None:
        if _hub is not None:
            with suppress(RuntimeError):  # its loop has ended
                _hub.loop.call_soon_threadsafe(_hub.close)
        if callable(before):
            before(number, frame)
        elif before == signal.SIG_DFL:
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)

    signal.signal(signal.SIGTERM, stop)
    signal.siginterrupt(signal.SIGTERM, False)


async def game_stream(scope: dict[str, Any], receive: Receive, send: Send, key: str) -> None:
    """Stream to whoever may see a game when it, or its chat, has something new: `{"version": …, "chat": …}`."""
    await _serve(scope, receive, send, key)


async def news_stream(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Stream what `GET /api/v1/events/` tells, as it happens, to an account."""
    await _serve(scope, receive, send, "")


async def _serve(scope: dict[str, Any], receive: Receive, send: Send, key: str) -> None:
    """Serve one listener until they leave; they go on where `Last-Event-ID`, or `after`, left off."""
    there = hub()
    try:
        listener, claim, first = await _enter(there, callers.request_of(scope), key)
    except Refused as refused:
        await _refuse(send, refused)
        return
    except (SuspiciousOperation, BadRequest):
        await _refuse(send, Refused("malformed", "The request cannot be read.", 400))
        return
    except Exception:
        log.exception("a stream could not be opened")
        await _refuse(send, admission.full())
        return
    del scope
    headers = [
        (b"content-type", b"text/event-stream"),
        (b"cache-control", b"no-cache"),
        (b"x-accel-buffering", b"no"),
    ]
    gone = asyncio.ensure_future(_gone(receive, listener))
    try:
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": first, "more_body": True})
        del first, headers
        await _send_all(send, listener)
    finally:
        there.leave(listener)
        there.places.leave(claim)
        gone.cancel()


async def _enter(there: Hub, request: ASGIRequest, key: str) -> tuple[Listener, Claim, bytes]:
    """Let somebody in. Returns the listener, what they take a place as, and what they are told first.

    Raises:
        Refused: there is nothing to listen to, or no place.
        SuspiciousOperation, BadRequest: the request cannot be read.
    """
    if there.closing:
        raise admission.closing()
    cursor = request.headers.get("Last-Event-ID", "") or request.GET.get("after", "")
    address = callers.place_of(request)
    shows_nothing = callers.shows_nothing(request)
    if shows_nothing:
        there.places.check(Claim(Rank.VISITOR, address))
    there.places.begin(address, shows_nothing=shows_nothing)
    arrival = there.arrive()
    try:
        caller, entry = await threads.to_open(_look, request, key, cursor)
        there.places.count(queries.account_of(caller) if isinstance(entry, Refused) else entry.who, address)
        if isinstance(entry, Refused):
            raise entry
        if there.closing:
            raise admission.closing()
        claim = Claim(entry.rank, address, entry.name)
        there.places.take(claim)
        listener = Listener(caller, entry.cursor)
        there.settle(arrival, listener, entry.stamp)
    finally:
        there.turn_away(arrival)
        there.places.end(address)
    retry = f"retry: {admission.spread(*BACK_SECONDS) * 1000}\n: listening\n\n".encode()
    return listener, claim, retry + lines_of(entry.events, entry.cursor)


def _look(request: ASGIRequest, key: str, cursor: str) -> tuple[callers.Caller, queries.Entry | Refused]:
    """Return who has come, and what there is for them or why there is nothing."""
    caller = callers.caller_of(request, key)
    try:
        return caller, queries.enter(caller, cursor)
    except Refused as refused:
        return caller, refused


async def _gone(receive: Receive, listener: Listener) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    listener.leave()


async def _send_all(send: Send, listener: Listener) -> None:
    """Send what a listener is told until they have gone, or are asked to."""
    while True:
        await listener.awake()
        if listener.left:
            return
        chunk, listener.waiting = listener.waiting, b""
        ends = listener.closing
        await send({"type": "http.response.body", "body": chunk, "more_body": not ends})
        if ends:
            return


async def _refuse(send: Send, refused: Refused) -> None:
    """Answer with a problem (RFC 9457), and when to come back."""
    body = orjson.dumps(
        {
            "type": f"about:blank#{refused.code}",
            "title": _TITLES[refused.status],
            "status": refused.status,
            "code": refused.code,
            "detail": refused.message,
        }
    )
    headers = [(b"content-type", b"application/problem+json"), (b"cache-control", b"private, no-cache")]
    headers.append((b"content-length", str(len(body)).encode()))
    if wait := refused.extra.get("wait"):
        headers.append((b"retry-after", str(wait).encode()))
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


_TITLES = {400: "The request cannot be read", 404: "Not found", 429: "Too many requests", 503: "Unavailable"}
