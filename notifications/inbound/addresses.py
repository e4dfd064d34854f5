"""Addresses that we make ourselves: they carry a token of somebody's, or the signed name of a mail of ours."""

import hmac
import re

from django.conf import settings

from notifications.models import Delivery

_TOKEN = r"[a-z2-7]{26}"


def reply_address(token: str) -> str:
    """Return the address that carries a token, "" if mails cannot be answered here."""
    base = settings.MAIL_REPLY_ADDRESS
    if not base:
        return ""
    if "{token}" in base:
        return str(base.replace("{token}", token))
    local, _, domain = base.rpartition("@")
    return f"{local}+{token}@{domain}"


def token_of(address: str) -> str:
    """Return the token that an address carries, "" for any other address."""
    pattern = re.escape(reply_address("TOKEN").lower()).replace("token", f"({_TOKEN})")
    match = re.fullmatch(pattern, address.lower()) if pattern else None
    return match.group(1) if match else ""


# -- addresses that need no row: a name, signed --------------------------------------------------


def _mark(what: str, name: str) -> str:
    return hmac.digest(settings.SECRET_KEY.encode(), f"{what}:{name}".encode(), "sha256").hex()[:16]


def signed_address(what: str, name: str) -> str:
    """Return the address that carries a signed name, "" if mails cannot be answered here.

    Args:
        what: says what the name is of. name: one or two hexadecimal numbers, joined by a hyphen.
    """
    return reply_address(f"{what}-{name}-{_mark(what, name)}")


def signed_name(what: str, address: str) -> str | None:
    """Return the name that an address carries, None for any other address."""
    base = reply_address("TOKEN").lower()
    if not base:
        return None
    pattern = re.escape(base).replace("token", what + r"-([0-9a-f]{1,24}(?:-[0-9a-f]{1,24})?)-([0-9a-f]{16})")
    match = re.fullmatch(pattern, address.lower())
    if match is None or not hmac.compare_digest(match.group(2), _mark(what, match.group(1))):
        return None
    return match.group(1)


def bounce_address(delivery: Delivery) -> str:
    """Return the address to which this mail comes back if it cannot be delivered; "" if none is set up."""
    return signed_address("bounce", delivery.name) if delivery.pk else ""


def bounced(address: str) -> str | None:
    """Return the name of the delivery that comes back to this address, None for any other address."""
    return signed_name("bounce", address)
