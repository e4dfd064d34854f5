"""Durations in seconds, and in words."""

from datetime import timedelta

HOUR = 3600
DAY = 24 * HOUR


def in_seconds(duration: timedelta) -> int:
    """Return the whole seconds of a duration."""
    return duration // timedelta(seconds=1)


def spell(seconds: int) -> str:
    """Return a duration in words: `4 days`, `16 hours`, `1 minute`, `90 seconds`, `nothing`."""
    if not seconds:
        return "nothing"
    units = (("day", DAY), ("hour", HOUR), ("minute", 60), ("second", 1))
    name, size = next(unit for unit in units if seconds % unit[1] == 0)
    count = seconds // size
    return f"{count} {name}{'' if count == 1 else 's'}"
