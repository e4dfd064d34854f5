"""Browsers in which somebody was signed in before: wrong passwords of strangers do not keep them out (ACC-1).

Such a browser holds a cookie for each account that was signed in there. It is signed together with the account
and its password, so a new password ends it. It signs nobody in: whoever shows it may try that account's password
past the limits that everybody shares, a few times only, for a stolen one is no free guess.
"""

import secrets
from typing import Any

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from accounts.models import User

SALT = "accounts.known"
PREFIX = "known-"
#: Browsers keep no cookie for longer than 400 days.
LIFETIME = 365 * 24 * 3600
#: Cookies are shown below this only, where people sign in.
PATH = "/accounts/"
#: Where a session writes down for which password its browser has the cookie.
NOTED = "known"
#: Where a request notes who has proved by mail that they are who they say.
PROVED = "proved_by_mail"


def _name_of(user: User) -> str:
    return PREFIX + salted_hmac(SALT, str(user.pk), algorithm="sha256").hexdigest()[:16]


def _signer(user: User) -> signing.TimestampSigner:
    return signing.TimestampSigner(salt=f"{SALT}:{user.pk}:{user.get_session_auth_hash()}")


def may_know_somebody(request: HttpRequest) -> bool:
    """Return whether a request brings any such cookie, forged or not."""
    return any(name.startswith(PREFIX) for name in request.COOKIES)


def browser_of(request: HttpRequest, user: User) -> str:
    """Return which of the browsers that know `user` sends a request, "" if none of them does."""
    given = request.COOKIES.get(_name_of(user), "")
    if not given or len(given) > 200:
        return ""
    try:
        return _signer(user).unsign(given, max_age=LIFETIME)
    except signing.BadSignature:
        return ""


def remember(response: HttpResponse, user: User) -> None:
    """Let the browser that gets this answer know `user` from now on."""
    response.set_cookie(
        _name_of(user),
        _signer(user).sign(secrets.token_hex(8)),
        max_age=LIFETIME,
        path=PATH,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )


def proved(request: HttpRequest, user: User, **_: Any) -> None:
    """Let the browser of a request know `user`, who has set a new password by mail and is not signed in yet."""
    setattr(request, PROVED, user)


def keep_up(request: HttpRequest, response: HttpResponse) -> None:
    """Let the browser of whoever is signed in know them, once for each password."""
    proved_by = getattr(request, PROVED, None)
    if isinstance(proved_by, User):
        remember(response, proved_by)
    user = getattr(request, "user", None)
    held = request.session.get(HASH_SESSION_KEY, "") if isinstance(user, User) else ""
    if held and isinstance(user, User) and request.session.get(NOTED) != held[:16]:
        remember(response, user)
        request.session[NOTED] = held[:16]
