"""Reminders before time runs out (DEF-5): which are due, and how few."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q

from games.ledger import ledger, notices
from games.models import Game, Seat
from games.refusals import Refused

#: The marks of a clock: half of the time is left, a fifth, a twentieth. They only ever go down.
HALF, FIRST, LAST = 50, 20, 5


def has_seen(seat: Seat) -> bool:
    """Return whether the player has looked at the position that the others see."""
    return seat.seen_version >= seat.game.published_version


def mark_of(seat: Seat, now: datetime) -> int | None:
    """Return the mark that a waiting seat has reached: HALF, FIRST, LAST or None.

    HALF is for the digest, and only of a long wait that the player has not looked at. FIRST lies 4 to 24 hours
    before zero, LAST 1 to 4. Small answers have only LAST; with less than twelve hours in all there is only one
    mark, FIRST at a fifth, which goes to no mailbox.
    """
    if seat.waiting_since is None or seat.due_at is None:
        return None
    house = settings.HOUSE
    total, left = seat.due_at - seat.waiting_since, seat.due_at - now
    full = seat.waiting_weight == "full"
    if total < house.remind_short:
        return FIRST if left <= total * house.remind_first and full else None
    if left <= min(max(total * house.remind_last, house.remind_last_least), house.remind_last_most):
        return LAST
    if not full:
        return None
    if left <= min(max(total * house.remind_first, house.remind_first_least), house.remind_first_most):
        return FIRST
    if total >= house.remind_half_from and left <= total * house.remind_half and not has_seen(seat):
        return HALF
    return None


def count_of(seat: Seat) -> int:
    """Return how often the seat was reminded of what is asked now."""
    about_this = seat.reminded_at and seat.waiting_since and seat.reminded_at >= seat.waiting_since
    return seat.reminded_count if about_this else 0


def is_put_off(seat: Seat, now: datetime) -> bool:
    """Return whether the player wants to hear of it later, and there will be time then."""
    later = seat.remind_later_at if seat.remind_later_for == seat.waiting_since else None
    return later is not None and now < later and (seat.due_at is None or later < seat.due_at)


def _is_wanted_now(seat: Seat, now: datetime) -> bool:
    later = seat.remind_later_at if seat.remind_later_for == seat.waiting_since else None
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

    An absent player is not reminded: it is not their time that runs. Whoever asked for it is told on a clock that
    stands too, and without one.
    """
    house = settings.HOUSE
    long_ago = now - house.remind_half_from * (1 - house.remind_half)
    horizon = max(house.remind_first_most, house.remind_last_most, house.remind_short)
    unseen = Q(waiting_since__lte=long_ago, seen_version__lt=F("game__published_version"))
    not_told = (
        Q(reminded_for__isnull=True)
        | ~Q(reminded_for=F("due_at"))
        | Q(reminded_at__isnull=True)
        | Q(reminded_at__lt=F("waiting_since"))
    )
    seats = Seat.objects.filter(
        Q(due_at__lte=now + horizon) | Q(remind_later_at__lte=now) | (unseen & not_told),
        Q(due_at__gt=now) | Q(due_at__isnull=True, waiting_since__isnull=False),
        flagged_at__isnull=True,
        absent_since__isnull=True,
        game__status=Game.Status.RUNNING,
        game__held_until__isnull=True,
    ).select_related("game", "user")
    sent = 0
    for seat in seats:
        mark, wanted = mark_of(seat, now), _is_wanted_now(seat, now)
        if is_put_off(seat, now):
            continue
        if wanted or (mark is not None and _may(seat, mark, now)):
            sent += _claim(seat, mark, now, wanted=wanted)
    return sent


def _claim(seat: Seat, mark: int | None, now: datetime, *, wanted: bool) -> bool:
    """Note a reminder and send it; False if another worker did so meanwhile."""
    told: dict[str, object] = {"reminded_at": now, "reminded_count": count_of(seat) + 1}
    if mark is not None:
        told |= {"reminded_for": seat.due_at, "reminded_mark": mark}
    if wanted:
        told["remind_later_at"] = None
    same = Seat.objects.filter(
        pk=seat.pk,
        due_at=seat.due_at,
        flagged_at__isnull=True,
        reminded_at=seat.reminded_at,
        reminded_count=seat.reminded_count,
        remind_later_at=seat.remind_later_at,
    )
    with transaction.atomic():
        if not same.update(**told):
            return False
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
    Seat.objects.filter(pk=seat.pk).update(remind_later_at=at, remind_later_for=seat.waiting_since)
    return at


def unseen_for_half(seats: list[Seat]) -> list[Seat]:
    """Return those of the seats whose player has not looked in half of the time (the digest's reminder)."""
    return [
        seat
        for seat in seats
        if seat.reminded_for == seat.due_at and seat.reminded_mark == HALF and not has_seen(seat)
    ]
