"""Nudges as a stream process hears them (games.ledger.stream_channel): by Redis where there is one, else by a pipe."""

import asyncio
import logging
from collections.abc import Callable

from django.conf import settings

from games.ledger import stream_channel
from games.ledger.stream_nudges import Nudge, read
from notifications.pipes import Pipe

log = logging.getLogger(__name__)

#: Seconds without a word from Redis after which it is asked whether it is there, and seconds between two tries.
SILENCE = 10.0
AGAIN = 2.0


class Hearing:
    """The hearing of a process, in its event loop.

    Args:
        nudged: called with every nudge.
        missed: called when some may have been missed.
    """

    def __init__(self, nudged: Callable[[Nudge], None], missed: Callable[[], None]) -> None:
        self._nudged = nudged
        self._missed = missed
        self._loop = asyncio.get_running_loop()
        self._task: asyncio.Task[None] | None = None
        self._pipe: Pipe | None = None
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
        if self._pipe is not None:
            self._loop.remove_reader(self._pipe.number)
            self._pipe.close()
            self._pipe = None

    def _take(self, line: bytes) -> None:
        nudge = read(line)
        if nudge is not None:
            self._nudged(nudge)

    # -- a pipe --------------------------------------------------------------------------------

    def _open_pipe(self) -> None:
        try:
            self._pipe = Pipe(stream_channel.folder())
        except OSError:
            log.warning("no pipe can be made in %s; the streams look by themselves", stream_channel.folder())
            return
        self._loop.add_reader(self._pipe.number, self._read_pipe, self._pipe)
        self.is_heard = True

    def _read_pipe(self, pipe: Pipe) -> None:
        try:
            for line in pipe.read():
                self._take(line)
        except BlockingIOError:
            return
        if pipe.was_full:
            self._missed()

    # -- Redis ---------------------------------------------------------------------------------

    async def _subscribe(self) -> None:
        import redis  # large, and the embedded shape has none

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
        import redis
        from redis import asyncio as async_redis

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
