"""Channels of a table: a chat or a program of the group that plays there (NOT-6).

They belong to a table's key, not to a person; what they are told is public, and their calls are guarded like
those of a person's webhooks (NOT-7).
"""

from __future__ import annotations

import hashlib
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from notifications import guard
from notifications.channels import chat
from notifications.errors import NotificationError
from notifications.models import Channel, Delivery, Endpoint, TableKind, Webhook
from notifications.sealing import seal
from notifications.services import new_secret, try_endpoint, try_webhook, wake_workers

#: Channels of one table.
MOST = 3

GroupChannel = Webhook | Endpoint


def _events(given: list[str]) -> list[str]:
    chosen = [kind for kind in TableKind.values if kind in given]
    if not chosen or any(kind not in TableKind.values for kind in given):
        raise NotificationError("no-such-event", "Choose at least one of the listed events.")
    return chosen


def of_table(table: str) -> list[GroupChannel]:
    """Return the channels of a table, oldest first."""
    found: list[GroupChannel] = [*Webhook.objects.filter(table=table), *Endpoint.objects.filter(table=table)]
    return sorted(found, key=lambda channel: channel.created_at)


def name_of(channel: GroupChannel) -> str:
    """Return how a channel of a table is called in addresses: `webhook-3`, `chat-5`."""
    return f"{'webhook' if isinstance(channel, Webhook) else 'chat'}-{channel.pk}"


def label_of(channel: GroupChannel) -> str:
    """Return what the players of the table read: never the address itself, which is a secret."""
    if isinstance(channel, Webhook):
        return f"A program at {urlsplit(channel.url).hostname}"
    return channel.label


def find(table: str, name: str) -> GroupChannel:
    """Return a channel of a table by its name. Raises NotificationError."""
    for channel in of_table(table):
        if name_of(channel) == name:
            return channel
    raise NotificationError("no-such-channel", "There is no such channel at this table.")


@transaction.atomic
def add(table: str, address: str, events: list[str]) -> GroupChannel:
    """Add a channel: a program by its https address, or a chat by its Apprise address.

    The caller holds the table's lock. Raises NotificationError.
    """
    chosen = _events(events)
    if len(of_table(table)) >= MOST:
        raise NotificationError("too-many-channels", f"A table can have {MOST} channels.")
    if urlsplit(address).scheme in ("http", "https"):
        try:
            guard.check_url(address)
        except guard.Forbidden as error:
            raise NotificationError("bad-webhook", str(error)) from None
        return Webhook.objects.create(table=table, events=chosen, url=address, secret=new_secret())
    try:
        service = chat.check(address)
    except guard.Forbidden as error:
        raise NotificationError("bad-chat", str(error)) from None
    digest = hashlib.sha256(address.encode()).hexdigest()
    if Endpoint.objects.filter(table=table, digest=digest).exists():
        raise NotificationError("known-already", "This table has that channel already.")
    return Endpoint.objects.create(
        table=table,
        events=chosen,
        channel=Channel.CHAT,
        label=chat.label_of(service, address),
        address=seal({"url": address}),
        digest=digest,
    )


def change(table: str, name: str, action: str, events: list[str] | None = None) -> None:
    """Test, switch on, or remove a channel, or store its `events`. Raises NotificationError."""
    channel = find(table, name)
    if action == "remove":
        channel.delete()
    elif action == "events":
        channel.events = _events(events or [])
        channel.save(update_fields=["events"])
    elif action == "enable":
        channel.enabled, channel.failures, channel.failing_since, channel.last_error = True, 0, None, ""
        channel.save()
    elif action == "test":
        try_webhook(channel) if isinstance(channel, Webhook) else try_endpoint(channel)
    else:
        raise NotificationError("no-such-action", "That cannot be done with a channel.")


def tell(
    table: str, kind: str, *, dedupe: str, subject: dict[str, Any], delay: timedelta = timedelta(0)
) -> None:
    """Write the outbox rows of one notice to a table's channels, in the caller's transaction.

    Args:
        kind: a `TableKind`. dedupe, subject: as for `notifications.services.notify`; public facts only.
    """
    due = timezone.now() + delay
    rows = [
        Delivery(
            kind=kind,
            channel=Channel.WEBHOOK if isinstance(channel, Webhook) else Channel.CHAT,
            webhook=channel if isinstance(channel, Webhook) else None,
            endpoint=channel if isinstance(channel, Endpoint) else None,
            dedupe_key=f"{dedupe}/{name_of(channel)}",
            subject=subject,
            due_at=due,
        )
        for channel in of_table(table)
        if channel.enabled and kind in channel.events
    ]
    if not rows:
        return
    Delivery.objects.bulk_create(rows, ignore_conflicts=True)
    if settings.NUDGE_WORKERS and not delay:
        wake_workers()
