"""Links in turn mails that sign a browser in for one decision of one seat (ACC-10).

A link is signed, not stored: it names the seat, its player, the moment since which the seat is asked, and when
the mail was written. It opens nothing once the decision is taken, the seat has another player, the player has
switched these links off, or a week has passed (`turn_link_life`). A browser that has used one holds the link
itself, which is looked at anew with every request.
"""

from collections.abc import Iterable, MutableMapping
from datetime import datetime
from typing import Any

from django.conf import settings
from django.core import signing
from django.urls import reverse
from django.utils import timezone

from games.models import Game, Seat
from notifications.rhythm import rhythm_of

SALT = "games.turn-link"
#: Where a session keeps its links, by the key of the game.
HELD = "turn_links"


def _asked_at(seat: Seat) -> int:
    return round(seat.waiting_since.timestamp() * 1000) if seat.waiting_since else 0


def _written(seat: Seat, made_at: int) -> str:
    return signing.Signer(salt=SALT).sign_object([seat.pk, seat.user_id, _asked_at(seat), made_at])


def _read(token: str) -> tuple[int, int, int, int] | None:
    """Return what a link names: seat, player, since when it is asked (ms), when it was made (s)."""
    if not 20 <= len(token) <= 200:
        return None
    try:
        seat, user, asked_at, made_at = signing.Signer(salt=SALT).unsign_object(token)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return seat, user, asked_at, made_at


def address_of(seat: Seat) -> str:
    """Return the address for a mail to the seat's player; "" for guests, and where nothing is asked."""
    if seat.user is None or seat.waiting_since is None or not rhythm_of(seat.user).sign_in_links:
        return ""
    token = _written(seat, int(timezone.now().timestamp()))
    return f"{settings.SITE_URL}{reverse('turn-link', args=[token])}"


def open_seat(token: str, seats: Iterable[Seat]) -> Seat | None:
    """Return which of the seats a link opens now, None if it opens none of them."""
    named = _read(token)
    if named is None:
        return None
    number, user, asked_at, made_at = named
    seat = next((s for s in seats if s.pk == number), None)
    if seat is None or seat.user is None or seat.user.pk != user or not seat.user.is_active:
        return None
    if seat.waiting_since is None or _asked_at(seat) != asked_at:
        return None
    made = datetime.fromtimestamp(made_at, timezone.get_current_timezone())
    if timezone.now() - made >= settings.HOUSE.turn_link_life:
        return None
    rhythm = rhythm_of(seat.user)
    if not rhythm.sign_in_links or (rhythm.links_from is not None and made <= rhythm.links_from):
        return None
    return seat


def find_seat(token: str) -> Seat | None:
    """Return the seat that a link opens now, None for one that is forged or over."""
    named = _read(token)
    if named is None:
        return None
    seats = Seat.objects.select_related("game", "user").filter(pk=named[0], game__status=Game.Status.RUNNING)
    return open_seat(token, seats)


# -- what a browser holds ----------------------------------------------------------------------

Session = MutableMapping[str, Any]


def held(session: Session, game: str) -> str:
    """Return the link that a session holds to a game, or ""."""
    return str(session.get(HELD, {}).get(game, ""))


def hold(session: Session, game: str, token: str) -> None:
    """Let a session act by a link; "" lets it go."""
    links = {key: value for key, value in session.get(HELD, {}).items() if key != game}
    session[HELD] = {**links, game: token} if token else links


def go_on(session: Session, seat: Seat) -> None:
    """Let a session's link serve for what its seat is asked at once after its move; its life is no longer."""
    named = _read(held(session, seat.game.key))
    if named is not None and seat.waiting_since is not None:
        hold(session, seat.game.key, _written(seat, named[3]))
