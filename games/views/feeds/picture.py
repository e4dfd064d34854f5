"""The small picture of a position that stands beside a game in lists."""

import logging
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

import rules
from games import boards
from games.boards import pictures
from games.play import access, positions
from games.refusals import Refused

logger = logging.getLogger(__name__)

#: How wide it is, in pixels: twice what a list shows.
WIDTH = 400
#: Seconds for which a browser keeps the picture of a version, and for which we keep those of all who only watch.
KEPT_SECONDS, WATCHED_SECONDS = 86_400, 600


@require_safe
def glimpse(request: HttpRequest, key: str) -> HttpResponse:
    """The position as the reader may know it, as PNG; `v` is the version that a list has named."""
    try:
        viewer = access.look(key, request.user, request.session.get("seat_links", {}).get(key))
        play = positions.open_game(viewer)
    except Refused as refused:
        return HttpResponse(status=refused.status)
    version = positions.visible_seq(viewer, play)
    image = _drawn(viewer, play, version)
    if not image:
        return HttpResponse(status=404)
    fresh = request.GET.get("v") == str(version)
    caching = f"private, max-age={KEPT_SECONDS}" if fresh else "private, no-cache"
    return HttpResponse(image, content_type="image/png", headers={"Cache-Control": caching})


def _drawn(viewer: access.Viewer, play: rules.Game[Any], version: int) -> bytes:
    """Return the picture, b"" if there is none. Those who only watch see the same one."""
    kept_as = f"glimpse/{viewer.game.key}/{version}" if viewer.seat is None else ""
    kept = cache.get(kept_as) if kept_as else None
    if kept is not None:
        return bytes(kept)
    decision = positions.open_decision(viewer, play)
    recent = positions.since_last_move(viewer, play)
    scene = boards.Scene(play.view(positions.eyes(viewer)), viewer.seat_name, decision, recent=recent)
    try:
        picture = boards.glimpse_of(viewer.game.title, scene)
        image = pictures.png_of(picture, width=WIDTH) if picture is not None else b""
    except Exception:  # the list says everything without it
        logger.exception("No glimpse of game %s", viewer.game.key)
        return b""
    if kept_as:
        cache.set(kept_as, image, WATCHED_SECONDS)
    return image
