"""Outages as the rows of a game know of them: when time is up after one, and a zero just before one (OPS-6)."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from games.ledger.rows import Writes
from games.models import Game, Seat
from games.time import clocks, outages

#: Why clocks stand, as stops tell it.
OUTAGE = "outage"


def seconds_of(moment: datetime) -> int:
    """Return a moment as the stops store it."""
    return int(moment.timestamp())


def unseen_zeros(row: Game, seats: Iterable[Seat], now: datetime) -> list[datetime]:
    """Return when the time of players was up, as far as what follows from that has not happened yet."""
    pending = [seat for seat in seats if seat.flagged_at is None and seat.absent_since is None]
    zeros = [clocks.due_at(row, seat) for seat in pending]
    return [zero for zero in zeros if zero is not None and zero <= now]


def catch_up(row: Game, seats: Sequence[Seat]) -> list[Seat]:
    """Work out anew what the newest outages change at a locked game; returns the seats that are to be saved.

    Their closed time is in the arithmetic of clocks by itself, only due times are stored. A zero just before an outage,
    at which nobody has looked yet, comes when the clocks run again: the table's have stood since then.
    """
    unfinished = outages.unfinished()
    if not unfinished:
        return []
    for outage in unfinished:
        zeros = unseen_zeros(row, seats, outage.start) if outage.end > outage.start else []
        if zeros:
            row.stops = [*row.stops, [seconds_of(min(zeros)), seconds_of(outage.end), OUTAGE]]
            row.save(update_fields=["stops"])
    return [seat for seat in seats if clocks.runs(seat) and clocks.renew(row, seat)]


def store(seats: Iterable[Seat]) -> None:
    """Write when the time of seats is up."""
    writes = Writes()
    for seat in seats:
        writes.update(seat, clocks.DUE_FIELDS)
    writes.send()
