"""The way of a nudge to the stream processes: over Redis where there is one, else through pipes in VAR_DIR.

Whoever sends never waits and never fails. What gets lost on the way is found by the streams themselves, which look
by and by at what they tell of.
"""

import atexit
import logging
import os
import queue
import threading
import time
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings

from notifications import pipes

log = logging.getLogger(__name__)

#: Nudges that may wait for Redis; more are dropped.
MOST_WAITING = 10_000
#: Seconds that Redis gets, and seconds between two complaints in the log.
PATIENCE = 2.0
QUIET = 30.0

AWAY = "the streams cannot be nudged through Redis; they will look by themselves"

_complained_at = -QUIET


def _complain(words: str) -> None:
    """Say in the log that nudges get lost, not more often than anybody reads."""
    global _complained_at
    if time.monotonic() - _complained_at >= QUIET:
        _complained_at = time.monotonic()
        log.warning(words)


def send(line: bytes) -> None:
    """Send a nudge, a line without its end, to every stream process."""
    if settings.REDIS_URL:
        _publisher.send(line)
    else:
        if not pipes.send(folder(), line):
            _complain("a stream process does not keep up; it will look by itself")


# -- pipes -------------------------------------------------------------------------------------


def folder() -> Path:
    """Return where every stream process of the embedded shape keeps the pipe that it reads from."""
    return Path(settings.VAR_DIR) / "streams"


# -- Redis -------------------------------------------------------------------------------------


def channel() -> str:
    """Return the channel of this server's streams; Redis does not tell its numbered databases apart there."""
    return f"wotr/streams/{urlsplit(settings.REDIS_URL).path.strip('/') or '0'}"


class _Publisher:
    """A thread that publishes what is handed to it, started with the first nudge of a process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: queue.Queue[bytes | None] = queue.Queue(MOST_WAITING)
        self._thread: threading.Thread | None = None
        self._process = 0

    def send(self, line: bytes) -> None:
        if self._process != os.getpid():
            self._start()
        try:
            self._waiting.put_nowait(line)
        except queue.Full:
            _complain(AWAY)

    def _start(self) -> None:
        with self._lock:
            if self._process == os.getpid():
                return
            self._waiting = queue.Queue(MOST_WAITING)
            self._thread = threading.Thread(target=self._publish, name="stream-nudges", daemon=True)
            self._thread.start()
            atexit.register(self._finish)
            self._process = os.getpid()

    def _finish(self) -> None:
        """Give what is waiting a moment to get out: a command may end with its only move."""
        if self._thread is not None and self._process == os.getpid():
            try:
                self._waiting.put_nowait(None)
            except queue.Full:
                return
            self._thread.join(timeout=PATIENCE)

    def _publish(self) -> None:
        import redis  # large, and the embedded shape has none

        client = redis.Redis.from_url(
            settings.REDIS_URL, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE
        )
        last = False
        while not last:
            lines = [self._waiting.get()]
            while lines[-1] is not None and not self._waiting.empty():
                lines.append(self._waiting.get())
            last = lines[-1] is None
            try:
                with client.pipeline(transaction=False) as trip:
                    for line in lines:
                        if line is not None:
                            trip.publish(channel(), line)
                    trip.execute()
            except Exception:
                _complain(AWAY)


_publisher = _Publisher()
