"""What workers do: sweep the outbox, the digests and the inbox, and fetch mail."""

from __future__ import annotations

import imaplib
import logging

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from notifications import delivery, rhythm
from notifications.inbound import imap, store

log = logging.getLogger(__name__)


@shared_task
def sweep_outbox() -> int:
    """Send every notice that is due. Returns how many were sent."""
    return delivery.send_due(timezone.now())


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
