"""Quiet hours and playing hours on the days on which clocks are changed (DEF-4): local times count, not minutes.

Every zone with a change in 2026 to 2028 is gone through. The judge looks at the clock on the wall, minute by minute.
"""

from datetime import UTC, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

import pytest

from accounts.daily import DAY_MINUTES, Daily
from accounts.models import User
from accounts.quiet_hours import quiet_until
from games.time.calendars import Calendar, open_time

FIRST, LAST = datetime(2026, 1, 1, tzinfo=UTC), datetime(2029, 1, 1, tzinfo=UTC)
#: All changes of clocks, and their amounts, are multiples of this.
STEP = timedelta(minutes=15)


def changes_of(name):
    """Return the changes of a zone's clock: when, from which distance to UTC, to which."""
    zone, found, day = ZoneInfo(name), [], FIRST
    offset = day.astimezone(zone).utcoffset()
    while day < LAST:
        day += timedelta(days=1)
        if (new := day.astimezone(zone).utcoffset()) != offset:
            at = day - timedelta(days=1)
            while at.astimezone(zone).utcoffset() == offset:
                at += STEP
            found.append((at, offset, new))
            offset = new
    return tuple(found)


@cache
def zones():
    """Return one zone of all those with the same changes, and these; only zones that have any."""
    found = {changes_of(name): name for name in sorted(available_timezones())}
    return sorted((name, changes) for changes, name in found.items() if changes)


def minutes_in(delta):
    return delta // timedelta(minutes=1)


def hours_around(at, old, new):
    """Return playing hours that begin, or end, before, within, and after what a change leaves out or doubles."""
    walls = [minutes_in(at - at.replace(hour=0, minute=0) + offset) for offset in (old, new)]
    middle = sum(walls) // 2 // 15 * 15
    for edge in (min(walls) - 30, min(walls), middle, max(walls), max(walls) + 30):
        yield edge % DAY_MINUTES, (edge + 9 * 60) % DAY_MINUTES
        yield (edge - 10 * 60) % DAY_MINUTES, edge % DAY_MINUTES


def shows(moment, start, end, zone):
    """Return whether the clock on the wall shows a time of the hours."""
    wall = moment.astimezone(zone).time().replace(tzinfo=None)
    opens, shuts = time(*divmod(start, 60)), time(*divmod(end, 60))
    return opens <= wall < shuts if opens < shuts else wall >= opens or wall < shuts


def test_every_zone_is_gone_through():
    assert len(zones()) > 20
    gone_through = {changes for _, changes in zones()}
    assert {changes_of("Europe/Berlin"), changes_of("Australia/Lord_Howe")} <= gone_through


@pytest.mark.parametrize("year", [2026, 2027, 2028])
def test_what_the_clock_on_the_wall_shows_decides(year):
    steps = [STEP * number for number in range(-14 * 4, 26 * 4)]
    for name, changes in zones():
        zone = ZoneInfo(name)
        for at, old, new in changes:
            if at.year != year:
                continue
            for start, end in set(hours_around(at, old, new)):
                hours = Daily(start, end, name)
                told = (name, at.isoformat(), start, end)
                walls = [shows(at + step, start, end, zone) for step in steps]
                assert walls == [hours.holds(at + step) for step in steps], told
                turns = [
                    (at + steps[n + 1], walls[n + 1])
                    for n in range(len(steps) - 1)
                    if walls[n] != walls[n + 1]
                ]
                moment = at + steps[0]
                for turn, begins in turns:
                    found = hours.next_start(moment) if begins else hours.next_end(moment)
                    assert found == turn, (*told, moment.isoformat())
                    moment = turn
                calendar = Calendar(name, hours=hours)
                assert open_time(at + steps[0], at + steps[-1], calendar) == sum(walls[:-1]) * STEP, told
                night = User(quiet={"from": start, "to": end}, timezone=name)
                ends = next(turn for turn, begins in turns if not begins)
                inside = ends - STEP
                assert quiet_until(night, inside) == ends, told


def at(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "now", "until"),
    [
        ("Europe/Berlin", "2027-03-27 22:00", "2027-03-28 05:00"),  # 07:00 by the clock that has gone forward
        ("Europe/Berlin", "2027-10-30 22:00", "2027-10-31 06:00"),  # … and back
        ("Australia/Lord_Howe", "2026-10-03 13:00", "2026-10-03 20:00"),  # by half an hour
        ("Europe/Berlin", "2027-05-05 22:00:30", "2027-05-06 05:00"),
    ],
)
def test_the_night_ends_at_seven_by_the_clock_on_the_wall(zone, now, until):
    sleeper = User(quiet={"from": 22 * 60, "to": 7 * 60}, timezone=zone)
    assert quiet_until(sleeper, at(now)) == at(until)
    assert quiet_until(sleeper, at(until)) is None


@pytest.mark.parametrize(
    ("zone", "hours", "asked", "minutes"),
    [
        ("Europe/Berlin", (18 * 60, 2 * 60 + 30), "2026-10-25 01:10", 20),
        ("America/Santiago", (9 * 60, 23 * 60 + 30), "2027-04-04 03:10", 20),
    ],
)
def test_playing_hours_end_at_the_second_of_two_equal_times_too(zone, hours, asked, minutes):
    """Asked at 02:10 that comes again, with hours until 02:30: twenty minutes are left, not all the day."""
    calendar = Calendar(zone, hours=Daily(*hours, zone))
    start = at(asked)
    assert open_time(start, start + timedelta(hours=9), calendar) == timedelta(minutes=minutes)
    assert calendar.next_closing(start) == start + timedelta(minutes=minutes)
    opens = calendar.closed_until(start + timedelta(minutes=minutes))
    assert opens.astimezone(ZoneInfo(zone)).time() == time(hours[0] // 60)
