"""The listener, found out once: what is kept of them afterwards, and whether it still stands."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from io import BytesIO
from typing import Any, TypeVar

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.limits import line_of
from accounts.models import ApiToken, User
from accounts.visits import address_of
from games.ledger.lookups import token_of
from games.play import turn_links

Item = TypeVar("Item")

#: Sessions or tokens that one statement asks for.
TOGETHER = 500


@dataclass(frozen=True, slots=True)
class Eye:
    """The rights with which somebody looks at one game: all who have the same see the same.

    Attributes:
        account: id of their account.
        link: the secret of a seat's link, "" for none.
        playing: the seat that they play from, if they hold several.
        turn_link: the link of a turn mail, "" for none.
    """

    account: int | None = None
    link: str = ""
    playing: str = ""
    turn_link: str = ""


@dataclass(frozen=True, slots=True)
class Login:
    """The sign-in that a listener has shown, which may end while they listen: a session or a token.

    Attributes:
        link: the secret of a seat's link that came beside it, "" for none.
    """

    session: str = ""
    token: int = 0
    link: str = ""


@dataclass(frozen=True, slots=True)
class Caller:
    """Somebody who wants to listen, to one game (its key) or to the news of an account ("")."""

    game: str
    eye: Eye
    login: Login | None


def request_of(scope: dict[str, Any]) -> ASGIRequest:
    """Return a request for its headers; nothing is read from its body."""
    return ASGIRequest({**scope, "type": "http"}, BytesIO())


def place_of(request: HttpRequest) -> str:
    """Return from where a request comes: an address, or half of one where a line has so many (IPv6)."""
    return line_of(address_of(request))


def shows_nothing(request: HttpRequest) -> bool:
    """Return whether a request brings nothing by which anybody could be known."""
    return not (
        request.headers.get("Authorization")
        or request.headers.get("X-Seat-Link")
        or request.COOKIES.get(settings.SESSION_COOKIE_NAME)
    )


def caller_of(request: ASGIRequest, game: str) -> Caller:
    """Return who wants to listen: by token with the scope `read`, by session, or nobody in particular."""
    word, _, secret = request.headers.get("Authorization", "").partition(" ")
    link = str(request.headers.get("X-Seat-Link", ""))[:200]
    if word.lower() == "bearer":
        token = token_of(secret)
        if token is None or not _fits(token, game):
            return Caller(game, Eye(link=link), None)
        return Caller(game, Eye(token.user.pk, link), Login(token=token.pk))
    key = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
    if not key.isalnum():
        return Caller(game, Eye(link=link), None)
    request.session = SessionStore(key)
    user = get_user(request)
    eye = _eye_of(request.session, game, user if isinstance(user, User) else None, link)
    own = eye != Eye(link=link)
    return Caller(game, eye, Login(session=key, link=link) if own else None)


def _fits(token: ApiToken, game: str) -> bool:
    return token.is_valid() and "read" in token.scopes and token.game in ("", game)


def _eye_of(session: Any, game: str, user: User | None, link: str = "") -> Eye:
    """Return what a session opens of a game; `link` is a seat's that was shown beside it."""
    account = user.pk if user is not None and user.is_active else None
    if not game:
        return Eye(account)
    link = link or str(session.get("seat_links", {}).get(game, ""))
    playing = str(session.get("playing", {}).get(game, ""))
    return Eye(account, link, playing, turn_links.held(session, game))


# -- whether it still stands -------------------------------------------------------------------


def still_there(callers: Collection[Caller]) -> set[Caller]:
    """Return those whose session or token still opens what they listen to, in a few statements for all."""
    logins = {caller.login for caller in callers if caller.login is not None}
    tokens = _tokens({login.token for login in logins if login.token})
    sessions = _sessions({login.session for login in logins if login.session})
    users = _users({number for data in sessions.values() if (number := _account_in(data)) is not None})
    found = set()
    for caller in callers:
        login, eye = caller.login, caller.eye
        if login is None:
            found.add(caller)
        elif login.token:
            token = tokens.get(login.token)
            if token is not None and token.user.pk == eye.account and _fits(token, caller.game):
                found.add(caller)
        else:
            data = sessions.get(login.session)
            if data is not None and _eye_of(data, caller.game, _signed_in(data, users), login.link) == eye:
                found.add(caller)
    return found


def _tokens(numbers: Iterable[int]) -> dict[int, ApiToken]:
    rows = (ApiToken.objects.select_related("user").filter(pk__in=some) for some in _together(numbers))
    return {token.pk: token for some in rows for token in some}


def _sessions(keys: Iterable[str]) -> dict[str, dict[str, Any]]:
    now = timezone.now()
    rows = (Session.objects.filter(session_key__in=some, expire_date__gt=now) for some in _together(keys))
    return {session.session_key: session.get_decoded() for some in rows for session in some}


def _users(numbers: Iterable[int]) -> dict[int, User]:
    rows = (User.objects.filter(pk__in=some) for some in _together(numbers))
    return {user.pk: user for some in rows for user in some}


def _together(items: Iterable[Item]) -> list[list[Item]]:
    every = list(items)
    return [every[start : start + TOGETHER] for start in range(0, len(every), TOGETHER)]


def _account_in(data: dict[str, Any]) -> int | None:
    number = str(data.get(SESSION_KEY, ""))
    return int(number) if number.isdecimal() else None


def _signed_in(data: dict[str, Any], users: dict[int, User]) -> User | None:
    """Return who is signed in by a session's data, as `django.contrib.auth.get_user` finds out."""
    user = users.get(_account_in(data) or 0)
    if user is None or data.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS:
        return None
    shown = str(data.get(HASH_SESSION_KEY, ""))
    good = [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
    return user if any(constant_time_compare(shown, one) for one in good) else None
