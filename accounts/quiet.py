"""Whether it is night for somebody: the hours in which nothing wakes them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from accounts.models import User

DAY_MINUTES = 24 * 60


def effective(user: User, now: datetime) -> dict[str, Any]:
    """Return the quiet hours that hold now: `from` and `to` in minutes, perhaps `zone`; {} for none."""
    if user.quiet_next and int(user.quiet_next["at"]) <= now.timestamp():
        return {name: value for name, value in user.quiet_next.items() if name != "at"}
    return dict(user.quiet)


def quiet_until(user: User, now: datetime) -> datetime | None:
    """Return when somebody's quiet hours end, None if it is not quiet now."""
    held = effective(user, now)
    if "from" not in held:
        return None
    local = now.astimezone(ZoneInfo(held.get("zone") or user.timezone))
    minute = local.hour * 60 + local.minute
    start, end = int(held["from"]), int(held["to"])
    if (minute - start) % DAY_MINUTES >= (end - start) % DAY_MINUTES:
        return None
    return now + timedelta(minutes=(end - minute) % DAY_MINUTES)
