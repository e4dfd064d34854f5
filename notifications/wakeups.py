"""Wake a worker after the commit. Only a hint: the sweeps find all work in the database.

It goes to the broker, or, in the embedded shape, whose broker is the memory of the worker itself, through a pipe.
"""

import logging
import re
from pathlib import Path

from django.conf import settings
from django.db import transaction

from notifications import pipes

log = logging.getLogger(__name__)

#: Seconds after which the sweeps have long found the work.
GOOD_FOR = 60

_LINE = re.compile(rb"([a-z_]{1,30}\.tasks\.[a-z_]{1,30})((?: [a-z0-9]{1,20})*)")


def after_commit(task: str, *args: str) -> None:
    """Wake a worker for a task, by its name, once the transaction is committed; a missing broker loses nothing."""
    if settings.NUDGE_WORKERS:
        transaction.on_commit(lambda: wake(task, *args))


def folder() -> Path:
    """Return where the worker of the embedded shape keeps the pipe that it is woken through."""
    return Path(settings.VAR_DIR) / "workers"


def read(line: bytes) -> tuple[str, tuple[str, ...]] | None:
    """Return the name of the task and its arguments that came as a line, None if it is none.

    >>> read(b"games.tasks.play_bot abc")
    ('games.tasks.play_bot', ('abc',))
    """
    found = _LINE.fullmatch(line)
    return None if found is None else (found[1].decode(), tuple(found[2].decode().split()))


def wake(task: str, *args: str) -> None:
    """Wake a worker for a task, by its name, at once."""
    try:
        if settings.REDIS_URL:
            from celery import current_app  # large, and the web process of the embedded shape does without

            current_app.send_task(task, args=args, retry=False, ignore_result=True, expires=GOOD_FOR)
        else:
            pipes.send(folder(), " ".join([task, *args]).encode())
    except Exception:
        log.warning("no worker could be woken; the sweep will find the work")
