"""Forms of the account pages."""

import re
from typing import Any

from django import forms
from django.http import HttpRequest

from accounts import names
from accounts.models import ApiToken, User, check_timezone
from accounts.zones import locale_choices, of_browser, zone_choices

#: A game's key, alone or in its address.
GAME_KEY = re.compile(r"(?:.*/game/)?([a-z0-9]{12})/?(?:[?#].*)?")


def check_free(name: str, holder: User | None = None) -> None:
    """Raise ValidationError if somebody other than `holder` has this name, or one that looks like it."""
    others = User.objects.all() if holder is None else User.objects.exclude(pk=holder.pk)
    if others.filter(username__iexact=name).exists():
        raise forms.ValidationError("Somebody else has that name.")
    if others.filter(skeleton__in=names.skeletons(name)).exists():
        raise forms.ValidationError("Somebody else has a name that looks like this one.")


class ZoneField(forms.ChoiceField):
    """A time zone: a list of places, and any other name that the IANA database knows."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=zone_choices, **kwargs)

    def valid_value(self, value: Any) -> bool:
        try:
            check_timezone(str(value))
        except forms.ValidationError:
            return False
        return True


class SignupForm(forms.Form):
    """The fields of sign-up besides e-mail, name and password (django-allauth builds its form on this)."""

    timezone = ZoneField(
        label="Time zone",
        required=False,
        help_text="Deadlines are shown in it.",
        widget=forms.Select(attrs={"data-propose-timezone": ""}),
    )
    locale = forms.ChoiceField(
        label="Dates",
        required=False,
        choices=locale_choices,
        widget=forms.Select(attrs={"data-propose-locale": ""}),
    )

    def signup(self, request: HttpRequest, user: User) -> None:
        """Keep the zone and the locale of a new account."""
        user.timezone = self.cleaned_data.get("timezone") or "UTC"
        user.locale = self.cleaned_data.get("locale") or "en"
        # A list that nobody has touched stands on its first line, unless a script has proposed another.
        untouched = (user.timezone, user.locale) == ("UTC", "en") and not of_browser(request)[0]
        user.zone_chosen = not untouched
        user.save(update_fields=["timezone", "locale", "zone_chosen"])


class ProfileForm(forms.ModelForm):  # type: ignore[type-arg]  # only the stubs make it generic
    """Name, zone, dates, and whether every move is asked about once more (MOV-5)."""

    timezone = ZoneField(label="Time zone", help_text="Deadlines and logs are shown in it.")
    locale = forms.ChoiceField(label="Dates", choices=locale_choices)

    class Meta:
        model = User
        fields = ("username", "timezone", "locale", "confirm_moves")
        labels = {"username": "Name", "confirm_moves": "Ask me once more before every move"}
        help_texts = {
            "username": "Other players see it and invite you by it.",
            "confirm_moves": "On: what you choose on a page is played when you have said yes to it. Typed moves and "
            "those kept for later are played at once.",
        }

    def save(self, commit: bool = True) -> User:
        """Keep the profile; whoever has seen its zone and kept it has chosen it."""
        self.instance.zone_chosen = True
        user: User = super().save(commit)
        return user

    def clean_username(self) -> str:
        """Return the name; whoever keeps theirs keeps it, though no new one might be like it."""
        given: str = self.cleaned_data["username"]
        if given == self.initial["username"]:
            return given
        name = names.check(given)
        check_free(name, self.instance)
        return name


class TokenForm(forms.Form):
    """A new personal API token."""

    name = forms.CharField(max_length=60, label="What is it for?", help_text="Only you read this.")
    scopes = forms.MultipleChoiceField(
        label="It may",
        choices=list(ApiToken.SCOPES.items()),
        widget=forms.CheckboxSelectMultiple,
        initial=["read", "play"],
        error_messages={"required": "Choose at least one thing that the token may do."},
    )
    game = forms.CharField(
        label="Only for one game",
        required=False,
        max_length=200,
        help_text="The game’s address or key, if the program shall see and play nothing else.",
    )
    days = forms.TypedChoiceField(
        label="Valid for",
        choices=[("30", "30 days"), ("90", "90 days"), ("365", "a year"), ("", "until revoked")],
        coerce=int,
        empty_value=None,
        required=False,
        initial="365",
    )

    def clean_game(self) -> str:
        given: str = self.cleaned_data["game"].strip()
        if not given:
            return ""
        found = GAME_KEY.fullmatch(given)
        if found is None:
            raise forms.ValidationError("That is not the address of a game.")
        return found[1]


class DeleteForm(forms.Form):
    """The last question before an account is closed."""

    password = forms.CharField(
        label="Your password", widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise forms.ValidationError("That is not your password.")
        return password
