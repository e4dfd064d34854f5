"""Notices as signed calls to a player's own program (Standard Webhooks)."""

from __future__ import annotations

from datetime import UTC, datetime

import orjson
from standardwebhooks import Webhook as Signer

from notifications import guard
from notifications.composers import Notice
from notifications.errors import DeliveryError
from notifications.models import Delivery


def send(delivery: Delivery, notice: Notice) -> None:
    """Call the webhook of a delivery. Raises DeliveryError."""
    hook = delivery.webhook
    if hook is None or not hook.enabled:
        raise DeliveryError("the webhook is switched off", permanent=True)
    now = datetime.now(UTC)
    body = orjson.dumps({"type": delivery.kind, "timestamp": now.isoformat(), "data": notice.data})
    number = f"msg_{delivery.pk}"
    signature = Signer(hook.secret).sign(number, now, body.decode())
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "wotr",
        "webhook-id": number,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": signature,
    }
    try:
        status = guard.post(hook.url, body, headers)
    except guard.Forbidden as error:
        raise DeliveryError(str(error), permanent=True) from None
    except guard.NoAnswer as error:
        raise DeliveryError(f"no proper answer: {error}") from None
    if status == 410:
        from notifications import services  # which knows the channels

        hook.enabled = False
        hook.last_error = "The receiver says that it is gone (410)."
        hook.save(update_fields=["enabled", "last_error"])
        assert delivery.user is not None  # whose webhook it is
        services.tell_switched_off(delivery.user, "your webhook")
        raise DeliveryError("answered 410", permanent=True)
    if not 200 <= status < 300:
        raise DeliveryError(f"answered {status}")
