"""The server's memory of playing by mail."""

from typing import ClassVar

from django.db import models


class Purpose(models.TextChoices):
    """The purpose of a reply address: what the mails to it hold."""

    MOVES = "moves", "Moves and commands"
    CHAT = "chat", "Words for the others at the table"
    SIDE = "side", "Words for those on one's side"


#: What is said, and not played.
TALK = (Purpose.CHAT, Purpose.SIDE)


class ReplyToken(models.Model):
    """The secret in the reply address of one mail: good for one seat, and for moves at one version (MIL-3).

    With `of`, for an answer in the place of that seat, as far as it allows that when the answer comes (STD-9).

    For both kinds of talk, `version` is the number of the newest line that the mail tells.

    Only a nonce and a digest are stored; without SECRET_KEY they make no address.
    """

    seat = models.ForeignKey("games.Seat", models.CASCADE, related_name="reply_tokens")
    purpose = models.CharField(max_length=5, choices=Purpose, default=Purpose.MOVES)
    version = models.IntegerField()
    of = models.CharField(max_length=40, blank=True)
    nonce = models.CharField(max_length=32)
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "games"
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["seat", "purpose", "version", "of"], name="one_reply_token_each"),
        ]

    def __str__(self) -> str:
        return f"{self.seat_id}@{self.version}"


class Letter(models.Model):
    """A mail about a seat: what its owner wrote, and what came of it line by line."""

    class State(models.TextChoices):
        ASKED = "asked", "Waits for confirmation"
        DONE = "done", "Done"
        REFUSED = "refused", "Refused"

    seat = models.ForeignKey("games.Seat", models.CASCADE, related_name="letters")
    purpose = models.CharField(max_length=5, choices=Purpose, default=Purpose.MOVES)
    #: The version that the moves were written for.
    version = models.IntegerField()
    #: The seat in whose place it answers, "" for its own.
    of = models.CharField(max_length=40, blank=True)
    message_id = models.CharField(max_length=410)
    lines = models.JSONField(default=list)
    #: The name beside the sender's address: what may stand below the moves.
    signed = models.CharField(max_length=200, blank=True)
    #: What its owner struck out in it: it asks for nothing.
    struck = models.JSONField(default=list)
    #: What stands below a line of signs, as signatures do: it is not read, either.
    below = models.JSONField(default=list)
    cut = models.BooleanField(default=False)
    state = models.CharField(max_length=8, choices=State)
    #: Why it was not done at once, in words; "" if it was.
    doubt = models.CharField(max_length=200, blank=True)
    #: The address that it came from, where its owner may be asked whether that speaks for their account, too.
    other_address = models.EmailField(blank=True)
    answer = models.JSONField(default=dict)
    #: Whether it wrote into the game's log: such mail is always answered.
    acted = models.BooleanField(default=False)
    #: The version that the receipt shows, so that no turn notice repeats it.
    version_after = models.IntegerField(default=-1)
    received_at = models.DateTimeField()

    class Meta:
        app_label = "games"
        ordering = ("-received_at",)
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["seat", "message_id"], name="one_letter_of_each_message"),
        ]

    def __str__(self) -> str:
        return f"{self.seat_id} {self.received_at:%Y-%m-%d %H:%M}"


class SeatMail(models.Model):
    """The news of a game that a seat was told by mails that really went out."""

    seat = models.OneToOneField("games.Seat", models.CASCADE, related_name="mail")
    #: The newest entry of the log whose story was told, by mail or on the page.
    told_version = models.IntegerField(default=-1)
    #: The version whose question stood in a mail; -1 for none.
    asked_version = models.IntegerField(default=-1)
    #: The version whose question to an ally stood in a mail, by the ally's seat.
    asked_for = models.JSONField(default=dict)
    #: The Message-IDs of the first mail and of the newest.
    first_id = models.CharField(max_length=250, blank=True)
    newest_id = models.CharField(max_length=250, blank=True)

    class Meta:
        app_label = "games"

    def __str__(self) -> str:
        return f"mail of {self.seat_id}"


class SeatNote(models.Model):
    """A player's note about one game, and what they draw on its map; nobody else ever sees it (MOV-11, WAT-12)."""

    seat = models.OneToOneField("games.Seat", models.CASCADE, related_name="private_note")
    text = models.TextField(blank=True)
    #: Their arrows and rings (games.planning.marks).
    marks = models.JSONField(default=list, blank=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        app_label = "games"

    def __str__(self) -> str:
        return f"note of {self.seat_id}"
