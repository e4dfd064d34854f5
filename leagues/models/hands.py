"""Instructions of directors about pairings before they are made."""

from django.conf import settings
from django.db import models

from leagues.models.competitions import Competition, Entrant

USER = settings.AUTH_USER_MODEL


class KeptApart(models.Model):
    """Two people who are not paired as long as anything else is possible; `first` has the smaller id."""

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="kept_apart")
    first = models.ForeignKey(USER, models.CASCADE, related_name="+")
    second = models.ForeignKey(USER, models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ("competition_id", "pk")
        constraints = [
            models.UniqueConstraint(fields=["competition", "first", "second"], name="kept_apart_once")
        ]

    def __str__(self) -> str:
        return f"{self.first_id} and {self.second_id} in {self.competition_id}"


class HandPairing(models.Model):
    """Two entrants whom a director has paired in a round, before it is paired."""

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="hand_pairings")
    round = models.PositiveIntegerField()
    first = models.ForeignKey(Entrant, models.CASCADE, related_name="+")
    second = models.ForeignKey(Entrant, models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ("competition_id", "round", "pk")

    def __str__(self) -> str:
        return f"{self.competition_id} round {self.round}: {self.first_id} and {self.second_id}"
