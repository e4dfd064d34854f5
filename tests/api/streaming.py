"""Somebody who listens to a stream, in the event loop of a test."""

import asyncio
import json
from urllib.parse import urlencode

from django.conf import settings as site
from django.test import Client

from games.models import Seat
from games.streams import responses, threads
from wotr.asgi import application

#: As long as a busy machine may take; what does not come at all takes all of it.
PATIENCE = 60


def on_this_thread(monkeypatch):
    """Let streams read what they read on the connection of the test."""

    async def now(work, *arguments, **more):
        return work(*arguments, **more)

    monkeypatch.setattr(threads, "to_open", now)
    monkeypatch.setattr(threads, "to_look", now)
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")


class Stream:
    """Somebody who listens, in the event loop of the test."""

    def __init__(self, path, headers=None, *, address="203.0.113.1", **query):
        headers = headers or {}
        self.scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "query_string": urlencode(query).encode(),
            "headers": [(k.lower().encode(), v.encode()) for k, v in headers.items()],
            "client": (address, 50_000),
        }
        self.status, self.headers, self.body = 0, {}, ""
        self._something = asyncio.Event()
        self._left = asyncio.Event()

    async def open(self):
        """Begin to listen, and wait for the answer."""
        self.task = asyncio.create_task(application(self.scope, self._receive, self._send))
        await self._until(lambda: self.body or self.task.done())
        await heard_by(responses.hub())
        return self

    async def hears(self, number):
        """Wait until there were so many events, and return the last."""
        await self._until(lambda: len(self.events) >= number)
        return self.events[-1]

    async def ends(self):
        await asyncio.wait_for(self.task, PATIENCE)

    async def leave(self):
        self._left.set()
        await self.ends()

    @property
    def events(self):
        return [json.loads(line[6:]) for line in self.body.splitlines() if line.startswith("data: ")]

    @property
    def cursor(self):
        return [line[4:] for line in self.body.splitlines() if line.startswith("id: ")][-1]

    async def _until(self, what):
        async with asyncio.timeout(PATIENCE):
            while not what():
                self._something.clear()
                waits = asyncio.create_task(self._something.wait())
                await asyncio.wait({waits, self.task}, return_when="FIRST_COMPLETED")
                waits.cancel()
                assert what() or not self.task.done(), "the stream has ended"

    async def _receive(self):
        await self._left.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message):
        self.status = message.get("status", self.status)
        self.headers |= {k.decode(): v.decode() for k, v in message.get("headers", [])}
        self.body += message.get("body", b"").decode()
        self._something.set()


async def heard_by(hub):
    """Wait until nudges arrive: a subscription to Redis takes a moment."""
    async with asyncio.timeout(PATIENCE):
        while not (hub._hearing.is_heard or hub.closing):
            await asyncio.sleep(0.01)


def of_game(table, headers=None, **more):
    return Stream(f"/game/{table.game.key}/events", headers, **more)


def signed_in(user):
    """The headers of a browser in which somebody is signed in."""
    browser = Client()
    browser.force_login(user, site.AUTHENTICATION_BACKENDS[0])
    return {"Cookie": f"{site.SESSION_COOKIE_NAME}={browser.cookies[site.SESSION_COOKIE_NAME].value}"}


def guest_of(table, seat):
    """Let a guest without an account have a seat. Returns their link."""
    secret = f"link-of-{seat}-" * 3
    digest = Seat.digest_of(secret)
    Seat.objects.filter(game=table.game, name=seat).update(user=None, guest_name="Guest", link_digest=digest)
    return secret
