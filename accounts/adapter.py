"""The behaviour of django-allauth here."""

from typing import Any, ClassVar
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.urls import reverse

from accounts import mailboxes, names, password_guesses
from accounts.backends import known_in
from accounts.forms import check_free
from accounts.limits import line_of
from accounts.models import User
from accounts.visits import address_of


def at_site(address: str) -> str:
    """Return an address of ours, which allauth makes from what a request asked for, as one at SITE_URL."""
    return settings.SITE_URL + urlsplit(address)._replace(scheme="", netloc="").geturl()


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """Sign-in as allauth does it, with names that fit into invitations, no sign-in for bots, and this site's words."""

    error_messages: ClassVar[dict[str, str]] = {
        **DefaultAccountAdapter.error_messages,
        "email_password_mismatch": "The address or the password is not right.",
        "username_password_mismatch": "The name or the password is not right.",
        "duplicate_email": "That is your address already.",
        "enter_current_password": "That is not your present password.",
        "incorrect_password": "That is not your password.",
        "too_many_login_attempts": (
            "Too many wrong passwords. Try again in a quarter of an hour, or in a browser in which you were signed in "
            "before; or let us send you a link to a new password, which works at once."
        ),
        "rate_limited": "Too many tries. Wait a moment.",
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        name: str = super().clean_username(names.check(username), shallow=True)
        if not shallow:
            check_free(name)
        return name

    def get_client_ip(self, request: Any) -> str:
        """Return by what the rates of ACCOUNT_RATE_LIMITS count a caller: the line, like everything else here."""
        return line_of(address_of(request))

    def pre_login(self, request: Any, user: User, **kwargs: Any) -> Any:
        if user.kind == User.Kind.BOT:
            return self.respond_user_inactive(request, user)
        return super().pre_login(request, user, **kwargs)

    def authenticate(self, request: Any, **credentials: Any) -> User | None:
        """Return whose password it is, None if it is nobody's. Raises ValidationError for one try too many.

        Beyond the limits that everybody shares, a browser that knows an account may still try that account's password.
        """
        login = str(credentials.get("email") or credentials.get("username") or "").strip().lower()
        attempt = password_guesses.let_in(request, login)
        if attempt is None:
            return self._authenticate_known(request, login, str(credentials.get("password", "")))
        found: User | None = super().authenticate(request, **credentials)
        if found is not None:
            attempt.was_right()
        return found

    def _authenticate_known(self, request: Any, login: str, password: str) -> User | None:
        trusted = [
            user for user, browser in known_in(request, login) if password_guesses.let_browser_in(browser)
        ]
        if not trusted:
            raise self.validation_error("too_many_login_attempts")
        return next((user for user in trusted if user.check_password(password)), None)

    def reauthenticate(self, user: User, password: str) -> bool:
        """Return whether it is the password of somebody who is signed in; the page counts how often they try."""
        return user.check_password(password)

    def send_confirmation_mail(self, request: Any, emailconfirmation: Any, signup: bool) -> None:
        """Ask to confirm an address; whoever has confirmed it for another account is told instead (ACC-1).

        The page that asked for the mail says the same in both cases, and also when it is one mail too many: those
        before it for the same account work as well, and it says when to ask again.
        """
        address = emailconfirmation.email_address
        if address.can_set_verified():
            if mailboxes.may_confirm(request, address.user_id, address.email):
                super().send_confirmation_mail(request, emailconfirmation, signup)
            return
        if not mailboxes.may_tell_owner(request, address.email):
            return
        words = {"user": address.user, "password_reset_url": reverse("account_reset_password")}
        self.send_mail("account/email/account_already_exists", address.email, words)

    def render_mail(self, template_prefix: str, email: Any, context: dict[str, Any], *more: Any) -> Any:
        """Lead to this site and nowhere else, whatever host and port a stranger's request has asked for.

        Subjects are rendered without the context of a request, so they get the name of the site here.
        """
        words = {name: at_site(value) if name.endswith("_url") else value for name, value in context.items()}
        return super().render_mail(template_prefix, email, {"site_name": settings.SITE_NAME, **words}, *more)
