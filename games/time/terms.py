"""Terms about time that a table may agree beside its clock, with the defaults (DEF-1, DEF-3, DEF-4)."""

import re
from collections.abc import Mapping
from datetime import time, timedelta
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError

from accounts.models import check_timezone
from games.refusals import Refused

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")

#: For how many seconds a hand-over can be taken back, as the form of a new table offers it; the last is the most.
HAND_OVERS = (0, 30, 120, 600)

_TIME = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)")


def minutes_of(text: object, field: str) -> int:
    """Return a time of day in minutes. Raises Refused."""
    match = _TIME.fullmatch(str(text).strip())
    if match is None:
        raise Refused("bad-time", "Write a time of day such as 18:30.", extra={"field": field})
    return int(match.group(1)) * 60 + int(match.group(2))


def minutes_at(moment: time) -> int:
    """Return a time of day in minutes."""
    return moment.hour * 60 + moment.minute


def time_of(minutes: int) -> str:
    """Return minutes of a day as a time (`18:30`)."""
    return f"{minutes // 60 % 24:02}:{minutes % 60:02}"


def normalised(raw: Mapping[str, Any], preset: str, zone: str) -> dict[str, Any]:
    """Return the complete terms of a table. Raises Refused in a player's words.

    Args:
        raw: `zone`, `weekend`, `hours_from`, `hours_to`, `deadline_at`, `deadline_days`, `grace`, `hand_over`,
            `vacation`, `vacation_days`, `pauses`, `bots`, `instant`; what is missing or empty has its default.
    """
    zone = str(raw.get("zone") or zone)
    try:
        check_timezone(zone)
    except ValidationError:
        raise Refused("bad-zone", "Choose a time zone from the list.", extra={"field": "zone"}) from None
    live = preset == "live"
    house = settings.HOUSE
    terms: dict[str, Any] = {
        "zone": zone,
        "weekend": bool(raw.get("weekend")) and not live,
        "vacation": bool(raw.get("vacation", True)) and not live,
        "pauses": bool(raw.get("pauses", True)),
        "bots": bool(raw.get("bots")),
        "instant": bool(raw.get("instant")),
        "quiet": not live,
        "grace": _grace(raw.get("grace"), house.grace_tokens_live if live else house.grace_tokens),
    }
    if hand_over := _hand_over(raw.get("hand_over"), live=live):
        terms["hand_over"] = hand_over
    if vacation_days := _days(raw.get("vacation_days")):
        terms["vacation_days"] = vacation_days
    if raw.get("hours_from") or raw.get("hours_to"):
        start = minutes_of(raw.get("hours_from"), "hours_from")
        end = minutes_of(raw.get("hours_to"), "hours_to")
        length = timedelta(minutes=(end - start) % (24 * 60))
        if not house.playing_hours_least <= length <= house.playing_hours_most:
            least, most = house.words["playing_hours_least"], house.words["playing_hours_most"]
            raise Refused(
                "bad-hours", f"Playing hours last {least} to {most} a day.", extra={"field": "hours_to"}
            )
        terms["hours"] = {"from": start, "to": end}
        terms["quiet"] = False
    if preset == "daily":
        days = raw.get("deadline_days") or range(7)
        try:
            chosen = sorted({int(day) for day in days})
        except (TypeError, ValueError):
            chosen = []
        if not chosen or not set(chosen) <= set(range(7)):
            raise Refused(
                "bad-days", "Choose the weekdays of the deadline.", extra={"field": "deadline_days"}
            )
        at = (
            minutes_of(raw["deadline_at"], "deadline_at")
            if raw.get("deadline_at")
            else minutes_at(house.deadline_at)
        )
        terms["deadline"] = {"at": at, "days": chosen}
    return terms


def as_asked(terms: Mapping[str, Any]) -> dict[str, Any]:
    """Return what `normalised` makes the same terms of, for another table that agrees the same."""
    raw = {name: value for name, value in terms.items() if name not in ("hours", "deadline", "quiet")}
    if hours := terms.get("hours"):
        raw |= {"hours_from": time_of(hours["from"]), "hours_to": time_of(hours["to"])}
    if deadline := terms.get("deadline"):
        raw |= {"deadline_at": time_of(deadline["at"]), "deadline_days": deadline["days"]}
    return raw


def _days(value: object) -> int:
    """Return the days of vacation that stop the clocks in all; 0 for all that somebody takes. Raises Refused."""
    try:
        number = int(str(value or 0))
    except ValueError:
        number = -1
    if not 0 <= number <= 366:
        raise Refused("bad-option", "From 0 to 366 days.", extra={"field": "vacation_days"})
    return number


def _hand_over(value: object, *, live: bool) -> int:
    """Return for how many seconds a hand-over can be taken back; never on the live clock. Raises Refused."""
    if value is None or value == "":
        value = settings.HOUSE.hand_over // timedelta(seconds=1)
    if not re.fullmatch(r"[0-9]{1,3}", str(value)) or int(str(value)) > HAND_OVERS[-1]:
        words = f"A hand-over can be taken back for 0 to {HAND_OVERS[-1]} seconds."
        raise Refused("bad-hand-over", words, extra={"field": "hand_over"})
    return 0 if live else int(str(value))


def _grace(value: object, default: int) -> int:
    if value is None or value == "":
        return default
    try:
        number = int(str(value))
    except ValueError:
        number = -1
    most = settings.HOUSE.grace_tokens_most
    if not 0 <= number <= most:
        raise Refused("bad-grace", f"A seat has 0 to {most} grace tokens.", extra={"field": "grace"})
    return number


def in_words_of(seconds: int) -> str:
    """Return a short time in words.

    >>> in_words_of(30), in_words_of(60), in_words_of(120)
    ('30 seconds', '1 minute', '2 minutes')
    """
    number, unit = (seconds // 60, "minute") if seconds % 60 == 0 else (seconds, "second")
    return f"{number} {unit}{'' if number == 1 else 's'}"


def in_words(terms: Mapping[str, Any]) -> list[str]:
    """Return which pauses apply, a sentence each (TRN-14)."""
    if not terms:
        return []
    zone = terms.get("zone", "UTC")
    words = []
    if terms.get("weekend"):
        words.append(f"Clocks stand on Saturdays and Sundays ({zone}).")
    if hours := terms.get("hours"):
        words.append(f"Clocks run only from {time_of(hours['from'])} to {time_of(hours['to'])} ({zone}).")
    elif terms.get("quiet"):
        words.append("Nobody runs out of time in their own quiet hours.")
    if hand_over := terms.get("hand_over"):
        words.append(
            f"A move that only hands over can be taken back for {in_words_of(hand_over)}; no clock runs meanwhile."
        )
    if grace := terms.get("grace"):
        words.append(
            f"Each side has {grace} grace token{'s' if grace > 1 else ''}: zero then gives more time."
        )
    days = terms.get("vacation_days")
    if not terms.get("vacation"):
        words.append("Vacations do not stop the clock.")
    elif days:
        words.append(f"Vacations stop the clock, {days} day{'s' if days > 1 else ''} in all at most.")
    else:
        words.append("Vacations stop the clock.")
    return words
