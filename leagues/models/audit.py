"""The audit trail of everything that staff did."""

from typing import Any

from django.conf import settings
from django.db import models

from games.models import Game
from leagues.models.competitions import Competition, Pairing

USER = settings.AUTH_USER_MODEL


class AuditEntry(models.Model):
    """An act of a director, a moderator or the server, and why; letters to directors. Never changed nor deleted."""

    competition = models.ForeignKey(Competition, models.PROTECT, null=True, blank=True, related_name="audit")
    pairing = models.ForeignKey(Pairing, models.PROTECT, null=True, blank=True, related_name="audit")
    game = models.ForeignKey(Game, models.PROTECT, null=True, blank=True, related_name="audit")
    about = models.ForeignKey(USER, models.PROTECT, null=True, blank=True, related_name="audit_about")
    #: Null: the server itself, by the rules of the competition.
    actor = models.ForeignKey(USER, models.PROTECT, null=True, blank=True, related_name="audit_acts")
    act = models.CharField(max_length=30)
    text = models.CharField(max_length=400)
    reason = models.CharField(max_length=2000, blank=True)
    data = models.JSONField(default=dict)
    #: Whether everybody may read it, or only staff and the person it is about.
    public = models.BooleanField(default=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ("-at", "-pk")
        verbose_name_plural = "audit entries"

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d} {self.act}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert the entry. Raises TypeError for one that is stored already."""
        if self.pk is not None:
            raise TypeError("the audit trail is append-only: an entry is never changed")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """Refuse: raises TypeError."""
        raise TypeError("the audit trail is append-only: an entry is never deleted")
