"""django-allauth's forms with this site's words: labels instead of placeholders, one sentence of help."""

import unicodedata
from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from allauth.core import context
from django import forms
from django.conf import settings
from django.core.validators import MaxLengthValidator
from django.db import transaction
from django.http import HttpRequest

from accounts import keys, mailboxes
from accounts.models import User
from accounts.names import USERNAME
from accounts.proof_of_work import is_proof, may_go_without, new_challenge

PASSWORD_HELP = "At least 10 characters; neither a common password nor one made from your name."
#: What is allowed in mail is longer than what the database takes.
AS_LONG_AS_STORED = MaxLengthValidator(254, "An address has at most 254 characters.")
LABELS = {
    "login": "Name or e-mail",
    "email": "E-mail address",
    "username": "Name",
    "oldpassword": "Your present password",
    "remember": "Stay signed in on this device",
}


class PlainWords:
    """Puts this site's words on the fields of a form."""

    fields: dict[str, Any]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            field.label = LABELS.get(name, field.label)
            if name == "password1":
                field.help_text = PASSWORD_HELP
            elif name == "password":
                field.help_text = ""
            elif name == "email":
                field.validators.append(AS_LONG_AS_STORED)
            elif name == "username":
                field.help_text = "Other players see it and invite you by it."


class LoginForm(PlainWords, allauth_forms.LoginForm):  # type: ignore[misc]
    """Signing in, by name or by address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].validators.append(AS_LONG_AS_STORED)
        self.fields["login"].widget.attrs |= {
            "autocomplete": "username",
            "autocapitalize": "none",
            "spellcheck": "false",
        }

    def clean_login(self) -> str:
        """Return an address, which has an @, or a name, which has none."""
        login: str = super().clean_login()
        if "@" in login:
            return str(forms.EmailField().clean(login))
        name = unicodedata.normalize("NFKC", login)
        if not USERNAME.fullmatch(name):
            raise forms.ValidationError("Type your name as others see it, or your e-mail address.")
        return name

    def user_credentials(self) -> dict[str, str]:
        """Return either an address or a name: whoever is looked for as both takes twice as long to be found."""
        login = self.cleaned_data["login"]
        kind = "email" if "@" in login else "username"
        return {kind: login, "password": self.cleaned_data.get("password", "")}


class SignupForm(PlainWords, allauth_forms.SignupForm):  # type: ignore[misc]
    """A new account; `accounts.forms.SignupForm` adds the zone and the dates."""

    challenge = forms.CharField(required=False, max_length=100, widget=forms.HiddenInput)
    proof = forms.CharField(required=False, max_length=16, widget=forms.HiddenInput)

    field_order = ("username", "email", "password1", "password2", "timezone", "locale")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # allauth orders the fields after its own list, so say it again.
        self.order_fields(self.field_order)
        if "username" in self.fields:
            self.fields["username"].widget.attrs.pop("autofocus", None)
        self.asks_for_work = settings.SIGN_UP_WORK_BITS > 0

    def fresh_challenge(self) -> dict[str, str | int]:
        """Return what the page gives the browser to work on; every page has its own."""
        return {"challenge": new_challenge(), "bits": settings.SIGN_UP_WORK_BITS}

    def clean(self) -> Any:
        data = super().clean()
        # Asked last, so that a mistyped field does not use the proof up.
        if self.asks_for_work and not self.errors:
            given = self.cleaned_data.get("challenge", ""), self.cleaned_data.get("proof", "")
            request = context.request
            if not is_proof(*given) and not may_go_without(get_adapter().get_client_ip(request)):
                raise forms.ValidationError(
                    "Too many accounts were made from your network without JavaScript. Try again in an hour."
                )
        return data


class AddEmailForm(PlainWords, allauth_forms.AddEmailForm):  # type: ignore[misc]
    """Another address."""


class OffersToEnd:
    """Offers to end, with the old password, what goes on without one (accounts.keys)."""

    fields: dict[str, Any]
    cleaned_data: dict[str, Any]
    user: User | None
    #: Kinds of keys that end anyway, and whether the others are ticked.
    ended_anyway: tuple[str, ...] = ()
    ticked = False
    words = "They need no password: what you do not end lives on. Everywhere else you are signed out anyway."

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        held = [] if self.user is None else keys.held_by(self.user)
        offered = [(name, words) for name, words in held if name not in self.ended_anyway]
        if offered:
            self.fields["end"] = forms.MultipleChoiceField(
                label="End these too",
                required=False,
                choices=offered,
                widget=forms.CheckboxSelectMultiple,
                initial=[name for name, _ in offered] if self.ticked else [],
                help_text=self.words,
            )

    def save(self) -> None:
        with transaction.atomic():
            super().save()  # type: ignore[misc]  # allauth's form
            if self.user is not None:
                keys.end(self.user, self.cleaned_data.get("end", []))


class ChangePasswordForm(OffersToEnd, PlainWords, allauth_forms.ChangePasswordForm):  # type: ignore[misc]
    """A new password, knowing the old one."""


class SetPasswordForm(PlainWords, allauth_forms.SetPasswordForm):  # type: ignore[misc]
    """A first password."""


class ResetPasswordForm(PlainWords, allauth_forms.ResetPasswordForm):  # type: ignore[misc]
    """Asking for the link to a new password."""

    users: list[User]

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        """Send the link, if not enough of them lie in that mailbox already.

        They all work until somebody signs in to the account, or its password or address changes; then they are
        counted anew (accounts.mailboxes).
        """
        email: str = self.cleaned_data["email"]
        self.users = sorted(self.users, key=lambda user: user.pk)[: mailboxes.MOST_ACCOUNTS]
        if mailboxes.may_reset(email, is_known=bool(self.users)):
            super().save(request, **kwargs)
        return email


class ResetPasswordKeyForm(OffersToEnd, PlainWords, allauth_forms.ResetPasswordKeyForm):  # type: ignore[misc]
    """A new password, by the link from the mail; a stranger may have made what goes on without one."""

    ended_anyway = ("tokens",)
    ticked = True
    words = (
        "They need no password: what you do not end lives on. Your API tokens end, and everywhere you are signed "
        "out anyway."
    )


class ReauthenticateForm(PlainWords, allauth_forms.ReauthenticateForm):  # type: ignore[misc]
    """The password once more."""
