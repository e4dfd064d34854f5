"""Writing notices into the outbox: in the transaction of what they tell about, one row for each channel."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import connection
from django.utils import timezone

from accounts.models import User
from accounts.pruning import prune
from notifications import kinds, wakeups
from notifications.channels import registry, webhook
from notifications.kinds import Kind
from notifications.models import Delivery, Place, Preference, StoppedAddress, new_name


def notify(
    kind: str,
    *,
    user: User | None = None,
    address: str = "",
    dedupe: str,
    subject: dict[str, Any],
    delay: timedelta = timedelta(0),
) -> None:
    """Write the outbox rows of one notice, in the caller's transaction; a worker is woken after the commit.

    Args:
        address: mail address of a guest without an account.
        dedupe: names the event and the recipient; the same notice is never written twice.
        subject: ids for the composer; no hidden fact.

    Raises:
        LookupError: nobody has said why this is told (`notifications.causes`).
    """
    now = timezone.now()
    registered = _explained(kind, subject)
    known: dict[str, Any] = {
        "kind": kind,
        "unasked": f",{','.join(registered.unasked)},",
        "dedupe": dedupe,
        "name": new_name(),
        "subject": Delivery._meta.get_field("subject").get_db_prep_save(subject, connection),
        "due": connection.ops.adapt_datetimefield_value(now + delay),
        "now": connection.ops.adapt_datetimefield_value(now),
    }
    if user is not None:
        statement, known["user"] = _TO_USER, user.pk
    elif address:
        statement, known["address"] = _TO_ADDRESS, address
    else:
        return
    if delay:  # a sweep will find it
        connection.send_later(statement, known)  # type: ignore[attr-defined]  # wotr.postgresql, wotr.sqlite
        return
    with connection.prepared_cursor() as cursor:  # type: ignore[attr-defined]  # likewise
        cursor.execute(statement, known)
        wake_workers({channel for (channel,) in cursor.fetchall()})


def _explained(kind: str, subject: dict[str, Any]) -> Kind:
    """Return a kind of notice that says why it tells this. Raises LookupError."""
    found = kinds.find(kind)
    if found is None:
        raise LookupError(f"Nobody sends notices of the kind {kind!r}")
    found.causes_of(str(subject.get("what", "")))
    return found


# Worded by hand, because every move writes a notice: one statement finds the recipient's channels and writes
# the rows. The mail goes where `may_mail` says; where no wish is stored, the kind says whether it is unasked.
_ROWS = """
INSERT INTO notifications_delivery (kind, channel, user_id, address, dedupe_key, name,
                                    subject, due_at, created_at, state, attempts, error, place_id)
"""
_TO_USER = f"""{_ROWS}
SELECT %(kind)s, 'email', person.id, '', %(dedupe)s || '/email', %(name)s || '0',
       %(subject)s, %(due)s, %(now)s, 'pending', 0, '', CAST(NULL AS bigint)
FROM accounts_user person
WHERE person.id = %(user)s
  AND person.is_active AND NOT person.email_disabled AND person.email <> '' AND person.kind = 'human'
  AND EXISTS (SELECT 1 FROM account_emailaddress known
              WHERE known.user_id = person.id AND known.verified AND UPPER(known.email) = UPPER(person.email))
  AND COALESCE((SELECT wish.wanted FROM notifications_preference wish
                WHERE wish.user_id = person.id AND wish.kind = %(kind)s AND wish.channel = 'email'),
               %(unasked)s NOT LIKE '%%,email,%%')
UNION ALL
SELECT %(kind)s, place.channel, place.user_id, '',
       %(dedupe)s || '/' || place.channel || '-' || COALESCE(place.kept_number, place.id),
       %(name)s || ROW_NUMBER() OVER (ORDER BY place.id), %(subject)s, %(due)s, %(now)s, 'pending', 0, '', place.id
FROM notifications_place place
WHERE place.user_id = %(user)s AND place.enabled
  AND COALESCE((SELECT wish.wanted FROM notifications_preference wish
                WHERE wish.user_id = place.user_id AND wish.kind = %(kind)s AND wish.channel = place.channel),
               %(unasked)s NOT LIKE '%%,' || place.channel || ',%%')
ON CONFLICT DO NOTHING RETURNING channel
"""
_TO_ADDRESS = f"""{_ROWS}
SELECT %(kind)s, 'email', NULL, CAST(%(address)s AS varchar), %(dedupe)s || '/email', %(name)s || '0',
       %(subject)s, %(due)s, %(now)s, 'pending', 0, '', CAST(NULL AS bigint)
WHERE NOT EXISTS (SELECT 1 FROM notifications_stoppedaddress gone
                  WHERE UPPER(gone.address) = UPPER(CAST(%(address)s AS varchar)))
ON CONFLICT DO NOTHING RETURNING channel
"""


def notify_webhooks(kind: str, *, user: User, dedupe: str, subject: dict[str, Any]) -> None:
    """Write the outbox rows of a notice that goes to somebody's programs only, never to the person."""
    if Preference.objects.filter(user=user, kind=kind, channel=webhook.NAME, wanted=False).exists():
        return
    hooks = Place.objects.filter(user=user, channel=webhook.NAME, enabled=True)
    write(kind, hooks, dedupe=dedupe, subject=subject)


def write(
    kind: str,
    places: Iterable[Place],
    *,
    dedupe: str,
    subject: dict[str, Any],
    delay: timedelta = timedelta(0),
) -> None:
    """Write the outbox rows of one notice to places, in the caller's transaction; `dedupe` as for `notify`."""
    _explained(kind, subject)
    due = timezone.now() + delay
    rows = [
        Delivery(
            kind=kind,
            channel=place.channel,
            user_id=place.user_id,
            place=place,
            dedupe_key=f"{dedupe}/{place.channel}-{place.number}",
            subject=subject,
            due_at=due,
        )
        for place in places
    ]
    if not rows:
        return
    Delivery.objects.bulk_create(rows, ignore_conflicts=True)
    if not delay:
        wake_workers({row.channel for row in rows})


def wake_workers(channels: Iterable[str]) -> None:
    """Let the workers of these channels' lanes look at the outbox as soon as the transaction is committed."""
    for lane in sorted({registry.lane_of(channel) for channel in channels}):
        wakeups.after_commit(f"notifications.tasks.sweep_{lane}")


def forget_old(now: datetime) -> int:
    """Delete the notices that have been kept long enough, whatever came of them. Returns how many."""
    under_way = (Delivery.State.PENDING, Delivery.State.SENDING)
    return prune(Delivery.objects.exclude(state__in=under_way), now - settings.HOUSE.notices_kept)


def forget_address(address: str) -> None:
    """Send nothing more to a guest's address."""
    if address:
        StoppedAddress.objects.get_or_create(address=address.lower())


def may_mail(user: User) -> bool:
    """Return whether mail goes to this person: a verified address that has not bounced."""
    if not user.is_active or user.email_disabled or not user.email or user.kind != User.Kind.HUMAN:
        return False
    return bool(EmailAddress.objects.filter(user=user, email__iexact=user.email, verified=True).exists())
