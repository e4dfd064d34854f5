"""The viewer of a game, and what they may see (WAT-1, WAT-2, WAT-4)."""

import hmac
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from accounts.models import User
from games.ledger import lists, lookups
from games.models import Game, Seat
from games.play import hand_over, turn_links
from games.refusals import Refused, no_such_game


@dataclass(frozen=True)
class Viewer:
    """Somebody looking at a game: from a seat, or as a spectator."""

    game: Game
    seats: tuple[Seat, ...]
    seat: Seat | None
    user: User | None
    #: Comes by the link of a turn mail: may look and move, nothing else (ACC-10).
    by_turn_link: bool = False

    @property
    def seat_name(self) -> str | None:
        """The name of the viewer's seat, None for a spectator."""
        return self.seat.name if self.seat else None

    @property
    def is_player(self) -> bool:
        return self.seat is not None


def find_game(key: str) -> Game | None:
    """Return a game with its seats, or None if there is none with this key."""
    game = lists.game_with_seats(key)
    if game is not None and hand_over.is_over(game):
        hand_over.hand_over(key)
        return find_game(key)
    return game


def get_game(key: str) -> Game:
    """Return a game with its seats. Raises Refused."""
    game = find_game(key)
    if game is None:
        raise no_such_game()
    return game


def look(key: str, user: Any, link_secret: str | None = None) -> Viewer:
    """Return the viewer of a game by its key, in two cheap statements. Raises Refused (404)."""
    game = lookups.game_of(key)
    if game is None:
        raise no_such_game()
    if hand_over.is_over(game):
        hand_over.hand_over(key)
        return look(key, user, link_secret)
    seats = lookups.seats_of(game)
    return viewer_for(game, user, link_secret, seats)


def viewer_for(
    game: Game,
    user: Any,
    link_secret: str | None = None,
    seats: Iterable[Seat] | None = None,
    playing: str | None = None,
    shared: bool = False,
    turn_link: str = "",
) -> Viewer:
    """Return the viewer that a request comes from; `seats` are the game's, if they are known already.

    A valid seat link acts for its seat, then an account for its own. Who holds several (LOB-13) looks from
    the one called `playing`, or from their first if it is not theirs; None: from the one that is asked.
    `shared`: they hold a link to the game, which opens it when it is over. `turn_link`: they hold that of a
    turn mail; pass it only where looking and moving is all that can be done.
    Raises Refused (404) where the viewer may not even know that the game exists.
    """
    person = user if isinstance(user, User) and user.is_active else None
    seats = tuple(game.seats.all() if seats is None else seats)
    seat = None
    if link_secret:
        digest = Seat.digest_of(link_secret)
        seat = next((s for s in seats if s.link_digest and hmac.compare_digest(s.link_digest, digest)), None)
    if seat is None and person is not None:
        seat = _own_seat([s for s in seats if s.user_id == person.pk], playing)
    viewer = Viewer(game, seats, seat, person)
    if seat is None and turn_link:
        seat = turn_links.open_seat(turn_link, seats)
        viewer = viewer if seat is None else Viewer(game, seats, seat, None, by_turn_link=True)
    if not may_watch(viewer) and not (shared and game.is_laid_open):
        raise no_such_game()
    return viewer


def _own_seat(own: list[Seat], playing: str | None) -> Seat | None:
    if playing is None:
        own = sorted(own, key=lambda seat: seat.waiting_since is None)
    else:
        own = sorted(own, key=lambda seat: seat.name != playing)
    return own[0] if own else None


def require_player(viewer: Viewer) -> str:
    """Return the name of the viewer's seat. Raises Refused (403) for a spectator."""
    if viewer.seat is None:
        raise Refused("not-seated", "You do not sit at this table.", 403)
    return viewer.seat.name


def require_moderator(user: User) -> None:
    """Raise Refused (403) unless `user` is a moderator: of the staff, and not locked out."""
    if not (user.is_active and user.is_staff):
        raise Refused("not-a-moderator", "Only moderators may do that.", 403)


def may_watch(viewer: Viewer) -> bool:
    """Return whether the viewer may see the game."""
    game = viewer.game
    if viewer.is_player or (viewer.user is not None and game.owner_id == viewer.user.pk):
        return True
    if game.visibility == Game.Visibility.PRIVATE:
        return False
    if game.status == Game.Status.RUNNING or (game.status == Game.Status.FINISHED and not game.is_laid_open):
        return game.spectators == Game.Spectators.ALL
    return True
