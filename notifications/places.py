"""Writing notices into the outbox, and what people want to be told."""

from __future__ import annotations

import base64
import hashlib
import logging
import secrets
from datetime import timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import connection, transaction
from django.template.loader import render_to_string
from django.utils import timezone

from accounts.models import User
from notifications import composers, guard
from notifications.channels import chat, push
from notifications.channels import webhook as webhook_channel
from notifications.composers import Notice
from notifications.errors import DeliveryError, NotificationError
from notifications.models import (
    AnswerKind,
    Channel,
    Delivery,
    Endpoint,
    EventKind,
    Preference,
    Rhythm,
    StoppedAddress,
    Webhook,
)
from notifications.sealing import seal

log = logging.getLogger(__name__)

#: Webhooks that one person may have.
MOST_WEBHOOKS = 5
#: Browsers and chats that one person may have.
MOST_ENDPOINTS = 10


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
    """
    now = timezone.now()
    known: dict[str, Any] = {
        "kind": kind,
        "dedupe": dedupe,
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
    with connection.cursor() as cursor:
        cursor.execute(statement, known)
        written = cursor.rowcount
    if written > 0 and settings.NUDGE_WORKERS and not delay:
        wake_workers()


# Worded by hand, because every move writes a notice: one statement finds the recipient's channels and writes
# the rows. The mail goes where `may_mail` says.
_ROWS = """
INSERT INTO notifications_delivery (kind, channel, user_id, webhook_id, address, dedupe_key,
                                    subject, due_at, created_at, state, attempts, error, endpoint_id)
"""
_TO_USER = f"""{_ROWS}
SELECT %(kind)s, 'email', person.id, NULL, '', %(dedupe)s || '/email',
       %(subject)s, %(due)s, %(now)s, 'pending', 0, '', CAST(NULL AS bigint)
FROM accounts_user person
WHERE person.id = %(user)s
  AND person.is_active AND NOT person.email_disabled AND person.email <> '' AND person.kind = 'human'
  AND EXISTS (SELECT 1 FROM account_emailaddress known
              WHERE known.user_id = person.id AND known.verified AND UPPER(known.email) = UPPER(person.email))
  AND NOT EXISTS (SELECT 1 FROM notifications_preference wish
                  WHERE wish.user_id = person.id AND wish.kind = %(kind)s AND wish.channel = 'email'
                    AND NOT wish.wanted)
UNION ALL
SELECT %(kind)s, 'webhook', hook.user_id, hook.id, '', %(dedupe)s || '/webhook-' || hook.id,
       %(subject)s, %(due)s, %(now)s, 'pending', 0, '', CAST(NULL AS bigint)
FROM notifications_webhook hook
WHERE hook.user_id = %(user)s AND hook.enabled
  AND NOT EXISTS (SELECT 1 FROM notifications_preference wish
                  WHERE wish.user_id = hook.user_id AND wish.kind = %(kind)s AND wish.channel = 'webhook'
                    AND NOT wish.wanted)
UNION ALL
SELECT %(kind)s, place.channel, place.user_id, NULL, '', %(dedupe)s || '/' || place.channel || '-' || place.id,
       %(subject)s, %(due)s, %(now)s, 'pending', 0, '', place.id
FROM notifications_endpoint place
WHERE place.user_id = %(user)s AND place.enabled
  AND NOT EXISTS (SELECT 1 FROM notifications_preference wish
                  WHERE wish.user_id = place.user_id AND wish.kind = %(kind)s
                    AND wish.channel = place.channel AND NOT wish.wanted)
ON CONFLICT DO NOTHING
"""
_TO_ADDRESS = f"""{_ROWS}
SELECT %(kind)s, 'email', NULL, NULL, %(address)s, %(dedupe)s || '/email',
       %(subject)s, %(due)s, %(now)s, 'pending', 0, '', CAST(NULL AS bigint)
WHERE NOT EXISTS (SELECT 1 FROM notifications_stoppedaddress gone
                  WHERE UPPER(gone.address) = UPPER(%(address)s))
ON CONFLICT DO NOTHING
"""


def notify_webhooks(kind: str, *, user: User, dedupe: str, subject: dict[str, Any]) -> None:
    """Write the outbox rows of a notice that goes to somebody's programs only, never to the person."""
    if Preference.objects.filter(user=user, kind=kind, channel=Channel.WEBHOOK, wanted=False).exists():
        return
    rows = [
        Delivery(
            kind=kind,
            channel=Channel.WEBHOOK,
            user=user,
            webhook=hook,
            dedupe_key=f"{dedupe}/webhook-{hook.pk}",
            subject=subject,
            due_at=timezone.now(),
        )
        for hook in Webhook.objects.filter(user=user, enabled=True)
    ]
    if rows:
        Delivery.objects.bulk_create(rows, ignore_conflicts=True)
        if settings.NUDGE_WORKERS:
            wake_workers()


def wake_workers() -> None:
    """Let a worker look at the outbox as soon as the transaction is committed."""
    transaction.on_commit(_nudge)


