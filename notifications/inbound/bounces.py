"""Mail of ours that comes back: the address behind it is switched off, with a banner (NOT-10)."""

from __future__ import annotations

import hmac
import re
from datetime import datetime
from typing import Any

from anymail.signals import tracking
from django.conf import settings
from django.dispatch import receiver

from accounts.models import User
from notifications import services
from notifications.inbound import store
from notifications.inbound.parsing import Incoming
from notifications.models import Delivery, StoppedAddress

_FAILED = re.compile(r"^\s*(?:action:\s*failed|status:\s*5\.)", re.IGNORECASE | re.MULTILINE)
_COMPLAINT = re.compile(r"^\s*feedback-type:\s*abuse", re.IGNORECASE | re.MULTILINE)


def _mark(number: int) -> str:
    return hmac.digest(settings.SECRET_KEY.encode(), f"bounce:{number}".encode(), "sha256").hex()[:16]


def address_for(delivery: Delivery) -> str:
    """Return the address to which this mail comes back if it cannot be delivered; "" if none is set up."""
    if not settings.MAIL_REPLY_ADDRESS or not delivery.pk:
        return ""
    return store.reply_address(f"bounce-{delivery.pk}-{_mark(delivery.pk)}")


def _number_of(address: str) -> int | None:
    base = store.reply_address("TOKEN").lower()
    if not base:
        return None
    pattern = re.escape(base).replace("token", r"bounce-(\d{1,18})-([0-9a-f]{16})")
    match = re.fullmatch(pattern, address.lower())
    if match is None or not hmac.compare_digest(match.group(2), _mark(int(match.group(1)))):
        return None
    return int(match.group(1))


def _is_ours(address: str) -> bool:
    return _number_of(address) is not None  # the number is signed


def receive(incoming: Incoming, recipient: str, received_at: datetime) -> str:
    """Deal with what came back. Returns why nothing follows, or ""."""
    number = _number_of(recipient)
    delivery = Delivery.objects.select_related("user").filter(pk=number or 0).first()
    if delivery is None:
        return "the mail is not known"
    if not _FAILED.search(incoming.report) and not _COMPLAINT.search(incoming.report):
        return "it is no final refusal"
    switch_off(delivery)
    return ""


def switch_off(delivery: Delivery) -> None:
    """Send no more mail where this delivery went."""
    if delivery.user is not None:
        if User.objects.filter(pk=delivery.user.pk, email_disabled=False).update(email_disabled=True):
            services.tell_switched_off(delivery.user, "mail")
    else:
        StoppedAddress.objects.get_or_create(address=delivery.address.lower())


@receiver(tracking, dispatch_uid="notifications-tracking")
def heard(sender: object, event: Any, **kwargs: Any) -> None:
    """Hear from a mail service that an address bounced for good or complained."""
    final = event.event_type == "complained" or (
        event.event_type in ("bounced", "rejected") and event.reject_reason in ("bounced", "invalid", "spam")
    )
    if final and event.recipient:
        for user in User.objects.filter(email__iexact=event.recipient, email_disabled=False):
            User.objects.filter(pk=user.pk).update(email_disabled=True)
            services.tell_switched_off(user, "mail")


def register() -> None:
    """Take the mail that comes back."""
    store.register(_is_ours, _is_ours, receive)
