"""Streams of server-sent events: they tell that there is something new to see, never what (API-4)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.handlers.asgi import ASGIRequest
from django.db import close_old_connections

Send = Callable[[dict[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[dict[str, Any]]]
#: From a cursor to the events since, and the next cursor; None where there is nothing to listen to.
Look = Callable[[str], tuple[list[dict[str, Any]], str] | None]

#: Seconds between two looks, looks between two signs of life, seconds after which the listener asks again.
LOOK_SECONDS = 2.0
HEARTBEAT_LOOKS = 10
LIFETIME_SECONDS = 600
#: Listeners of one process.
MOST_LISTENERS = 500

_listeners = 0


async def game_stream(scope: dict[str, Any], receive: Receive, send: Send, key: str) -> None:
    """Stream to whoever may see a game when it, or its chat, has something new: `{"version": …, "chat": …}`."""
    from games.play import access, turn_links
    from games.refusals import Refused
    from games.views.live import live_of

    def look(cursor: str) -> tuple[list[dict[str, Any]], str] | None:
        request = _request(scope)
        links = request.session.get("seat_links", {})
        secret = request.headers.get("X-Seat-Link") or links.get(key)
        try:
            playing = request.session.get("playing", {}).get(key, "")
            caller = _caller(request, key)
            game, link = access.get_game(key), turn_links.held(request.session, key)
            now = live_of(access.viewer_for(game, caller, secret, playing=playing, turn_link=link))
        except Refused:
            return None
        mark = f"{now['version']}/{now['chat']}"
        return ([] if mark == cursor else [dict(now)]), mark

    await _serve(scope, receive, send, look)


async def news_stream(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Stream what `GET /api/v1/events/` tells, as it happens, to an account."""
    from accounts.models import User
    from games.play import feed
    from games.refusals import Refused

    def look(cursor: str) -> tuple[list[dict[str, Any]], str] | None:
        user = _caller(_request(scope))
        try:
            return feed.news(user, cursor) if isinstance(user, User) and user.is_active else None
        except Refused:
            return None

    await _serve(scope, receive, send, look)


def _request(scope: dict[str, Any]) -> ASGIRequest:
    from io import BytesIO

    from django.contrib.sessions.backends.db import SessionStore

    request = ASGIRequest({**scope, "type": "http"}, BytesIO())
    key = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
    request.session = SessionStore(key if key.isalnum() else None)
    return request


def _caller(request: ASGIRequest, key: str = "") -> Any:
    """Return the account that listens, to all its games or one: by token with `read`, or by session."""
    from django.contrib.auth.middleware import get_user

    from accounts.models import ApiToken

    word, _, secret = request.headers.get("Authorization", "").partition(" ")
    if word.lower() != "bearer":
        return get_user(request)
    token = ApiToken.objects.find(secret.strip()) if secret.isascii() and len(secret) < 200 else None
    fits = token is not None and "read" in token.scopes and token.game in ("", key)
    return token.user if token is not None and fits else AnonymousUser()


async def _serve(scope: dict[str, Any], receive: Receive, send: Send, look: Look) -> None:
    """Serve one listener until it leaves; it goes on where its `Last-Event-ID` left off."""
    global _listeners

    def fresh_look(cursor: str) -> tuple[list[dict[str, Any]], str] | None:
        close_old_connections()
        try:
            return look(cursor)
        finally:
            close_old_connections()

    look_again = sync_to_async(fresh_look, thread_sensitive=False)
    cursor = _last_event(scope)
    found = await look_again(cursor)
    if found is None or _listeners >= MOST_LISTENERS:
        status = 404 if found is None else 503
        await send({"type": "http.response.start", "status": status, "headers": [(b"retry-after", b"30")]})
        await send({"type": "http.response.body", "body": b""})
        return
    headers = [
        (b"content-type", b"text/event-stream"),
        (b"cache-control", b"no-cache"),
        (b"x-accel-buffering", b"no"),
    ]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    _listeners += 1
    gone = asyncio.create_task(_gone(receive))
    try:
        await send({"type": "http.response.body", "body": b": listening\n\n", "more_body": True})
        for number in range(int(LIFETIME_SECONDS / LOOK_SECONDS)):
            events, cursor = found
            for event in events:
                await _event(send, event, cursor if event is events[-1] else "")
            if not events and number % HEARTBEAT_LOOKS == 0:
                await send({"type": "http.response.body", "body": b": here\n\n", "more_body": True})
            done, _ = await asyncio.wait({gone}, timeout=LOOK_SECONDS)
            if done:
                return
            found = await look_again(cursor)
            if found is None:
                break
        await send({"type": "http.response.body", "body": b"", "more_body": False})
    finally:
        _listeners -= 1
        gone.cancel()


def _last_event(scope: dict[str, Any]) -> str:
    for name, value in scope.get("headers", []):
        if name == b"last-event-id":
            return str(value.decode("latin-1"))
    return ""


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _event(send: Send, event: dict[str, Any], cursor: str) -> None:
    name = f"id: {cursor}\n" if cursor else ""
    body = f"{name}data: {json.dumps(event)}\n\n".encode()
    await send({"type": "http.response.body", "body": body, "more_body": True})
