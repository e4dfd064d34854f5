"""Clocks (DEF-1 to DEF-3): running, stopping, due times.

A clock runs while something is asked of a seat. It is settled when a move is published, that is when it
can no longer be taken back: then the time used is taken from the bank and the increment is added, never
above the cap. Nothing about a clock shows what can still be taken back.

A sitting is what a seat answers between being asked and the publication of its answers. It earns once: the
whole increment if there was a full decision in it, a quarter if there were only light ones.
"""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings

from games.models import Game, Seat
from games.time import calendars, marks, outages
from games.time.calendars import Calendar
from games.time.durations import in_seconds
from games.time.presets import preset_of

#: What `renew` works out of a seat.
DUE_FIELDS = ["due_at", "remind_at"]

#: Deadlines in a row at which the clocks stand, before one of them counts all the same (as on rest days only).
MOST_DEADLINES = 10


def start(game: Game, seat: Seat) -> None:
    """Fill the bank of a seat when the game begins."""
    preset = preset_of(game)
    first = in_seconds(settings.HOUSE.first_decision)
    bank = preset.bank if preset.name == "live" or preset.is_untimed else max(preset.bank, first)
    seat.bank_ms = bank * 1000
    seat.grace_left = int(game.terms.get("grace", 0))


def ask(game: Game, seat: Seat, kind: str, weight: str, now: datetime) -> None:
    """Let the clock of a seat run: something is asked of it."""
    seat.waiting_since = now
    seat.waiting_kind = kind
    seat.waiting_weight = weight
    seat.flagged_at = None
    renew(game, seat)


def renew(game: Game, seat: Seat) -> bool:
    """Work out anew when the time of a seat is up, and when it may have to be reminded. Returns whether that changes.

    The one place where these times are made; the caller saves `DUE_FIELDS`.
    """
    before, seat.due_at = seat.due_at, due_at(game, seat)
    return remind_from_the_first(game, seat) or seat.due_at != before


def remind_from_the_first(game: Game, seat: Seat) -> bool:
    """Let the sweep of the reminders look at a seat at each of its moments, again. Returns whether that changes it."""
    before, seat.remind_at = seat.remind_at, min(marks.moments_of(game, seat), default=None)
    return seat.remind_at != before


def runs(seat: Seat) -> bool:
    """Return whether the time of a seat is still to be up: something is asked of a person, who is not flagged."""
    return seat.waiting_since is not None and seat.flagged_at is None and not seat.bot


def flag(seat: Seat, now: datetime) -> None:
    """Let a seat that has run out of time be claimed from now on; the clock waits for that, and reminds of nothing."""
    seat.flagged_at = now
    seat.due_at, seat.remind_at = now + settings.HOUSE.unclaimed_void, None


def due_at(game: Game, seat: Seat) -> datetime | None:
    """Return when the seat's time is up: None for bots, for untimed games, and where nothing is asked.

    For an absent seat the server answers, without a clock too: the others play on.
    """
    preset = preset_of(game)
    if seat.waiting_since is None or seat.bot:
        return None
    if seat.absent_since is not None:
        return _due_of_absent(game, seat, seat.waiting_since, seat.absent_since)
    if preset.is_untimed:
        return None
    start = seat.waiting_since
    calendar = calendar_of(game, seat, start)
    extra = timedelta(milliseconds=seat.extra_ms)
    if preset.is_deadline:
        limit = timedelta(seconds=preset.light_limit) if seat.waiting_weight == "light" else None
        deadline = _agreed_deadline(game, start, calendar, limit)
        due = None if deadline is None else deadline + extra
    else:
        milliseconds = preset.bank * 1000 if preset.is_per_move else max(0, seat.bank_ms)
        if seat.waiting_weight == "light":
            milliseconds = min(milliseconds, preset.light_limit * 1000)
        due = calendars.advance(start, timedelta(milliseconds=milliseconds) + extra, calendar)
    return None if due is None else calendars.spared(due, start, calendar)


