"""Somebody's games that have moved since a cursor (API-4).

A move's time is when it was received, which may be before another that was committed earlier. So a cursor
looks back a little and names what it has told of that time: nothing is missed, and nothing told twice.
"""

import re
from typing import TypedDict

from accounts.models import User
from games.ledger.records import milliseconds_of, moment_of
from games.models import Game, Seat
from games.play.positions import Status
from games.refusals import Refused

#: How long a move may take between being received and being committed.
LOOK_BACK_MS = 60_000


class MovedGame(TypedDict):
    """A game that moved, as one of its seats: the newest version, and whether the seat is asked."""

    game: str
    seat: str
    status: Status
    version: int
    waiting: bool
    stream: str


_CURSOR = re.compile(r"(\d{1,14})((?:\.[a-z0-9]{1,12}-\d{1,9})*)", re.ASCII)


def news(user: User, cursor: str = "") -> tuple[list[MovedGame], str]:
    """Return what the user's games have come to since `cursor`, oldest first, and the next cursor.

    "" tells of every game that has begun. An event names the game and its newest version, nothing else.

    Raises:
        Refused: nobody has given out this cursor.
    """
    known, told = _read(cursor)
    begun = Seat.objects.filter(user=user, game__moved_at__isnull=False).exclude(
        game__status=Game.Status.OPEN
    )
    if known > LOOK_BACK_MS:
        begun = begun.filter(game__moved_at__gte=moment_of(known - LOOK_BACK_MS))
    seats = [(_moved(seat), seat) for seat in begun.select_related("game").order_by("game__moved_at", "pk")]
    events = [_event(seat) for _, seat in seats if _mark(seat) not in told]
    newest = max([known, *(moved for moved, _ in seats)])
    recent = [_mark(seat) for moved, seat in seats if moved >= newest - LOOK_BACK_MS]
    return events, ".".join([str(newest), *recent])


def _moved(seat: Seat) -> int:
    assert seat.game.moved_at is not None
    return milliseconds_of(seat.game.moved_at)


def _mark(seat: Seat) -> str:
    return f"{seat.game.key}-{seat.game.published_version}"


def _read(cursor: str) -> tuple[int, set[str]]:
    if not cursor:
        return 0, set()
    found = _CURSOR.fullmatch(cursor) if len(cursor) <= 8000 else None
    if found is None:
        raise Refused("malformed", "“after” must be the “next” of an earlier answer.", 400)
    return int(found[1]), set(found[2].split(".")[1:])


def _event(seat: Seat) -> MovedGame:
    game = seat.game
    waiting = seat.waiting_since is not None
    return {
        "game": game.key,
        "seat": seat.name,
        "status": game.status,
        "version": game.version if waiting else game.published_version,
        "waiting": waiting and game.held_until is None,
        "stream": f"/game/{game.key}/events",
    }
