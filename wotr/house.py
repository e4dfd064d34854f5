"""House values: every figure that this server chose for itself, with its default.

`settings.HOUSE` holds them. An operator changes one with a line of the TOML file that `HOUSE_FILE` names
(`vacation_days = 21`), or with an environment variable (`HOUSE_VACATION_DAYS=21`), which counts more. They are read
where they are used, never at import. A name that does not exist, or a value that makes no sense, ends the start with
a sentence about each. `python -m wotr.house` prints the table of docs/operations.md.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from datetime import time, timedelta
from functools import cached_property
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from django.core.exceptions import ImproperlyConfigured

from wotr.house_text import DAY, HOUR, MINUTE, NOTHING, SECOND, YEAR, in_words, read_one, written

PREFIX = "HOUSE_"
FILE = "HOUSE_FILE"

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
POLICIES = ("claim", "forfeit", "autoplay", "void")


def _value(
    default: Any, meaning: str, least: Any = None, most: Any = None, among: tuple[str, ...] = ()
) -> Any:
    """Return a field: its default, what it means, and what it may be (in a list: each of its items)."""
    return field(default=default, metadata={"meaning": meaning, "least": least, "most": most, "among": among})


def _time(default: timedelta, meaning: str, least: timedelta = NOTHING, most: timedelta = 10 * YEAR) -> Any:
    return _value(default, meaning, least, most)


def _number(default: int, meaning: str, least: int = 0, most: int = 100_000) -> Any:
    return _value(default, meaning, least, most)


def _share(default: float, meaning: str) -> Any:
    return _value(default, meaning, 0.0, 1.0)


@dataclass(frozen=True, eq=False)
class HouseValues:
    """All house values. Raises ValueError, with every fault in a sentence, for values that make no sense.

    Durations are `timedelta`s, times of day are local `time`s, shares lie between 0 and 1.
    """

    # -- clocks (DEF-1) ------------------------------------------------------------------------
    clock_default: str = _value("standard", "the clock that the form for a new table proposes")
    clock_live_bank: timedelta = _time(HOUR, "live clock: time at the start", MINUTE)
    clock_live_increment: timedelta = _time(2 * MINUTE, "live clock: more for every full move")
    clock_live_cap: timedelta = _time(90 * MINUTE, "live clock: most time in the bank", MINUTE)
    clock_sprint_bank: timedelta = _time(24 * HOUR, "sprint clock: time at the start", MINUTE)
    clock_sprint_increment: timedelta = _time(4 * HOUR, "sprint clock: more for every full move")
    clock_sprint_cap: timedelta = _time(72 * HOUR, "sprint clock: most time in the bank", MINUTE)
    clock_fast_bank: timedelta = _time(72 * HOUR, "fast clock: time at the start", MINUTE)
    clock_fast_increment: timedelta = _time(12 * HOUR, "fast clock: more for every full move")
    clock_fast_cap: timedelta = _time(120 * HOUR, "fast clock: most time in the bank", MINUTE)
    clock_standard_bank: timedelta = _time(96 * HOUR, "standard clock: time at the start", MINUTE)
    clock_standard_increment: timedelta = _time(16 * HOUR, "standard clock: more for every full move")
    clock_standard_cap: timedelta = _time(168 * HOUR, "standard clock: most time in the bank", MINUTE)
    clock_slow_bank: timedelta = _time(72 * HOUR, "slow clock: time at the start", MINUTE)
    clock_slow_increment: timedelta = _time(36 * HOUR, "slow clock: more for every full move")
    clock_slow_cap: timedelta = _time(240 * HOUR, "slow clock: most time in the bank", MINUTE)
    clock_relaxed_bank: timedelta = _time(10 * DAY, "relaxed clock: time at the start", MINUTE)
    clock_relaxed_increment: timedelta = _time(24 * HOUR, "relaxed clock: more for every full move")
    clock_relaxed_cap: timedelta = _time(14 * DAY, "relaxed clock: most time in the bank", MINUTE)
    clock_per_move_days: tuple[int, ...] = _value(
        (1, 2, 3, 5, 7, 10, 14), "days a move that are offered as clocks without a bank", 1, 365
    )
    deadline_at: time = _value(time(20), "common deadline of a day, if the table names none")
    deadline_notice: timedelta = _time(
        6 * HOUR, "a common deadline is at least this far ahead of the question"
    )
    first_decision: timedelta = _time(
        12 * HOUR, "least time for a seat's first decision, except on the live clock"
    )
    untimed_reminders: tuple[timedelta, ...] = _value(
        (3 * DAY, 7 * DAY, 14 * DAY), "games without a clock: silence after which is reminded", HOUR, YEAR
    )
    untimed_close: timedelta = _time(
        30 * DAY, "games without a clock: silence after which anybody seated may close"
    )
    untimed_warning: timedelta = _time(
        90 * DAY, "games without a clock: silence after which their end is announced"
    )
    untimed_end: timedelta = _time(14 * DAY, "games without a clock: from that announcement to their end")

    # -- small decisions (DEF-2) ---------------------------------------------------------------
    light_share: float = _share(0.25, "part of the increment that a small answer earns")
    light_limit: timedelta = _time(24 * HOUR, "most time for a small answer", MINUTE)
    light_limit_sprint: timedelta = _time(
        12 * HOUR, "most time for a small answer on the sprint clock", MINUTE
    )
    fallbacks_to_miss: int = _number(3, "small answers in a row by the clock that are one miss", 1, 100)

    # -- at zero (DEF-3) -----------------------------------------------------------------------
    flag_delay: timedelta = _time(60 * SECOND, "from zero to the first look of the sweep", NOTHING, HOUR)
    alarm_after: timedelta = _time(5 * MINUTE, "a clock or league overdue by this is an alarm", MINUTE, DAY)
    hand_over: timedelta = _time(
        30 * SECOND, "how long a hand-over can be taken back, if the table says nothing", NOTHING, 10 * MINUTE
    )
    grace_tokens: int = _number(1, "grace tokens of a seat, if the table says nothing", 0, 100)
    grace_tokens_live: int = _number(0, "the same on the live clock", 0, 100)
    grace_tokens_event: int = _number(2, "the same in leagues and tournaments", 0, 100)
    grace_tokens_most: int = _number(4, "most grace tokens that a table may give", 0, 100)
    grace_gift: timedelta = _time(24 * HOUR, "what a grace token is worth", MINUTE)
    grace_gift_sprint: timedelta = _time(12 * HOUR, "the same on the sprint clock", MINUTE)
    zero_two: str = _value(
        "claim", "what happens at zero at a table for two, if it says nothing", among=POLICIES
    )
    zero_more: str = _value("autoplay", "the same at a table for three or more", among=POLICIES)
    zero_event: str = _value(
        "forfeit", "the same in leagues and tournaments, where two sides play", among=POLICIES
    )
    unclaimed_void: timedelta = _time(14 * DAY, "a game that nobody claims is void after this", HOUR)
    misses_to_absence: int = _number(2, "full decisions missed in a row that make a seat absent", 1, 100)
    seat_offered: timedelta = _time(72 * HOUR, "how long an absent player's seat is offered to others")
    absent_wait: timedelta = _time(12 * HOUR, "how long an absent seat is waited for while it is offered")
    absent_wait_later: timedelta = _time(60 * SECOND, "the same afterwards")
    fresh_start: timedelta = _time(24 * HOUR, "least time for whoever takes a seat over")
    rated_decisions: int = _number(3, "full decisions of every seat before a game is rated")

    # -- pauses (DEF-4) ------------------------------------------------------------------------
    vacation_days: int = _number(28, "days of vacation in a calendar year", 0, 366)
    vacation_most: timedelta = _time(14 * DAY, "longest vacation", HOUR, YEAR)
    vacation_least: timedelta = _time(24 * HOUR, "shortest vacation", NOTHING, YEAR)
    vacation_notice: timedelta = _time(12 * HOUR, "how long ahead who plays rated games announces it")
    vacation_ahead: timedelta = _time(365 * DAY, "furthest ahead that one is announced", DAY)
    vacation_account_age: timedelta = _time(14 * DAY, "age of an account before its first vacation")
    vacation_left: timedelta = _time(12 * HOUR, "least time left after a vacation")
    protection_step: timedelta = _time(
        3 * DAY, "vacation taken for who asked to be protected from zero", HOUR, YEAR
    )
    playing_hours_least: timedelta = _time(10 * HOUR, "shortest daily playing hours of a table", HOUR, DAY)
    playing_hours_most: timedelta = _time(14 * HOUR, "longest daily playing hours of a table", HOUR, DAY)
    quiet_from: time = _value(time(22), "quiet hours of a new account: from")
    quiet_to: time = _value(time(7), "quiet hours of a new account: until")
    quiet_most: timedelta = _time(10 * HOUR, "longest quiet hours of a day", NOTHING, 23 * HOUR)
    quiet_notice: timedelta = _time(24 * HOUR, "from a change of quiet hours to its effect")
    quiet_after: timedelta = _time(
        HOUR, "from the end of quiet hours to the zero that fell into them", NOTHING, DAY
    )
    pause_most: timedelta = _time(30 * DAY, "longest pause by agreement", DAY, YEAR)
    pause_notice: timedelta = _time(24 * HOUR, "from the wish to end a pause to its end")
    given_most: timedelta = _time(7 * DAY, "most time that is given at once", MINUTE, YEAR)
    vote_life: timedelta = _time(7 * DAY, "how long a vote waits for the others", HOUR, YEAR)
    outage_least: timedelta = _time(10 * MINUTE, "silence of the server that moves all clocks", MINUTE, DAY)
    outage_most: timedelta = _time(
        2 * DAY, "silence beyond which all clocks stand until the operator says what it was", HOUR, YEAR
    )

    # -- reminders (DEF-5) ---------------------------------------------------------------------
    turn_hold: timedelta = _time(
        2 * MINUTE, "how long a turn notice is held, in case the turn moves on", NOTHING, DAY
    )
    invitation_hold: timedelta = _time(30 * SECOND, "the same for an invitation", NOTHING, DAY)
    practice_hold: timedelta = _time(
        10 * MINUTE,
        "the same for whoever plays against bots only, and looks at the page as a rule",
        NOTHING,
        DAY,
    )
    remind_half: float = _share(0.5, "part of the time left at which the digest tells of an unseen position")
    remind_half_from: timedelta = _time(48 * HOUR, "least time in all for that")
    remind_first: float = _share(0.2, "part of the time left at the first reminder")
    remind_first_least: timedelta = _time(4 * HOUR, "the first reminder comes at least this long before zero")
    remind_first_most: timedelta = _time(24 * HOUR, "… and at most this long")
    remind_last: float = _share(0.05, "part of the time left at the last reminder, the urgent one")
    remind_last_least: timedelta = _time(HOUR, "the last reminder comes at least this long before zero")
    remind_last_most: timedelta = _time(4 * HOUR, "… and at most this long")
    remind_short: timedelta = _time(12 * HOUR, "with less time in all there is one reminder, and no mail")
    remind_most: int = _number(3, "most reminders of one decision, the digest's among them", 0, 10)
    remind_gap: timedelta = _time(HOUR, "least time between two reminders of one decision")
    remind_later_least: timedelta = _time(HOUR, "“remind me later”: soonest", MINUTE)

    # -- mail (DEF-6) --------------------------------------------------------------------------
    mail_together: timedelta = _time(30 * MINUTE, "further turns within this time come in one mail")
    mail_once_for: timedelta = _time(
        14 * DAY, "“one mail until I look”: after so long another one comes", HOUR
    )
    digest_at: time = _value(time(7), "local time of the daily digest")
    weekly_digest_at: time = _value(time(7), "local time of the weekly digest")
    weekly_digest_day: str = _value("Monday", "day of the weekly digest", among=WEEKDAYS)
    invitations_together: timedelta = _time(
        6 * HOUR, "while an invitation waits for its answer, further ones within this time come in one mail"
    )
    channel_failures: int = _number(5, "failures after which a channel is switched off …", 1, 1000)
    channel_failing_for: timedelta = _time(24 * HOUR, "… if they lasted this long")

    # -- what makes mail to others (notifications.causes); all of them within 24 hours ----------
    invitations_to_one: int = _number(
        3, "invitations to a table by one person to one; accepted ones do not count", 1
    )
    invitations_a_day: int = _number(20, "the same to all together", 1)
    invitations_first_day: int = _number(5, "the same on an account's first day", 1)
    rematches_to_one: int = _number(5, "rematches offered to one person; accepted ones do not count", 1)
    rematches_a_day: int = _number(30, "the same to all together", 1)
    guests_to_one: int = _number(5, "guests with one mail address at the tables of one person", 1)
    guests_of_all: int = _number(10, "the same at the tables of all together", 1)
    guests_a_day: int = _number(20, "guests with any mail address there", 1)
    guests_first_day: int = _number(5, "the same on the first day of their owner's account", 1)
    table_requests: int = _number(20, "offers, votes and gifts of time of one seat", 1)
    seats_taken_over: int = _number(5, "seats of absent players that one person takes", 1)
    vacations_a_day: int = _number(5, "vacations that one person announces", 1)
    event_invitations_to_one: int = _number(3, "invitations to events, from one director to one person", 1)
    event_invitations_a_day: int = _number(100, "the same to all together", 1)
    event_invitations_first_day: int = _number(10, "the same on an account's first day", 1)
    team_invitations_to_one: int = _number(3, "people asked into teams: by one captain to one person", 1)
    team_invitations_a_day: int = _number(30, "the same to all together", 1)
    team_invitations_first_day: int = _number(5, "the same on an account's first day", 1)
    event_decisions_to_one: int = _number(50, "decisions of an event's directors about one person", 1)
    event_messages: int = _number(5, "what an event's directors tell everybody in it: messages, dates", 1)
    event_letters_to_one: int = _number(5, "letters of one person to the directors of an event", 1)
    event_letters_of_all: int = _number(50, "the same of all together", 1)
    event_answers_to_one: int = _number(20, "answers of an event's directors to one person", 1)

    # -- reliability (DEF-7) -------------------------------------------------------------------
    reliability_window: timedelta = _time(365 * DAY, "what counts for reliability", DAY)
    reliability_fewest: int = _number(20, "with fewer full decisions somebody is “new”", 1)
    reliability_month: timedelta = _time(30 * DAY, "a miss this recent …")
    reliability_month_weight: int = _number(2, "… weighs so much", 0, 100)
    reliability_week: timedelta = _time(7 * DAY, "a miss this recent …")
    reliability_week_weight: int = _number(3, "… weighs so much", 0, 100)
    reliability_very: float = _value(98.0, "from this figure on: very reliable", 0.0, 100.0)
    reliability_good: float = _value(95.0, "from this figure on: reliable", 0.0, 100.0)
    reliability_fair: float = _value(90.0, "from this figure on: fair; below: low", 0.0, 100.0)
    reliability_mend: int = _number(5, "games to finish before low may join rated tables again")

    # -- tables and accounts (DEF-8) -----------------------------------------------------------
    table_expires: timedelta = _time(14 * DAY, "a public table that never fills is closed after", HOUR)
    table_expires_private: timedelta = _time(60 * DAY, "a private one", HOUR)
    table_start: timedelta = _time(30 * SECOND, "from full table to first move", NOTHING, DAY)
    tables_waiting: int = _number(5, "own tables that may wait for players", 1)
    games_at_once: int = _number(10, "games that a newcomer may play at once", 1)
    games_at_once_step: int = _number(1, "how many more for every game finished", 0, 100)
    games_at_once_most: int = _number(100, "most games at once", 1)
    solo_kept: timedelta = _time(
        30 * DAY, "idle days after which solo games and private copies are deleted", DAY
    )
    aborted_decisions: int = _number(
        2, "full decisions of both seats before which giving up breaks a game off instead of losing it"
    )
    visits_kept: timedelta = _time(
        60 * DAY, "how long it is kept, as keyed hashes, from where people came; 0 keeps nothing"
    )
    submissions_kept: timedelta = _time(
        30 * DAY, "how long it is known what an idempotency key was used for", DAY
    )
    notices_kept: timedelta = _time(90 * DAY, "how long notices are kept that are done with", 30 * DAY)
    archive_after: timedelta = _time(
        90 * DAY, "days after its end from which the log of a game is archived", DAY
    )
    chat_kept: timedelta = _time(365 * DAY, "how long the lines of all channels of a game are kept", DAY)
    chat_length: int = _number(1000, "characters of one line of a chat", 10, 10_000)
    chat_lines: int = _number(10, "lines that one person may write in one chat within a minute", 1, 1000)
    mail_token_life: timedelta = _time(30 * DAY, "longest life of a reply address", HOUR)
    turn_link_life: timedelta = _time(7 * DAY, "longest life of a one-tap link", HOUR)
    mail_confirm_life: timedelta = _time(7 * DAY, "longest life of a link that confirms a mail", HOUR)
    commitment_life: timedelta = _time(
        DAY, "how long a seed stays fixed for somebody's next table before it is opened", HOUR
    )
    mail_receipts: int = _number(10, "receipts in an hour about one game for mail that moved nothing", 1)

    # -- reports of what is wrong --------------------------------------------------------------
    reports_a_day: int = _number(20, "places that one person may report as wrong within 24 hours", 1)
    reports_open: int = _number(50, "reports of one person that may wait for somebody to look at them", 1)

    # -- standing orders (STD) -----------------------------------------------------------------
    order_delay_least: timedelta = _time(
        2 * MINUTE, "a standing order answers at least this long after the question"
    )
    order_delay_most: timedelta = _time(20 * MINUTE, "… and at most this long")
    order_before_zero: timedelta = _time(5 * MINUTE, "… but at least this long before zero")
    order_answers: int = _number(20, "decisions that standing orders answer in one go", 1, 200)
    order_life: timedelta = _time(60 * DAY, "how long an order is good", DAY, 3650 * DAY)
    orders_most: int = _number(20, "orders of one seat", 1, 1000)
    order_lines: int = _number(20, "lines of one order", 1, 200)
    order_line: int = _number(200, "characters of one line of an order", 10, 1000)
    order_conditions: int = _number(6, "conditions of one order", 0, 100)

    # -- leagues (TOU) -------------------------------------------------------------------------
    event_vacation_days: int = _number(
        7, "days of vacation that stop the clocks of one event, if it says nothing; 0: all", 0, 366
    )
    event_bar: timedelta = _time(365 * DAY, "how long a loss by the clock in an event is remembered")
    event_remind: timedelta = _time(24 * HOUR, "reminder before a deadline of an event")
    event_remind_end: timedelta = _time(7 * DAY, "reminder before the end of a season")

    def __post_init__(self) -> None:
        problems = [words for entry in fields(self) for words in _problems(entry, getattr(self, entry.name))]
        problems = problems or list(self._contradictions())
        if problems:
            raise ValueError(" ".join(problems))

    def _contradictions(self) -> list[str]:
        """Return what is wrong between two values that are right each."""
        pairs = [
            *((f"clock_{name}_bank", f"clock_{name}_cap") for name in CLOCKS),
            ("vacation_least", "vacation_most"),
            ("playing_hours_least", "playing_hours_most"),
            ("outage_least", "outage_most"),
            ("remind_first_least", "remind_first_most"),
            ("remind_last_least", "remind_last_most"),
            ("order_delay_least", "order_delay_most"),
            ("games_at_once", "games_at_once_most"),
            ("reliability_week", "reliability_month"),
            ("reliability_good", "reliability_very"),
            ("reliability_fair", "reliability_good"),
        ]
        found = [
            f"{low} must not be more than {high}."
            for low, high in pairs
            if getattr(self, low) > getattr(self, high)
        ]
        if tuple(sorted(set(self.untimed_reminders))) != self.untimed_reminders or not self.untimed_reminders:
            found.append("untimed_reminders must grow.")
        if self.quiet_most + self.quiet_after >= DAY:
            found.append(
                "quiet_most and quiet_after must be less than a day together, or no zero ever comes."
            )
        offered = (*CLOCKS, *(f"per-move-{days}" for days in self.clock_per_move_days), "daily")
        if self.clock_default not in offered:
            found.append(f"clock_default must be one of {', '.join(offered)}.")
        for name in ("grace_tokens", "grace_tokens_live", "grace_tokens_event"):
            if getattr(self, name) > self.grace_tokens_most:
                found.append(f"{name} must not be more than grace_tokens_most.")
        return found

    @cached_property
    def words(self) -> dict[str, str]:
        """The values as sentences use them, by name: `14 days`, `07:00`, `20`."""
        return {entry.name: in_words(getattr(self, entry.name)) for entry in fields(self)}


#: The clocks with a bank.
CLOCKS = ("live", "sprint", "fast", "standard", "slow", "relaxed")

_KINDS: dict[Any, str] = {
    timedelta: "a duration such as “90 min”, “12 h” or “14 d”",
    time: "a time of day such as “07:00”",
    int: "a whole number",
    float: "a number",
    str: "a word",
}


def _kind_of(entry: Field[Any]) -> tuple[Any, bool]:
    """Return the type of a value, or of the items of a list, and whether it is a list."""
    kind = get_type_hints(HouseValues)[entry.name]
    return (get_args(kind)[0], True) if get_origin(kind) is tuple else (kind, False)


def _problems(entry: Field[Any], value: Any) -> list[str]:
    kind, is_list = _kind_of(entry)
    if is_list and not isinstance(value, tuple):
        return [f"{entry.name} must be a list."]
    problems = []
    for item in value if is_list else (value,):
        if isinstance(item, bool) or not isinstance(item, (int, float) if kind is float else kind):
            problems.append(f"{entry.name} must be {_KINDS[kind]}.")
            continue
        least, most, among = (entry.metadata[name] for name in ("least", "most", "among"))
        if among and item not in among:
            problems.append(f"{entry.name} must be one of {', '.join(among)}.")
        elif (least is not None and not item >= least) or (most is not None and not item <= most):
            problems.append(f"{entry.name} must lie between {written(least)} and {written(most)}.")
    return problems


# -- reading and writing -----------------------------------------------------------------------


def parse(entry: Field[Any], raw: Any) -> Any:
    """Return the value of a field from TOML or the environment, not validated yet."""
    kind, is_list = _kind_of(entry)
    if not is_list:
        return read_one(kind, raw)
    items = [part for part in raw.split(",") if part.strip()] if isinstance(raw, str) else raw
    return tuple(read_one(kind, item) for item in items) if isinstance(items, list) else raw


def read(path: str, environment: Mapping[str, str], **base: Any) -> HouseValues:
    """Return the house values of this server: defaults, `base`, the file at `path` (if any), the environment.

    Raises:
        ImproperlyConfigured: a file that cannot be read, an unknown name, or a value that makes no sense.
    """
    known = {entry.name: entry for entry in fields(HouseValues)}
    found: dict[str, Any] = {}
    if path:
        try:
            found.update(tomllib.loads(Path(path).read_text()))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise ImproperlyConfigured(f"{FILE} ({path}) cannot be read: {error}.") from None
    for name, text in environment.items():
        if name.startswith(PREFIX) and name != FILE:
            found[name.removeprefix(PREFIX).lower()] = text
    unknown = sorted(set(found) - set(known))
    if unknown:
        raise ImproperlyConfigured(
            f"There is no house value called {', '.join(unknown)} (docs/operations.md)."
        )
    try:
        return HouseValues(**{**base, **{name: parse(known[name], raw) for name, raw in found.items()}})
    except ValueError as error:
        raise ImproperlyConfigured(f"House values: {error}") from None


def table() -> str:
    """Return all values with their defaults as a table in Markdown."""
    rows = ["| value | default | meaning |", "|---|---|---|"]
    for entry in fields(HouseValues):
        rows.append(f"| `{entry.name}` | {written(entry.default)} | {entry.metadata['meaning']} |")
    return "\n".join(rows)


if __name__ == "__main__":
    print(table())