def _due_of_absent(game: Game, seat: Seat, asked: datetime, absent: datetime) -> datetime | None:
    """Return when the server answers for an absent seat; what stops the table's clocks stops this too."""
    house = settings.HOUSE
    wait = house.absent_wait if asked < absent + house.seat_offered else house.absent_wait_later
    calendar = table_calendar(game, asked)
    due = calendars.advance(asked, wait, calendar)
    if due is None or calendar.closed_until(due := calendars.reopened(max(due, absent), calendar)):
        return None
    return due


def _agreed_deadline(
    game: Game, start: datetime, calendar: Calendar, limit: timedelta | None = None
) -> datetime | None:
    """Return the common deadline, or the limit of a light decision; where the clock stands then, the next one."""
    deadline = _deadline(game, start)
    if limit is not None:
        deadline = min(deadline, start + limit)
    for _ in range(MOST_DEADLINES):
        opens = calendars.reopened(deadline, calendar)
        if opens == deadline:
            break
        deadline = _deadline(game, opens)
    return None if calendar.closed_until(deadline) == calendars.FOREVER else deadline


def _deadline(game: Game, start: datetime) -> datetime:
    """Return the table's next deadline that leaves a fair time."""
    terms = game.terms.get("deadline") or {}
    return calendars.next_local(
        start + settings.HOUSE.deadline_notice,
        int(terms.get("at", 0)),
        str(game.terms.get("zone", "UTC")),
        tuple(terms.get("days", ())),
    )


def table_calendar(game: Game, start: datetime, **personal: Any) -> Calendar:
    """Return when the clocks of a table run from `start` on, whoever sits there; `personal` is added for one seat."""
    terms = game.terms
    zone = str(terms.get("zone", "UTC"))
    return Calendar(
        zone,
        bool(terms.get("weekend")),
        calendars.daily(terms.get("hours"), zone),
        calendars.stretches(game.stops) + outages.since(start),
        **personal,
    )


def calendar_of(game: Game, seat: Seat, start: datetime) -> Calendar:
    """Return when the clock of a seat runs from `start` on."""
    terms, user = game.terms, seat.user
    fields: dict[str, Any] = {}
    if user is not None and terms.get("vacation") and user.away:
        fields["vacations"] = _vacations(terms, user.away)
    if user is not None and terms.get("quiet"):
        fields["quiet"] = calendars.daily(user.quiet, user.timezone)
        if user.quiet_next:
            fields["quiet_next"] = calendars.daily(user.quiet_next, user.timezone)
            fields["quiet_from"] = calendars.moment_of(int(user.quiet_next["at"]))
    return table_calendar(game, start, **fields)


def _vacations(terms: dict[str, Any], away: list[Any]) -> tuple[calendars.Stretch, ...]:
    """Return the vacations that stop a clock: those of an event only so many days in all."""
    vacations = calendars.stretches(away)
    days = terms.get("vacation_days")
    if not days:
        return vacations
    since = calendars.moment_of(int(terms.get("vacation_since") or 0))
    return calendars.first_of(vacations, since, timedelta(days=days))


def vacation_counts(game: Game, seat: Seat) -> bool:
    """Return whether a further vacation of a seat's player would stop its clock."""
    terms = game.terms
    days = terms.get("vacation_days")
    if not terms.get("vacation") or seat.user is None or not days:
        return bool(terms.get("vacation"))
    taken = (stretch.end - stretch.start for stretch in _vacations(terms, seat.user.away))
    return sum(taken, timedelta(0)) < timedelta(days=days)


def settle(game: Game, seat: Seat, received_at: datetime, weight: str) -> None:
    """Stop the clock of a seat whose sitting is over; take the time used, add the increment (DEF-1, DEF-2).

    `weight` is that of the heaviest decision of the sitting. What the clock answered for the seat earns like
    any answer, so that a light decision which emptied the bank does not end the game with the next question.
    """
    if seat.waiting_since is None:
        return
    preset = preset_of(game)
    if preset.cap:
        used = open_milliseconds(game, seat, seat.waiting_since, received_at)
        left = max(0, seat.bank_ms - used)
        increment = preset.increment * 1000
        earned = increment if weight == "full" else int(increment * settings.HOUSE.light_share)
        seat.bank_ms = max(left, min(left + earned, preset.cap * 1000))
    if weight == "full":
        seat.full_decisions += 1
    stop(seat)


