"""A private calendar of somebody's deadlines (NOT-16); its address can be renewed, which ends the old one."""

import base64
import hashlib
import hmac
import secrets
from datetime import timedelta

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

import rules
from accounts.models import User
from games.models import Game, Seat
from games.models.hours import FeedToken


def _secret(nonce: str) -> str:
    digest = hmac.digest(settings.SECRET_KEY.encode(), f"calendar:{nonce}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def address_of(user: User) -> str:
    """Return the address of somebody's calendar, "" if they have none."""
    token = FeedToken.objects.filter(user=user).first()
    return f"{settings.SITE_URL}{reverse('calendar', args=[_secret(token.nonce)])}" if token else ""


def renew(user: User) -> None:
    """Give somebody a fresh address; an old one ends."""
    nonce = secrets.token_hex(16)
    digest = hashlib.sha256(_secret(nonce).encode()).hexdigest()
    FeedToken.objects.update_or_create(user=user, defaults={"nonce": nonce, "digest": digest})


def calendar_of(user: User) -> bytes:
    """Return somebody's deadlines as a calendar; titles and sides only."""
    from icalendar import Calendar, Event  # large, and few ask for it

    feed = Calendar()
    feed.add("prodid", "-//wotr//deadlines//EN")
    feed.add("version", "2.0")
    feed.add("x-wr-calname", f"{settings.SITE_NAME}: my deadlines")
    seats = Seat.objects.filter(
        user=user, game__status=Game.Status.RUNNING, due_at__isnull=False, flagged_at__isnull=True
    ).select_related("game")
    for seat in seats.order_by("due_at"):
        assert seat.due_at is not None
        title = rules.title(seat.game.title)
        event = Event()
        event.add("uid", f"{seat.game.key}-{seat.name}@{settings.SITE_NAME}")
        event.add("dtstamp", timezone.now())
        event.add("dtstart", seat.due_at - timedelta(minutes=30))
        event.add("dtend", seat.due_at)
        event.add("summary", f"{title.name}: time of {title.seat_name(seat.name)} ends")
        event.add("url", f"{settings.SITE_URL}/game/{seat.game.key}/")
        feed.add_component(event)
    return bytes(feed.to_ical())


def owner_of(secret: str) -> User | None:
    """Return whose calendar is at a secret address, None if it is nobody's."""
    digest = hashlib.sha256(secret.encode()).hexdigest()
    token = FeedToken.objects.select_related("user").filter(digest=digest).first()
    return token.user if token is not None and token.user.is_active else None


def end(user: User) -> None:
    """End the address of somebody's calendar."""
    FeedToken.objects.filter(user=user).delete()
