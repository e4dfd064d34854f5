"""How a stream process hears of nudges (games.ledger.stream_channel): by Redis where there is one, else by a pipe."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Callable

import redis
from django.conf import settings
from redis import asyncio as async_redis

from games.ledger import stream_channel
from games.ledger.stream_nudges import Nudge, read

log = logging.getLogger(__name__)

#: Bytes read from a pipe at once, as many as it holds. Linux keeps them in pages and begins another one for a nudge
#: that does not fit into the last, so that a pipe can be full with little more than half of them.
PIPE_BYTES = 65_536
#: Seconds without a word from Redis after which it is asked whether it is there, and seconds between two tries.
SILENCE = 10.0
AGAIN = 2.0


class Hearing:
    """What a process hears, in its event loop.

    Args:
        nudged: called with every nudge.
        missed: called when some may have been missed.
    """

    def __init__(self, nudged: Callable[[Nudge], None], missed: Callable[[], None]) -> None:
        self._nudged = nudged
        self._missed = missed
        self._loop = asyncio.get_running_loop()
        self._task: asyncio.Task[None] | None = None
        self._pipe = -1
        self._rest = b""
        #: Whether nudges arrive.
        self.is_heard = False
        if settings.REDIS_URL:
            self._task = self._loop.create_task(self._subscribe())
        else:
            self._open_pipe()

    def close(self) -> None:
        """Hear no more."""
        self.is_heard = False
        if self._task is not None:
            self._task.cancel()
        if self._pipe >= 0:
            self._loop.remove_reader(self._pipe)
            self._path.unlink(missing_ok=True)
            os.close(self._pipe)
            self._pipe = -1

    def _take(self, line: bytes) -> None:
        nudge = read(line)
        if nudge is not None:
            self._nudged(nudge)

    # -- a pipe --------------------------------------------------------------------------------

    def _open_pipe(self) -> None:
        """Make a pipe that appears under its name once somebody reads it."""
        folder = stream_channel.folder()
        name = f"{os.getpid()}-{time.monotonic_ns()}"
        hidden, self._path = folder / f".{name}", folder / name
        try:
            folder.mkdir(mode=0o700, exist_ok=True)
            os.mkfifo(hidden, 0o600)
            # Also for writing: a pipe that nobody writes to for a while would be at its end.
            self._pipe = os.open(hidden, os.O_RDWR | os.O_NONBLOCK)
            hidden.rename(self._path)
        except OSError:
            log.warning("no pipe can be made in %s; the streams look by themselves", folder)
            return
        self._loop.add_reader(self._pipe, self._read_pipe)
        self.is_heard = True

    def _read_pipe(self) -> None:
        try:
            found = os.read(self._pipe, PIPE_BYTES)
        except BlockingIOError:
            return
        *lines, self._rest = (self._rest + found).split(b"\n")
        self._rest = self._rest[-PIPE_BYTES:]
        for line in lines:
            self._take(line)
        if len(found) > PIPE_BYTES // 2:
            self._missed()

    # -- Redis ---------------------------------------------------------------------------------

    async def _subscribe(self) -> None:
        while True:
            try:
                await self._listen()
            except (redis.RedisError, OSError):
                if self.is_heard:
                    log.warning("Redis is gone; the streams look by themselves until it is back")
            self.is_heard = False
            await asyncio.sleep(AGAIN)

    async def _listen(self) -> None:
        """Hear until Redis goes away. Raises RedisError, OSError."""
        async with (
            async_redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=SILENCE) as client,
            client.pubsub() as subscription,
        ):
            await subscription.subscribe(stream_channel.channel())
            asked = False
            while True:
                message = await subscription.get_message(timeout=SILENCE)
                if message is None:
                    if asked:
                        raise redis.ConnectionError("Redis does not answer")
                    await subscription.ping()
                    asked = True
                    continue
                asked = False
                if message["type"] == "message":
                    self._take(message["data"])
                elif message["type"] == "subscribe":
                    self.is_heard = True
                    self._missed()
