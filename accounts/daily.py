"""A part of every day in local time: somebody's night, the playing hours of a table."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cache, lru_cache
from zoneinfo import ZoneInfo

DAY_MINUTES = 24 * 60


@cache
def zone_of(name: str) -> ZoneInfo:
    """Return a time zone by its name."""
    return ZoneInfo(name)


@dataclass(frozen=True)
class Daily:
    """A part of every day, in minutes of local time: from `start` until `end`, over midnight if need be.

    What the clock on the wall shows decides. Where it goes back, an end that it shows twice comes twice; where it goes
    forward, an end that it leaves out comes with the change.
    """

    start: int
    end: int
    zone: str = "UTC"

    @property
    def length(self) -> int:
        """Its length in minutes."""
        return (self.end - self.start) % DAY_MINUTES

    def holds(self, moment: datetime) -> bool:
        """Return whether the moment lies in it."""
        local = moment.astimezone(zone_of(self.zone))
        return (local.hour * 60 + local.minute - self.start) % DAY_MINUTES < self.length

    def next_start(self, moment: datetime) -> datetime:
        """Return the first beginning after the moment."""
        return self._next(moment, begins=True)

    def next_end(self, moment: datetime) -> datetime:
        """Return the first end after the moment."""
        return self._next(moment, begins=False)

    def _next(self, moment: datetime, *, begins: bool) -> datetime:
        day = moment.astimezone(zone_of(self.zone)).date() - timedelta(days=1)
        turns: set[datetime] = set()
        for ahead in range(5):  # a change of the clock may leave out one beginning, or one end
            for minutes in (self.start, self.end):
                turns.update(_turns(day + timedelta(days=ahead), minutes, self.zone))
            coming = [turn for turn in turns if turn > moment and self.holds(turn) == begins]
            if coming and ahead > 1:
                return min(coming)
        raise ValueError("a part of a day without a length never begins nor ends")


@lru_cache(maxsize=4096)
def _turns(day: date, minutes: int, zone: str) -> tuple[datetime, ...]:
    """Return the moments at which a local clock comes to a time of a day, or leaps over it, either way."""
    local = datetime.combine(day, time(minutes % DAY_MINUTES // 60, minutes % 60), zone_of(zone))
    first, second = (local.replace(fold=fold).astimezone(UTC) for fold in (0, 1))
    if first == second:
        return (first,)
    change = _change_between(min(first, second), max(first, second), zone_of(zone))
    return (first, change, second) if first < second else (change,)


def _change_between(before: datetime, after: datetime, zone: ZoneInfo) -> datetime:
    """Return the second at which a local clock is changed, which it is once after `before` and until `after`."""
    old = before.astimezone(zone).utcoffset()
    low, high = 0, (after - before) // timedelta(seconds=1)
    while high - low > 1:
        middle = (low + high) // 2
        at = before + timedelta(seconds=middle)
        low, high = (middle, high) if at.astimezone(zone).utcoffset() == old else (low, middle)
    return before + timedelta(seconds=high)
