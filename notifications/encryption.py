"""Secrets that players entrust to us (addresses of chats, keys of browsers), kept unreadable in the database."""

import base64
import hashlib

import orjson
from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings


def _fernet() -> Fernet:
    key = hashlib.sha256(f"notifications.endpoints:{settings.SECRET_KEY}".encode()).digest()
    return Fernet(base64.urlsafe_b64encode(key))


def seal(data: dict[str, object]) -> str:
    """Return data as a sealed text."""
    return _fernet().encrypt(orjson.dumps(data)).decode()


def unseal(text: str) -> dict[str, str]:
    """Return what was sealed. Raises ValueError if SECRET_KEY has changed since."""
    try:
        found: dict[str, str] = orjson.loads(_fernet().decrypt(text.encode()))
    except InvalidToken:
        raise ValueError("sealed with another key") from None
    return found
