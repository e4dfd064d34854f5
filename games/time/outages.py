"""The outages that there were (OPS-6): closed time for every game that ran then.

An outage is a row, and nothing else has to be written for clocks to be right: their arithmetic asks here. Every
process keeps the rows in memory. One that comes later begins at the newest pulse of the clocks or after it, and is as
long as an outage is at least, so what was read is complete until then; it is read again in good time before, and with
every question while the host's clock is behind what it was.

One that is under way, or over and not noted yet, has no row: it is what the pulse says.
"""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.utils import timezone

from games.models import Outage
from games.time.calendars import Stretch
from games.time.host_clock import last_pulse


@dataclass(frozen=True)
class _Known:
    """What was read from the database at `read_at`, and until when there can be no other outage.

    Attributes:
        unfinished: those that due times may not have been worked out anew for in every game.
    """

    read_at: datetime
    until: datetime
    all: tuple[Stretch, ...]
    unfinished: tuple[Stretch, ...]


_known: list[_Known] = []


def forget() -> None:
    """Read the outages again with the next question: this process has changed them."""
    _known.clear()


def since(moment: datetime) -> tuple[Stretch, ...]:
    """Return the outages that ended after a moment."""
    return tuple(stretch for stretch in _all_known().all if stretch.end > moment)


def unfinished() -> tuple[Stretch, ...]:
    """Return the outages that due times may not have been worked out anew for in every game."""
    return _all_known().unfinished


def _all_known() -> _Known:
    now, kept = timezone.now(), list(_known)
    if kept and kept[0].read_at <= now < kept[0].until:
        return kept[0]
    found = _read(now)
    _known[:] = [found]
    return found


def _read(now: datetime) -> _Known:
    pulse = last_pulse() or now  # before the rows: one that is written meanwhile begins there at the earliest
    rows = [
        (Stretch(start, end), reached is not None)
        for start, end, reached in Outage.objects.values_list("starts_at", "ends_at", "reached")
    ]
    house = settings.HOUSE
    until = now if pulse > now else pulse + house.outage_least / 2
    not_noted = (Stretch(pulse, now),) if house.outage_least <= now - pulse <= house.outage_most else ()
    return _Known(
        now,
        until,
        tuple(stretch for stretch, _ in rows) + not_noted,
        tuple(stretch for stretch, is_open in rows if is_open),
    )
