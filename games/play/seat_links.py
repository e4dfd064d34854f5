"""Secret links to one seat, usable without an account (LOB-4).

A link's secret is an HMAC of a random nonce under `SECRET_KEY`: the database holds only the
nonce and a digest, so a copy of it opens no seat, and the server can still print the link into a mail.
Whoever takes a seat by link gets a fresh one, because the old one is known to the person who sent it.
"""

import base64
import hashlib
import hmac
import secrets

from django.conf import settings
from django.urls import reverse

from games.models import Seat


def secret_of(seat: Seat) -> str:
    """Return the secret of the seat's present link, or "" if it has none."""
    if not seat.link_nonce:
        return ""
    message = f"seat-link:{seat.link_nonce}".encode()
    digest = hmac.new(settings.SECRET_KEY.encode(), message, hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def renew(seat: Seat) -> str:
    """Give the seat a new link, which ends the old one, and return its secret. The caller saves the seat."""
    seat.link_nonce = secrets.token_hex(16)
    secret = secret_of(seat)
    seat.link_digest = Seat.digest_of(secret)
    return secret


def revoke(seat: Seat) -> None:
    """End the seat's link. The caller saves the seat."""
    seat.link_nonce = seat.link_digest = ""


def find_seat(secret: str) -> Seat | None:
    """Return the seat that this secret opens, or None for a forged, renewed or revoked one."""
    if not 20 <= len(secret) <= 100:
        return None
    return Seat.objects.select_related("game", "user").filter(link_digest=Seat.digest_of(secret)).first()


def address_of(seat: Seat) -> str:
    """Return the full address of the seat's link, or "" if it has none."""
    secret = secret_of(seat)
    return f"{settings.SITE_URL}{reverse('seat-link', args=[secret])}" if secret else ""
