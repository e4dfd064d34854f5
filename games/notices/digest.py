"""The daily digest: everything that waits, in one mail (DEF-6)."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.utils import timezone

import rules
from accounts.models import User
from accounts.unlinked_text import unlinked
from games.acts import votes
from games.chat.talk import games_with_unread
from games.hours import reminders, vacations
from games.lobby import follows
from games.models import Game, Invitation, Seat
from games.models.orders import OrderRun
from games.play import game_names
from notifications import composers, rhythm
from notifications.composers import Notice
from notifications.models import Delivery

#: Rows of one part of a digest.
MOST_ROWS = 30
#: A part of a digest: its name and its rows.
Part = tuple[str, list[dict[str, Any]]]
_parts: list[Callable[[User, datetime], list[Part]]] = []
_weekly_parts: list[Callable[[User, datetime], list[Part]]] = []
FAR = datetime.max.replace(tzinfo=ZoneInfo("UTC"))


def _row(seat: Seat, words: str) -> dict[str, Any]:
    title = rules.title(seat.game.title)
    return {
        "title": f"{game_names.called(seat.game)}, {seat.game.headline}",
        "side": title.seat_name(seat.name),
        "words": words,
        "url": f"{settings.SITE_URL}/game/{seat.game.key}/",
    }


def _until(seat: Seat, zone: ZoneInfo, *, unseen: bool) -> str:
    if seat.due_at is None:
        return "no clock"
    words = f"until {seat.due_at.astimezone(zone):%a %d %b, %H:%M}"
    return f"{words}; half of your time has gone by, and you have not looked yet" if unseen else words


def _order_words(run: OrderRun) -> str:
    """Return what an order has answered, and which order it was."""
    if run.order is None:
        return run.words
    kinds = rules.title(run.seat.game.title).standing_kinds
    about = kinds.get(run.order.decision_kind, run.order.decision_kind)
    name = f"{run.order.get_kind_display()}{': ' + about if about else ''}"
    return f"{run.words} (your order “{name.rstrip('.')}”)"


def _votes(seats: QuerySet[Seat], now: datetime) -> list[dict[str, Any]]:
    """Return a row for everything that somebody is asked to agree to."""
    rows = []
    for seat in seats.prefetch_related("game__seats"):
        title = rules.title(seat.game.title)
        for vote in votes.open_votes(seat.game, list(seat.game.seats.all()), now):
            if seat.name in vote["missing"]:
                by = ", ".join(title.seat_name(name) for name in vote["by"])
                rows.append(_row(seat, f"{by} {vote['words']}"))
    return rows


def parts_of(user: User, now: datetime) -> list[tuple[str, list[dict[str, Any]]]]:
    """Return what a digest tells somebody: parts with their rows, least time first; [] if there is nothing."""
    zone = ZoneInfo(user.timezone)
    seats = Seat.objects.filter(user=user).select_related("game")
    waiting = seats.filter(game__status=Game.Status.RUNNING, waiting_since__isnull=False)
    by_time = sorted(waiting, key=lambda s: s.due_at or FAR)
    unseen = {seat.pk for seat in reminders.unseen_for_half(by_time)}
    runs = OrderRun.objects.filter(
        seat__user=user, at__gt=now - timedelta(days=1), state__in=("done", "stopped")
    )
    runs = runs.select_related("seat__game", "order").order_by("at", "pk")
    invitations = Invitation.objects.filter(user=user, state=Invitation.State.OPEN).order_by("pk")
    unread = games_with_unread(user)
    parts = [
        (
            "Waiting for you",
            [_row(s, _until(s, zone, unseen=s.pk in unseen)) for s in by_time[:MOST_ROWS]],
        ),
        ("Votes", _votes(seats.filter(game__status=Game.Status.RUNNING), now)[:MOST_ROWS]),
        (
            "Invitations",
            [
                {
                    "title": rules.title(i.game.title).name,
                    "side": "",
                    "words": unlinked(f"from {i.sender.shown_name}"),
                    "url": f"{settings.SITE_URL}/game/{i.game.key}/",
                }
                for i in invitations.select_related("game", "sender")[:MOST_ROWS]
            ],
        ),
        (
            "Chat",
            [
                _row(s, f"{unread[s.game_id]} new line{'' if unread[s.game_id] == 1 else 's'}")
                for s in seats.filter(game__in=list(unread))[:MOST_ROWS]
            ],
        ),
        ("Your standing orders", [_row(run.seat, _order_words(run)) for run in runs[:MOST_ROWS]]),
        (
            "Ended",
            [
                _row(s, str((s.game.result or {}).get("text", "")))
                for s in seats.filter(
                    game__status=Game.Status.FINISHED,
                    end_seen=False,
                    game__finished_at__gt=now - timedelta(days=7),
                )[:MOST_ROWS]
            ],
        ),
    ]
    return [(name, rows) for name, rows in parts if rows]


def compose_digest(delivery: Delivery) -> Notice | None:
    """Word a digest; None if there is nothing to tell."""
    user = delivery.user
    if user is None:
        return None
    now = timezone.now()
    parts = [*parts_of(user, now), *(part for make in _parts for part in make(user, now))]
    if not parts:
        return None
    waiting = len(dict(parts).get("Waiting for you", []))
    lead = (
        f"{waiting} game{'' if waiting == 1 else 's'} wait for you." if waiting else "Nothing waits for you."
    )
    return _mail(user, lead.replace("1 game wait ", "1 game waits "), parts, now)


def add_part(make: Callable[[User, datetime], list[Part]]) -> None:
    """Let another app add parts to the daily digest, in the order of registration."""
    if make not in _parts:
        _parts.append(make)


def _mail(user: User, lead: str, parts: list[Part], now: datetime) -> Notice:
    away = vacations.current(user, now)
    context = {
        "site_name": settings.SITE_NAME,
        "lead": lead,
        "parts": parts,
        "away": away.ends_at.astimezone(ZoneInfo(user.timezone)) if away else None,
        "url": f"{settings.SITE_URL}/my/",
        "settings_url": f"{settings.SITE_URL}/notifications/",
    }
    with timezone.override(ZoneInfo(user.timezone)):
        text, html = (
            render_to_string("mail/digest.txt", context),
            render_to_string("mail/digest.html", context),
        )
    return Notice(subject=f"{settings.SITE_NAME}: {lead.rstrip('.')}", text=text, html=html)


# -- the weekly digest -------------------------------------------------------------------------


def add_weekly_part(make: Callable[[User, datetime], list[Part]]) -> None:
    """Let another app add parts to the weekly digest, in the order of registration."""
    if make not in _weekly_parts:
        _weekly_parts.append(make)


def followed(user: User, now: datetime) -> list[Part]:
    """Return the part about the games that somebody follows and may still watch."""
    rows = []
    for game in follows.games_of(user)[:MOST_ROWS]:
        ended = str((game.result or {}).get("text", ""))
        rows.append(
            {
                "title": f"{game_names.called(game)}, {game.headline}",
                "side": unlinked(" and ".join(seat.player_name for seat in game.seats.all())),
                "words": ended or f"last move on {(game.moved_at or now):%d %B}",
                "url": f"{settings.SITE_URL}/game/{game.key}/",
            }
        )
    return [("Games that you follow", rows)] if rows else []


def compose_weekly(delivery: Delivery) -> Notice | None:
    """Word a weekly digest; None if there is nothing to tell."""
    user = delivery.user
    if user is None:
        return None
    now = timezone.now()
    parts = [part for make in (*_weekly_parts, followed) for part in make(user, now)]
    return _mail(user, "Your week.", parts, now) if parts else None


def register() -> None:
    """Word the digests."""
    composers.register(rhythm.DIGEST, compose_digest)
    composers.register(rhythm.WEEKLY, compose_weekly)
