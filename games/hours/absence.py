"""Seats whose player does not answer: misses, fallbacks, absence, replacement, return (FEATURES 7.3, MOD-1 to 6)."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

import rules
from accounts.blocks import is_blocked
from accounts.models import User
from games.chat import rooms as chat_rooms
from games.hours import vacations
from games.ledger import ledger
from games.letters import addresses
from games.models import Game, Seat
from games.models.hours import ClockChange, Miss
from games.models.letters import SeatNote
from games.notices import for_seats
from games.play import seat_links
from games.refusals import Refused
from games.time import clocks

logger = logging.getLogger(__name__)

#: What belongs to whoever sits in a seat.
PERSON_FIELDS = [
    "user",
    "guest_name",
    "guest_email",
    "link_nonce",
    "link_digest",
    "asks",
    "draft",
    "has_orders",
    "reminded_at",
    "remind_later_at",
]


def record(
    opened: ledger.Open, seat: Seat, kind: str, milliseconds: int = 0, by: str = "", reason: str = ""
) -> None:
    """Write down what changed a clock from outside the log."""
    ClockChange.objects.create(
        game=opened.row,
        seat=seat.name,
        kind=kind,
        version=opened.row.version,
        milliseconds=milliseconds,
        by=by,
        reason=reason,
        at=opened.now,
    )


# -- at zero -----------------------------------------------------------------------------------


def spare(opened: ledger.Open, seat: Seat) -> bool:
    """Give a late seat what it has coming: a grace token, or the vacation it asked for. False if nothing."""
    if seat.grace_left:
        worth = clocks.grace(opened.row, seat, opened.now)
        record(opened, seat, ClockChange.Kind.GRACE, worth)
        opened.changed.add(seat.name)
        ledger.save_seats(opened)
        for_seats.notify_news(opened.row, "grace", seat.name)
        return True
    if seat.user is not None and seat.due_at is not None and clocks.vacation_counts(opened.row, seat):
        user = vacations.protected(seat.user, seat.due_at, opened.now)
        if user is not None:
            seat.user = user
            seat.due_at = clocks.due_at(opened.row, seat)
            opened.changed.add(seat.name)
            ledger.save_seats(opened)
            for_seats.notify_news(opened.row, "protected", seat.name)
            return True
    return False


def miss(opened: ledger.Open, seat: Seat) -> None:
    """Count a missed full decision."""
    seat.misses += 1
    seat.fallbacks = 0
    opened.changed.add(seat.name)
    if seat.user is not None:
        Miss.objects.create(user=seat.user, game=opened.row, at=opened.now)


def forgive_if_in_time(opened: ledger.Open, seat: Seat) -> None:
    """Undo what zero has cost a seat whose move was received before it and is only played now (7.3)."""
    tokens = ClockChange.objects.filter(
        game=opened.row, seat=seat.name, kind=ClockChange.Kind.GRACE, at__gte=opened.now
    )
    for token in tokens.order_by("-pk"):
        seat.extra_ms -= token.milliseconds
        if not _was_in_time(opened, seat):
            seat.extra_ms += token.milliseconds
            return
        seat.grace_left += 1
        token.delete()
    if seat.flagged_at is not None and _was_in_time(opened, seat):
        Miss.objects.filter(game=opened.row, user=seat.user, at=seat.flagged_at).delete()


def _was_in_time(opened: ledger.Open, seat: Seat) -> bool:
    zero = clocks.due_at(opened.row, seat)
    return zero is None or opened.now <= zero


def fallback_given(opened: ledger.Open, seat: Seat) -> None:
    """Count a small answer that the clock gave; some in a row are a miss."""
    seat.fallbacks += 1
    opened.changed.add(seat.name)
    if seat.fallbacks >= settings.HOUSE.fallbacks_to_miss:
        miss(opened, seat)


def becomes_absent(opened: ledger.Open, seat: Seat) -> bool:
    """Let a seat count as absent if it missed enough in a row; whether it does now."""
    if seat.absent_since is None and seat.misses >= settings.HOUSE.misses_to_absence:
        mark_absent(opened, seat)
    return seat.absent_since is not None


def mark_absent(opened: ledger.Open, seat: Seat, by: str = "") -> None:
    """Let a seat count as absent: the server answers for it, others may take it, its player may come back."""
    seat.absent_since = opened.now
    seat.flagged_at = None
    seat.asks = {}
    if seat.waiting_since is not None:
        seat.due_at = clocks.due_at(opened.row, seat)
    opened.changed.add(seat.name)
    record(opened, seat, ClockChange.Kind.ABSENT, by=by)
    for_seats.notify_news(opened.row, "absent", seat.name)


def leave(opened: ledger.Open, seat: Seat) -> None:
    """Let a player of three or more go: the server answers for the seat, and others may take it (journey 8)."""
    if seat.absent_since is not None and seat.user is None:
        raise Refused("resigned-already", "This seat has been left already.", 409)
    chat_rooms.part(seat)
    _fresh(opened, seat)
    seat.user, seat.guest_name, seat.guest_email = None, "", ""
    mark_absent(opened, seat, by=seat.name)
    seat.save(update_fields=[*PERSON_FIELDS, "draw_offered_version", "cancel_asked"])
    ledger.save_seats(opened)


def all_are_absent(opened: ledger.Open) -> bool:
    """Return whether no person is left at the table."""
    people = [seat for seat in opened.seats if not seat.bot]
    return bool(people) and all(seat.absent_since is not None for seat in people)


# -- others ------------------------------------------------------------------------------------


def offered_seats(user: User | None, now: datetime | None = None) -> list[Seat]:
    """Return the seats of running games that this person may take over (MOD-6)."""
    since = (now or timezone.now()) - settings.HOUSE.seat_offered
    seats = Seat.objects.filter(
        absent_since__gt=since,
        bot="",
        game__status=Game.Status.RUNNING,
        game__visibility=Game.Visibility.PUBLIC,
    ).select_related("game", "user")
    if user is not None:
        seats = seats.exclude(game__seats__user=user)
    return list(seats.order_by("-absent_since")[:50])


@transaction.atomic
def take_over(game_key: str, seat_name: str, user: User) -> int:
    """Sit down in an absent player's seat. Raises Refused. Returns the version."""
    opened = ledger.load(game_key)
    seat = opened.seat(seat_name)
    if seat.absent_since is None or seat.bot:
        raise Refused("seat-taken", "This seat is not free.", 409)
    if opened.row.visibility != Game.Visibility.PUBLIC:
        raise Refused("no-such-seat", "There is no such seat at this table.", 404)
    if any(other.user_id == user.pk for other in opened.seats):
        raise Refused("seated-already", "You sit at this table already.", 409)
    if is_blocked(user, [other.user_id for other in opened.seats if other.user_id]):
        raise Refused("kept-apart", "You and somebody at this table want nothing to do with each other.", 403)
    hand_over(opened, seat, user)
    return int(opened.row.version)