def _nudge() -> None:
    from notifications.tasks import sweep_outbox

    try:
        sweep_outbox.apply_async(retry=False, ignore_result=True)
    except Exception:
        log.warning("no worker could be woken; the sweep will find the notice")


def forget_address(address: str) -> None:
    """Send nothing more to a guest's address."""
    if address:
        StoppedAddress.objects.get_or_create(address=address.lower())


def may_mail(user: User) -> bool:
    """Return whether mail goes to this person: a verified address that has not bounced."""
    if not user.is_active or user.email_disabled or not user.email or user.kind != User.Kind.HUMAN:
        return False
    return bool(EmailAddress.objects.filter(user=user, email__iexact=user.email, verified=True).exists())


# -- preferences -------------------------------------------------------------------------------


def preferences_of(user: User) -> dict[str, dict[str, bool]]:
    """Return by kind and channel what a person wants."""
    stored = {(p.kind, p.channel): p.wanted for p in Preference.objects.filter(user=user)}
    return {
        kind: {channel: stored.get((kind, channel), True) for channel in Channel.values}
        for kind in EventKind.values
    }


@transaction.atomic
def set_preference(user: User, kind: str, channel: str, wanted: bool) -> None:
    """Store one wish. Raises NotificationError for an unknown kind or channel."""
    if kind not in EventKind.values or channel not in Channel.values:
        raise NotificationError("no-such-preference", "There is no such notice or channel.")
    Preference.objects.update_or_create(user=user, kind=kind, channel=channel, defaults={"wanted": wanted})


# -- webhooks ----------------------------------------------------------------------------------


def new_secret() -> str:
    """Return a fresh signing secret in the form of Standard Webhooks."""
    return "whsec_" + base64.b64encode(secrets.token_bytes(24)).decode()


@transaction.atomic
def add_webhook(user: User, url: str) -> Webhook:
    """Add a webhook. Raises NotificationError for an address that may not be called."""
    User.objects.select_for_update().get(pk=user.pk)
    if Webhook.objects.filter(user=user).count() >= MOST_WEBHOOKS:
        raise NotificationError("too-many-webhooks", f"You can have {MOST_WEBHOOKS} webhooks.")
    try:
        guard.check_url(url)
    except guard.Forbidden as error:
        raise NotificationError("bad-webhook", str(error)) from None
    hook = Webhook.objects.create(user=user, url=url, secret=new_secret())
    return hook


def webhook_of(user: User, number: int) -> Webhook:
    """Return one webhook of a person. Raises NotificationError."""
    hook = Webhook.objects.filter(user=user, pk=number).first()
    if hook is None:
        raise NotificationError("no-such-webhook", "There is no such webhook of yours.")
    return hook


def remove_webhook(user: User, number: int) -> None:
    """Remove a webhook with its notices. Raises NotificationError."""
    webhook_of(user, number).delete()


def enable_webhook(user: User, number: int) -> None:
    """Switch a webhook on again. Raises NotificationError."""
    hook = webhook_of(user, number)
    hook.enabled, hook.failures, hook.failing_since, hook.last_error = True, 0, None, ""
    hook.save()


def test_webhook(user: User, number: int) -> None:
    """Call a webhook with a test notice. Raises NotificationError with what went wrong."""
    try_webhook(webhook_of(user, number))


def try_webhook(hook: Webhook) -> None:
    """Call this webhook with a test notice. Raises NotificationError with what went wrong."""
    delivery = Delivery(pk=0, kind="test", channel=Channel.WEBHOOK, user=hook.user, webhook=hook)
    try:
        webhook_channel.send(delivery, Notice("Test", "Test", "Test", {"test": True}))
    except DeliveryError as error:
        hook.last_error = str(error)[:300]
        hook.save(update_fields=["last_error"])
        raise NotificationError("webhook-failed", f"The webhook did not work: {error}.") from None


# -- browsers and chats ------------------------------------------------------------------------


@transaction.atomic
def _add_endpoint(user: User, channel: str, label: str, address: dict[str, object], name: str) -> Endpoint:
    User.objects.select_for_update().get(pk=user.pk)
    digest = hashlib.sha256(name.encode()).hexdigest()
    known = Endpoint.objects.filter(user=user, digest=digest).first()
    if known is None and Endpoint.objects.filter(user=user).count() >= MOST_ENDPOINTS:
        raise NotificationError("too-many-endpoints", f"You can have {MOST_ENDPOINTS} browsers and chats.")
    fields = {"channel": channel, "label": label[:80], "address": seal(address), "enabled": True}
    endpoint, _ = Endpoint.objects.update_or_create(
        user=user,
        digest=digest,
        defaults={**fields, "failures": 0, "failing_since": None, "last_error": ""},
    )
    return endpoint


def add_chat(user: User, url: str) -> Endpoint:
    """Add a chat by its Apprise address. Raises NotificationError."""
    try:
        service = chat.check(url)
    except guard.Forbidden as error:
        raise NotificationError("bad-chat", str(error)) from None
    return _add_endpoint(user, Channel.CHAT, chat.label_of(service, url), {"url": url}, url)


