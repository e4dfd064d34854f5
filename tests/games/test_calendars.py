"""Open and closed time (DEF-4): weekends, playing hours, vacations, quiet hours, deadlines, over clock changes."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.daily import Daily
from games.hours.reliability import judge, weight
from games.hours.vacations import taken_in
from games.refusals import Refused
from games.time.calendars import (
    FOREVER,
    Calendar,
    Stretch,
    advance,
    next_local,
    open_time,
    spared,
)
from games.time.terms import in_words, normalised

BERLIN = "Europe/Berlin"


def at(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def hours(number):
    return timedelta(hours=number)


WEEKEND = Calendar(BERLIN, weekend=True)
EVENINGS = Calendar(BERLIN, hours=Daily(10 * 60, 22 * 60, BERLIN))
NIGHTS = Calendar(BERLIN, hours=Daily(18 * 60, 6 * 60, BERLIN))


@pytest.mark.parametrize(
    ("calendar", "start", "budget", "due"),
    [
        (Calendar(), "2027-05-05 12:00", 96, "2027-05-09 12:00"),
        # 2027-05-07 is a Friday; the weekend begins at 22:00 UTC in Berlin's summer.
        (WEEKEND, "2027-05-07 12:00", 9, "2027-05-07 21:00"),
        (WEEKEND, "2027-05-07 12:00", 10, "2027-05-07 22:00"),
        (WEEKEND, "2027-05-07 12:00", 11, "2027-05-09 23:00"),
        (WEEKEND, "2027-05-08 12:00", 1, "2027-05-09 23:00"),
        (WEEKEND, "2027-05-08 12:00", 0, "2027-05-09 22:00"),
        # over the weekend on which clocks go forward (28 March 2027) it is an hour shorter
        (WEEKEND, "2027-03-26 22:00", 2, "2027-03-28 23:00"),
        (EVENINGS, "2027-05-05 19:00", 2, "2027-05-06 09:00"),
        (EVENINGS, "2027-05-05 03:00", 12, "2027-05-05 20:00"),
        (EVENINGS, "2027-05-05 03:00", 13, "2027-05-06 09:00"),
        (NIGHTS, "2027-05-05 03:00", 2, "2027-05-05 17:00"),
        (
            Calendar(stops=(Stretch(at("2027-05-06"), at("2027-05-10")),)),
            "2027-05-05 12:00",
            24,
            "2027-05-10 12:00",
        ),
        (
            Calendar(stops=(Stretch(at("2027-05-01"), at("2027-05-02")),)),
            "2027-05-05 12:00",
            24,
            "2027-05-06 12:00",
        ),
        (
            Calendar(BERLIN, weekend=True, vacations=(Stretch(at("2027-05-07"), at("2027-05-09")),)),
            "2027-05-06 12:00",
            24,
            "2027-05-10 10:00",
        ),
    ],
)
def test_when_a_budget_of_open_time_is_used_up(calendar, start, budget, due):
    assert advance(at(start), hours(budget), calendar) == at(due)


def test_a_pause_without_an_end_has_no_due_time():
    calendar = Calendar(stops=(Stretch(at("2027-05-06"), FOREVER),))
    assert advance(at("2027-05-05"), hours(23), calendar) == at("2027-05-05 23:00")
    assert advance(at("2027-05-05"), hours(25), calendar) is None


def test_playing_hours_for_a_year_are_counted_within_the_time_of_a_test():
    due = advance(at("2027-01-01"), hours(12 * 300), EVENINGS)
    assert open_time(at("2027-01-01"), due, EVENINGS) == hours(12 * 300)


@pytest.mark.parametrize(
    ("due", "really"),
    [
        ("2027-05-05 19:59", "2027-05-05 19:59"),
        ("2027-05-05 20:00", "2027-05-06 06:00"),  # 22:00 in Berlin: an hour after 07:00
        ("2027-05-06 04:59", "2027-05-06 06:00"),
        ("2027-05-06 05:00", "2027-05-06 05:00"),
    ],
)
def test_nobody_s_clock_reaches_zero_at_night(due, really):
    calendar = Calendar(quiet=Daily(22 * 60, 7 * 60, BERLIN))
    assert spared(at(due), at("2027-05-01"), calendar) == at(really)


def test_new_quiet_hours_count_from_the_next_day_on():
    calendar = Calendar(
        quiet=Daily(22 * 60, 7 * 60), quiet_next=Daily(10 * 60, 18 * 60), quiet_from=at("2027-05-06")
    )
    assert spared(at("2027-05-05 12:00"), at("2027-05-01"), calendar) == at("2027-05-05 12:00")
    assert spared(at("2027-05-06 12:00"), at("2027-05-01"), calendar) == at("2027-05-06 19:00")
    assert spared(at("2027-05-06 23:00"), at("2027-05-01"), calendar) == at("2027-05-06 23:00")


def test_after_a_vacation_half_a_day_is_left():
    calendar = Calendar(vacations=(Stretch(at("2027-05-06"), at("2027-05-10")),))
    due = advance(at("2027-05-05 20:00"), hours(5), calendar)
    assert due == at("2027-05-10 01:00")
    assert spared(due, at("2027-05-05 20:00"), calendar) == at("2027-05-10 12:00")
    assert spared(due, at("2027-05-10 00:30"), calendar) == due  # asked after it: nothing to make up for


@pytest.mark.parametrize(
    ("after", "minutes", "days", "found"),
    [
        ("2027-05-05 10:00", 20 * 60, (), "2027-05-05 18:00"),
        ("2027-05-05 18:00", 20 * 60, (), "2027-05-06 18:00"),
        ("2027-05-05 10:00", 20 * 60, (0,), "2027-05-10 18:00"),
        ("2027-03-27 21:00", 150, (), "2027-03-28 01:30"),  # 02:30 does not exist on that night
        ("2027-10-30 21:00", 150, (), "2027-10-31 00:30"),  # 02:30 comes twice; the first counts
    ],
)
def test_the_next_common_deadline(after, minutes, days, found):
    assert next_local(at(after), minutes, BERLIN, days) == at(found)


MOMENTS = st.datetimes(datetime(2026, 1, 1), datetime(2028, 1, 1)).map(lambda d: d.replace(tzinfo=UTC))
ZONES = st.sampled_from(["UTC", BERLIN, "America/New_York", "Pacific/Auckland", "Asia/Kathmandu"])
STOPS = st.lists(st.tuples(MOMENTS, st.integers(1, 30)), max_size=4).map(
    lambda rows: tuple(Stretch(start, start + timedelta(days=days)) for start, days in rows)
)


@st.composite
def calendars(draw):
    zone = draw(ZONES)
    opens = draw(st.integers(0, 1439))
    length = draw(st.integers(600, 840))
    daily = Daily(opens, (opens + length) % 1440, zone) if draw(st.booleans()) else None
    return Calendar(zone, draw(st.booleans()), daily, draw(STOPS), draw(STOPS))


@pytest.mark.long
@settings(max_examples=250, deadline=None)
@given(calendars(), MOMENTS, st.integers(0, 20 * 24 * 60))
def test_a_budget_is_used_up_exactly_when_it_is_due(calendar, start, minutes):
    """What `advance` promises is what `open_time` counts, up to the minute of a changing clock."""
    budget = timedelta(minutes=minutes)
    due = advance(start, budget, calendar)
    assert abs(open_time(start, due, calendar) - budget) <= timedelta(minutes=1)
    assert open_time(start, due - timedelta(hours=1), calendar) <= budget


@settings(max_examples=150, deadline=None)
@given(calendars(), MOMENTS, st.integers(0, 2000), st.integers(0, 2000))
def test_open_time_adds_up(calendar, start, first, second):
    middle = start + timedelta(minutes=first)
    end = middle + timedelta(minutes=second)
    both = open_time(start, middle, calendar) + open_time(middle, end, calendar)
    assert abs(open_time(start, end, calendar) - both) <= timedelta(minutes=1)
    assert open_time(start, end, calendar) <= end - start


# -- terms, reliability, allowance -------------------------------------------------------------


def test_the_terms_of_a_table_have_defaults():
    assert normalised({}, "standard", BERLIN) == {
        "zone": BERLIN,
        "weekend": False,
        "vacation": True,
        "pauses": True,
        "bots": False,
        "instant": False,
        "quiet": True,
        "grace": 1,
    }
    live = normalised({"weekend": True}, "live", "UTC")
    assert (live["grace"], live["quiet"], live["vacation"], live["weekend"]) == (0, False, False, False)
    assert normalised({}, "daily", "UTC")["deadline"] == {"at": 1200, "days": [0, 1, 2, 3, 4, 5, 6]}
    slot = normalised({"hours_from": "18:00", "hours_to": "6:00"}, "fast", "UTC")
    assert slot["hours"] == {"from": 1080, "to": 360}
    assert not slot["quiet"]


@pytest.mark.parametrize(
    ("raw", "preset", "code"),
    [
        ({"zone": "Middle/Earth"}, "standard", "bad-zone"),
        ({"grace": "9"}, "standard", "bad-grace"),
        ({"grace": "many"}, "standard", "bad-grace"),
        ({"hours_from": "10:00", "hours_to": "12:00"}, "standard", "bad-hours"),
        ({"hours_from": "10:00"}, "standard", "bad-time"),
        ({"deadline_at": "25:00"}, "daily", "bad-time"),
        ({"deadline_days": ["7"]}, "daily", "bad-days"),
        ({"deadline_days": ["x"]}, "daily", "bad-days"),
    ],
)
def test_impossible_terms_are_refused(raw, preset, code):
    with pytest.raises(Refused) as refused:
        normalised(raw, preset, "UTC")
    assert refused.value.code == code


def test_every_pause_is_said_in_words():
    terms = normalised(
        {"weekend": True, "hours_from": "10:00", "hours_to": "22:00", "grace": 2}, "fast", BERLIN
    )
    words = " ".join(in_words(terms))
    assert "Saturdays and Sundays (Europe/Berlin)" in words
    assert "from 10:00 to 22:00" in words
    assert "2 grace tokens" in words


NOW = at("2027-05-05")


@pytest.mark.parametrize(
    ("ages", "decisions", "score", "word"),
    [
        ([], 19, None, "new"),
        ([], 20, 100.0, "very reliable"),
        ([100], 100, 99.0, "very reliable"),
        ([20], 100, 98.0, "very reliable"),
        ([3], 100, 97.0, "reliable"),
        ([3, 20, 100], 100, 94.0, "fair"),
        ([1, 1, 1, 1], 100, 88.0, "low"),
        ([1] * 50, 100, 0.0, "low"),
        ([400], 100, 100.0, "very reliable"),
        ([100], 49, 97.9, "reliable"),  # 97.96: the figure never looks better than the word
        ([100, 100, 100], 60, 95.0, "reliable"),
    ],
)
def test_reliability(ages, decisions, score, word):
    found = judge([NOW - timedelta(days=age) for age in ages], decisions, NOW)
    assert (found.score, found.word) == (score, word)


def test_misses_fade():
    assert [weight(timedelta(days=d)) for d in (0, 7, 8, 30, 31, 365, 366)] == [3, 3, 2, 2, 1, 1, 0]


def test_the_allowance_is_counted_by_calendar_year():
    over_new_year = [(at("2027-12-28"), at("2028-01-04"))]
    assert taken_in(2027, over_new_year) == timedelta(days=4)
    assert taken_in(2028, over_new_year) == timedelta(days=3)
    assert taken_in(2026, over_new_year) == timedelta(0)