def stop(seat: Seat) -> None:
    """Let the clock of a seat stand."""
    seat.waiting_since = seat.due_at = seat.flagged_at = seat.remind_at = None
    seat.waiting_kind = seat.waiting_weight = ""
    seat.extra_ms = 0


def returned(seat: Seat) -> None:
    """Note that the player of a seat has acted: whatever was missed in a row is over."""
    seat.misses = seat.fallbacks = 0
    seat.absent_since = seat.bot_at = None


def give(game: Game, seat: Seat, milliseconds: int) -> None:
    """Add time to a seat: to its bank, or without one to what is asked now. Its claimable zero is undone."""
    if preset_of(game).cap:
        seat.bank_ms += milliseconds
    else:
        seat.extra_ms += milliseconds
    if seat.waiting_since is not None:
        seat.flagged_at = None
        renew(game, seat)


def open_milliseconds(game: Game, seat: Seat, start: datetime, end: datetime) -> int:
    """Return how long a seat's clock ran between two moments."""
    return calendars.open_time(start, end, calendar_of(game, seat, start)) // timedelta(milliseconds=1)


def grace_gift(game: Game) -> timedelta:
    """Return what a grace token is worth at this table."""
    house = settings.HOUSE
    return house.grace_gift_sprint if game.clock_preset == "sprint" else house.grace_gift


def grace(game: Game, seat: Seat, now: datetime) -> int:
    """Use a grace token at zero: more time from now, once. Returns the milliseconds it was worth."""
    assert seat.waiting_since is not None
    worth = grace_gift(game) // timedelta(milliseconds=1) + overdue_ms(game, seat, now)
    seat.extra_ms += worth
    seat.grace_left -= 1
    renew(game, seat)
    return worth


def left_ms(game: Game, seat: Seat, now: datetime) -> int:
    """Return how long the clock of a waiting seat may still run, in milliseconds; below 0 since its time was up.

    Nights and the hours after a vacation, in which it would be spared, are not looked at.
    """
    assert seat.waiting_since is not None
    preset = preset_of(game)
    if preset.is_deadline:
        limit = timedelta(seconds=preset.light_limit) if seat.waiting_weight == "light" else None
        calendar = calendar_of(game, seat, seat.waiting_since)
        deadline = _agreed_deadline(game, seat.waiting_since, calendar, limit)
        left = timedelta(0) if deadline is None else deadline - now
        return left // timedelta(milliseconds=1) + seat.extra_ms
    have = preset.bank * 1000 if preset.is_per_move else max(0, seat.bank_ms)
    return have + seat.extra_ms - open_milliseconds(game, seat, seat.waiting_since, now)


def overdue_ms(game: Game, seat: Seat, now: datetime) -> int:
    """Return how long the clock of a waiting seat has run on since its time was up, in milliseconds.

    Whatever is given at zero counts from now, so this is given with it.
    """
    return max(0, -left_ms(game, seat, now))


def remaining_ms(game: Game, seat: Seat, now: datetime) -> int | None:
    """Return the milliseconds a seat has left, None without a clock."""
    preset = preset_of(game)
    if preset.is_untimed or seat.bot:
        return None
    if seat.waiting_since is None:
        return preset.bank * 1000 if preset.is_per_move else seat.bank_ms
    if seat.flagged_at is not None:
        return 0
    if seat.due_at is None:  # the clock stands, and nobody knows until when
        return preset.bank * 1000 if preset.is_per_move else max(0, seat.bank_ms)
    return max(0, (seat.due_at - now) // timedelta(milliseconds=1))
