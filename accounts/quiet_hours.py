"""The quiet hours of somebody: their night, in which nothing wakes them."""

from datetime import datetime
from typing import Any

from accounts.daily import Daily
from accounts.models import User


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
    night = Daily(int(held["from"]), int(held["to"]), held.get("zone") or user.timezone)
    return night.next_end(now) if night.holds(now) else None
