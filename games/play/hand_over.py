"""A move that only hands over can be taken back for a short while, in which nobody else sees it (MOV-13).

The table says for how long (`terms["hand_over"]`, in seconds). In that time the log holds the move, but it is not
published: nobody is asked or told, and no clock runs, neither the mover's, which stopped when the move came, nor the
others', which begin at the hand-over. Where luck or a secret came with the move there is nothing to hold back.
"""

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from games import titles
from games.ledger import ledger, misses
from games.ledger.opened import Open
from games.ledger.records import moment_of
from games.models import Event, Game, Seat
from games.models.hours import ClockChange
from games.refusals import Refused

log = logging.getLogger(__name__)


def lasts(row: Game, seats: list[Seat], mover: Seat) -> timedelta:
    """Return for how long a hand-over of a seat can be taken back; nothing where no other person waits for it.

    Whoever is late already has nothing to gain by it.
    """
    people = [seat for seat in seats if seat.name != mover.name and not seat.bot]
    others = [seat for seat in people if seat.user_id is None or seat.user_id != mover.user_id]
    if not others or mover.bot or mover.flagged_at is not None or mover.extra_ms:
        return timedelta(0)
    return timedelta(seconds=int(row.terms.get("hand_over", 0)))


def complete(opened: Open) -> None:
    """Hand over what a seat of the locked game has moved: the others see it, are asked and told."""
    row, play = opened.row, opened.play
    assert play.mover is not None, "nothing is held"
    mover = opened.seat(play.mover)
    moved = moment_of(Event.objects.get(game=row, seq=row.version).at or 0)
    play.hand_over()
    ledger.publish(opened)
    misses.record(opened, mover, ClockChange.Kind.HANDED)
    ledger.pass_on(opened, mover, min(moved, opened.now))


@transaction.atomic
def hand_over(game_key: str, now: datetime | None = None, *, by: str = "") -> int:
    """Hand over what is held in a game if its time is up, or if the seat that holds it wants to (`by`).

    Everything is looked at again under the game's lock, so that anybody may call this at any time.

    Returns the version.

    Raises:
        Refused: there is no such game; or that seat has nothing to hand over.
    """
    now = now or timezone.now()
    row = ledger.lock(game_key)
    if row.status == Game.Status.RUNNING and row.held_until is not None and (by or row.held_until <= now):
        opened = ledger.open_locked(row, now)
        if by in ("", opened.play.mover):
            complete(opened)
            return int(row.version)
    if by:
        raise Refused("nothing-held", "There is nothing to hand over any more.", 409)
    return int(row.version)


def sweep(now: datetime) -> int:
    """Hand over everything whose time is up. Returns how many games were looked at."""
    due = Game.objects.filter(held_until__lte=now).order_by("held_until")
    keys = list(due.filter(title__in=titles.here()).values_list("key", flat=True)[:1000])
    for key in keys:
        try:
            hand_over(key, now)
        except Exception:
            log.exception("a move could not be handed over", extra={"game": key})
    return len(keys)


def is_over(row: Game) -> bool:
    """Return whether a move of the game is held beyond its time: whoever looks hands it over first."""
    running = row.status == Game.Status.RUNNING
    return running and row.held_until is not None and row.held_until <= timezone.now()


def is_holding(row: Game, seat: Seat | None) -> bool:
    """Return whether a seat has handed over and may still take that back: only its own clock has not been settled."""
    return row.held_until is not None and seat is not None and seat.waiting_since is not None
