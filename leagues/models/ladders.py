"""Moves of people on a ladder, in the order in which they happened."""

from django.db import models

from leagues.models.competitions import Competition, Entrant, Pairing


class RungMove(models.Model):
    """Something that moved people on a ladder; all of them together make its order, from the first to the last.

    A result is named by its pairing and moves people as that is decided now: where a director corrects it, the order
    is made again.
    """

    class Kind(models.TextChoices):
        JOIN = "join", "Came in at the foot"
        LEFT = "left", "Left, or was taken out"
        RESULT = "result", "A challenge was decided"
        SET = "set", "A director set the rung"

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="rung_moves")
    kind = models.CharField(max_length=8, choices=Kind)
    #: Whom it moved; null for a result.
    entrant = models.ForeignKey(Entrant, models.CASCADE, null=True, related_name="rung_moves")
    #: Of a result.
    pairing = models.OneToOneField(Pairing, models.CASCADE, null=True, related_name="rung_move")
    #: The rung that a director set, from 1.
    place = models.PositiveIntegerField(default=0)
    at = models.DateTimeField()

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.competition_id}: {self.kind}"
