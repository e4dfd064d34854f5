"""Tables of three and four for the pieces of the page, told from the view of the seat alone."""

from collections.abc import Mapping
from typing import Any

from games.boards.war_of_the_ring import partners, sets, sides

View = Mapping[str, Any]


def order(view: View, side: str) -> dict[str, Any] | None:
    """Return who has the next actions, and what the last one of a player without a partner was about."""
    if not partners.has_teams(view):
        return None
    return {"order": partners.in_order(view), "last": partners.last_deed(view)}


def facts(view: View, side: str) -> dict[str, Any] | None:
    """Return who has the next actions, and the points, dice and Rings of the other side, for a phone."""
    if not partners.has_teams(view):
        return None
    return {
        "order": partners.in_order(view),
        "side": side,
        "points": sides.points(view, side),
        "dice": sides.dice(view, side, {}),
        "tray": sets.panels(view, "tray", side),
        "rings": sets.panels(view, "rings", side),
    }