def hand_over(opened: ledger.Open, seat: Seat, user: User) -> None:
    """Give a seat to somebody else, whoever has it: without the secrets of its former player, and with time."""
    chat_rooms.part(seat)
    seat.user, seat.bot, seat.guest_name, seat.guest_email = user, "", "", ""
    seat.seen_version = -1
    _fresh(opened, seat)
    seat.save(update_fields=["bot", "seen_version", *PERSON_FIELDS])
    _substituted(opened, seat)


def _fresh(opened: ledger.Open, seat: Seat) -> None:
    """Take from a seat what belongs to its former player, and give it time."""
    seat_links.revoke(seat)
    addresses.revoke(seat)
    SeatNote.objects.filter(seat=seat).delete()
    seat.standing_orders.all().delete()
    seat.has_orders = False
    seat.asks, seat.draft, seat.reminded_at, seat.remind_later_at = {}, [], None, None
    clocks.returned(seat)
    seat.draw_offered_version, seat.cancel_asked = None, False
    opened.changed.add(seat.name)


def _substituted(opened: ledger.Open, seat: Seat) -> None:
    if seat.waiting_since is not None and not seat.bot and not clocks.preset_of(opened.row).is_untimed:
        fresh = settings.HOUSE.fresh_start // timedelta(milliseconds=1)
        worth = max(0, fresh - clocks.left_ms(opened.row, seat, opened.now))
        clocks.give(opened.row, seat, worth)
        record(opened, seat, ClockChange.Kind.BACK, worth, reason="taken over")
    ledger.append(opened, ledger.next_entry(opened, "substitute", seat.name), barrier=False)
    ledger.save(opened)
    for_seats.notify_news(opened.row, "substitute", seat.name)


@transaction.atomic
def open_seat(game_key: str, seat_name: str, late_name: str) -> int:
    """Offer the seat of an opponent whose time is up to others, instead of claiming (journey 7)."""
    opened = ledger.load(game_key)
    by = opened.seat(seat_name)
    late = opened.seat(late_name)
    if late.flagged_at is None or late is by:
        raise Refused("nothing-to-claim", "Nobody has run out of time.", 409)
    mark_absent(opened, late, by=by.name)
    ledger.save_seats(opened)
    return int(opened.row.published_version)


def bots_take_over(now: datetime) -> int:
    """Put bots into seats that nobody wanted, where the table allows it. Returns how many.

    A game that fails does not hold up the others.
    """
    since = now - settings.HOUSE.seat_offered
    waiting = Seat.objects.filter(
        Q(absent_since__lte=since), bot="", game__status=Game.Status.RUNNING, game__terms__bots=True
    )
    done = 0
    for key, name in list(waiting.order_by("absent_since", "pk").values_list("game__key", "name")[:100]):
        try:
            done += _bot_takes_over(key, name, now)
        except Exception:
            logger.exception("no bot could take a seat", extra={"game": key})
    return done


@transaction.atomic
def _bot_takes_over(key: str, name: str, now: datetime) -> bool:
    opened = ledger.load(key, now)
    seat = opened.seat(name)
    if seat.absent_since is None or seat.bot:
        return False
    chat_rooms.part(seat)
    seat.bot = list(rules.title(opened.row.title).bots)[-1]
    seat.user, seat.guest_name, seat.guest_email = None, "", ""
    _fresh(opened, seat)
    seat.due_at = None
    opened.row.rated = False
    opened.row.save(update_fields=["rated"])
    seat.save(update_fields=["bot", *PERSON_FIELDS])
    _substituted(opened, seat)
    return True
