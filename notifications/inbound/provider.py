"""A door for mail services: their inbound webhooks, checked and decoded by django-anymail (MIL-9)."""

import logging
from typing import Any

from anymail.signals import inbound
from django.dispatch import receiver

from notifications.inbound import store
from notifications.inbound.parser import Unreadable, read_head

log = logging.getLogger(__name__)


@receiver(inbound, dispatch_uid="notifications-inbound")
def keep(sender: object, event: Any, **kwargs: Any) -> None:
    """Keep a mail that a service hands over."""
    message = event.message
    raw = message.as_bytes()
    recipients = [message.envelope_recipient] if message.envelope_recipient else []
    try:
        recipients += read_head(raw).recipients
    except Unreadable as error:
        log.warning("a mail of the provider has no head that can be read: %s", error)
    store.take(raw, source="provider", recipients=recipients, envelope_sender=message.envelope_sender or None)