def add_browser(user: User, subscription: object, label: str) -> Endpoint:
    """Add a browser by its push subscription (the JSON that browsers give). Raises NotificationError."""
    bad = NotificationError("bad-browser", "The browser has not given what is needed to reach it.")
    if not isinstance(subscription, dict) or not isinstance(subscription.get("keys"), dict):
        raise bad
    url, keys = subscription.get("endpoint"), subscription["keys"]
    parts = [url, keys.get("p256dh"), keys.get("auth")]
    if not all(isinstance(part, str) and 10 <= len(part) <= 500 for part in parts):
        raise bad
    try:
        guard.check_url(str(url))
    except guard.Forbidden as error:
        raise NotificationError("bad-browser", str(error)) from None
    address: dict[str, object] = {"url": url, "p256dh": keys["p256dh"], "auth": keys["auth"]}
    return _add_endpoint(user, Channel.PUSH, label or "A browser", address, str(url))


def endpoint_of(user: User, number: int) -> Endpoint:
    """Return a browser or chat of a person. Raises NotificationError."""
    endpoint = Endpoint.objects.filter(user=user, pk=number).first()
    if endpoint is None:
        raise NotificationError("no-such-endpoint", "There is no such browser or chat of yours.")
    return endpoint


def change_endpoint(user: User, number: int, action: str) -> None:
    """Remove, switch on, or test a browser or chat. Raises NotificationError."""
    endpoint = endpoint_of(user, number)
    if action == "remove":
        endpoint.delete()
    elif action == "enable":
        endpoint.enabled, endpoint.failures, endpoint.failing_since, endpoint.last_error = True, 0, None, ""
        endpoint.save()
    elif action == "test":
        try_endpoint(endpoint)
    else:
        raise NotificationError("no-such-action", "That cannot be done with a browser or chat.")


def try_endpoint(endpoint: Endpoint) -> None:
    """Send a test notice to a browser or chat. Raises NotificationError with what went wrong."""
    delivery = Delivery(pk=0, kind="test", channel=endpoint.channel, user=endpoint.user, endpoint=endpoint)
    notice = Notice("A test: notices reach you here.", "", "", {"url": settings.SITE_URL})
    try:
        (push if endpoint.channel == Channel.PUSH else chat).send(delivery, notice)
    except DeliveryError as error:
        endpoint.last_error = str(error)[:300]
        endpoint.save(update_fields=["last_error"])
        raise NotificationError("test-failed", f"It did not work: {error}.") from None
    endpoint.last_error = ""
    endpoint.save(update_fields=["last_error"])


def stop_digest(user: User) -> None:
    """Send no more digests; whoever had nothing else gets one mail until they look."""
    rhythm = Rhythm.objects.filter(user=user).first()
    if rhythm is not None:
        mode = Rhythm.Mode.ONCE if rhythm.mode == Rhythm.Mode.DIGEST else rhythm.mode
        Rhythm.objects.filter(pk=rhythm.pk).update(digest=False, mode=mode)


def set_rhythm(
    user: User, mode: str, *, always: bool, urgent_at_night: bool, digest: bool, weekly: bool = False
) -> Rhythm:
    """Store how often mail may come. Raises NotificationError."""
    if mode not in Rhythm.Mode.values:
        raise NotificationError("no-such-mode", "Choose one of the listed rhythms.")
    fields = {
        "mode": mode,
        "always": always,
        "urgent_at_night": urgent_at_night,
        "digest": digest,
        "weekly": weekly,
    }
    rhythm, _ = Rhythm.objects.update_or_create(user=user, defaults=fields)
    return rhythm


def stop_weekly(user: User) -> None:
    """Send no more weekly digests."""
    Rhythm.objects.filter(user=user).update(weekly=False)


def switched_off(user: User) -> list[str]:
    """Return what no longer reaches somebody because it failed too often, in words."""
    hooks = [f"the webhook {hook.url}" for hook in user.webhooks.filter(enabled=False)]
    return hooks + [place.label for place in user.endpoints.filter(enabled=False)]


def tell_switched_off(user: User, what: str) -> None:
    """Tell somebody, by whatever still reaches them, that something no longer does (DEF-6)."""
    stamp = int(timezone.now().timestamp())
    notify(AnswerKind.CHANNEL, user=user, dedupe=f"off/{user.pk}/{stamp}/{what[:60]}", subject={"what": what})


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
    """Word the notices about channels."""
    composers.register(AnswerKind.CHANNEL, compose_switched_off)


def set_sign_in_links(user: User, wanted: bool) -> Rhythm:
    """Say whether turn mails hold a link that signs in (ACC-10); switching it off ends those sent before."""
    rhythm, _ = Rhythm.objects.get_or_create(user=user)
    if rhythm.sign_in_links and not wanted:
        rhythm.links_from = timezone.now()
    rhythm.sign_in_links = wanted
    rhythm.save(update_fields=["sign_in_links", "links_from"])
    return rhythm
