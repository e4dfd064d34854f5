"""Quiet hours (TRN-8): when they change, the change waits a day, so that nobody can dodge a deadline."""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.dispatch import receiver
from django.utils import timezone

from accounts.models import User
from accounts.quiet_hours import effective
from accounts.services import zone_changing
from games.hours import vacations
from games.refusals import Refused


def change(user: User, start: int | None, end: int | None, now: datetime, zone: str = "") -> None:
    """Set quiet hours in minutes of the day (None: none at all) from tomorrow on. Saves. Raises Refused.

    Args:
        zone: the person's time zone, if that changes too.
    """
    house = settings.HOUSE
    held = effective(user, now)
    wanted: dict[str, Any] = {}
    if start is not None and end is not None:
        if not 0 < (end - start) % (24 * 60) <= house.quiet_most // timedelta(minutes=1):
            raise Refused(
                "bad-quiet",
                f"Quiet hours last at most {house.words['quiet_most']} a day.",
                extra={"field": "quiet_to"},
            )
        wanted = {"from": start, "to": end, "zone": zone or user.timezone}
    if held and "zone" not in held:
        held["zone"] = user.timezone
    user.quiet = held
    same = {**wanted, "zone": ""} == {**held, "zone": ""} and wanted.get("zone") == held.get("zone")
    user.quiet_next = {} if same else {**wanted, "at": int((now + house.quiet_notice).timestamp())}
    user.save(update_fields=["quiet", "quiet_next"])
    vacations.refresh(user, now)


@receiver(zone_changing, dispatch_uid="games-move-quiet-hours")
def moved(sender: type[User], user: User, zone: str, **kwargs: Any) -> None:
    """Hear of somebody's new time zone."""
    move(user, zone, timezone.now())


def move(user: User, zone: str, now: datetime) -> None:
    """Take the quiet hours along into another time zone, from tomorrow on; call before the zone is stored."""
    held = effective(user, now)
    if held:
        change(user, int(held["from"]), int(held["to"]), now, zone)
