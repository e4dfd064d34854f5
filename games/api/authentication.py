"""The caller of a request: a personal token, a seat link, or a signed-in browser."""

import time
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils import timezone
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import authentication, exceptions
from rest_framework.request import Request

from accounts import visits
from accounts.models import ApiToken
from games.ledger.lookups import token_of

#: How often the time of last use is written down.
USE_NOTED_SECONDS = 300


#: Seconds for which a process keeps a token that it has read, and how many of them.
KEPT_SECONDS = 60
MOST_KEPT = 5_000

#: By the digest of their secrets, which nothing keeps: until when, too.
_kept: dict[str, tuple[ApiToken, float]] = {}


def kept_token(secret: str, scope: str, key: str) -> ApiToken | None:
    """Return the valid token with this secret, as it was within the last minute if it allowed this then; None for none.

    For whoever looks at it again before anything comes of it (games.ledger.lookups.locked): so a token that is revoked
    does nothing more from that moment on.

    Args:
        scope: what it is to allow.
        key: the game that it is for.
    """
    digest = ApiToken.digest_of(secret)
    found, until = _kept.get(digest, (None, 0.0))
    if found is not None and time.monotonic() < until and scope in found.scopes and found.game in ("", key):
        return found
    token = token_of(secret)
    if token is not None:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        _kept[digest] = token, time.monotonic() + KEPT_SECONDS
    return token


def forget(secret: str) -> None:
    """Read the token with this secret anew the next time."""
    _kept.pop(ApiToken.digest_of(secret), None)


def bearer_of(request: Request | HttpRequest) -> str | None:
    """Return the secret of the token with which a request comes, None if it comes without one."""
    word, _, secret = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
    return secret.strip() if word.lower() == "bearer" else None


def note_use(token: ApiToken, request: HttpRequest) -> None:
    """Write down that a token was used and its owner here, now and then."""
    visits.note_account(request, token.user_id)
    now = timezone.now()
    if token.last_used_at is None or (now - token.last_used_at).total_seconds() > USE_NOTED_SECONDS:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
        token.last_used_at = now
        visits.note(token.user, request, now)


class TokenAuthentication(authentication.BaseAuthentication):
    """`Authorization: Bearer wotr_…` (API-2)."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        secret = bearer_of(request)
        if secret is None:
            return None
        token = token_of(secret)
        if token is None:
            raise exceptions.AuthenticationFailed("This token is not valid, or it has been revoked.")
        note_use(token, request._request)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class SeatLinkAuthentication(authentication.BaseAuthentication):
    """`X-Seat-Link: <secret>`: acts for one seat only, without an account (LOB-4)."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        secret = request.META.get("HTTP_X_SEAT_LINK", "")
        if not secret:
            return None
        return AnonymousUser(), {"seat_link": secret[:200]}


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # the library is untyped here
    """Describes the token in the OpenAPI schema."""

    target_class = "games.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


class SeatLinkScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # the library is untyped here
    """Describes the seat link in the OpenAPI schema."""

    target_class = "games.api.authentication.SeatLinkAuthentication"
    name = "seatLink"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "apiKey", "in": "header", "name": "X-Seat-Link"}
