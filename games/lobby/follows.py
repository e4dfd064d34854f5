"""Games that somebody follows without playing: the weekly digest tells how they go (DEF-6)."""

from accounts.models import User
from games.models import Follow, Game
from games.play import access
from games.play.access import Viewer
from games.refusals import Refused

#: Games that one person may follow.
MOST_FOLLOWED = 100


def follows(viewer: Viewer) -> bool | None:
    """Return whether the viewer follows the game; None where nobody could: players, and who is not signed in."""
    if viewer.user is None or viewer.is_player:
        return None
    return Follow.objects.filter(user=viewer.user, game=viewer.game).exists()


def follow(viewer: Viewer, *, wanted: bool) -> bool:
    """Follow a game, or no longer. Returns whether the viewer follows it now. Raises Refused."""
    if viewer.user is None:
        raise Refused("sign-in-first", "Sign in to follow a game.", 403)
    if not wanted:
        Follow.objects.filter(user=viewer.user, game=viewer.game).delete()
        return False
    if viewer.is_player:
        raise Refused("you-play", "You play this game: it is told in your daily digest.", 409)
    if Follow.objects.filter(user=viewer.user).count() >= MOST_FOLLOWED:
        raise Refused("too-many-follows", f"You can follow {MOST_FOLLOWED} games.", 409)
    Follow.objects.get_or_create(user=viewer.user, game=viewer.game)
    return True


def games_of(user: User) -> list[Game]:
    """Return the games that somebody follows and may still watch, those that moved last first."""
    games = (
        Game.objects.filter(followers__user=user).prefetch_related("seats__user").order_by("-moved_at", "-pk")
    )
    found = []
    for game in games:
        try:
            viewer = access.viewer_for(game, user)
        except Refused:
            continue  # its table has closed its doors since
        if not viewer.is_player:
            found.append(game)
    return found
