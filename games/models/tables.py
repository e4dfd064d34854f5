"""Tables: games from the lobby to their record, who sits where, who watches, who is invited."""

import hashlib
import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from rules.core.seed_trees import SIZE


def new_key() -> str:
    """Return a random public identifier of a game, 60 bits."""
    alphabet = "23456789abcdefghijkmnpqrstuvwxyz"
    return "".join(secrets.choice(alphabet) for _ in range(12))


class Game(models.Model):
    """A table, from its creation in the lobby to its record."""

    class Status(models.TextChoices):
        OPEN = "open", "Open"
        RUNNING = "running", "Running"
        FINISHED = "finished", "Finished"
        CANCELLED = "cancelled", "Cancelled"

    class Visibility(models.TextChoices):
        PUBLIC = "public", "Public"
        PRIVATE = "private", "Private"

    class SeatChoice(models.TextChoices):
        PICK = "pick", "Pick a seat"
        RANDOM = "random", "Random, drawn at the start"

    class ZeroPolicy(models.TextChoices):
        CLAIM = "claim", "The opponent may claim the game"
        FORFEIT = "forfeit", "The game is lost"
        AUTOPLAY = "autoplay", "The server answers, then the seat is offered to others"
        VOID = "void", "The game does not count"

    class Spectators(models.TextChoices):
        ALL = "all", "Everybody may watch"
        AFTER = "after", "Only after the end"

    class Chat(models.TextChoices):
        PLAYERS = "players", "Only the players read what they say"
        OPEN = "open", "Everybody who watches reads along"
        OFF = "off", "No chat"

    class LogKept(models.TextChoices):
        """Where the log of a game is kept that is over; in rows, where nothing is said."""

        BOTH = "both", "Archived, its rows still there"
        ARCHIVE = "archive", "Archived"
        HELD = "held", "In rows, not to be archived by itself"

    key = models.CharField(max_length=12, unique=True, default=new_key, editable=False)
    #: What its owner calls it, "" for most.
    name = models.CharField(max_length=60, blank=True)
    title = models.CharField(max_length=40)
    #: By which rules it is played, and with which options.
    rules_version = models.PositiveIntegerField()
    options = models.JSONField(default=dict)
    #: Both as they were when it began, where an entry has named others since: {"version": …, "options": …}.
    began = models.JSONField(null=True, blank=True)
    #: The question to its table how it goes on by mended rules (games.play.ways); null where nothing is open.
    reading = models.JSONField(null=True, blank=True)
    #: Since when its position is one that was set right by hand.
    corrected_at = models.DateTimeField(null=True, blank=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)

    # the table
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="tables")
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.PUBLIC)
    spectators = models.CharField(max_length=8, choices=Spectators, default=Spectators.ALL)
    chat = models.CharField(max_length=8, choices=Chat, default=Chat.PLAYERS)
    seat_choice = models.CharField(max_length=8, choices=SeatChoice, default=SeatChoice.PICK)
    note = models.CharField(max_length=200, blank=True)
    rated = models.BooleanField(default=False)
    auto_start = models.BooleanField(default=True)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    full_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    # the clock preset: seconds; preset "untimed" has no clock, "per-move-N" has no bank
    clock_preset = models.CharField(max_length=20, default="standard")
    clock_bank = models.PositiveIntegerField(default=0)
    clock_increment = models.PositiveIntegerField(default=0)
    clock_cap = models.PositiveIntegerField(default=0)
    zero_policy = models.CharField(max_length=8, choices=ZeroPolicy, default=ZeroPolicy.CLAIM)
    #: What else the table agreed about time (games.time.terms): zone, weekends, playing hours, deadlines, grace.
    terms = models.JSONField(default=dict)
    #: Whether a channel of the group is told what happens here (NOT-6).
    has_channels = models.BooleanField(default=False)
    #: When all clocks of the table stood: [start, end or null, why], in Unix seconds. Outages have rows of their own.
    stops = models.JSONField(default=list)
    #: Since when they stand because its rules are not here (games.hours.pauses).
    missing_since = models.DateTimeField(null=True, blank=True)

    # chance (docs/fair-dice.md): the seed is encrypted with settings.SEED_KEY until the end
    #: How words are mixed into the draws (rules.core.chance); 1: a game that began before words came with moves.
    scheme = models.PositiveSmallIntegerField(default=1)
    #: When the seed was fixed; null in the first scheme.
    committed_at = models.DateTimeField(null=True, blank=True)
    #: All words so far, mixed: hex; a projection of the log, "" in the first scheme.
    mix = models.CharField(max_length=64, blank=True)
    commitment = models.CharField(max_length=64, blank=True)
    sealed_seed = models.TextField(blank=True)
    seed = models.CharField(max_length=64, blank=True)
    #: Of a game whose seed was fixed with those of a whole event: the event, its root, number and path (SeedTree).
    tree = models.JSONField(default=dict, blank=True)

    #: Of a copy (MOD-11): the key of the game it was copied from, how many entries, and the hash of the last there.
    origin = models.JSONField(default=dict, blank=True)
    #: Of games that have hidden things in common, as a game that ran and its copies: the key of the first of them.
    family = models.CharField(max_length=12, null=True, blank=True)  # noqa: DJ001 - a default would copy the table
    #: The finished game that is played once more here, with the sides swapped (LOB-18).
    rematch_of = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="rematches")
    #: Played in a league or tournament, where a game that is given up early is lost all the same (DEF-8).
    in_event = models.BooleanField(default=False)

    # projections of the log
    version = models.IntegerField(default=-1)
    published_version = models.IntegerField(default=-1)
    head_hash = models.CharField(max_length=64, blank=True)
    snapshot = models.BinaryField(default=bytes)
    #: number that the next line of the story gets
    log_length = models.PositiveIntegerField(default=0)
    #: Until when a seat may still take back that it has handed over; null while nothing is held (games.play.hand_over).
    held_until = models.DateTimeField(null=True, blank=True)
    headline = models.CharField(max_length=80, blank=True)
    result = models.JSONField(null=True, blank=True)
    moved_at = models.DateTimeField(null=True, blank=True)
    #: Where its log is; null for in rows, as of every game until it has been over for long (games.ledger.archives).
    log_kept = models.CharField(max_length=8, choices=LogKept, null=True, blank=True)  # noqa: DJ001 - a default would copy the table

    class Meta:
        ordering = ("-created_at",)
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["status", "visibility", "-created_at"]),
            models.Index(fields=["expires_at"], condition=Q(status="open"), name="game_expiry"),
            models.Index(fields=["held_until"], condition=Q(held_until__isnull=False), name="game_held"),
            # Without statistics SQLite takes it for its first columns, which are all the same here.
            models.Index(
                fields=["status", "visibility", "spectators", "-moved_at", "-id"],
                condition=Q(status="running", visibility="public", spectators="all"),
                name="game_to_watch",
            ),
            models.Index(fields=["status", "title"], name="game_of_title"),
            models.Index(fields=["title"], condition=Q(missing_since__isnull=False), name="game_missing"),
            models.Index(  # its first columns likewise
                fields=["status", "log_kept", "finished_at"],
                condition=Q(status="finished", log_kept__isnull=True),
                name="game_to_archive",
            ),
            models.Index(fields=["finished_at"], condition=Q(log_kept="both"), name="game_archived"),
            models.Index(fields=["family"], condition=Q(family__isnull=False), name="game_family"),
        ]

    def __str__(self) -> str:
        return f"{self.title} {self.key}"

    @property
    def draws_seats(self) -> bool:
        """Whether it waits, and who has which seat is drawn when it begins."""
        return self.seat_choice == self.SeatChoice.RANDOM and self.status == self.Status.OPEN

    @property
    def is_laid_open(self) -> bool:
        """Whether everybody may know all of it: it is over, and so is each that has hidden things in common with it."""
        if self.status != Game.Status.FINISHED:
            return False
        if self.family is None:
            return True
        return not Game.objects.filter(family=self.family, status=Game.Status.RUNNING).exists()

    @property
    def is_solo(self) -> bool:
        """Whether one person plays every seat (LOB-13)."""
        if self.visibility != self.Visibility.PRIVATE:
            return False
        holders = {seat.user_id for seat in self.seats.all()}
        return len(holders) == 1 and None not in holders


