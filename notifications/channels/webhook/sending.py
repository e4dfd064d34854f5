"""Notices as signed calls to a player's own program (Standard Webhooks)."""

from datetime import UTC, datetime

import orjson
from standardwebhooks import Webhook as Signer

from notifications import guard
from notifications.channels.transport import address_of
from notifications.composers import Notice
from notifications.errors import DeliveryError
from notifications.models import Delivery


def send(delivery: Delivery, notice: Notice) -> None:
    """Call the program of a delivery. Raises DeliveryError; 410 says that it is gone.

    The body's `timestamp` is that of the event, the header's that of the attempt (Standard Webhooks).
    """
    assert delivery.place is not None
    address = address_of(delivery.place)
    now = datetime.now(UTC)
    body = orjson.dumps(
        {"type": delivery.kind, "timestamp": delivery.created_at.isoformat(), "data": notice.data}
    )
    number = f"msg_{delivery.name}"
    signature = Signer(address["secret"]).sign(number, now, body.decode())
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "wotr",
        "webhook-id": number,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": signature,
    }
    try:
        status = guard.post(address["url"], body, headers)
    except guard.Forbidden as error:
        raise DeliveryError(str(error), permanent=True) from None
    except guard.NoAnswer as error:
        raise DeliveryError(f"no proper answer: {error}") from None
    if status == 410:
        raise DeliveryError("the receiver says that it is gone (410)", gone=True, answered=True)
    if not 200 <= status < 300:
        raise DeliveryError(f"answered {status}", answered=True)
