"""Delivering the outbox: claimed by a conditional update, retried with backoff, given up in the end."""

from __future__ import annotations

import imaplib
import logging
import random
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from celery import shared_task
from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from accounts.models import User
from notifications import rhythm, services
from notifications.channels import chat, email, push, webhook
from notifications.composers import Notice, compose
from notifications.errors import DeliveryError
from notifications.inbound import imap, store
from notifications.models import Channel, Delivery, Endpoint, Rhythm, Webhook

log = logging.getLogger(__name__)

#: Further games that one mail tells of.
MOST_JOINED = 20
#: Attempts before a notice is given up, after most of a day.
MOST_ATTEMPTS = 14
#: A claim older than this belongs to a worker that died.
CLAIM_MINUTES = 5

SENDERS = {
    Channel.EMAIL: email.send,
    Channel.WEBHOOK: webhook.send,
    Channel.PUSH: push.send,
    Channel.CHAT: chat.send,
}


@shared_task
def sweep_outbox() -> int:
    """Send every notice that is due. Returns how many were sent."""
    return send_due(timezone.now())


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


def send_due(now: datetime, limit: int = 200) -> int:
    """Send what is due at `now`; safe with any number of workers."""
    began = timezone.now()
    stuck = Q(state=Delivery.State.SENDING, claimed_at__lt=now - timedelta(minutes=CLAIM_MINUTES))
    Delivery.objects.filter(stuck).update(state=Delivery.State.PENDING, claimed_at=None)
    due = Delivery.objects.filter(state=Delivery.State.PENDING, due_at__lte=now).order_by("due_at")
    numbers = list(due.values_list("pk", flat=True)[:limit])
    # Time goes on meanwhile: a claim dated back to the beginning would soon look like that of a dead worker.
    return sum(deliver(number, now + (timezone.now() - began)) for number in numbers)


def deliver(number: int, now: datetime | None = None) -> bool:
    """Claim one notice and send it; False if somebody else has it or it could not be sent."""
    now = now or timezone.now()
    claimed = Delivery.objects.filter(pk=number, state=Delivery.State.PENDING, due_at__lte=now).update(
        state=Delivery.State.SENDING, claimed_at=now, attempts=F("attempts") + 1
    )
    if not claimed:
        return False
    delivery = Delivery.objects.select_related("user", "webhook", "endpoint").filter(pk=number).first()
    if delivery is None:
        return False
    verdict = rhythm.judge(delivery, now)
    if verdict.drop:
        _set(delivery, Delivery.State.DROPPED)
        return False
    if verdict.wait_until is not None:
        _set(delivery, Delivery.State.PENDING, due_at=verdict.wait_until, attempts=F("attempts") - 1)
        return False
    joined: dict[int, Notice] = {}
    try:
        notice = compose(delivery)
        if notice is None:
            _set(delivery, Delivery.State.DROPPED)
            return False
        if rhythm.joins_others(delivery):
            joined = _join(delivery, now)
            notice = replace(notice, also=tuple(joined.values()))
        SENDERS[Channel(delivery.channel)](delivery, notice)
    except DeliveryError as error:
        _release(joined)
        _failed(delivery, str(error), now, permanent=error.permanent, ours=error.ours)
        return False
    except Exception:
        log.exception("a notice could not be composed", extra={"delivery": number})
        _release(joined)
        _failed(delivery, "internal error", now, permanent=False, ours=True)
        return False
    sent = Delivery.objects.filter(pk__in=[delivery.pk, *joined])
    sent.update(state=Delivery.State.SENT, claimed_at=None, sent_at=now, error="")
    if delivery.channel == Channel.EMAIL and delivery.user_id:
        troubled = Rhythm.objects.filter(user=delivery.user_id, mail_failures__gt=0)
        troubled.update(mail_failures=0, mail_failing_since=None)
    if delivery.webhook_id:
        Webhook.objects.filter(pk=delivery.webhook_id).update(failures=0, failing_since=None, last_error="")
    if delivery.endpoint_id:
        Endpoint.objects.filter(pk=delivery.endpoint_id).update(failures=0, failing_since=None, last_error="")
    return True


