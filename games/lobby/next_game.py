"""Things that wait for somebody: the next game by time left, skipped ones (MOV-9), and ends not looked at (NOT-15)."""

from collections.abc import MutableMapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import F, Q
from django.utils import timezone

from accounts.models import User
from games import titles
from games.models import Game, Seat
from games.play.endings import ABORTED

#: Waiting games that are looked at.
MOST = 50
#: Where a session keeps what was skipped: the key of the game, and since when its seat was asked.
SKIPPED = "skipped"

#: Days for which the end of a game is flagged if its player does not look.
UNSEEN_DAYS = 30

Session = MutableMapping[str, Any]


@dataclass(frozen=True)
class Next:
    """The seat that waits next, None if none does; how many wait beside it, and how many were skipped."""

    seat: Seat | None
    others: int = 0
    skipped: int = 0


def _asked_at(seat: Seat) -> str:
    return seat.waiting_since.isoformat() if seat.waiting_since else ""


def waiting(user: User) -> list[Seat]:
    """Return the seats of a person that are asked now, those with the least time left first."""
    asked = Seat.objects.filter(user=user, waiting_since__isnull=False, game__status=Game.Status.RUNNING)
    # Who has handed over waits, and a game whose title is not here leads nowhere.
    seats = asked.filter(game__held_until__isnull=True, game__title__in=titles.here())
    by_time = seats.select_related("game").order_by(F("due_at").asc(nulls_last=True), "waiting_since", "pk")
    first: dict[str, Seat] = {}
    for seat in by_time[:MOST]:
        first.setdefault(seat.game.key, seat)
    return list(first.values())


def after(user: User, here: str, session: Session) -> Next:
    """Return what waits next for somebody at the game called `here`, without what they skipped.

    A game that was skipped comes up again as soon as something else is asked in it.
    """
    elsewhere = [seat for seat in waiting(user) if seat.game.key != here]
    put_off = session.get(SKIPPED, {})
    open_ = [seat for seat in elsewhere if put_off.get(seat.game.key) != _asked_at(seat)]
    return Next(open_[0] if open_ else None, max(len(open_) - 1, 0), len(elsewhere) - len(open_))


def skip(user: User, game: str, session: Session) -> None:
    """Leave a game for later; what waits no longer is forgotten."""
    seats = {seat.game.key: _asked_at(seat) for seat in waiting(user)}
    put_off = {key: at for key, at in session.get(SKIPPED, {}).items() if seats.get(key) == at}
    if game in seats:
        put_off[game] = seats[game]
    session[SKIPPED] = put_off


def start_over(session: Session) -> None:
    """Forget what was skipped."""
    session.pop(SKIPPED, None)


def unseen_end() -> Q:
    """Return the condition of a seat whose game has ended lately, unseen by its player (NOT-15)."""
    lately = timezone.now() - timedelta(days=UNSEEN_DAYS)
    over = Q(game__status=Game.Status.FINISHED, game__finished_at__gt=lately, end_seen=False)
    return over & ~Q(game__result__reason=ABORTED)


def unseen_games(user: User) -> list[Game]:
    """Return the games whose end a person has not looked at, newest first."""
    seats = Seat.objects.filter(unseen_end(), user=user).select_related("game")
    found = {seat.game.key: seat.game for seat in seats.prefetch_related("game__seats__user")}
    return sorted(found.values(), key=lambda game: str(game.finished_at), reverse=True)
