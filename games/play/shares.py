"""Links to a step of a game, for people outside: what spectators may see, and finished games (REP-1)."""

from django.conf import settings
from django.core import signing
from django.urls import reverse

from games.models import Game
from games.play import positions
from games.play.access import Viewer
from games.refusals import Refused

_SALT = "games.shared-step"


def link_to(viewer: Viewer, at: int | None = None) -> tuple[str, int]:
    """Return the address of a step that can be given to anybody, and the step; None: the newest public one.

    Of a public game it is the address of its replay. Of a finished private game it is signed, and opens that
    game to whoever has it; only those who played it get one.

    Raises:
        Refused: the game is not for others to see, at least not yet.
    """
    game = viewer.game
    positions.require_begun(game)
    public = Viewer(game, viewer.seats, None, None)
    steps = positions.steps(public)
    at = steps[-1] if at is None else max((step for step in steps if step <= at), default=steps[0])
    over = game.is_laid_open
    if not over and game.visibility == Game.Visibility.PRIVATE:
        raise Refused(
            "private-table", "This table is private: the game can be shared when it has ended.", 409
        )
    if not over and game.spectators != Game.Spectators.ALL:
        raise Refused("no-spectators", "This table opens to others when the game has ended.", 409)
    if game.visibility == Game.Visibility.PUBLIC:
        return f"{settings.SITE_URL}{reverse('replay', args=[game.key])}?at={at}", at
    if not viewer.is_player:
        raise Refused("not-seated", "Only those who played a private game can share it.", 403)
    token = signing.dumps([game.key, at], salt=_SALT)
    return f"{settings.SITE_URL}{reverse('shared-step', args=[token])}", at


def read(token: str) -> tuple[str, int]:
    """Return the game's key and the step of a signed link. Raises Refused (404)."""
    try:
        key, at = signing.loads(token, salt=_SALT)
    except (signing.BadSignature, ValueError, TypeError):
        raise Refused("no-such-link", "This link is not complete: ask for it again.", 404) from None
    return str(key), int(at)
