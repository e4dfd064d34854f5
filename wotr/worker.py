"""The worker of the embedded shape: one process for all queues, with the beat in one of its threads.

The broker is the memory of this process. Each queue has threads of its own (`Lanes`), so that none waits for another;
bots think in a child. Web processes wake it through a pipe (`notifications.wakeups`).
"""

import logging
import os
import sys
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from celery.beat import EmbeddedService
from celery.concurrency.base import BasePool, apply_target
from celery.concurrency.thread import ApplyResult  # type: ignore[attr-defined]  # missing in its stubs

from notifications import wakeups
from notifications.pipes import Pipe
from wotr.celery import app

log = logging.getLogger(__name__)

#: Threads of each queue.
THREADS = {"clocks": 2, "celery": 4, "mail": 2, "calls": 2, "bots": 2, "pictures": 1}
#: Seconds after which a queue in which work waits and none is done takes this process for one that hangs.
STUCK_SECONDS = 900.0
#: The environment variable that holds the number of the pipe through which the supervisor is told that all is well.
SIGNS = "SIGNS"


class Lane:
    """The threads of a queue."""

    def __init__(self, queue: str, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=queue)
        self._counting = threading.Lock()
        self._under_way = 0
        self._moved_at = time.monotonic()

    def submit(self, *call: Any) -> Future[Any]:
        with self._counting:
            if not self._under_way:
                self._moved_at = time.monotonic()
            self._under_way += 1
        done = self._pool.submit(*call)
        done.add_done_callback(self._note)
        return done

    def _note(self, _: Future[Any]) -> None:
        with self._counting:
            self._under_way -= 1
            self._moved_at = time.monotonic()

    @property
    def is_stuck(self) -> bool:
        return self._under_way > 0 and time.monotonic() - self._moved_at > STUCK_SECONDS

    def stop(self) -> None:
        self._pool.shutdown(cancel_futures=True)


class Lanes(BasePool):
    """Celery's pool, in which each queue has threads of its own.

    It gives a sign of life with every task that it is given, one every few seconds, since the beat sends sweeps: so it
    tells of the beat, the broker and the consumer, too.
    """

    body_can_be_buffer = True
    signal_safe = False

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._lanes = {queue: Lane(queue, threads) for queue, threads in THREADS.items()}
        self._signs = int(os.environ.get(SIGNS, "-1"))

    def on_apply(
        self,
        target: Any,
        args: Any = None,
        kwargs: Any = None,
        callback: Any = None,
        accept_callback: Any = None,
        **_: Any,
    ) -> ApplyResult:
        if self._signs >= 0 and not any(lane.is_stuck for lane in self._lanes.values()):
            with suppress(OSError):
                os.write(self._signs, b".")
        queue = app.amqp.router.route({}, args[0])["queue"].name
        return ApplyResult(
            self._lanes[queue].submit(apply_target, target, args, kwargs, callback, accept_callback)
        )

    def on_stop(self) -> None:
        for lane in self._lanes.values():
            lane.stop()


def listen() -> None:
    """Pass on to the broker what this process is woken for, for ever.

    For a picture somebody waits, and the broker is looked at only five times a second: it is drawn at once.
    """
    from games.play.glimpses import TASK

    try:
        pipe = Pipe(wakeups.folder(), waits=True)
    except OSError:
        log.warning("no pipe can be made in %s; the sweeps find the work", wakeups.folder())
        return
    drawing = ThreadPoolExecutor(THREADS["pictures"], thread_name_prefix="pictures")
    while True:
        for line in dict.fromkeys(pipe.read()):
            wanted = wakeups.read(line)
            if wanted is None or wanted[0] not in app.tasks:
                continue
            if wanted[0] == TASK:
                drawing.submit(app.tasks[TASK].apply, wanted[1])
            else:
                app.send_task(wanted[0], args=wanted[1], ignore_result=True, expires=wakeups.GOOD_FOR)


def main() -> int:
    """Work until told to stop."""
    app.loader.import_default_modules()
    from games.play import bots
    from games.play.thinker import Thinker

    bots.thinker = Thinker()
    threading.Thread(target=listen, name="nudges", daemon=True).start()
    beat: Any = EmbeddedService
    beat(app, thread=True, scheduler_cls="celery.beat:Scheduler").start()
    worker = app.Worker(
        pool=Lanes,
        concurrency=sum(THREADS.values()),
        loglevel=logging.WARNING,
        quiet=True,
        without_gossip=True,
        without_mingle=True,
        without_heartbeat=True,
    )
    worker.start()
    return int(worker.exitcode or 0)


if __name__ == "__main__":
    sys.exit(main())
