"""Panels of notifications on the pages of others (accounts.panels)."""

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from accounts import panels
from accounts.models import User
from notifications.destinations import switched_off

#: Whether a place of somebody's is switched off.
_SWITCHED_OFF = (
    "SELECT 1 FROM notifications_place place WHERE place.user_id = %(reader)s AND NOT place.enabled"
)


def of_reach(username: str, reader: User | None) -> dict[str, SafeString]:
    """Return what no longer reaches the reader because it failed too often."""
    places = switched_off(reader) if reader is not None else []
    return (
        {"places": render_to_string("notifications/switched_off.html", {"places": places})} if places else {}
    )


def register() -> None:
    """Register what notifications fill."""
    panels.register("reach", of_reach, concerns=_SWITCHED_OFF)
