"""Mail of ours that comes back: the address behind it is switched off, with a banner (NOT-10)."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

from anymail.signals import tracking
from django.dispatch import receiver

from accounts.models import User
from notifications.inbound import addresses, store
from notifications.inbound.parsing import Incoming
from notifications.models import Delivery

_FAILED = re.compile(r"^\s*(?:action:\s*failed|status:\s*5\.)", re.IGNORECASE | re.MULTILINE)
_COMPLAINT = re.compile(r"^\s*feedback-type:\s*abuse", re.IGNORECASE | re.MULTILINE)


#: What is done with a person, or with the address of a guest, that takes no mail.
Consequence = Callable[[User | None, str], None]

_consequences: list[Consequence] = []


def _is_ours(address: str) -> bool:
    return addresses.bounced(address) is not None  # the name is signed


def receive(incoming: Incoming, recipient: str, received_at: datetime) -> str:
    """Deal with what came back. Returns why nothing follows, or ""."""
    name = addresses.bounced(recipient)
    delivery = Delivery.objects.select_related("user").filter(name=name).first()
    if delivery is None:
        return "the mail is not known"
    if not _FAILED.search(incoming.report) and not _COMPLAINT.search(incoming.report):
        return "it is no final refusal"
    _takes_no_mail(delivery.user, delivery.address)
    return ""


def _takes_no_mail(user: User | None, address: str) -> None:
    for consequence in _consequences:
        consequence(user, address)


@receiver(tracking, dispatch_uid="notifications-tracking")
def heard(sender: object, event: Any, **kwargs: Any) -> None:
    """Hear from a mail service that an address bounced for good or complained."""
    final = event.event_type == "complained" or (
        event.event_type in ("bounced", "rejected") and event.reject_reason in ("bounced", "invalid", "spam")
    )
    if final and event.recipient:
        for user in User.objects.filter(email__iexact=event.recipient, email_disabled=False):
            _takes_no_mail(user, event.recipient)


def register(consequence: Consequence) -> None:
    """Take the mail that comes back; `consequence` switches off whoever takes no mail."""
    store.register(_is_ours, _is_ours, receive)
    _consequences.append(consequence)
