"""The server's memory of time beside the clocks themselves."""

from typing import ClassVar

from django.conf import settings
from django.db import models


class Vacation(models.Model):
    """An announced absence: all games that allow it stand still (TRN-7)."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="vacations")
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    announced_at = models.DateTimeField()
    #: Begun by the server for somebody who asked to be protected from running out of time.
    automatic = models.BooleanField(default=False)

    class Meta:
        app_label = "games"
        ordering = ("starts_at",)

    def __str__(self) -> str:
        return f"{self.user_id} {self.starts_at:%Y-%m-%d} to {self.ends_at:%Y-%m-%d}"


class ClockChange(models.Model):
    """Time that came from outside the log: given, a grace token, an absence; so that `rebuild` finds it again.

    It counts after event `version`. Also the trail that players read of who changed a clock, and why.
    """

    class Kind(models.TextChoices):
        GIFT = "gift", "Time given"
        GRACE = "grace", "Grace"
        ABSENT = "absent", "Absent"
        BACK = "back", "Back"
        #: The seat's move was handed over later than it was made: from `at` on the others are asked.
        HANDED = "handed", "Handed over"

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="clock_changes")
    seat = models.CharField(max_length=40)
    kind = models.CharField(max_length=6, choices=Kind)
    version = models.IntegerField()
    milliseconds = models.BigIntegerField(default=0)
    by = models.CharField(max_length=60, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()

    class Meta:
        app_label = "games"
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seat} {self.kind}"


class Miss(models.Model):
    """A full decision that somebody missed, with no token to cover it (DEF-7)."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="misses")
    game = models.ForeignKey("games.Game", models.CASCADE, related_name="missed")
    at = models.DateTimeField()
    #: The opponent has waited on or given time: it does not count.
    forgiven = models.BooleanField(default=False)

    class Meta:
        app_label = "games"
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["user", "at"])]

    def __str__(self) -> str:
        return f"{self.user_id} {self.at:%Y-%m-%d}"


class FeedToken(models.Model):
    """The secret address of somebody's calendar; only a nonce and a digest are stored."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="feed_token")
    nonce = models.CharField(max_length=32)
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "games"

    def __str__(self) -> str:
        return f"calendar of {self.user_id}"


class Outage(models.Model):
    """A time in which nobody looked after the clocks: closed time for every game that ran then (OPS-6)."""

    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    #: The number of the last game whose due times were worked out anew since; null when all were.
    reached = models.BigIntegerField(null=True, blank=True, default=0)

    class Meta:
        app_label = "games"
        ordering = ("starts_at", "pk")

    def __str__(self) -> str:
        return f"{self.starts_at:%Y-%m-%d %H:%M} to {self.ends_at:%Y-%m-%d %H:%M}"


class Pulse(models.Model):
    """The time when a sweep last ran; a long gap is an outage (OPS-6)."""

    name = models.CharField(max_length=20, unique=True)
    at = models.DateTimeField()

    class Meta:
        app_label = "games"

    def __str__(self) -> str:
        return f"{self.name} {self.at:%Y-%m-%d %H:%M}"
