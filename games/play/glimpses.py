"""Glimpses: the small pictures of positions that stand beside games in lists.

Each is drawn once for a game, a version and the eyes that see it, by a worker, and kept for all processes
(`games.boards.picture_store`). It is named by all three, so nobody reaches what other eyes have seen.
"""

import hashlib
import logging
import time
from typing import Any

from django.conf import settings

import rules
from games import boards, titles
from games.boards import picture_store, pictures
from games.ledger import lookups, stamp
from games.models import Game
from games.play import positions
from games.play.access import Viewer
from notifications import wakeups

logger = logging.getLogger(__name__)

#: How wide they are, in pixels: twice what a list shows.
WIDTH = 400
#: The task that draws one, and the seat that it is told for those who only watch.
TASK, WATCHING = "games.tasks.draw_glimpse", "watching"
#: Seconds for which a worker is waited for, and between two looks whether it is done.
PATIENCE, LOOKS = 0.6, 0.02


def version_for(viewer: Viewer) -> int:
    """Return the version that the viewer may see; the position is read only where somebody is in the middle of a move.

    Raises Refused if the game has not begun.
    """
    positions.require_begun(viewer.game)
    game = viewer.game
    if game.version == game.published_version:
        return int(game.version)
    return positions.visible_seq(viewer, positions.open_game(viewer))


def kept(viewer: Viewer, version: int) -> bytes | None:
    """Return what was drawn of a version for the viewer's eyes, b"" where the title has none; None if nobody did."""
    return picture_store.kept(_name(viewer, version))


def asked_for(viewer: Viewer, version: int) -> bytes:
    """Let a worker draw what is not kept, and return it, b"" if there is none.

    Who waits too long, or in vain because nothing can be kept, draws it here.
    """
    first = picture_store.claim(_name(viewer, version)) if settings.NUDGE_WORKERS else None
    if first is not None:
        if first:
            place = str(viewer.seats.index(viewer.seat)) if viewer.seat is not None else WATCHING
            wakeups.wake(TASK, viewer.game.key, place)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            time.sleep(LOOKS)
            found = kept(viewer, version)
            if found is not None:
                return found
    return drawn(viewer)


def drawn(viewer: Viewer) -> bytes:
    """Draw what the viewer sees now and keep it; return it, b"" where the title has none or it cannot be drawn."""
    play = positions.open_game(viewer)
    decision = positions.open_decision(viewer, play)
    recent = positions.since_last_move(viewer, play)
    scene = boards.Scene(play.view(positions.eyes(viewer)), viewer.seat_name, decision, recent=recent)
    try:
        png = _png(viewer.game.title, scene)
    except Exception:  # the list says everything without it
        logger.exception("No glimpse of game %s", viewer.game.key)
        return b""
    picture_store.keep(_name(viewer, positions.visible_seq(viewer, play)), png)
    return png


def draw(key: str, place: str) -> bool:
    """Draw what is asked for by its game and the place of the seat among the game's, or WATCHING; see `asked_for`.

    Returns whether it has drawn anything: the game may be gone, or another worker may have been faster.
    """
    game = lookups.game_of(key)
    if game is None or game.status not in (Game.Status.RUNNING, Game.Status.FINISHED):
        return False
    seats = lookups.seats_of(game)
    seat = seats[int(place)] if place != WATCHING else None
    viewer = Viewer(game, tuple(seats), seat, None)
    if kept(viewer, version_for(viewer)) is not None:
        return False
    return bool(drawn(viewer))


def get_ready() -> None:
    """Load what pictures are drawn from, fonts, shapes and grounds of all titles, by drawing two of each.

    One is small, one as large as in a mail: what stands on both is kept for others (`games.boards.sprites`).
    """
    for title in map(rules.title, titles.here()):
        try:
            play: rules.Game[Any] = rules.Game.start(
                title, title.normalise_options({}), rules.Seeded(bytes(32))
            )
            seat = play.pending[0].seat
            scene = boards.Scene(play.view(seat), seat, play.pending[0])
            _png(title.id, scene)
            large = boards.picture_of(title.id, scene, {})
            if large is not None:
                pictures.png_of(large)
        except Exception:  # it is tried again when somebody wants one
            logger.exception("No pictures of %s", title.id)


def _png(title: str, scene: boards.Scene) -> bytes:
    picture = boards.glimpse_of(title, scene)
    return pictures.png_of(picture, width=WIDTH) if picture is not None else b""


def _name(viewer: Viewer, version: int) -> str:
    """Return the name of a picture: all that it depends on."""
    facts = (stamp.build(), viewer.game.key, version, viewer.seat_name, positions.eyes(viewer))
    return hashlib.sha256(repr(facts).encode()).hexdigest()
