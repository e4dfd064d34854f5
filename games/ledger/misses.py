"""The time and misses that zero has cost a seat, and what is given back where its move came in time (DEF-3)."""

from django.conf import settings

from games.ledger.opened import Open
from games.models import Seat
from games.models.hours import ClockChange, Miss
from games.time import clocks


def record(
    opened: Open, seat: Seat, kind: str, milliseconds: int = 0, by: str = "", reason: str = ""
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


def miss(opened: Open, seat: Seat) -> None:
    """Count a missed full decision."""
    seat.misses += 1
    seat.fallbacks = 0
    opened.changed.add(seat.name)
    if seat.user is not None:
        Miss.objects.create(user=seat.user, game=opened.row, at=opened.now)


def forgive_if_in_time(opened: Open, seat: Seat) -> None:
    """Undo what zero has cost a seat whose move was received before it and is only played now (DEF-3)."""
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


def _was_in_time(opened: Open, seat: Seat) -> bool:
    zero = clocks.due_at(opened.row, seat)
    return zero is None or opened.now <= zero


def fallback_given(opened: Open, seat: Seat) -> None:
    """Count a small answer that the clock gave; some in a row are a miss."""
    seat.fallbacks += 1
    opened.changed.add(seat.name)
    if seat.fallbacks >= settings.HOUSE.fallbacks_to_miss:
        miss(opened, seat)
