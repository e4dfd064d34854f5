"""Wake a worker after the commit. Only a hint: the sweeps find all work in the database."""

from __future__ import annotations

import logging
from typing import Any

from celery import current_app
from django.conf import settings
from django.db import transaction

log = logging.getLogger(__name__)

#: Seconds after which the sweeps have long found the work.
GOOD_FOR = 60


def after_commit(task: str, *args: Any) -> None:
    """Send a Celery task, by its name, once the transaction is committed; a missing broker loses nothing."""
    if settings.NUDGE_WORKERS:
        transaction.on_commit(lambda: _send(task, args))


def _send(task: str, args: tuple[Any, ...]) -> None:
    try:
        current_app.send_task(task, args=args, retry=False, ignore_result=True, expires=GOOD_FOR)
    except Exception:
        log.warning("no worker could be woken; the sweep will find the work")
