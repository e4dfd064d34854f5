"""The tasks of workers: sweep the lanes of the outbox, the digests and the inbox, and fetch mail."""

import imaplib
import logging

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from notifications import delivery, rhythm
from notifications.channels.transport import CALLS, MAIL
from notifications.inbound import imap, store

log = logging.getLogger(__name__)

#: Notices that one sweep takes up.
MOST_AT_ONCE = 2_000


@shared_task
def sweep_mail() -> int | None:
    """Send every mail that is due. Returns how many were sent, None if this process is at it already."""
    return _sweep(MAIL)


@shared_task
def sweep_calls() -> int | None:
    """Call every browser, chat and program that is due. Returns how many were told, None if it is at it already."""
    return _sweep(CALLS)


def _sweep(lane: str) -> int | None:
    return delivery.send_lane(lane, timezone.now(), MOST_AT_ONCE, lambda: not _is_stopping())


def _is_stopping() -> bool:
    """Return whether this worker has been told to stop."""
    from celery.worker import state  # only a worker needs all that comes with it

    return any(wish is not None and wish is not False for wish in (state.should_stop, state.should_terminate))


@shared_task
def sweep_digests() -> int:
    """Write the daily and weekly digests that are due. Returns how many."""
    now = timezone.now()
    return rhythm.write_digests(now) + rhythm.write_weeklies(now)


@shared_task
def sweep_inbox() -> int:
    """Deal with the mails that came in. Returns how many."""
    now = timezone.now()
    store.forget_old(now)
    return store.read_waiting(now)


@shared_task
def fetch_mail() -> int:
    """Fetch answers from the mailbox, if there is one. Returns how many."""
    if not settings.IMAP_HOST:
        return 0
    try:
        return imap.fetch()
    except (OSError, imaplib.IMAP4.error) as error:
        log.error("the mailbox cannot be reached", extra={"error": type(error).__name__})
        return 0
