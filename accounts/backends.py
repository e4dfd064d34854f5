"""Signing in to accounts whose address waits to be confirmed."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.internal.userkit import filter_users_by_email
from django.http import HttpRequest

from accounts import known_browsers
from accounts.models import User

#: Accounts that are tried for one address; checking a password takes time.
MOST_TRIED = 20


class WaitingAddresses(AuthenticationBackend):  # type: ignore[misc]  # allauth has no types
    """Lets in who signed up with an address that somebody else has confirmed; comes after allauth's own backend.

    Whoever signs up learns nothing about the address, so the account has to work as any other whose address waits
    to be confirmed.
    """

    def _authenticate_by_email(self, email: str, password: str) -> User | None:
        tried = filter_users_by_email(email, prefer_verified=True, for_login=True)
        waiting = [user for user in filter_users_by_email(email, for_login=True) if user not in tried]
        for user in sorted(waiting, key=lambda user: user.pk)[:MOST_TRIED]:
            if self._check_password(user, password):
                found: User = user
                return found
        return None

    def _authenticate_by_username(self, username: str, password: str) -> User | None:
        """Nobody: the backend before this one has looked for the name."""
        return None

    def _mitigate_timing_attack(self, password: Any) -> None:
        """Nothing: the backend before this one has seen to it."""


def known_in(request: HttpRequest, login: str) -> list[tuple[User, str]]:
    """Return the accounts with an address or a name that a request's browser knows, each with the browser's name."""
    if not known_browsers.may_know_somebody(request):
        return []
    if "@" in login:
        found_users = filter_users_by_email(login, is_active=True, for_login=True)
    else:
        found_users = list(User.objects.filter(username__iexact=login, is_active=True))
    users = sorted(found_users, key=lambda user: user.pk)
    found = [(user, known_browsers.browser_of(request, user)) for user in users]
    return [(user, browser) for user, browser in found if browser][:MOST_TRIED]
