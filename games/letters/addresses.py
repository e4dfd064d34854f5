"""Reply addresses: which seat a mail speaks for, and for which decision (MIL-3, MIL-8)."""

import base64
import hashlib
import hmac
import secrets
from datetime import datetime

from django.conf import settings
from django.utils import timezone

from games.models import Game, Seat
from games.models.letters import Letter, Purpose, ReplyToken, SeatMail, SeatNote
from notifications.inbound import addresses, store


def _secret(nonce: str) -> str:
    digest = hmac.digest(settings.SECRET_KEY.encode(), f"reply:{nonce}".encode(), "sha256")
    return base64.b32encode(digest[:16]).decode().lower().rstrip("=")


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def address_for(seat: Seat, version: int, of: str = "") -> str:
    """Return the reply address for a mail that shows the seat the position at `version`; "" if switched off.

    Args:
        of: the ally in whose place it is answered, as far as the ally allows it by then; "" for the seat itself.
    """
    if seat.game.status != Game.Status.RUNNING:
        return ""
    return _address(seat, Purpose.MOVES, version, of)


def chat_address_for(seat: Seat, number: int, purpose: Purpose = Purpose.CHAT) -> str:
    """Return the reply address for a mail that tells the seat what was said up to line `number`; "" if switched off.

    Args:
        purpose: where it was said, and what is answered is said: at the table, or on the seat's side.
    """
    return _address(seat, purpose, number)


def _address(seat: Seat, purpose: str, version: int, of: str = "") -> str:
    if not settings.MAIL_REPLY_ADDRESS:
        return ""
    nonce = secrets.token_hex(16)
    token, _ = ReplyToken.objects.get_or_create(
        seat=seat,
        purpose=purpose,
        version=version,
        of=of,
        defaults={"nonce": nonce, "digest": _digest(_secret(nonce))},
    )
    return addresses.reply_address(_secret(token.nonce))


def find(address: str, now: datetime | None = None) -> ReplyToken | None:
    """Return the token that an address carries, None for a forged, revoked or worn out one."""
    secret = addresses.token_of(address)
    if not secret:
        return None
    token = (
        ReplyToken.objects.select_related("seat__game", "seat__user").filter(digest=_digest(secret)).first()
    )
    if token is None or (now or timezone.now()) - token.created_at > settings.HOUSE.mail_token_life:
        return None
    return token


def has_unread(game: Game, before: datetime) -> bool:
    """Return whether a mail of somebody at a table was received until then and waits to be read (DEF-3).

    A move of the seat at zero counts, and so do a draw, an end or a pause that another seat agrees to.
    """
    secrets_waiting = (addresses.token_of(recipient) for recipient in store.waiting_for(before))
    digests = [_digest(secret) for secret in secrets_waiting if secret]
    return bool(digests) and ReplyToken.objects.filter(seat__game=game, digest__in=digests).exists()


def forget(seat: Seat) -> None:
    """Forget what the player of a seat has by mail: reply addresses, letters, what they were told and have noted."""
    Letter.objects.filter(seat=seat).delete()
    ReplyToken.objects.filter(seat=seat).delete()
    SeatMail.objects.filter(seat=seat).delete()
    SeatNote.objects.filter(seat=seat).delete()
    if seat.has_marks:
        Seat.objects.filter(pk=seat.pk).update(has_marks=False)
        seat.has_marks = False


def mail_of(seat: Seat) -> str:
    """Return the address that belongs to the seat's player, in lower case."""
    address = seat.user.email if seat.user is not None else seat.guest_email
    return str(address).lower()
