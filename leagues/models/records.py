"""Result records and ratings: projections of finished games."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models import Game
from leagues.models.competitions import Competition

USER = settings.AUTH_USER_MODEL


class FinishedGame(models.Model):
    """A game that has ended and was not looked at yet; written in the transaction that ends it."""

    game = models.OneToOneField(Game, models.CASCADE, related_name="finished_mark")

    def __str__(self) -> str:
        return str(self.game_id)


class ResultRecord(models.Model):
    """The outcome of a game (TOU-11)."""

    game = models.OneToOneField(Game, models.CASCADE, related_name="result_record")
    competition = models.ForeignKey(
        Competition, models.SET_NULL, null=True, blank=True, related_name="records"
    )
    title = models.CharField(max_length=40)
    finished_at = models.DateTimeField(db_index=True)
    reason = models.CharField(max_length=40)
    text = models.CharField(max_length=300, blank=True)
    #: The kind of victory, as the title calls it (`Title.victories`).
    victory = models.CharField(max_length=40, blank=True)
    #: The side of a single winner; "" where several have won, whom `seats` tell.
    winner_side = models.CharField(max_length=40, blank=True)
    #: Whether it counts for ratings, and in a few words why not.
    counts = models.BooleanField(default=False)
    counts_not = models.CharField(max_length=80, blank=True)
    annulled = models.BooleanField(default=False)
    is_rated = models.BooleanField(default=False)
    #: `Ladder` for every rated game, `League` and `Tournament` in addition.
    competition_types = models.JSONField(default=list)
    league = models.CharField(max_length=20, blank=True)
    #: What the title tells (`Title.fact_fields`), by name; what is not known is left out.
    facts = models.JSONField(default=dict)
    #: What players add: how good the game was (1 to 10), and a comment.
    interest = models.PositiveSmallIntegerField(null=True, blank=True)
    comment = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ("-finished_at", "-pk")
        indexes = [
            models.Index(fields=["title", "finished_at"], name="record_title"),
            models.Index(
                fields=["title"],
                condition=Q(counts=True, annulled=False, is_rated=False),
                name="record_unrated",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.title} {self.game_id}"


class RecordSeat(models.Model):
    """One seat of a finished game."""

    record = models.ForeignKey(ResultRecord, models.CASCADE, related_name="seats")
    seat = models.CharField(max_length=40)
    #: The side that the seat played; the two differ where players bid for the sides.
    side = models.CharField(max_length=40, default="")
    index = models.PositiveSmallIntegerField()
    user = models.ForeignKey(USER, models.SET_NULL, null=True, blank=True, related_name="record_seats")
    bot = models.CharField(max_length=40, blank=True)
    won = models.BooleanField(default=False)
    #: From 1, at a table of three or more whose title ranks its seats; those who are level share one.
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    #: Seats with the same number win or lost together (`Title.allies`); null for who stood alone.
    team = models.PositiveSmallIntegerField(null=True, blank=True)
    timed_out = models.BooleanField(default=False)
    full_decisions = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("record_id", "index")
        constraints = [
            models.UniqueConstraint(fields=["record", "seat"], name="one_record_seat_of_each_name")
        ]

    def __str__(self) -> str:
        return f"{self.record_id}/{self.seat}"

    @property
    def result(self) -> str:
        """How the game came out for this seat, each said by itself: `won`, `drawn` (everybody has won), `lost`.

        "" where nobody has won: a game without a result is nobody's loss.
        """
        won = [seat.won for seat in self.record.seats.all()]
        if all(won):
            return "drawn"
        if not any(won):
            return ""
        return "won" if self.won else "lost"


class RatingState(models.Model):
    """The progress of the ratings of a title; its row is locked while they are moved on."""

    title = models.CharField(max_length=40, unique=True)
    rated_until = models.DateTimeField(null=True, blank=True)
    #: A counting record was annulled, or came late: everything has to be computed again.
    stale = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.title} until {self.rated_until}"


class Rating(models.Model):
    """The rating of a person on one side of a title, in one system, as it is now."""

    user = models.ForeignKey(USER, models.CASCADE, related_name="ratings")
    title = models.CharField(max_length=40)
    side = models.CharField(max_length=40)
    system = models.CharField(max_length=12)
    value = models.FloatField()
    spread = models.FloatField(default=0)
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    last_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["system", "title", "side", "user"], name="one_rating_each")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.title}/{self.side}: {self.value:.0f}"


class RatingStep(models.Model):
    """The change of one rating by one game: the history."""

    seat = models.ForeignKey(RecordSeat, models.CASCADE, related_name="rating_steps")
    user = models.ForeignKey(USER, models.CASCADE, related_name="rating_steps")
    title = models.CharField(max_length=40)
    side = models.CharField(max_length=40)
    system = models.CharField(max_length=12)
    before = models.FloatField()
    value = models.FloatField()
    spread = models.FloatField(default=0)
    games = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        ordering = ("at", "pk")
        constraints = [models.UniqueConstraint(fields=["seat", "system"], name="one_step_for_each_seat")]
        indexes = [models.Index(fields=["user", "system", "title"], name="rating_history")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.before:.0f} → {self.value:.0f}"