class Reservation(models.Model):
    """A seed that is fixed already for the next table that somebody opens, so that their word comes after it."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="reserved_seed")
    commitment = models.CharField(max_length=64)
    sealed_seed = models.TextField()
    committed_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.commitment


class SeedTree(models.Model):
    """The seeds of an event's games, fixed together before anybody has entered (rules.core.seed_trees)."""

    #: Key of the event, and which of its trees it is, from 0: there is a further one where one is not enough.
    event = models.CharField(max_length=12)
    number = models.PositiveSmallIntegerField()
    root = models.CharField(max_length=64)
    branches = models.BinaryField()
    #: What gives all seeds, encrypted as they are.
    sealed_secret = models.TextField()
    fixed_at = models.DateTimeField()
    #: How many of its seeds are given to games.
    used = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("event", "number")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["event", "number"], name="one_seed_tree_of_each_number"),
        ]

    def __str__(self) -> str:
        return self.root

    @property
    def first(self) -> int:
        """The number of its first seed among all of the event's."""
        return self.number * SIZE


#: Bots that are asked something.
BOT_ASKED = Q(waiting_since__isnull=False) & ~Q(bot="")


class Seat(models.Model):
    """A place at the table, who sits there, and their clock."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats", db_index=False)
    name = models.CharField(max_length=40)
    position = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="seats"
    )
    bot = models.CharField(max_length=40, blank=True)
    #: A guest who plays by a private link, before or without an account.
    guest_name = models.CharField(max_length=40, blank=True)
    guest_email = models.EmailField(blank=True)
    link_digest = models.CharField(max_length=64, blank=True)
    #: From which the link is made (games.play.seat_links); without SECRET_KEY it opens nothing.
    link_nonce = models.CharField(max_length=32, blank=True)
    #: What the seat mixes into the draws; its player may choose it before the start (MOV-8).
    salt = models.CharField(max_length=64, blank=True)
    #: When that word came, and the one that the server knew when it fixed the seed, if it is that or was.
    salt_at = models.DateTimeField(null=True, blank=True)
    salt_known = models.CharField(max_length=64, blank=True)
    #: Whether the server put that word there for want of another (rules.core.seed_trees.own_word).
    salt_by_server = models.BooleanField(default=False)
    #: Moves kept for later, seen by this seat alone: `{"text": …}` or `{"value": …}` each (MOV-4).
    draft = models.JSONField(default=list, blank=True)
    #: Kinds of questions that allies may answer in this seat's place, by the ally's seat (games.play.partners).
    partners = models.JSONField(default=dict, blank=True)

    # the clock, in milliseconds; bank is what is left at waiting_since (null: nothing is asked)
    bank_ms = models.BigIntegerField(default=0)
    waiting_since = models.DateTimeField(null=True, blank=True)
    waiting_kind = models.CharField(max_length=40, blank=True)
    waiting_weight = models.CharField(max_length=5, blank=True)
    due_at = models.DateTimeField(null=True, blank=True)
    #: When the seat ran out of time and the opponent may claim.
    flagged_at = models.DateTimeField(null=True, blank=True)
    full_decisions = models.PositiveIntegerField(default=0)
    #: Milliseconds beside the bank for what is asked now: a grace token, or time given without a bank.
    extra_ms = models.BigIntegerField(default=0)
    grace_left = models.PositiveSmallIntegerField(default=0)
    #: Full decisions missed in a row, and small answers that the clock gave in a row.
    misses = models.PositiveSmallIntegerField(default=0)
    fallbacks = models.PositiveSmallIntegerField(default=0)
    #: Since when the seat does not answer any more; it is offered to others.
    absent_since = models.DateTimeField(null=True, blank=True)
    #: When a bot takes the seat of whoever is absent, if nobody else does; null where none will (games.hours.absence).
    bot_at = models.DateTimeField(null=True, blank=True)
    #: Whether an order is armed that may answer for this seat.
    has_orders = models.BooleanField(default=False)
    #: What the seat asks of the others, by kind (games.ledger.requests).
    asks = models.JSONField(default=dict)
    #: The due time for which reminders were sent, and the last mark reached (percent of the time left).
    reminded_for = models.DateTimeField(null=True, blank=True)
    reminded_mark = models.PositiveSmallIntegerField(default=0)
    #: When the seat was last reminded, and how often of what is asked since before that.
    reminded_at = models.DateTimeField(null=True, blank=True)
    reminded_count = models.PositiveSmallIntegerField(default=0)
    #: When the player wants to hear of it again, and of which question (its `waiting_since`).
    remind_later_at = models.DateTimeField(null=True, blank=True)
    remind_later_for = models.DateTimeField(null=True, blank=True)
    #: When the sweep looks whether the seat is to be reminded: never after that is due, null where nothing can be.
    remind_at = models.DateTimeField(null=True, blank=True)

    #: Version of the newest event that this seat has looked at.
    seen_version = models.IntegerField(default=-1)
    end_seen = models.BooleanField(default=False)
    #: Whether a guide explains the first turn to whoever sits here (LOB-19).
    guided = models.BooleanField(default=False)
    #: Whether its player has drawn on the map (games.planning.marks): the page asks for it only then.
    has_marks = models.BooleanField(default=False)

    class Meta:
        ordering = ("game", "position")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "name"], name="one_seat_of_each_name"),
            models.UniqueConstraint(fields=["game", "position"], name="one_seat_at_each_position"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["due_at"], condition=Q(due_at__isnull=False), name="seat_due"),
            models.Index(fields=["remind_at"], condition=Q(remind_at__isnull=False), name="seat_remind"),
            models.Index(fields=["bot_at"], condition=Q(bot_at__isnull=False), name="seat_bot_due"),
            models.Index(fields=["waiting_since"], condition=BOT_ASKED, name="seat_bot_asked"),
            models.Index(fields=["link_digest"], condition=~Q(link_digest=""), name="seat_link"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.name}"

    @property
    def is_taken(self) -> bool:
        """Whether somebody (a person, a guest or a bot) sits here."""
        return bool(self.user_id or self.bot or self.guest_name)

    @property
    def salt_early(self) -> bool:
        """Whether the server knew the seat's word before the game when it fixed the seed."""
        return bool(self.salt) and self.salt == self.salt_known

    @property
    def draw_offered(self) -> bool:
        """Whether the seat offers a draw."""
        return "draw" in self.asks

    @property
    def cancel_asked(self) -> bool:
        """Whether the seat asks to end the game without a result."""
        return "cancel" in self.asks

    def lapse(self) -> bool:
        """Let lapse what only waits for the next move of somebody else; whether there was anything. Not saved."""
        left = {kind: asked for kind, asked in self.asks.items() if kind not in ("draw", "cancel")}
        lapsed = len(left) < len(self.asks)
        self.asks = left
        return lapsed

    @property
    def player_name(self) -> str:
        """Who sits here, in a word that everybody may read."""
        if self.user is not None:
            return str(self.user.shown_name)
        if self.bot:
            return f"{self.bot.capitalize()} bot"
        return f"{self.guest_name} (guest)" if self.guest_name else "nobody"

    @staticmethod
    def digest_of(secret: str) -> str:
        """Return what is stored of a seat link's secret."""
        return hashlib.sha256(secret.encode()).hexdigest()


class Follow(models.Model):
    """Somebody wants to hear in the weekly digest how a game goes that they only watch."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="follows")
    game = models.ForeignKey(Game, models.CASCADE, related_name="followers")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "game"], name="follows_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} follows {self.game_id}"


class Invitation(models.Model):
    """Somebody is asked to take a seat at a table."""

    class State(models.TextChoices):
        OPEN = "open", "Open"
        ACCEPTED = "accepted", "Accepted"
        DECLINED = "declined", "Declined"
        WITHDRAWN = "withdrawn", "Withdrawn"

    game = models.ForeignKey(Game, models.CASCADE, related_name="invitations")
    seat = models.CharField(max_length=40, blank=True)
    sender = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="invitations_sent")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="invitations")
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["game", "user"], condition=Q(state="open"), name="one_open_invitation_each"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} to {self.game_id}"
