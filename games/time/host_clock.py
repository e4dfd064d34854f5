"""The clock of the host, and whether it can be believed (OPS-6).

Each sweep of the clocks leaves a pulse. A host whose clock is farther from it than the house value `outage_most` was
away for long, or its clock is, or was, wrong: nobody here can tell. Until the operator says which, no clock runs, and
the games go by the time of that pulse.
"""

from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone

from games.models import Pulse

#: The pulse of the clocks, beside those that every sweep leaves (games.monitoring).
CLOCKS = "clocks"
#: A moment that was not in doubt in this process. Pulses grow: near it the newest needs no look, with every move.
_sure: list[datetime] = []


def last_pulse() -> datetime | None:
    """Return when the clocks were last looked after, None if they never were."""
    return Pulse.objects.filter(name=CLOCKS).values_list("at", flat=True).first()


def since_pulse(now: datetime) -> timedelta:
    """Return how long ago the clocks were last looked after; below zero if that is to come."""
    last = last_pulse()
    return timedelta(0) if last is None else now - last


def is_in_doubt(now: datetime) -> bool:
    """Return whether it is in doubt what time it is, so that all clocks stand."""
    return abs(since_pulse(now)) > settings.HOUSE.outage_most


def in_words(now: datetime) -> str:
    """Return an alarm for the operator while all clocks stand, "" while they do not."""
    gap, most = since_pulse(now), settings.HOUSE.words["outage_most"]
    if abs(gap) <= settings.HOUSE.outage_most:
        return ""
    days = abs(gap) // timedelta(days=1)
    where = "ago" if gap > timedelta(0) else "ahead"
    return (
        f"All clocks stand: they were last looked after {days} days {where} by the clock of this host, and more than "
        f"{most} are not taken for an outage. Say whether it was one (manage.py compensate_outage), or whether the "
        "clock was wrong (manage.py believe_clock)."
    )


def trusted(received_at: datetime | None = None) -> datetime:
    """Return the time that counts in games: now, or the last that was not in doubt.

    Args:
        received_at: what counts instead of now; what was received before stays so, however late it is read.
    """
    now, most = timezone.now(), settings.HOUSE.outage_most
    at = received_at or now
    if _sure and abs(now - _sure[0]) <= most and at - _sure[0] <= most:
        return at
    last = last_pulse()
    if last is not None and (abs(now - last) > most or at - last > most):
        return min(received_at or last, last)
    _sure[:] = [last or now]
    return at
