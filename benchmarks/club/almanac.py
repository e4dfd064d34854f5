"""Open and closed time, worked out a second time for the referee: day by day, in whole Unix seconds.

Nothing of the server is used here. Where `games.time.calendars` jumps from one closing to the next, this
lists the open windows of every day.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo

HOUR = 3600
DAY = 24 * HOUR
#: A moment that never comes.
NEVER = 10**12

#: From and until, in Unix seconds; the end is not part of it.
Span = tuple[int, int]


#: Calendar years (UTC) that the allowance of vacations is counted in.
YEARS = [
    (int(datetime(year, 1, 1, tzinfo=UTC).timestamp()), int(datetime(year + 1, 1, 1, tzinfo=UTC).timestamp()))
    for year in (2026, 2027, 2028)
]


def moment(seconds: int) -> datetime:
    """Return a moment from Unix seconds."""
    return datetime.fromtimestamp(seconds, UTC)


@dataclass(frozen=True)
class Night:
    """Somebody's quiet hours, in minutes of the local day, from the moment `since` on; None for none."""

    since: int
    hours: tuple[int, int] | None
    zone: str

    def ends_after(self, moment: int) -> int | None:
        """Return when the night ends that the moment lies in, None by day."""
        if self.hours is None:
            return None
        day, ends = _local(moment, self.zone).date(), None
        for ahead in range(3):
            for begins, until in shown(day + timedelta(days=ahead), self.hours, self.zone):
                if begins <= (moment if ends is None else ends) < until:
                    ends = until
        return ends


@dataclass
class Hours:
    """The hours in which the clocks of one seat run.

    Attributes:
        zone: the table's. weekend: no time runs on Saturdays and Sundays. slot: minutes of the day between which
        alone it runs. stops: pauses and outages. vacations: those of the player. nights: the player's quiet
        hours, the newest last; empty where the table knows none.
    """

    zone: str = "UTC"
    weekend: bool = False
    slot: tuple[int, int] | None = None
    stops: list[Span] = field(default_factory=list)
    vacations: list[Span] = field(default_factory=list)
    nights: list[Night] = field(default_factory=list)

    def windows(self, start: int) -> Iterator[Span]:
        """Yield the spans after `start` in which the clock runs, in order."""
        closed = sorted(span for span in (*self.stops, *self.vacations) if span[1] > start)
        for begins, ends in self._table_windows(start):
            at = max(begins, start)
            for shut, opens in closed:
                if opens <= at or shut >= ends:
                    continue
                if shut > at:
                    yield at, shut
                at = max(at, opens)
                if at >= ends:
                    break
            if at < ends:
                yield at, ends

    def _table_windows(self, start: int) -> Iterator[Span]:
        if not self.weekend and self.slot is None:
            yield start, NEVER
            return
        day = _local(start, self.zone).date() - timedelta(days=1)
        for _ in range(1200):
            if not (self.weekend and day.weekday() > 4):
                for begins, ends in shown(day, self.slot or (0, 0), self.zone):
                    if ends > start:
                        yield max(begins, start), ends
            day += timedelta(days=1)

    def is_open(self, moment: int) -> bool:
        """Return whether the clock runs."""
        return next((begins == moment for begins, _ in self.windows(moment)), False)

    def opens(self, moment: int) -> int | None:
        """Return the first moment from then on at which the clock runs, None if nobody knows."""
        return next((begins for begins, _ in self.windows(moment) if begins < NEVER), None)

    def after(self, start: int, budget: int) -> int | None:
        """Return when `budget` seconds of open time have passed since `start`, None if never."""
        left = budget
        for begins, ends in self.windows(start):
            if begins >= NEVER:
                return None
            if left <= ends - begins:
                return begins + left
            left -= ends - begins
        return None

    def between(self, start: int, end: int) -> int:
        """Return how many seconds of open time lie between two moments."""
        total = 0
        for begins, ends in self.windows(start):
            if begins >= end:
                break
            total += min(ends, end) - begins
        return total

    def lawful(self, zero: int, asked: int) -> int | None:
        """Return when a clock that would reach zero at `zero` may do so (DEF-4).

        Not while it stands, not within twelve hours of the end of a vacation, and not in quiet hours, but one
        hour after these; None if nobody knows.
        """
        at = zero
        for _ in range(1000):
            opens = self.opens(at)
            if opens is None:
                return None
            later = opens
            for _, home in self.vacations:
                if asked < home <= later:
                    later = max(later, home + 12 * HOUR)
            night = next((n for n in reversed(self.nights) if n.since <= later), None)
            if night is not None and (morning := night.ends_after(later)) is not None:
                later = morning + HOUR
            if later == at:
                return at
            at = later
        raise ValueError("no moment is lawful")


@cache
def _zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)


def _local(moment: int, zone: str) -> datetime:
    return datetime.fromtimestamp(moment, _zone(zone))


@cache
def at_clock(day: date, minutes: int, zone: str) -> int:
    """Return the moment of a local time of day."""
    return int(
        datetime(
            day.year, day.month, day.day, minutes // 60 % 24, minutes % 60, tzinfo=_zone(zone)
        ).timestamp()
    )


@cache
def shown(day: date, hours: tuple[int, int], zone: str) -> list[Span]:
    """Return the spans of a day in which its clock shows a time of the hours; equal ends mean all day.

    A day on which the clock is changed is gone through minute by minute.
    """
    start, end = hours
    midnight, next_midnight = at_clock(day, 0, zone), at_clock(day + timedelta(days=1), 0, zone)
    parts = [(start, end)] if start < end else [(0, end), (start, 24 * 60)]
    if next_midnight - midnight == DAY:
        return [(midnight + 60 * begins, midnight + 60 * ends) for begins, ends in parts if begins < ends]
    spans: list[Span] = []
    for minute in range(midnight, next_midnight, 60):
        local = _local(minute, zone)
        wall = 60 * local.hour + local.minute
        if not any(begins <= wall < ends for begins, ends in parts):
            continue
        if spans and spans[-1][1] == minute:
            spans[-1] = (spans[-1][0], minute + 60)
        else:
            spans.append((minute, minute + 60))
    return spans


def next_deadline(moment: int, minutes: int, weekdays: tuple[int, ...], zone: str) -> int:
    """Return the first moment after `moment` at that local time on one of the weekdays (0 is Monday)."""
    day = _local(moment, zone).date()
    for ahead in range(10):
        candidate = day + timedelta(days=ahead)
        if candidate.weekday() in weekdays and at_clock(candidate, minutes, zone) > moment:
            return at_clock(candidate, minutes, zone)
    raise ValueError("no such weekday")
