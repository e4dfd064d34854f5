"""A seat's private copy of its game. The game itself never reads it."""

from typing import ClassVar

from django.conf import settings
from django.db import models


class PlanningBoard(models.Model):
    """A position with the hidden facts drawn anew, and what was tried from there.

    The position is that of a checkpoint; `answers` lead from there to what is shown. The first `given` of
    them the seat had really given.
    """

    seat = models.OneToOneField("games.Seat", models.CASCADE, related_name="planning_board")
    #: Who made it: whoever takes the seat over does not find it.
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True)
    #: The state, encoded, with the facts that the seat cannot know replaced.
    position = models.BinaryField()
    #: `[seat, choice]` each.
    answers = models.JSONField(default=list)
    given = models.PositiveSmallIntegerField(default=0)
    #: Seeds of the copy's own chance: `[number of the first roll or draw, seed]` each. Never the game's.
    seeds = models.JSONField(default=list)
    #: Whether it began with all that the seat could see, or at the checkpoint before.
    exact = models.BooleanField(default=True)
    #: The game's version as the seat saw it when the copy was made.
    version = models.IntegerField()
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        app_label = "games"
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["changed_at"], name="planning_board_age"),
        ]

    def __str__(self) -> str:
        return f"plan of {self.seat_id}"
