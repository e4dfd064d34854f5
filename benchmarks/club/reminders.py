"""The times when a seat is to be reminded (DEF-5), worked out for the referee from the house rules alone."""

from dataclasses import dataclass, field

from benchmarks.club.almanac import DAY, HOUR

#: Days of silence after which somebody is reminded of a game without a clock (DEF-1).
SILENCE = (3, 7, 14)
MOST = 3
#: The mark that only the digest tells of, and that of a reminder which was asked for before any.
HALF, NO_MARK = 50, 100


@dataclass
class Reminded:
    """The reminders of one question so far: when, for which end of time, at which mark (NO_MARK for none).

    `later` is when the player wants to hear of it again.
    """

    sent: list[tuple[int, int, int]] = field(default_factory=list)
    silence: set[int] = field(default_factory=set)
    later: int | None = None

    def put_off(self, due: int | None, now: int) -> bool:
        """Return whether nothing is to be said until the player wants to hear of it."""
        return self.later is not None and now < self.later and (due is None or self.later < due)

    def is_wanted(self, due: int | None, now: int) -> bool:
        """Return whether the player wants to hear of it now."""
        return self.later is not None and self.later <= now and (due is None or now < due)


def marks(asked: int, due: int, weight: str, seen: bool = False) -> list[tuple[int, int]]:
    """Return the moments of the reminders and their marks, in percent of the time left.

    Of half of a long time only the digest tells, and only whoever has not `seen` the position.
    """
    whole = due - asked
    if whole < 12 * HOUR:
        return [] if weight == "light" else [(due - whole // 5, 20)]
    last = (due - min(max(whole // 20, HOUR), 4 * HOUR), 5)
    first = (due - min(max(whole // 5, 4 * HOUR), 24 * HOUR), 20)
    half = [(asked + (whole + 1) // 2, HALF)] if whole >= 48 * HOUR and not seen else []
    return [last] if weight == "light" else [*half, first, last]


def wanted(told: Reminded, asked: int, due: int, weight: str, seen: bool, now: int) -> int | None:
    """Return the mark of the reminder that is to be sent now, None for none.

    A clock that was moved is told anew, but never within an hour of the reminder before, never more than three
    times, and the third time is kept for the last mark.
    """
    reached = [mark for at, mark in marks(asked, due, weight, seen) if at <= now]
    if not reached or now >= due or told.put_off(due, now):
        return None
    mark = reached[-1]
    if any(end == due and known <= mark for _, end, known in told.sent if known != NO_MARK):
        return None
    if told.sent and now - told.sent[-1][0] < HOUR:
        return None
    left = MOST - len(told.sent)
    return mark if left > (0 if mark == 5 else 1) else None


def silence(told: Reminded, asked: int, now: int) -> int | None:
    """Return the days after which a player without a clock is to be reminded now, None for none."""
    passed = [days for days in SILENCE if now - asked >= days * DAY]
    if not passed or told.put_off(None, now) or now - asked >= (SILENCE[-1] + 2) * DAY:
        return None
    told_since = any(at >= asked + passed[-1] * DAY for at, _, _ in told.sent)
    return None if told_since or passed[-1] in told.silence else passed[-1]
