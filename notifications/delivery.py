"""Delivering the outbox: claimed by a conditional update, retried with backoff, given up in the end."""

from __future__ import annotations

import logging
import random
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.template.loader import render_to_string
from django.utils import timezone

from accounts.models import User
from notifications import composers, kinds, outbox, rhythm
from notifications.channels import email, registry
from notifications.composers import Notice, compose
from notifications.errors import DeliveryError
from notifications.inbound import addresses
from notifications.kinds import Kind, Sort
from notifications.models import Delivery, Place, Rhythm

log = logging.getLogger(__name__)

#: Further games that one mail tells of.
MOST_JOINED = 20
#: Attempts before a notice is given up, after most of a day.
MOST_ATTEMPTS = 14
#: A claim older than this belongs to a worker that died.
CLAIM_MINUTES = 5

#: The kind of the notice that something no longer reaches its reader.
SWITCHED_OFF = "channel"


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
    delivery = Delivery.objects.select_related("user", "place").filter(pk=number).first()
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
        back = addresses.bounce_address(delivery)
        registry.send(delivery, replace(notice, also=tuple(joined.values()), return_to=back))
    except DeliveryError as error:
        _release(joined)
        _failed(delivery, error, now)
        return False
    except Exception:
        log.exception("a notice could not be composed", extra={"delivery": number})
        _release(joined)
        _failed(delivery, DeliveryError("internal error", ours=True), now)
        return False
    _succeeded(delivery, joined, now)
    return True


def _succeeded(delivery: Delivery, joined: Iterable[int], now: datetime) -> None:
    """Note that a notice was sent, with those that it told of, too; what failed before is forgiven."""
    sent = Delivery.objects.filter(pk__in=[delivery.pk, *joined])
    sent.update(state=Delivery.State.SENT, claimed_at=None, sent_at=now, error="")
    if delivery.channel == email.NAME and delivery.user_id:
        troubled = Rhythm.objects.filter(user=delivery.user_id, mail_failures__gt=0)
        troubled.update(mail_failures=0, mail_failing_since=None)
    if delivery.place_id:
        Place.objects.filter(pk=delivery.place_id).update(failures=0, failing_since=None, last_error="")


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


def _failed(delivery: Delivery, error: DeliveryError, now: datetime) -> None:
    dead = error.permanent or delivery.attempts >= MOST_ATTEMPTS
    state = Delivery.State.DEAD if dead else Delivery.State.PENDING
    _set(delivery, state, error=str(error)[:300], due_at=now + backoff(delivery.attempts))
    log.warning("a notice failed", extra={"delivery": delivery.pk, "status": "dead" if dead else "retry"})
    if delivery.channel == email.NAME and delivery.user is not None and not error.ours:
        _mail_failed(delivery.user, error, now)
    if delivery.place_id is not None:
        _place_failed(delivery.place_id, error, now)


# -- switching off -----------------------------------------------------------------------------


@transaction.atomic
def _place_failed(number: int, error: DeliveryError, now: datetime) -> None:
    """Count a failure of a place; one that is gone or hopeless is switched off, and its owner told."""
    place = Place.objects.select_for_update().filter(pk=number).first()
    if place is None:
        return  # its owner has removed it meanwhile
    was_on = place.enabled
    place.failures += 1
    place.failing_since = place.failing_since or now
    if was_on:
        place.last_error = str(error)[:300]
    if error.gone or _is_hopeless(place.failures, place.failing_since, now):
        place.enabled = False
    place.save()
    transport = registry.find(place.channel)
    if was_on and not place.enabled and place.user is not None and transport is not None:
        _tell_switched_off(place.user, transport.spoken(place))


def _is_hopeless(failures: int, since: datetime, now: datetime) -> bool:
    """Return whether a channel has failed often and long enough to be switched off (DEF-6)."""
    house = settings.HOUSE
    return failures >= house.channel_failures and now - since >= house.channel_failing_for


def _mail_failed(user: User, error: DeliveryError, now: datetime) -> None:
    """Count a mail that did not get through; an address that takes none is switched off."""
    rhythm, _ = Rhythm.objects.get_or_create(user=user)
    rhythm.mail_failures = min(rhythm.mail_failures + 1, 1000)
    rhythm.mail_failing_since = rhythm.mail_failing_since or now
    rhythm.save(update_fields=["mail_failures", "mail_failing_since"])
    if error.gone or _is_hopeless(rhythm.mail_failures, rhythm.mail_failing_since, now):
        switch_mail_off(user, "")


def switch_mail_off(user: User | None, address: str) -> None:
    """Send no more mail to a person, who is told so, or to the address of a guest."""
    if user is None:
        outbox.forget_address(address)
    elif User.objects.filter(pk=user.pk, email_disabled=False).update(email_disabled=True):
        _tell_switched_off(user, "mail")


def _tell_switched_off(user: User, what: str) -> None:
    """Tell somebody, by whatever still reaches them, that something no longer does (DEF-6)."""
    stamp = int(timezone.now().timestamp())
    outbox.notify(
        SWITCHED_OFF, user=user, dedupe=f"off/{user.pk}/{stamp}/{what[:60]}", subject={"what": what}
    )


def compose_switched_off(delivery: Delivery) -> Notice:
    """Word the notice that something no longer reaches somebody."""
    lead = f"Notices no longer reach you through {delivery.subject.get('what')}: it has failed too often."
    url = f"{settings.SITE_URL}/notifications/"
    context = {"site_name": settings.SITE_NAME, "lead": lead, "title": "Notices", "url": url}
    context["opens"] = "Look at your notices"
    return Notice(
        subject="Notices no longer reach you everywhere",
        text=render_to_string("mail/notice.txt", context),
        html=render_to_string("mail/notice.html", context),
        data={"url": url},
        thread="channels",
    )


def register() -> None:
    """Register the notice about what was switched off."""
    kinds.register(Kind(SWITCHED_OFF, "Something no longer reaches you", Sort.ANSWER, order=40))
    composers.register(SWITCHED_OFF, compose_switched_off)
