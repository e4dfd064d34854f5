"""Notices on a browser's own screen (Web Push, RFC 8030), with our own keys and no service between."""

import time
from functools import cache
from urllib.parse import urlsplit

import orjson
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02
from py_vapid.utils import b64urlencode

from accounts.unlinked_text import unlinked
from notifications import guard
from notifications.channels.transport import address_of
from notifications.composers import Notice
from notifications.errors import DeliveryError
from notifications.models import Delivery

#: Seconds for which the browser's service keeps a notice for a device that is off.
KEEP_SECONDS = 12 * 3600


@cache
def _keys(stored: str) -> Vapid02:
    return Vapid02.from_raw(stored.encode())


def public_key() -> str:
    """Return our public key, as browsers want it."""
    key = _keys(settings.VAPID_PRIVATE_KEY).public_key
    text: str = b64urlencode(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
    return text


def payload_of(delivery: Delivery, notice: Notice) -> bytes:
    """Return what the browser shows: a title, a line and an address; nothing hidden."""
    data = {
        "title": unlinked(notice.subject)[:120],
        "body": str(notice.data.get("headline", ""))[:200],
        "url": str(notice.data.get("url", settings.SITE_URL)),
        "tag": notice.thread or delivery.kind,
    }
    return orjson.dumps(data)


def send(delivery: Delivery, notice: Notice) -> None:
    """Send a notice to a browser. Raises DeliveryError; 404 and 410 say that it is gone (RFC 8030, 7.3)."""
    assert delivery.place is not None
    device = address_of(delivery.place)
    from pywebpush import WebPusher  # large, and only the worker that sends needs it

    try:
        keys = {"p256dh": device["p256dh"], "auth": device["auth"]}
        body = WebPusher({"endpoint": device["url"], "keys": keys}).encode(payload_of(delivery, notice))[
            "body"
        ]
    except Exception:
        raise DeliveryError("the browser's keys cannot be read: switch it on again", gone=True) from None
    parts = urlsplit(device["url"])
    claims = {
        "sub": f"mailto:{settings.SERVER_EMAIL_ADDRESS}",
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + KEEP_SECONDS,
    }
    headers = {
        **_keys(settings.VAPID_PRIVATE_KEY).sign(claims),
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(KEEP_SECONDS),
        "Urgency": "high" if delivery.subject.get("urgent") else "normal",
    }
    try:
        status = guard.post(device["url"], bytes(body), headers)
    except guard.Forbidden as error:
        raise DeliveryError(str(error), permanent=True) from None
    except guard.NoAnswer as error:
        raise DeliveryError(f"no proper answer: {error}") from None
    if status in (404, 410):
        raise DeliveryError(
            f"this browser does not take notices any more ({status})", gone=True, answered=True
        )
    if not 200 <= status < 300:
        raise DeliveryError(f"answered {status}", answered=True)
