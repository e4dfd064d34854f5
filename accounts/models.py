"""People, bots, and the tokens with which their programs come."""

import hashlib
import secrets
from datetime import timedelta
from typing import Any, ClassVar
from zoneinfo import available_timezones

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone

from accounts.names import SkeletonField


def check_timezone(value: str) -> None:
    """Raise ValidationError unless `value` is an IANA time zone."""
    if value not in available_timezones():
        raise ValidationError("Choose a time zone from the list.")


def check_scopes(value: object) -> None:
    """Raise ValidationError unless `value` is a list of known scopes."""
    if not isinstance(value, list) or not value or any(scope not in ApiToken.SCOPES for scope in value):
        raise ValidationError("Choose at least one of the listed scopes.")


def default_quiet() -> dict[str, int]:
    """Return the quiet hours of a new account, in minutes of their own day."""
    start, end = settings.HOUSE.quiet_from, settings.HOUSE.quiet_to
    return {"from": start.hour * 60 + start.minute, "to": end.hour * 60 + end.minute}


class User(AbstractUser):
    """Somebody who plays. Sign-in itself belongs to django-allauth."""

    class Kind(models.TextChoices):
        HUMAN = "human", "Human"
        BOT = "bot", "Bot"

    #: Several accounts may name the same one: only who confirms it has it (django-allauth's `EmailAddress`).
    email = models.EmailField("e-mail address", db_index=True)
    #: What is the same for all names that look like this one; older accounts may share it.
    skeleton = SkeletonField(max_length=300, default="", editable=False, db_index=True)
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.HUMAN)
    timezone = models.CharField("time zone", max_length=64, default="UTC", validators=[check_timezone])
    locale = models.CharField(max_length=16, default="en")
    #: Whether they have ever chosen these two; until then they are those of the browser with which they sign in.
    zone_chosen = models.BooleanField(default=False, editable=False)
    #: Ask once more before every move that is chosen on a page (MOV-5).
    confirm_moves = models.BooleanField("confirm every move", default=False)
    #: The hours in which no clock of theirs reaches zero: {"from", "to"} in minutes, {} for none (DEF-4).
    quiet = models.JSONField(default=default_quiet)
    #: The same from the moment "at" (Unix seconds) on, {} if nothing is to change.
    quiet_next = models.JSONField(default=dict, blank=True)
    #: Vacations as [start, end] in Unix seconds; made from those announced.
    away = models.JSONField(default=list, blank=True)
    #: Begin a vacation by itself when a game would be lost on time.
    protect = models.BooleanField("protect me from running out of time", default=False)
    #: Address switched off after bounces.
    email_disabled = models.BooleanField(default=False)
    #: The last day on which they were here; shown to nobody.
    seen_on = models.DateField(null=True, blank=True, editable=False)
    #: The person has left; the row stays so that the games of others stay whole (ACC-4).
    deleted = models.BooleanField(default=False, editable=False)

    def __str__(self) -> str:
        return self.shown_name

    @property
    def has_confirmed_address(self) -> bool:
        """Whether the address is known to be theirs, so that notices may go there."""
        addresses: Any = self.emailaddress_set  # type: ignore[attr-defined]  # django-allauth's
        return bool(addresses.filter(email__iexact=self.email, verified=True).exists())

    @property
    def shown_name(self) -> str:
        """The name that others read."""
        return "deleted player" if self.deleted else self.username


class ApiTokenManager(models.Manager["ApiToken"]):
    def issue(
        self, user: User, name: str, scopes: list[str], *, days: int | None = None, game: str = ""
    ) -> "tuple[ApiToken, str]":
        """Create a token, for one game if `game` is its key.

        Returns it with its secret, which is shown once and never stored.
        """
        check_scopes(scopes)
        secret = "wotr_" + secrets.token_urlsafe(32)
        expires = timezone.now() + timedelta(days=days) if days else None
        token = self.create(
            user=user,
            name=name,
            scopes=scopes,
            digest=ApiToken.digest_of(secret),
            expires_at=expires,
            game=game,
        )
        return token, secret


class ApiToken(models.Model):
    """A personal access token (API-2). Only the SHA-256 of the secret is stored."""

    SCOPES: ClassVar[dict[str, str]] = {
        "read": "See your games",
        "play": "Play your games",
        "chat": "Read and write the chat of your games",
        "lobby": "Create, join and leave tables",
        "direct": "Open and direct leagues and tournaments",
        "account": "Change preferences and webhooks",
    }

    user = models.ForeignKey(User, models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list, validators=[check_scopes])
    #: Key of the only game that it opens, or "" for all of the account's.
    game = models.CharField(max_length=12, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[ApiTokenManager] = ApiTokenManager()

    class Meta:
        ordering = ("-created_at",)

    def __str__(self) -> str:
        return self.name

    @staticmethod
    def digest_of(secret: str) -> str:
        """Return what is stored of a secret."""
        return hashlib.sha256(secret.encode()).hexdigest()

    def is_valid(self) -> bool:
        """Return whether the token may be used now."""
        return self.user.is_active and (self.expires_at is None or self.expires_at > timezone.now())

    def allows_the_same(self, other: "ApiToken") -> bool:
        """Return whether it lets the same account do the same in the same games."""
        return (self.user_id, self.scopes, self.game) == (other.user_id, other.scopes, other.game)


class Block(models.Model):
    """Somebody wants nothing to do with somebody else: no common table, no message (MOD-10, LOB-15)."""

    user = models.ForeignKey(User, models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(User, models.CASCADE, related_name="blocked_by")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "blocked"], name="blocks_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} blocks {self.blocked_id}"


class Visit(models.Model):
    """A stretch of time in which somebody was here, from one address with one browser (MOD-12).

    Both are keyed hashes (accounts.visits); times are rounded to ten minutes; rows are kept as long
    as `settings.HOUSE.visits_kept` says.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="visits", db_index=False)
    address = models.CharField(max_length=16)
    browser = models.CharField(max_length=16, blank=True)
    begun_at = models.DateTimeField()
    last_at = models.DateTimeField(db_index=True)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["user", "last_at"], name="visit_user"),
            models.Index(fields=["address", "last_at"], name="visit_address"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} at {self.begun_at:%Y-%m-%d %H:%M}"


class SharedConnection(models.Model):
    """The answer of somebody who was asked why somebody else comes from the same connection; moderators read it."""

    class Answer(models.TextChoices):
        NONE = "", "Not answered"
        HOUSEHOLD = "household", "We share a household or a connection"
        APART = "apart", "I do not know why"

    user = models.ForeignKey(User, models.CASCADE, related_name="connections_told")
    other = models.ForeignKey(User, models.CASCADE, related_name="connections_told_of")
    answer = models.CharField(max_length=10, choices=Answer, default=Answer.NONE, blank=True)
    asked_at = models.DateTimeField(null=True, blank=True)
    said_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "other"], name="says_once_of_each"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} about {self.other_id}: {self.get_answer_display()}"


class Mute(models.Model):
    """Somebody does not want to read what somebody else says, anywhere; who is muted never learns of it (MOD-10)."""

    user = models.ForeignKey(User, models.CASCADE, related_name="mutes")
    muted = models.ForeignKey(User, models.CASCADE, related_name="muted_by")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "muted"], name="mutes_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} mutes {self.muted_id}"
