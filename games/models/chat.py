"""The talk at a table, as far as it is kept. Lines are deleted after `settings.HOUSE.chat_kept` (DEF-8)."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q


class Channel(models.TextChoices):
    """The two channels of every game. Each side of several seats has one more (games.chat.channels)."""

    PLAYERS = "players", "At the table"
    WATCHERS = "watchers", "Among the spectators"


#: The channel of a side is called so, with the first of its seats behind it: `side-north`.
SIDE = "side-"
LONGEST_CHANNEL = len(SIDE) + 40


class ChatRoom(models.Model):
    """A channel of one game, with the count of its lines. It changes under the game's lock only."""

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="chat_rooms", db_index=False)
    channel = models.CharField(max_length=LONGEST_CHANNEL)
    #: The number of the newest line; numbers are never given out again.
    length = models.PositiveIntegerField(default=0)

    class Meta:
        app_label = "games"
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "channel"], name="one_chat_room_each"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.channel}"


class ChatVoice(models.Model):
    """Somebody in a channel: whoever holds a seat, for as long as they hold it, or a spectator.

    Whoever sits on a side of several seats has a voice at the table and one on their side. A new player of a seat is
    a new voice, who reads what is said from then on (WAT-9).
    """

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="chat_voices")
    channel = models.CharField(max_length=LONGEST_CHANNEL)
    #: "" for a spectator.
    seat = models.CharField(max_length=40, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="chat_voices"
    )
    guest_name = models.CharField(max_length=40, blank=True)
    #: Numbers of the first and of the last line that were said while they sat there; null: they still do.
    since = models.PositiveIntegerField(default=1)
    until = models.PositiveIntegerField(null=True, blank=True)
    #: Whether players who come later may read what this one has said.
    shares = models.BooleanField(default=False)
    #: Number of the newest line that they have read, and of the one for which a notice was written (NOT-14).
    read = models.PositiveIntegerField(default=0)
    told = models.PositiveIntegerField(default=0)

    class Meta:
        app_label = "games"
        ordering = ("pk",)
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["game", "channel", "seat"],
                condition=Q(until__isnull=True) & ~Q(seat=""),
                name="one_voice_of_each_seat",
            ),
            models.UniqueConstraint(
                fields=["game", "user"], condition=Q(seat=""), name="one_voice_of_each_watcher"
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["game"], condition=Q(until__isnull=False) & ~Q(seat=""), name="voice_that_left"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.channel} {self.seat or 'spectator'} {self.user_id or self.guest_name}"


class ChatLine(models.Model):
    """Something that was said."""

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="chat_lines", db_index=False)
    channel = models.CharField(max_length=LONGEST_CHANNEL)
    number = models.PositiveIntegerField()
    voice = models.ForeignKey(ChatVoice, models.CASCADE, related_name="lines")
    text = models.TextField()
    #: What it points at on the board (games.chat.pointing.Mark), where it was said on a side.
    marks = models.JSONField(default=list)
    #: Names the request that brought it, so that the same one again says nothing twice.
    key = models.CharField(max_length=80, blank=True)
    #: Taken out of sight by a moderator; the audit trail says why.
    hidden = models.BooleanField(default=False)
    at = models.DateTimeField(db_index=True)

    class Meta:
        app_label = "games"
        ordering = ("game", "channel", "number")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["game", "channel", "number"], name="one_chat_line_of_each_number"
            ),
            models.UniqueConstraint(
                fields=["voice", "key"], condition=~Q(key=""), name="one_chat_line_for_each_key"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.channel}:{self.number}"


class ChatMute(models.Model):
    """Somebody does not read what somebody else says, in one game; who is muted never learns of it (MOD-10)."""

    by = models.ForeignKey(ChatVoice, models.CASCADE, related_name="mutes")
    muted = models.ForeignKey(ChatVoice, models.CASCADE, related_name="muted_by")

    class Meta:
        app_label = "games"
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["by", "muted"], name="one_chat_mute_each"),
        ]

    def __str__(self) -> str:
        return f"{self.by_id} mutes {self.muted_id}"
