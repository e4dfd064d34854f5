"""How django-allauth behaves here."""

from __future__ import annotations

from typing import Any, ClassVar

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.urls import reverse

from accounts.forms import check_username
from accounts.models import User


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """Sign-in as allauth does it, with names that fit into invitations, no sign-in for bots, and this site's words."""

    error_messages: ClassVar[dict[str, str]] = {
        **DefaultAccountAdapter.error_messages,
        "email_password_mismatch": "The address or the password is not right.",
        "duplicate_email": "That is your address already.",
        "enter_current_password": "That is not your present password.",
        "incorrect_password": "That is not your password.",
        "too_many_login_attempts": "Too many wrong passwords. Try again in a few minutes.",
        "username_taken": "Somebody else has that name.",
        "rate_limited": "Too many tries. Wait a moment.",
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        name: str = super().clean_username(check_username(username), shallow=shallow)
        return name

    def pre_login(self, request: Any, user: User, **kwargs: Any) -> Any:
        if user.kind == User.Kind.BOT:
            return self.respond_user_inactive(request, user)
        return super().pre_login(request, user, **kwargs)

    def send_confirmation_mail(self, request: Any, emailconfirmation: Any, signup: bool) -> None:
        """Ask to confirm an address; whoever has confirmed it for another account is told instead (ACC-1).

        The page that asked for the mail says the same in both cases.
        """
        address = emailconfirmation.email_address
        if address.can_set_verified():
            super().send_confirmation_mail(request, emailconfirmation, signup)
            return
        words = {
            "user": address.user,
            "password_reset_url": request.build_absolute_uri(reverse("account_reset_password")),
        }
        self.send_mail("account/email/account_already_exists", address.email, words)

    def render_mail(self, template_prefix: str, email: Any, context: dict[str, Any], *more: Any) -> Any:
        """Name the site in subjects too, which are rendered without the context of a request."""
        return super().render_mail(
            template_prefix, email, {"site_name": settings.SITE_NAME, **context}, *more
        )
