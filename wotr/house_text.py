"""House values as text: read from a file or the environment, written, and said in sentences."""

import re
from datetime import time, timedelta
from typing import Any

NOTHING, SECOND, MINUTE, HOUR, DAY, YEAR = (
    timedelta(0),
    timedelta(seconds=1),
    timedelta(minutes=1),
    timedelta(hours=1),
    timedelta(days=1),
    timedelta(days=366),
)
_UNITS = {
    "s": SECOND,
    "min": MINUTE,
    "h": HOUR,
    "d": DAY,
}
_DURATION = re.compile(r"(\d{1,9})\s*(s|min|h|d)", re.ASCII)
_TIME = re.compile(r"([01]\d|2[0-3]):([0-5]\d)", re.ASCII)


def read_one(kind: Any, raw: Any) -> Any:
    """Return a value from what a file or the environment says; what makes no sense comes back as it is."""
    if not isinstance(raw, str):
        return raw
    text = raw.strip()
    if kind is timedelta:
        match = _DURATION.fullmatch(text)
        return int(match.group(1)) * _UNITS[match.group(2)] if match else raw
    if kind is time:
        match = _TIME.fullmatch(text)
        return time(int(match.group(1)), int(match.group(2))) if match else raw
    if kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            return raw
    return text


def written(value: Any) -> str:
    """Return a value as it is written in the file or the environment."""
    if isinstance(value, tuple):
        return ", ".join(written(item) for item in value)
    if isinstance(value, timedelta):
        if value == DAY:
            return "24 h"
        unit = next((u for u in ("d", "h", "min") if value and value % _UNITS[u] == NOTHING), "s")
        return f"{value // _UNITS[unit]} {unit}"
    return value.isoformat("minutes") if isinstance(value, time) else str(value)


def in_words(value: Any) -> str:
    """Return a value as a sentence says it: `14 days`, `07:00`."""
    if isinstance(value, tuple):
        return ", ".join(in_words(item) for item in value)
    if not isinstance(value, timedelta):
        return written(value)
    number, unit = written(value).split()
    name = {"s": "second", "min": "minute", "h": "hour", "d": "day"}[unit]
    return f"{number} {name}{'' if number == '1' else 's'}"
