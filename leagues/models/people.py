"""Reports about people (MOD-9)."""

from django.conf import settings
from django.db import models

from games.models import Game
from games.models.chat import ChatLine

USER = settings.AUTH_USER_MODEL


class PersonReport(models.Model):
    """Somebody tells the moderators about somebody."""

    class Category(models.TextChoices):
        ABUSE = "abuse", "Insults or harassment"
        STALLING = "stalling", "Stalling, or leaving games"
        COLLUSION = "collusion", "Agreements outside the game"
        TWO_ACCOUNTS = "two-accounts", "One person with two accounts"
        NAME = "name", "An improper name"
        OTHER = "other", "Something else"

    class State(models.TextChoices):
        OPEN = "open", "Open"
        ACTED = "acted", "Something was done"
        DISMISSED = "dismissed", "Nothing had to be done"

    reporter = models.ForeignKey(USER, models.CASCADE, related_name="reports_made")
    about = models.ForeignKey(USER, models.CASCADE, null=True, blank=True, related_name="reports_about")
    #: The name under which a guest said the line that is reported; "" where it is about an account.
    guest = models.CharField(max_length=40, blank=True)
    game = models.ForeignKey(Game, models.SET_NULL, null=True, blank=True, related_name="person_reports")
    category = models.CharField(max_length=14, choices=Category)
    text = models.TextField(max_length=2000)
    #: The line of a chat that it is about, and what was said there: kept longer than the line.
    line = models.ForeignKey(ChatLine, models.SET_NULL, null=True, blank=True, related_name="reports")
    quote = models.TextField(blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    #: What the reporter is told.
    answer = models.CharField(max_length=500, blank=True)
    handled_by = models.ForeignKey(
        USER, models.SET_NULL, null=True, blank=True, related_name="reports_handled"
    )
    created_at = models.DateTimeField()
    handled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-created_at",)
        indexes = [models.Index(fields=["state", "created_at"], name="report_queue")]

    def __str__(self) -> str:
        return f"{self.get_category_display()} ({self.state})"

    @property
    def about_name(self) -> str:
        """Whom it is about, as people read it."""
        return self.about.shown_name if self.about is not None else f"{self.guest} (guest)"
