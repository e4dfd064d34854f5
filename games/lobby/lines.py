"""The running games of somebody as lists show them: what is asked, who is waited for, how much time is left."""

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from games import titles
from games.ledger import ledger
from games.models import Seat
from games.play import teams

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Line:
    """A running game of somebody.

    Attributes:
        seat: theirs; of several the one that is asked.
        question: what is asked of them; "" while others are asked.
        version: of the position that they may see now.
        waits_for: the sides that are asked, in words; "" where it is theirs.
        due_at: until when whoever is asked has to answer, None without a clock.
        percent: how much of the time for that is left.
    """

    seat: Seat
    question: str
    version: int
    waits_for: str
    due_at: datetime | None
    percent: int


def lines_of(seats: Iterable[Seat], now: datetime | None = None) -> list[Line]:
    """Return the lines of seats whose games come with all their seats."""
    now = now or timezone.now()
    return [_line(seat, now) for seat in seats]


def _line(seat: Seat, now: datetime) -> Line:
    others = [
        other for other in seat.game.seats.all() if other.waiting_since is not None and other.pk != seat.pk
    ]
    asked = [seat] if seat.waiting_since is not None else others
    timed = [other for other in asked if other.due_at is not None]
    first = min(timed, key=lambda other: other.due_at or now, default=None)
    names = tuple(other.name for other in asked)
    return Line(
        seat,
        _question(seat),
        seat.game.version if seat.waiting_since is not None else seat.game.published_version,
        "" if seat in asked else teams.listed(titles.words_of(seat.game.title), names),
        first.due_at if first is not None else None,
        _percent(first, now) if first is not None else 0,
    )


def _percent(seat: Seat, now: datetime) -> int:
    """Return how much of the time for what is asked of a seat is left."""
    assert seat.due_at is not None
    assert seat.waiting_since is not None
    whole = (seat.due_at - seat.waiting_since).total_seconds()
    left = (seat.due_at - now).total_seconds()
    return round(100 * min(max(left / whole, 0.0), 1.0)) if whole > 0 else 0


def _question(seat: Seat) -> str:
    """Return what is asked of a seat, in the title's words."""
    if seat.waiting_since is None:
        return ""
    if not titles.is_here(seat.game.title):
        return "Its rules are not here at present"
    try:
        decision = ledger.restore(seat.game, list(seat.game.seats.all())).decision_of(seat.name)
    except Exception:  # one game that cannot be read keeps nobody from the others
        logger.exception("Game %s cannot be read", seat.game.key)
        return "Your turn"
    # Only a move that is handed over in a moment leaves a seat asked without a question.
    return decision.prompt if decision is not None else "You can still take your move back"
