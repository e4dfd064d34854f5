"""The picture of the board in a mail: what its reader may see, and nothing else (MIL-11)."""

import logging
from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings

from games import boards
from games.boards import pictures
from games.boards.mail import Sign
from games.letters import choice_list
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


def picture_of(viewer: Viewer, scene: boards.Scene, version: int, *, numbered: bool) -> Shown | None:
    """Return the picture of a scene, in which the game stands at `version`; None for titles without one.

    `numbered` says whether the mail lists what can be answered: the picture then shows the numbers of the list.

    It is drawn when the mail goes out; if that fails the mail goes without it, for the board in text says the same.
    """
    numbers = choice_list.numbers_of(scene.decision) if scene.decision is not None and numbered else {}
    try:
        drawn = boards.picture_of(viewer.game.title, scene, numbers)
    except Exception:
        logger.exception("No picture of game %s", viewer.game.key)
        drawn = None
    if drawn is None:
        return None
    name = f"board.{viewer.game.key}.{viewer.seat_name}.{version}@pictures.invalid"
    return Shown(Picture(name, lambda most: _png(viewer.game.key, drawn, most)), drawn.words)


def is_wanted(viewer: Viewer) -> bool:
    """Return whether the mails of a seat show pictures."""
    player = viewer.seat.user if viewer.seat is not None else None
    return bool(settings.MAIL_PICTURES) and (player is None or rhythm_of(player).pictures)


def drawing(sign: Sign) -> Callable[[int], bytes]:
    """Return what draws a sign, for a mail that may have so many bytes more; its words stand where it is missing."""

    def draw(most: int) -> bytes:
        try:
            png = pictures.png_of_sign(sign.svg)
        except Exception:
            logger.exception("No picture of the sign %s", sign.name)
            return b""
        return png if len(png) <= most else b""

    return draw


def _png(key: str, drawn: pictures.Picture, most: int) -> bytes:
    try:
        return pictures.png_of(drawn, most)
    except Exception:
        logger.exception("No picture of game %s", key)
        return b""