def _join(delivery: Delivery, now: datetime) -> dict[int, Notice]:
    """Claim the reader's other turn mails that are due, and word them; by the numbers of their deliveries.

    What has been answered meanwhile is dropped; what cannot be worded is left to its own delivery.
    """
    found: dict[int, Notice] = {}
    others = Delivery.objects.filter(
        user=delivery.user,
        kind=delivery.kind,
        channel=delivery.channel,
        state=Delivery.State.PENDING,
        due_at__lte=now,
    )
    for other in others.order_by("due_at", "pk").select_related("user")[:MOST_JOINED]:
        pending = Delivery.objects.filter(pk=other.pk, state=Delivery.State.PENDING)
        if not pending.update(state=Delivery.State.SENDING, claimed_at=now):
            continue  # another worker was faster
        try:
            notice = None if rhythm.judge(other, now).drop else compose(other)
        except Exception:
            log.exception("a notice could not be composed", extra={"delivery": other.pk})
            _set(other, Delivery.State.PENDING)
            continue
        if notice is None:
            _set(other, Delivery.State.DROPPED)
        else:
            found[other.pk] = notice
    return found


def _release(joined: Iterable[int]) -> None:
    """Let the notices that were to be told in a mail that failed be told by themselves."""
    Delivery.objects.filter(pk__in=list(joined)).update(state=Delivery.State.PENDING, claimed_at=None)


def _set(delivery: Delivery, state: str, **fields: object) -> None:
    Delivery.objects.filter(pk=delivery.pk).update(state=state, claimed_at=None, **fields)


def backoff(attempts: int) -> timedelta:
    """Return how long to wait after so many attempts: 30 s doubling to 4 h, with jitter."""
    seconds = min(30 * 2 ** (attempts - 1), 4 * 3600)
    return timedelta(seconds=seconds * random.uniform(0.8, 1.2))


def _failed(delivery: Delivery, error: str, now: datetime, *, permanent: bool, ours: bool) -> None:
    dead = permanent or delivery.attempts >= MOST_ATTEMPTS
    state = Delivery.State.DEAD if dead else Delivery.State.PENDING
    _set(delivery, state, error=error[:300], due_at=now + backoff(delivery.attempts))
    log.warning("a notice failed", extra={"delivery": delivery.pk, "status": "dead" if dead else "retry"})
    if delivery.channel == Channel.EMAIL and delivery.user is not None and not ours:
        _mail_failed(delivery.user, now, permanent=permanent)
    channel = delivery.webhook or delivery.endpoint
    if channel is not None:
        _channel_failed(channel, delivery, error, now, permanent=permanent)


@transaction.atomic
def _channel_failed(
    channel: Webhook | Endpoint, delivery: Delivery, error: str, now: datetime, *, permanent: bool
) -> None:
    """Count a failure of a webhook, browser or chat; one that is hopeless is switched off, and its owner told."""
    hook = type(channel).objects.select_for_update().filter(pk=channel.pk).first()
    if hook is None:
        return  # its owner has removed it meanwhile
    was_on = hook.enabled
    hook.failures += 1
    hook.failing_since = hook.failing_since or now
    hook.last_error = hook.last_error if not hook.enabled else error[:300]
    if permanent and delivery.endpoint is not None:
        hook.enabled = False
    if _is_hopeless(hook.failures, hook.failing_since, now):
        hook.enabled = False
    hook.save()
    if was_on and not hook.enabled and delivery.user is not None:
        services.tell_switched_off(delivery.user, str(getattr(hook, "label", "") or "your webhook"))


def _is_hopeless(failures: int, since: datetime, now: datetime) -> bool:
    """Return whether a channel has failed often and long enough to be switched off (DEF-6)."""
    house = settings.HOUSE
    return failures >= house.channel_failures and now - since >= house.channel_failing_for


def _mail_failed(user: User, now: datetime, *, permanent: bool) -> None:
    """Count a mail that did not get through; an address that takes none is switched off."""
    rhythm, _ = Rhythm.objects.get_or_create(user=user)
    rhythm.mail_failures = min(rhythm.mail_failures + 1, 1000)
    rhythm.mail_failing_since = rhythm.mail_failing_since or now
    rhythm.save(update_fields=["mail_failures", "mail_failing_since"])
    hopeless = permanent or _is_hopeless(rhythm.mail_failures, rhythm.mail_failing_since, now)
    if hopeless and User.objects.filter(pk=user.pk, email_disabled=False).update(email_disabled=True):
        services.tell_switched_off(user, "mail")
