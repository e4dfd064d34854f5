"""The time of a notice: now, with others, after the night, in the daily digest, or none (DEF-6, NOT-2, NOT-3)."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.models import User
from accounts.quiet_hours import quiet_until
from notifications import composers, kinds, preferences
from notifications.causes import OWN, always
from notifications.channels import email, registry
from notifications.kinds import Kind, Sort
from notifications.models import Delivery, Rhythm
from notifications.outbox import may_mail

#: The kinds of the daily and the weekly digest.
DIGEST, WEEKLY = "digest", "weekly"
#: Mails sent that are looked at for whether what they ask waits for its answer.
MOST_ASKED = 50


@dataclass(frozen=True)
class Verdict:
    """Send now (both empty), wait until a moment, or drop it."""

    wait_until: datetime | None = None
    drop: bool = False


SEND = Verdict()
DROP = Verdict(drop=True)


def rhythm_of(user: User) -> Rhythm:
    """Return somebody's rhythm, read along with them or now, with its defaults where they have chosen none."""
    if User._meta.get_field("rhythm").is_cached(user):
        return getattr(user, "rhythm", None) or Rhythm(user=user)
    return Rhythm.objects.filter(user=user).first() or Rhythm(user=user)


def judge(delivery: Delivery, now: datetime) -> Verdict:
    """Return what becomes of a notice that is due."""
    user, kind = delivery.user, kinds.find(delivery.kind)
    if user is None or (kind is not None and kind.at_once):
        return SEND
    if registry.is_personal(delivery.channel) and (ready := held_until(delivery, now)):
        return Verdict(wait_until=ready)
    if delivery.channel == email.NAME:
        return _judge_mail(delivery, user, now)
    night = quiet_until(user, now)
    if night is not None and not (delivery.subject.get("urgent") and rhythm_of(user).urgent_at_night):
        return Verdict(wait_until=night)
    return SEND


def held_until(delivery: Delivery, now: datetime) -> datetime | None:
    """Return until when a person is not told yet, because they probably look at it; programs are told at once."""
    hold = timedelta(seconds=int(delivery.subject.get("hold", 0)))
    return delivery.created_at + hold if hold and now < delivery.created_at + hold else None


def _judge_mail(delivery: Delivery, user: User, now: datetime) -> Verdict:
    if delivery.subject.get("no_mail"):
        return DROP
    kind = kinds.find(delivery.kind)
    if kind is not None and kind.in_digest:
        mode = rhythm_of(user).mode
        if mode == Rhythm.Mode.DIGEST:
            return DROP
        if mode == Rhythm.Mode.TOGETHER and kind.together:
            others = _mailed(user, [delivery.kind], now - settings.HOUSE.mail_together)
            recent = others.exclude(subject__game=delivery.subject.get("game")).first()
            if recent is not None and recent.sent_at is not None:
                return Verdict(wait_until=recent.sent_at + settings.HOUSE.mail_together)
    if composers.waits(delivery):
        gathered = settings.HOUSE.invitations_together
        for asked in _mailed(user, composers.kinds_that_wait(), now - gathered)[:MOST_ASKED]:
            if asked.sent_at is not None and composers.waits(asked):
                return Verdict(wait_until=asked.sent_at + gathered)
    return SEND


def _mailed(user: User, names: Collection[str], since: datetime) -> QuerySet[Delivery]:
    """Return what was mailed to somebody of some kinds, the newest first."""
    sent = Delivery.objects.filter(
        user=user, kind__in=names, channel=email.NAME, state=Delivery.State.SENT, sent_at__gt=since
    )
    return sent.order_by("-sent_at", "-pk")


def may_join(delivery: Delivery) -> Callable[[Delivery], bool] | None:
    """Return which other notices to its reader that are due a mail tells of, too (DEF-6); None for no others."""
    if delivery.channel != email.NAME or delivery.user is None:
        return None
    if composers.waits(delivery):
        return composers.waits
    kind = kinds.find(delivery.kind)
    if kind is None or not kind.together or rhythm_of(delivery.user).mode != Rhythm.Mode.TOGETHER:
        return None
    return lambda other: other.kind == delivery.kind


# -- digests -----------------------------------------------------------------------------------


def write_digests(now: datetime) -> int:
    """Put the digests that are due into the outbox; each day once. Returns how many are new."""
    wanted = Rhythm.objects.filter(Q(digest=True) | Q(mode=Rhythm.Mode.DIGEST))
    return _write_due(DIGEST, wanted, "digest_day", _has_digest, now)


def write_weeklies(now: datetime) -> int:
    """Put the weekly digests that are due into the outbox; each week once. Returns how many are new."""
    return _write_due(WEEKLY, Rhythm.objects.filter(weekly=True), "weekly_day", _has_weekly, now)


def _has_digest(local: datetime) -> bool:
    return local.time() >= settings.HOUSE.digest_at


def _has_weekly(local: datetime) -> bool:
    return (
        f"{local:%A}" == settings.HOUSE.weekly_digest_day and local.time() >= settings.HOUSE.weekly_digest_at
    )


def _write_due(
    kind: str, wanted: QuerySet[Rhythm], noted: str, has: Callable[[datetime], bool], now: datetime
) -> int:
    """Write a kind of digest to those whose local day `has` one by now and is not the one `noted`.

    Whoever is not due is not read: the database tells which time zones there are, and these whose day it is.
    """
    days: dict[str, list[str]] = {}
    for zone in wanted.order_by().values_list("user__timezone", flat=True).distinct():
        local = now.astimezone(ZoneInfo(zone))
        if has(local):
            days.setdefault(local.date().isoformat(), []).append(zone)
    made = 0
    for day, zones in days.items():
        due = wanted.filter(user__timezone__in=zones).exclude(**{noted: day})
        for rhythm in due.select_related("user"):
            with transaction.atomic():
                fresh = Rhythm.objects.filter(pk=rhythm.pk).exclude(**{noted: day}).update(**{noted: day})
                made += bool(fresh) and _write(rhythm.user, kind, day, now)
    return made


def _write(user: User, kind: str, day: str, now: datetime) -> bool:
    if not may_mail(user):
        return False
    Delivery.objects.get_or_create(
        dedupe_key=f"{kind}-{user.pk}-{day}/email",
        defaults={
            "kind": kind,
            "channel": email.NAME,
            "user": user,
            "subject": {"day": day},
            "due_at": now,
        },
    )
    return True


def register() -> None:
    """Register the digests; those who know games word them."""
    answer = partial(Kind, causes=always(OWN), sort=Sort.ANSWER, at_once=True)
    stop, start = preferences.stop_digest, preferences.start_digest
    daily = answer(DIGEST, "Your daily digest", order=20, stop=stop, start=start)
    stop, start = preferences.stop_weekly, preferences.start_weekly
    weekly = answer(WEEKLY, "Your weekly digest", order=30, stop=stop, start=start)
    kinds.register(daily, weekly)
