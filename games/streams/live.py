"""Values that change when a viewer has something new to see."""

from games.chat.rooms import Ear
from games.play import access, hand_over


def version_of(viewer: access.Viewer) -> str:
    """Return what changes when the viewer has something new to see."""
    version = (
        viewer.game.version if viewer.seat and viewer.seat.waiting_since else viewer.game.published_version
    )
    held = "-held" if hand_over.is_holding(viewer.game, viewer.seat) else ""
    return f"{version}-{viewer.game.status}{held}"


def live_of(ear: Ear) -> dict[str, str]:
    """Return what changes with the position, and with the chat: never what has been moved or said (API-4)."""
    return {"version": version_of(ear.viewer), "chat": ear.newest()}
