"""The times when a seat's clock runs (DEF-4): pure arithmetic of open and closed time.

A calendar knows the table's weekends and playing hours, and the stretches during which the clock stands for
another reason: a vacation, a pause, an outage. Time budgets count open time only. Quiet hours do not stop a
clock; they only keep it from reaching zero at night.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.conf import settings

from accounts.daily import DAY_MINUTES, Daily, zone_of

#: Stretches looked at before a calculation is given up: more than two years of playing hours.
_MOST_STRETCHES = 2_000

FOREVER = datetime(9999, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Stretch:
    """A stretch of closed time; `end` is FOREVER while nobody knows it."""

    start: datetime
    end: datetime

    def holds(self, moment: datetime) -> bool:
        """Return whether the moment lies in the stretch."""
        return self.start <= moment < self.end


@dataclass(frozen=True)
class Calendar:
    """The times when one seat's clock runs.

    Attributes:
        zone: the table's. weekend: whether it rests from Saturday 00:00 to Sunday 24:00. hours: the only part
        of the day in which it runs. stops: closed stretches. vacations: those of them that are vacations.
        quiet: the player's night; `quiet_next` replaces it from `quiet_from` on.
    """

    zone: str = "UTC"
    weekend: bool = False
    hours: Daily | None = None
    stops: tuple[Stretch, ...] = ()
    vacations: tuple[Stretch, ...] = ()
    quiet: Daily | None = None
    quiet_next: Daily | None = None
    quiet_from: datetime | None = None

    @property
    def is_plain(self) -> bool:
        """Whether the clock always runs."""
        return not (self.weekend or self.hours or self.stops or self.vacations)

    def closed_until(self, moment: datetime) -> datetime | None:
        """Return the end of the closed stretch that the moment lies in, None if the clock runs."""
        ends = [s.end for s in (*self.stops, *self.vacations) if s.holds(moment)]
        if self.weekend:
            local = moment.astimezone(zone_of(self.zone))
            if local.weekday() >= 5:
                ends.append(_midnight(local.date() + timedelta(days=7 - local.weekday()), self.zone))
        if self.hours and not self.hours.holds(moment):
            ends.append(self.hours.next_start(moment))
        return max(ends) if ends else None

    def next_closing(self, moment: datetime) -> datetime | None:
        """Return when the clock stops next, None if never; the moment lies in open time."""
        starts = [s.start for s in (*self.stops, *self.vacations) if s.start > moment and s.end > s.start]
        if self.weekend:
            local = moment.astimezone(zone_of(self.zone))
            starts.append(_midnight(local.date() + timedelta(days=5 - local.weekday()), self.zone))
        if self.hours:
            starts.append(self.hours.next_end(moment))
        return min(starts) if starts else None


def _midnight(day: date, zone: str) -> datetime:
    return datetime.combine(day, time(), zone_of(zone)).astimezone(UTC)


def next_local(moment: datetime, minutes: int, zone: str, days: tuple[int, ...] = ()) -> datetime:
    """Return the first moment after `moment` at that local time, on one of the weekdays (0 is Monday).

    Of a time that a day has twice the first counts; one that it leaves out comes as if its clock had not been changed
    (RFC 5545, 3.3.5).
    """
    day = moment.astimezone(zone_of(zone)).date()
    clock = time(minutes % DAY_MINUTES // 60, minutes % 60)
    for ahead in range(-1, 16):
        candidate = day + timedelta(days=ahead)
        if days and candidate.weekday() not in days:
            continue
        found = datetime.combine(candidate, clock, zone_of(zone)).astimezone(UTC)
        if found > moment:
            return found
    raise ValueError("no such weekday")


def advance(start: datetime, budget: timedelta, calendar: Calendar) -> datetime | None:
    """Return when `budget` of open time has passed since `start`; None if the clock stands without an end."""
    if calendar.is_plain:
        return start + budget
    at, left = start, budget
    for _ in range(_MOST_STRETCHES):
        opens = calendar.closed_until(at)
        if opens is not None:
            if opens >= FOREVER:
                return None
            at = max(opens, at + timedelta(seconds=1))
            continue
        closes = calendar.next_closing(at)
        if closes is None or at + left <= closes:
            return at + left
        left -= closes - at
        at = closes
    return at + left


def open_time(start: datetime, end: datetime, calendar: Calendar) -> timedelta:
    """Return how much open time lies between two moments."""
    if end <= start:
        return timedelta(0)
    if calendar.is_plain:
        return end - start
    at, total = start, timedelta(0)
    for _ in range(_MOST_STRETCHES):
        if at >= end:
            return total
        opens = calendar.closed_until(at)
        if opens is not None:
            at = max(opens, at + timedelta(seconds=1))
            continue
        closes = calendar.next_closing(at)
        until = end if closes is None else min(closes, end)
        total += until - at
        at = until
    return total + max(timedelta(0), end - at)


def spared(due: datetime, start: datetime, calendar: Calendar) -> datetime | None:
    """Return when a clock that would reach zero at `due` really does: not at night, not right after a vacation.

    None if it stands then, and nobody knows until when.
    """
    house = settings.HOUSE
    for _ in range(_MOST_STRETCHES):  # the end of one pause may lie in the next, and in another one's night
        before = due
        due = reopened(due, calendar)
        for vacation in calendar.vacations:
            if start < vacation.end <= due < vacation.end + house.vacation_left:
                due = vacation.end + house.vacation_left
        quiet = calendar.quiet
        if calendar.quiet_from is not None and due >= calendar.quiet_from:
            quiet = calendar.quiet_next
        if quiet and quiet.holds(due):
            due = quiet.next_end(due) + house.quiet_after
        if due == before:
            break
    return None if calendar.closed_until(due) == FOREVER else due


def reopened(moment: datetime, calendar: Calendar) -> datetime:
    """Return the moment, or when the clock runs again if it stands; the moment too if nobody knows."""
    while (opens := calendar.closed_until(moment)) is not None and opens < FOREVER:
        moment = opens
    return moment


# -- reading what is stored --------------------------------------------------------------------


def moment_of(value: int | None) -> datetime:
    """Return a stored moment (Unix seconds); None is an end that nobody knows."""
    return FOREVER if value is None else datetime.fromtimestamp(value, UTC)


def stretches(stored: list[Any]) -> tuple[Stretch, ...]:
    """Return closed stretches from `[start, end, ...]` in Unix seconds."""
    return tuple(Stretch(moment_of(row[0]), moment_of(row[1])) for row in stored)


def first_of(vacations: tuple[Stretch, ...], since: datetime, most: timedelta) -> tuple[Stretch, ...]:
    """Return the vacations from a moment on, cut off when they have lasted `most` in all."""
    kept = []
    for stretch in vacations:
        start = max(stretch.start, since)
        end = min(stretch.end, start + most)
        if end > start:
            kept.append(Stretch(start, end))
            most -= end - start
    return tuple(kept)


def daily(stored: Mapping[str, Any] | None, zone: str) -> Daily | None:
    """Return a part of the day from `{"from": minutes, "to": minutes, "zone": name}`; None for `{}`."""
    if not stored or "from" not in stored:
        return None
    return Daily(int(stored["from"]), int(stored["to"]), str(stored.get("zone") or zone))
