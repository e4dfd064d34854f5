"""The admission of callers: what each may do, for which game, and how often (API-2, API-8).

`admit` is the one function that decides it. The general view asks it, and so do the two short ways of programs
(games.api.play), which know their callers from a statement of their own.
"""

import time
from collections.abc import Collection
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest
from rest_framework import exceptions

from accounts.counters import count
from accounts.limits import line_of
from accounts.models import ApiToken
from accounts.visits import address_of, mark_of
from games.refusals import Refused

#: What every answer says to caches.
PRIVATE = "private, no-cache"


@dataclass(frozen=True)
class Caller:
    """Somebody who calls.

    Attributes:
        name: how they are counted: an account, whatever it comes with, or a line without one.
        scopes: what they may do; None for everything.
        game: the key of the only game that is open to them, "" for all.
    """

    name: str
    scopes: Collection[str] | None = None
    game: str = ""


@dataclass(frozen=True)
class Admission:
    """The outcome of a request at the door: the headers of its answer, and why it is refused, if it is."""

    headers: dict[str, str]
    refusal: Refused | exceptions.Throttled | None = None


def by_account(account: int, scopes: Collection[str] | None = None, game: str = "") -> Caller:
    """Return the caller who comes for an account (its number): all its tokens and browsers are counted together."""
    return Caller(f"account-{account}", scopes, game)


def by_token(token: ApiToken) -> Caller:
    """Return the caller who comes with a valid token."""
    return by_account(token.user_id, token.scopes, token.game)


def by_address(request: HttpRequest) -> Caller:
    """Return a caller without a name; of an IPv6 address, the half that stands for a line counts."""
    return Caller("address-" + mark_of("caller", line_of(address_of(request))))


def admit(caller: Caller, bucket: str, scope: str, key: str | None) -> Admission:
    """Count a request and say whether it is let in.

    Args:
        bucket: the rate limit that it draws on.
        scope: what a token must be allowed to do.
        key: the game that it is for, None if it is for none.
    """
    limit = settings.RATE_LIMITS[bucket]
    now = int(time.time())
    used = count(f"rate/{bucket}/{caller.name}/{now // 60}", 120)
    reset = 60 - now % 60
    headers = {
        "RateLimit-Limit": str(limit),
        "RateLimit-Remaining": str(max(0, limit - used)),
        "RateLimit-Reset": str(reset),
        "Cache-Control": PRIVATE,
    }
    if used > limit:
        return Admission(headers, exceptions.Throttled(reset, "Too many requests: wait a moment."))
    if caller.scopes is not None and scope not in caller.scopes:
        return Admission(headers, _lacks(f"This token may not do that: it lacks the scope “{scope}”."))
    if caller.game not in ("", key):
        return Admission(headers, _lacks("This token is for one game only, and not for this."))
    return Admission(headers)


def _lacks(words: str) -> Refused:
    return Refused("scope-missing", words, 403)
