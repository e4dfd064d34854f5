"""The picture of the board in a mail: what its reader may see, and nothing else (MIL-11)."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

from django.conf import settings

import rules
from games import boards
from games.boards import pictures
from games.letters import listing
from games.play import positions
from games.play.access import Viewer
from notifications.composers import Picture
from notifications.rhythm import rhythm_of

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Shown:
    """A picture, and the words that stand for it where none are shown."""

    picture: Picture
    words: str
    width: int = pictures.WIDTH


def picture_of(
    viewer: Viewer, play: rules.Game[Any], situation: dict[str, Any], *, numbered: bool
) -> Shown | None:
    """Return the picture of a position; None for titles without one.

    `numbered` says whether the mail lists what can be answered: the picture then shows the numbers of the list.

    It is drawn when the mail goes out; if that fails the mail goes without it, for the board in text says the same.
    """
    if not _is_wanted(viewer):
        return None
    decision = positions.open_decision(viewer, play)
    listed = listing.listed(decision) if decision is not None and numbered else []
    numbers = {
        str(choice): number
        for number, choice in enumerate(listed[: listing.MOST_LISTED], 1)
        if choice is not None
    }
    recent = positions.since_last_move(viewer, play)
    scene = boards.Scene(situation["view"], viewer.seat_name, decision, recent=recent)
    try:
        drawn = boards.picture_of(viewer.game.title, scene, numbers)
    except Exception:
        logger.exception("No picture of game %s", viewer.game.key)
        drawn = None
    if drawn is None:
        return None
    name = f"board.{viewer.game.key}.{viewer.seat_name}.{situation['version']}@pictures.invalid"
    return Shown(Picture(name, lambda most: _png(viewer.game.key, drawn, most)), drawn.words)


def _is_wanted(viewer: Viewer) -> bool:
    player = viewer.seat.user if viewer.seat is not None else None
    return bool(settings.MAIL_PICTURES) and (player is None or rhythm_of(player).pictures)


def _png(key: str, drawn: pictures.Picture, most: int) -> bytes:
    try:
        return pictures.png_of(drawn, most)
    except Exception:
        logger.exception("No picture of game %s", key)
        return b""
