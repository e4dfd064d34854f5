"""The outbox and what people want to be told."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q


class EventKind(models.TextChoices):
    """What can be told; the order is that of the preference page."""

    TURN = "turn", "It is your turn"
    REMINDER = "reminder", "Your time is running out"
    START = "start", "A game begins"
    FINISH = "finish", "A game has ended"
    INVITATION = "invitation", "You are invited"
    OFFER = "offer", "A draw is offered, or something is voted about"
    LEAGUE = "league", "News of your leagues and tournaments"
    TIME = "time", "Pauses, absences, and time given"
    CHAT = "chat", "Somebody writes to you in a game"


class AnswerKind(models.TextChoices):
    """What is sent because somebody wrote to us; nobody can switch it off, it is never unasked."""

    RECEIPT = "receipt", "What came of your mail"
    DIGEST = "digest", "Your daily digest"
    WEEKLY = "weekly", "Your weekly digest"
    CHANNEL = "channel", "Something no longer reaches you"


class TableKind(models.TextChoices):
    """What the channels of a table can be told (NOT-6)."""

    START = "table-start", "The game begins"
    TURN = "table-turn", "Somebody is to move"
    TIME = "table-time", "The clocks stand, somebody is late, or a seat is free"
    FINISH = "table-finish", "The game has ended"


class Channel(models.TextChoices):
    EMAIL = "email", "E-mail"
    WEBHOOK = "webhook", "Webhook"
    PUSH = "push", "Browser"
    CHAT = "chat", "Chat"


class Delivery(models.Model):
    """One notice to one recipient through one channel (the outbox row).

    Written in the transaction of what it tells about, sent by a worker after the commit, at least once;
    `dedupe_key` is unique, so that it is never created twice.
    """

    class State(models.TextChoices):
        PENDING = "pending", "Waiting"
        SENDING = "sending", "Being sent"
        SENT = "sent", "Sent"
        DROPPED = "dropped", "No longer needed"
        DEAD = "dead", "Given up"

    kind = models.CharField(
        max_length=12, choices=[*EventKind.choices, *AnswerKind.choices, *TableKind.choices]
    )
    channel = models.CharField(max_length=8, choices=Channel)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="deliveries"
    )
    #: Address of a guest without an account.
    address = models.EmailField(blank=True)
    webhook = models.ForeignKey("Webhook", models.CASCADE, null=True, blank=True, related_name="deliveries")
    endpoint = models.ForeignKey("Endpoint", models.CASCADE, null=True, blank=True, related_name="deliveries")
    dedupe_key = models.CharField(max_length=160, unique=True)
    #: What the composer needs: ids only (game, seat, version), no hidden fact.
    subject = models.JSONField(default=dict)
    state = models.CharField(max_length=8, choices=State, default=State.PENDING)
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    error = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "deliveries"
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["due_at"], condition=Q(state__in=["pending", "sending"]), name="delivery_due"
            ),
        ]

    def __str__(self) -> str:
        return self.dedupe_key


class Preference(models.Model):
    """Whether somebody wants one kind of notice through one channel; missing rows mean yes."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="preferences")
    kind = models.CharField(max_length=12, choices=EventKind)
    channel = models.CharField(max_length=8, choices=Channel)
    wanted = models.BooleanField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "kind", "channel"], name="one_preference_each"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.kind}/{self.channel}: {self.wanted}"


class Webhook(models.Model):
    """An address of a player's own program, called with signed notices (Standard Webhooks).

    It belongs to a person, or to the table with the key `table`, which is told of `events` only (NOT-6).
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="webhooks"
    )
    table = models.CharField(max_length=12, blank=True)
    events = models.JSONField(default=list, blank=True)
    url = models.URLField(max_length=500)
    secret = models.CharField(max_length=80)
    enabled = models.BooleanField(default=True)
    failing_since = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveIntegerField(default=0)
    last_error = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["table"], condition=~Q(table=""), name="webhook_of_table"),
        ]

    def __str__(self) -> str:
        return self.url


class Endpoint(models.Model):
    """A browser or a chat of somebody's, or the chat of a table; its address is sealed, because it is a secret."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="endpoints"
    )
    table = models.CharField(max_length=12, blank=True)
    events = models.JSONField(default=list, blank=True)
    channel = models.CharField(
        max_length=8, choices=[(c.value, c.label) for c in (Channel.PUSH, Channel.CHAT)]
    )
    #: What its owner reads: the kind of browser, the chat service.
    label = models.CharField(max_length=80)
    address = models.TextField()
    #: The same address is kept once for each person.
    digest = models.CharField(max_length=64)
    enabled = models.BooleanField(default=True)
    failing_since = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveIntegerField(default=0)
    last_error = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "digest"], name="one_endpoint_each"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["table"], condition=~Q(table=""), name="endpoint_of_table"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.channel}: {self.label}"


class Rhythm(models.Model):
    """How often mail may come, and what may come at night (DEF-6)."""

    class Mode(models.TextChoices):
        TOGETHER = "together", "At once; several games within a short time in one mail"
        EACH = "each", "At once, every game in a mail of its own"
        ONCE = "once", "One mail, then silence until I have looked"
        DIGEST = "digest", "Only once a day"

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="rhythm")
    mode = models.CharField(max_length=8, choices=Mode, default=Mode.TOGETHER)
    #: Send even while the player looks at the game.
    always = models.BooleanField("also while I am looking at the game", default=False)
    urgent_at_night = models.BooleanField("urgent notices may come in quiet hours", default=False)
    digest = models.BooleanField("a digest every day", default=False)
    #: Turn mails hold a link that signs in for their decision; links older than `links_from` open nothing.
    sign_in_links = models.BooleanField(default=True)
    links_from = models.DateTimeField(null=True, blank=True)
    weekly = models.BooleanField("a digest every week of leagues and watched games", default=False)
    #: The local days of the newest digests.
    digest_day = models.CharField(max_length=10, blank=True)
    weekly_day = models.CharField(max_length=10, blank=True)
    #: How often mail to this person has failed without getting through, and since when.
    mail_failures = models.PositiveSmallIntegerField(default=0)
    mail_failing_since = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.user_id} {self.mode}"


class StoppedAddress(models.Model):
    """An address of a guest who wants no more mail."""

    address = models.EmailField(unique=True)

    def __str__(self) -> str:
        return self.address


class InboundMail(models.Model):
    """A mail that came in, from its arrival until it is dealt with (the inbox row).

    `dedupe` names the recipient and the Message-ID, so that the same mail twice has no second effect, whether
    it came by two doors or was sent again. `raw` is emptied when the mail is dealt with.
    """

    class State(models.TextChoices):
        NEW = "new", "Waiting"
        WORKING = "working", "Being read"
        DONE = "done", "Dealt with"
        IGNORED = "ignored", "Ignored"
        FAILED = "failed", "Given up"

    dedupe = models.CharField(max_length=64, unique=True)
    source = models.CharField(max_length=10)
    recipient = models.CharField(max_length=254)
    #: Sender of the SMTP conversation; null where it is not known.
    envelope_sender = models.CharField(max_length=254, null=True, blank=True)  # noqa: DJ001 - "" is a bounce
    raw = models.BinaryField(default=bytes)
    state = models.CharField(max_length=8, choices=State, default=State.NEW)
    #: Why it was ignored or given up; no address, no content.
    reason = models.CharField(max_length=200, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    received_at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["received_at"], condition=Q(state__in=["new", "working"]), name="inbox_due"),
        ]

    def __str__(self) -> str:
        return f"{self.source} {self.received_at:%Y-%m-%d %H:%M}"
