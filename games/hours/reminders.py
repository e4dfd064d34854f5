"""Reminders before time runs out (DEF-5): which are due, and how few."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from games.ledger import ledger, notices
from games.ledger.lookups import seats_of
from games.ledger.outages import catch_up
from games.models import Game, Seat
from games.refusals import Refused
from games.time import clocks, marks
from games.time.marks import FIRST, HALF, LAST

logger = logging.getLogger(__name__)

#: Seats that one sweep looks at.
MOST_AT_ONCE = 5000


def has_seen(seat: Seat) -> bool:
    """Return whether the player has looked at the position that the others see."""
    return seat.seen_version >= seat.game.published_version


def mark_of(seat: Seat, now: datetime) -> int | None:
    """Return the mark that a waiting seat has reached, None if none; HALF only if the player has not looked."""
    reached = [mark for at, mark in marks.marks_of(seat) if at <= now]
    if reached and reached[-1] == HALF and has_seen(seat):
        return None
    return reached[-1] if reached else None


def count_of(seat: Seat) -> int:
    """Return how often the seat was reminded of what is asked now."""
    about_this = seat.reminded_at and seat.waiting_since and seat.reminded_at >= seat.waiting_since
    return seat.reminded_count if about_this else 0


def is_put_off(seat: Seat, now: datetime) -> bool:
    """Return whether the player wants to hear of it later, and there will be time then."""
    later = marks.wanted_at(seat)
    return later is not None and now < later and (seat.due_at is None or later < seat.due_at)


def is_wanted_now(seat: Seat, now: datetime) -> bool:
    """Return whether the player has asked to hear of it by now."""
    later = marks.wanted_at(seat)
    return later is not None and later <= now


def _may(seat: Seat, mark: int, now: datetime) -> bool:
    """Return whether a mark may be told: once for each due time, not too often, not too close to the one before.

    The last reminder that a decision may have is kept for LAST, whatever moved the clock meanwhile.
    Another question that ends at the same deadline is another decision.
    """
    house = settings.HOUSE
    count = count_of(seat)
    if count and seat.reminded_for == seat.due_at and seat.reminded_mark <= mark:
        return False
    if count and seat.reminded_at is not None and now - seat.reminded_at < house.remind_gap:
        return False
    return count < (house.remind_most if mark == LAST else house.remind_most - 1)


def remind(now: datetime) -> int:
    """Send the reminders that are due; each mark once for each due time, so a moved clock reminds anew.

    Returns how many. Games without a clock have reminders of their own (games.hours.untimed_games).
    """
    return sweep(Seat.objects.exclude(game__clock_preset="untimed"), now, tell_if_due)


def sweep(seats: QuerySet[Seat], now: datetime, tell: Callable[[Seat, datetime], bool]) -> int:
    """Look at those of the seats whose time for it has come (`Seat.remind_at`). Returns how many were told something.

    Each is looked at again under its game's lock; one that fails does not hold up the others. What is held for its
    mover is left alone.
    """
    due = Seat.objects.filter(remind_at__lte=now).order_by("remind_at")
    numbers = list(due.values_list("pk", flat=True)[:MOST_AT_ONCE])
    now_due = seats.filter(
        pk__in=numbers, game__status=Game.Status.RUNNING, game__held_until__isnull=True
    ).order_by("remind_at")
    told = 0
    for key, name in list(now_due.values_list("game__key", "name")) if numbers else ():
        try:
            told += _look(key, name, now, tell)
        except Exception:
            logger.exception("a seat could not be reminded", extra={"game": key, "seat": name})
    return told


@transaction.atomic
def _look(key: str, name: str, now: datetime, tell: Callable[[Seat, datetime], bool]) -> bool:
    """Tell a seat what is due, and note when it is looked at next. Returns whether it was told anything."""
    row = ledger.lock(key)
    seats = seats_of(row)
    seat = next(seat for seat in seats if seat.name == name)
    seat.game = row
    if seat.remind_at is None or seat.remind_at > now or row.held_until is not None:
        return False  # another worker was faster
    catch_up(row, seats)
    told = tell(seat, now)
    moments = marks.moments_of(row, seat)
    if count_of(seat) and seat.reminded_at is not None:
        moments.append(seat.reminded_at + settings.HOUSE.remind_gap)
    seat.remind_at = min((at for at in moments if at > now), default=None)
    seat.save(update_fields=_TOLD)
    return told


#: What a look at a seat changes.
_TOLD = [
    *clocks.DUE_FIELDS,
    "reminded_for",
    "reminded_mark",
    "reminded_at",
    "reminded_count",
    "remind_later_at",
]


def tell_if_due(seat: Seat, now: datetime) -> bool:
    """Remind a seat if that is due. Returns whether it was; not saved.

    An absent player is not reminded: it is not their time that runs. Whoever asked for it is told on a clock that
    stands too, and without one.
    """
    asked = seat.waiting_since is not None and (seat.due_at is None or seat.due_at > now)
    if not asked or seat.flagged_at is not None or seat.absent_since is not None or is_put_off(seat, now):
        return False
    mark, wanted = mark_of(seat, now), is_wanted_now(seat, now)
    if not wanted and (mark is None or not _may(seat, mark, now)):
        return False
    seat.reminded_at, seat.reminded_count = now, count_of(seat) + 1
    if mark is not None:
        seat.reminded_for, seat.reminded_mark = seat.due_at, mark
    if wanted:
        seat.remind_later_at = None
    if wanted or mark != HALF:  # of half the time only the digest tells
        notices.notify_reminder(seat, FIRST if mark is None else mark, later=wanted)
    return True


@transaction.atomic
def put_off(game_key: str, seat_name: str, hours: int, now: datetime | None = None) -> datetime:
    """Remind a player who has kept a plan later, at a time of their choice, and not before. Returns when.

    Raises:
        Refused: there is no plan, nothing is asked, time is up, the time does not fit, or enough reminders were sent.
    """
    opened = ledger.load(game_key, now)
    seat = opened.seat(seat_name)
    house, words = settings.HOUSE, settings.HOUSE.words
    if seat.waiting_since is None:
        raise Refused("nothing-asked", "Nothing is asked of you now.", 409)
    if seat.flagged_at is not None or seat.absent_since is not None:
        raise Refused("time-is-up", "Your time is up: nothing can be put off any more.", 409)
    if not seat.draft:
        raise Refused("no-plan", "Keep a plan first: then you can be reminded of it later.", 409)
    if count_of(seat) >= house.remind_most:
        raise Refused("reminded-enough", f"You were reminded {house.remind_most} times already.", 409)
    at = opened.now + timedelta(hours=hours)
    if at < opened.now + house.remind_later_least:
        least = words["remind_later_least"]
        raise Refused("bad-time", f"Choose at least {least}.", 422, extra={"field": "hours"})
    if seat.due_at is not None and at >= seat.due_at:
        raise Refused("bad-time", "Your time is up before that.", 422, extra={"field": "hours"})
    seat.remind_later_at, seat.remind_later_for = at, seat.waiting_since
    clocks.remind_from_the_first(opened.row, seat)
    seat.save(update_fields=["remind_later_at", "remind_later_for", "remind_at"])
    return at


def unseen_for_half(seats: list[Seat]) -> list[Seat]:
    """Return those of the seats whose player has not looked in half of the time (the digest's reminder)."""
    return [
        seat
        for seat in seats
        if seat.reminded_for == seat.due_at and seat.reminded_mark == HALF and not has_seen(seat)
    ]
