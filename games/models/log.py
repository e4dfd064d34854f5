"""The log of a game as it is stored, and what is kept of its positions.

A move writes a row or more of five tables, and every index costs it another write: keys of games have none of
their own where a unique pair begins with the game. Entries, lines and submissions have no number but that in their
game: the pair is their primary key.
"""

import hashlib
from datetime import date
from typing import Any, ClassVar

from django.db import models
from django.utils import timezone

from games.models.fields import HashField, PackedField, PlainJSONField
from games.models.tables import Game


class Event(models.Model):
    """One entry of a game's log. Never updated, never deleted (the database refuses it too)."""

    class Kind(models.TextChoices):
        START = "start"
        CHOICE = "choice"
        UNDO = "undo"
        TAKEBACK = "takeback"
        TIMEOUT = "timeout"
        RESIGN = "resign"
        DRAW = "draw"
        VOID = "void"
        SUBSTITUTE = "substitute"
        RULES = "rules"
        CORRECTION = "correction"
        END = "end"

    pk = models.CompositePrimaryKey("game_id", "seq")
    game = models.ForeignKey(Game, models.CASCADE, related_name="events", db_index=False)
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    seat = models.CharField(max_length=40, blank=True)
    choices = models.JSONField(default=list)
    chance = PlainJSONField(default=list)
    to = models.IntegerField(null=True, blank=True)
    result = models.JSONField(null=True, blank=True)
    #: time of receipt, Unix milliseconds; null in records that were played without a server
    at = models.BigIntegerField(null=True, blank=True)
    #: what the mover's program mixes into the draws from here on; null for none
    word = models.CharField(max_length=64, null=True, blank=True)  # noqa: DJ001 - a default would copy the table
    #: the ally who answered in the seat's place; null where nobody did
    by = models.CharField(max_length=40, null=True, blank=True)  # noqa: DJ001 - likewise
    #: of an entry that names other rules, which (rules.core.records.Rules)
    rules = PlainJSONField(default=None, usual="null")
    #: what a correction sets right; null for none
    change = models.CharField(max_length=200, null=True, blank=True)  # noqa: DJ001 - likewise
    #: over the entry and the hash of the one before it
    hash = HashField()

    class Meta:
        ordering = ("game", "seq")

    def __str__(self) -> str:
        return f"{self.game_id}#{self.seq} {self.kind}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert the event. Raises TypeError for one that is stored already."""
        if not self._state.adding:
            raise TypeError("the log is append-only: an event is never changed")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """Refuse: raises TypeError."""
        raise TypeError("the log is append-only: an event is never deleted")


class Discarded(models.Model):
    """A game that is being deleted, or whose log is archived: the database lets go of its log, or archive, alone.

    A row is there only within a transaction of `games.lobby.retention` or `games.ledger.archives`.
    """

    game = models.BigIntegerField(primary_key=True)

    def __str__(self) -> str:
        return str(self.game)


class Checkpoint(models.Model):
    """A snapshot after an event, kept now and then so that history can be shown without a long replay."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="checkpoints", db_index=False)
    seq = models.PositiveIntegerField()
    snapshot = PackedField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "seq"], name="one_checkpoint_at_each_event"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}@{self.seq}"


class LogLine(models.Model):
    """One line of the game's story, as the rules wrote it during event `seq`."""

    pk = models.CompositePrimaryKey("game_id", "number")
    game = models.ForeignKey(Game, models.CASCADE, related_name="log_lines", db_index=False)
    number = models.PositiveIntegerField()
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=40)
    data = PlainJSONField(default=dict)
    #: seats, or everybody
    visible_to = PlainJSONField(default=list, usual='["*"]')

    class Meta:
        ordering = ("game", "number")

    def __str__(self) -> str:
        return f"{self.game_id}:{self.number} {self.kind}"


class Archive(models.Model):
    """The whole log of a game that is over, packed (games.ledger.archives). The database refuses to change it, too."""

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="archive")
    #: SHA-256 of what is packed.
    digest = models.CharField(max_length=64)
    packed = models.BinaryField()
    #: The seat of the last entry before the end, "" for none: who has given up, or lost on time.
    ended_by = models.CharField(max_length=40, blank=True)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.game_id} {self.digest[:8]}"


def today() -> date:
    """Return the day in UTC."""
    return timezone.now().date()


class Submission(models.Model):
    """What a seat has sent with an idempotency key, so that sending it again has no second effect (MOV-7).

    Its answer is not kept: the log knows it (games.play.repeats).
    """

    #: Bytes of a digest: the first ones of a SHA-256, as a number. Whoever finds two alike has fooled themselves alone.
    DIGEST_BYTES = 8

    pk = models.CompositePrimaryKey("game_id", "key_digest")
    game = models.ForeignKey(Game, models.CASCADE, related_name="submissions", db_index=False)
    #: of the sender's seat and the key
    key_digest = models.BigIntegerField()
    #: of everything that was sent
    sent_digest = models.BigIntegerField()
    #: what was answered as the version after it
    version = models.PositiveIntegerField()
    #: whether it could not be taken back any more
    final = models.BooleanField()
    #: what the seat's draft was, where that was sent, whatever it was
    draft = models.JSONField(null=True)
    #: when it was sent, in UTC; PostgreSQL's index has each day once
    day = models.DateField(default=today)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["day"], name="submission_day")]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.key_digest}"

    @classmethod
    def digest_of(cls, *parts: bytes) -> int:
        """Return what is stored of what was sent, or of a seat and its key."""
        digest = hashlib.sha256(b"\0".join(parts)).digest()
        return int.from_bytes(digest[: cls.DIGEST_BYTES], "big", signed=True)

    @classmethod
    def digest_of_key(cls, seat: str, key: str) -> int:
        """Return what is stored of the key with which a seat has sent something."""
        return cls.digest_of(seat.encode(), key.encode())
