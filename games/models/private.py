"""What somebody keeps for themselves: notes about people, branches of games. A note about a game is a `SeatNote`."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone


class PersonNote(models.Model):
    """What somebody has noted about somebody else; nobody else ever reads it (ACC-11)."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="person_notes")
    about = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="noted_by")
    text = models.TextField()
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        app_label = "games"
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["owner", "about"], name="one_note_about_a_person"),
        ]

    def __str__(self) -> str:
        return f"note about {self.about_id}"


class Branch(models.Model):
    """A board of somebody's own that begins at a step of a finished game, with lines of play and words (REP-12).

    The game never reads it. `lines` are `{"name", "answers", "words", "marks"}` each: `answers` are `[seat, choice]`
    from the step on, `words` and `marks` (games.planning.marks) belong to the position after as many answers as their
    key says.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="branches")
    game = models.ForeignKey("games.Game", models.CASCADE, related_name="branches")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=80)
    #: The event after which it begins, and the position there, as games keep it.
    step = models.IntegerField()
    snapshot = models.BinaryField()
    options = models.JSONField(default=dict)
    #: Seeds of its own chance: `[number of the first roll or draw, seed]` each. Never the game's.
    seeds = models.JSONField(default=list)
    lines = models.JSONField(default=list)
    #: What the link for readers is made of; null while there is none.
    token = models.CharField(max_length=43, unique=True, null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        app_label = "games"
        ordering = ("number",)
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["owner", "game", "number"], name="one_branch_of_each_number"),
        ]

    def __str__(self) -> str:
        return f"branch {self.number} of {self.game_id}"
