"""Requests of a table's seats to each other: a draw, to stop, a pause, and everything else that is voted about.

One store for all of it: `Seat.asks`, by kind: `{"value": …, "at": Unix seconds, "version": …}`, where `version` is the
published one at which it was asked. Who has to agree, and to what, is decided above (games.play.endings,
games.hours.pauses, games.acts.kinds).
"""

from collections.abc import Iterable
from typing import Any

from games.ledger.opened import Open
from games.models import Seat


def ask(opened: Open, seat: Seat, kind: str, value: Any = "") -> None:
    """Note that a seat of a locked game asks for something, and store it."""
    at, version = int(opened.now.timestamp()), opened.row.published_version
    seat.asks = {**seat.asks, kind: {"value": value, "at": at, "version": version}}
    seat.save(update_fields=["asks"])


def asked(seat: Seat, kind: str) -> dict[str, Any] | None:
    """Return what a seat has asked of a kind, None if it has not."""
    found: dict[str, Any] | None = seat.asks.get(kind)
    return found


def forget(seats: Iterable[Seat], kind: str) -> None:
    """Take what seats have asked of a kind off the table, and store it."""
    for seat in seats:
        if kind in seat.asks:
            seat.asks = {name: asked for name, asked in seat.asks.items() if name != kind}
            seat.save(update_fields=["asks"])
