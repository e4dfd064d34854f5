"""Mail of ours that comes back: what its report means decides whether the address is switched off (NOT-10)."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from anymail.signals import tracking
from django.dispatch import receiver
from django.utils import timezone

from accounts.models import User
from notifications.channels import email
from notifications.channels.email import refusals
from notifications.channels.email.refusals import Refusal
from notifications.inbound import addresses, store
from notifications.inbound.parser import Incoming
from notifications.models import Delivery

#: What is done when a mail came back: to a person, or to the address of a guest; with the mail, as far as it is known.
Consequence = Callable[[User | None, str, Refusal, Delivery | None, datetime], None]

_consequences: list[Consequence] = []


def _is_ours(address: str) -> bool:
    return addresses.bounced(address) is not None  # the name is signed


def receive(incoming: Incoming, recipient: str, received_at: datetime) -> str:
    """Deal with what came back. Returns why nothing follows, or ""."""
    name = addresses.bounced(recipient)
    delivery = Delivery.objects.select_related("user").filter(name=name).first()
    if delivery is None:
        return "the mail is not known"
    address = delivery.user.email if delivery.user is not None else delivery.address
    refusal = refusals.of_report(incoming.report, address)
    if refusal is None:
        return "it is no final refusal"
    _came_back(delivery.user, delivery.address, refusal, delivery, received_at)
    return ""


def _came_back(
    user: User | None, address: str, refusal: Refusal, mail: Delivery | None, now: datetime
) -> None:
    for consequence in _consequences:
        consequence(user, address, refusal, mail, now)


@receiver(tracking, dispatch_uid="notifications-tracking")
def heard(sender: object, event: Any, **kwargs: Any) -> None:
    """Hear from a mail service what became of a mail. It names the reader: their newest mail was it."""
    refusal = refusals.of_event(event)
    if refusal is None or not event.recipient:
        return
    now = timezone.now()
    users = list(User.objects.filter(email__iexact=event.recipient))
    for user in users:
        if user.email_disabled:
            continue
        mails = Delivery.objects.filter(user=user, channel=email.NAME, state=Delivery.State.SENT)
        _came_back(user, "", refusal, mails.order_by("sent_at").last(), now)
    if not users:
        _came_back(None, event.recipient.lower(), refusal, None, now)


def register(consequence: Consequence) -> None:
    """Take the mail that comes back; `consequence` counts it and switches off whoever takes no mail."""
    store.register(_is_ours, _is_ours, receive)
    _consequences.append(consequence)
