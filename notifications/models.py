"""The outbox, the inbox, where notices go, and what people want to be told.

No field holds words of its choices: a new kind, channel or word needs no migration.
"""

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

#: Characters of the name of a kind or channel.
MOST_NAME = 24


def new_name() -> str:
    """Return a random name for a delivery, 64 bits."""
    return secrets.token_hex(8)


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

    #: A registered kind (`notifications.kinds`), and a registered channel (`notifications.channels`).
    kind = models.CharField(max_length=MOST_NAME)
    channel = models.CharField(max_length=MOST_NAME)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="deliveries"
    )
    #: Address of a guest without an account.
    address = models.EmailField(blank=True)
    #: Where it goes; none for mail, whose address is that of the account or of the guest.
    place = models.ForeignKey(
        "Place", models.CASCADE, null=True, blank=True, db_index=False, related_name="deliveries"
    )
    #: On PostgreSQL an index of its digest keeps it unique (migration 0003).
    dedupe_key = models.CharField(max_length=160, unique=True)
    #: What the outside calls it. It counts nothing: how much others are told says what they do unseen.
    name = models.CharField(max_length=24, unique=True, default=new_name, editable=False)
    #: What the composer needs: ids only (game, seat, version), no hidden fact.
    subject = models.JSONField(default=dict)
    state = models.CharField(max_length=8, default=State.PENDING)
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
            models.Index(fields=["channel"], condition=Q(state="sending"), name="delivery_under_way"),
            models.Index(fields=["place"], condition=Q(place__isnull=False), name="delivery_place"),
        ]

    def __str__(self) -> str:
        return self.dedupe_key


class Approach(models.Model):
    """That somebody had mail sent to somebody else, kept for a day and counted (`notifications.act_limits`).

    Who and to whom are keyed hashes, each together with the act.
    """

    act = models.CharField(max_length=MOST_NAME)
    by = models.CharField(max_length=64)
    to = models.CharField(max_length=64, blank=True)
    at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name_plural = "approaches"
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["by", "at"], name="approach_by"),
            models.Index(fields=["to", "at"], name="approach_to"),
        ]

    def __str__(self) -> str:
        return f"{self.act} {self.at:%Y-%m-%d %H:%M:%S}"


class Turn(models.Model):
    """The last turn of somebody in a lane (`notifications.lanes`), for all workers, and whatever becomes of places.

    Whoever is not here goes first: they had none, or none for long.
    """

    lane = models.CharField(max_length=MOST_NAME)
    #: Who, as a keyed hash: an account, a table, the address of a guest.
    owner = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["lane", "owner"], name="one_turn_each"),
        ]

    def __str__(self) -> str:
        return f"{self.lane} {self.at:%Y-%m-%d %H:%M:%S}"


class Preference(models.Model):
    """Somebody's wish about one kind of notice through one channel; where none is stored, the kind decides."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="preferences")
    kind = models.CharField(max_length=MOST_NAME)
    channel = models.CharField(max_length=MOST_NAME)
    wanted = models.BooleanField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "kind", "channel"], name="one_preference_each"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.kind}/{self.channel}: {self.wanted}"


class Place(models.Model):
    """A place beside mail where notices go: a program, a browser, a chat; whatever a channel can reach.

    It belongs to a person, or to the table with the key `table`, which is told of `events` only (NOT-6). Its
    address is sealed, because it is a secret; what is in it is its channel's own affair.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="places"
    )
    table = models.CharField(max_length=12, blank=True)
    events = models.JSONField(default=list, blank=True)
    channel = models.CharField(max_length=MOST_NAME)
    #: What everybody may read who sees that it is there: the kind of browser, the chat service.
    label = models.CharField(max_length=80)
    address = models.TextField()
    #: The same address is kept once for each person.
    digest = models.CharField(max_length=64)
    #: The number by which its owner's programs knew it before all places were kept together.
    kept_number = models.BigIntegerField(null=True, blank=True)
    #: The host that is called, as a keyed hash; "" if it shares it with no other place.
    host = models.CharField(max_length=64, blank=True)
    #: Who added the channel of a table.
    keeper = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="kept_places"
    )
    enabled = models.BooleanField(default=True)
    #: When it was last called, and whether it then answered at once.
    called_at = models.DateTimeField(null=True, blank=True)
    prompt = models.BooleanField(default=False)
    #: It has just been silent, or has refused several notices: until then it is not called (a circuit breaker).
    rest_until = models.DateTimeField(null=True, blank=True)
    failing_since = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveIntegerField(default=0)
    last_error = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "digest"], name="one_place_each"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["table"], condition=~Q(table=""), name="place_of_table"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.channel}: {self.label}"

    @property
    def number(self) -> int:
        """The number that stands for it in addresses and in the API; its own among the places of its shelf."""
        return self.pk if self.kept_number is None else self.kept_number


class Rhythm(models.Model):
    """The rhythm of mail: how often it may come, and what may come at night (DEF-6)."""

    class Mode(models.TextChoices):
        TOGETHER = "together", "At once; several games within a short time in one mail"
        EACH = "each", "At once, every game in a mail of its own"
        ONCE = "once", "One mail, then silence until I have looked"
        DIGEST = "digest", "Only once a day"

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="rhythm")
    mode = models.CharField(max_length=8, default=Mode.TOGETHER)
    #: Send even while the player looks at the game.
    always = models.BooleanField(default=False)
    #: Urgent notices may come in quiet hours.
    urgent_at_night = models.BooleanField(default=False)
    #: A digest every day.
    digest = models.BooleanField(default=False)
    #: Mails of games show a picture of the board.
    pictures = models.BooleanField(default=True)
    #: Turn mails hold a link that signs in for their decision; links older than `links_from` open nothing.
    sign_in_links = models.BooleanField(default=True)
    links_from = models.DateTimeField(null=True, blank=True)
    #: A digest every week of leagues and watched games.
    weekly = models.BooleanField(default=False)
    #: The local days of the newest digests.
    digest_day = models.CharField(max_length=10, blank=True)
    weekly_day = models.CharField(max_length=10, blank=True)
    #: How often mail to this person has failed without getting through, and since when.
    mail_failures = models.PositiveSmallIntegerField(default=0)
    mail_failing_since = models.DateTimeField(null=True, blank=True)
    #: Whether some of it was taken at first and came back later: then being taken shows nothing.
    mail_comes_back = models.BooleanField(default=False)
    #: Why mail is switched off (`User.email_disabled`), in words.
    mail_off_because = models.CharField(max_length=100, blank=True)

    def __str__(self) -> str:
        return f"{self.user_id} {self.mode}"


class Sender(models.Model):
    """The word of somebody on another form of their address: whether mails from it are theirs (MIL-3)."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="senders")
    address = models.EmailField()
    speaks = models.BooleanField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "address"], name="one_word_of_each_sender"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.address}: {self.speaks}"


class RefusedMail(models.Model):
    """A mail that was refused for a reason that the operator can mend: a list of senders, a policy, a signature."""

    at = models.DateTimeField(db_index=True)
    #: Whose mail it was, as a keyed hash: an account or the address of a guest.
    reader = models.CharField(max_length=64)
    #: How it was said, without addresses.
    words = models.CharField(max_length=200)

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.words}"


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
    state = models.CharField(max_length=8, default=State.NEW)
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
