"""What people report of the rules, the words and the pages; what is known of running games before rules are mended."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.fields import PackedField, PlainJSONField
from games.models.tables import Game


class Report(models.Model):
    """“This is wrong here”: what somebody says of a place in a game, and what they could see there."""

    class About(models.TextChoices):
        RULE = "rule", "A rule"
        WORD = "word", "A word"
        PAGE = "page", "The page"
        CARD = "card", "The text of a card"
        OTHER = "other", "Something else"

    class Place(models.TextChoices):
        """Where it was seen."""

        LINE = "line", "A line of the story"
        REFUSAL = "refusal", "A refusal"
        QUESTION = "question", "A question"
        STEP = "step", "A step of the replay"

    class State(models.TextChoices):
        OPEN = "open", "Open"
        TAKEN = "taken", "A fault, to be mended"
        MENDED = "mended", "Mended"
        NO_FAULT = "no-fault", "Not a fault"

    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="rule_reports"
    )
    #: The seat from which a guest without an account plays who reports it.
    guest = models.ForeignKey("games.Seat", models.SET_NULL, null=True, blank=True, related_name="+")
    #: Whether the reporter may be named where it is told what was mended.
    named = models.BooleanField(default=False)

    game = models.ForeignKey(Game, models.SET_NULL, null=True, blank=True, related_name="reports")
    #: What is still known of the game when that is gone.
    game_key = models.CharField(max_length=12)
    title = models.CharField(max_length=40)
    rules_version = models.PositiveIntegerField()
    #: The name of the seat whose eyes saw it, "" for a spectator.
    seat = models.CharField(max_length=40, blank=True)
    #: The newest entry that they could see.
    until = models.IntegerField()

    about = models.CharField(max_length=8, choices=About)
    text = models.CharField(max_length=500)
    place = models.CharField(max_length=8, choices=Place)
    #: The entry in which it stands: of the line, of the step, or the newest before the question or the refusal.
    seq = models.IntegerField()
    #: The number of the line, if it is about one.
    line = models.IntegerField(null=True, blank=True)
    #: What kind of line or question it is, or the code of the refusal.
    kind = models.CharField(max_length=60)
    #: The sentence that they read there.
    words = models.CharField(max_length=500, blank=True)
    #: Of a refusal, what was refused: choices, as they were sent.
    tried = PlainJSONField(default=None, usual="null")
    #: What they could see: the JSON of `{"view": …, "legal": …}`.
    seen = PackedField()
    #: The version of the program, and the browser or program that showed it.
    release = models.CharField(max_length=20)
    browser = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField()

    # what whoever mends it says
    state = models.CharField(max_length=8, choices=State, default=State.OPEN)
    #: The number of the rule, and the set whose rule or word it is; "" while nobody has said so.
    rule = models.CharField(max_length=20, blank=True)
    set = models.CharField(max_length=40, blank=True)
    #: What is told to the reporter; the rule or the ruling that it refers to.
    answer = models.CharField(max_length=500, blank=True)
    reference = models.CharField(max_length=40, blank=True)
    #: Where it is mended: the version of the program, and the id of the mend if it is one of a rule.
    mended_in = models.CharField(max_length=20, blank=True)
    mend = models.CharField(max_length=60, blank=True)
    handled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    handled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-created_at",)
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["state", "title", "place", "kind"], name="report_of_a_kind"),
            models.Index(fields=["reporter", "-created_at"], name="report_of_a_person"),
            models.Index(fields=["mended_in"], condition=~Q(mended_in=""), name="report_mended"),
        ]

    def __str__(self) -> str:
        return f"report {self.pk}: {self.title} {self.place} {self.kind}"


class RulesCheck(models.Model):
    """What is known of a running game by rules that may replace those it is played by (games.play.leading_over)."""

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="rules_check")
    #: The version of these rules, and a digest of their code.
    rules_version = models.PositiveIntegerField()
    code = models.CharField(max_length=64)
    #: The entry up to which the game was played by them.
    until = models.IntegerField()
    #: The first entry that they lead elsewhere; null where they lead to the same.
    differs = models.IntegerField(null=True, blank=True)
    #: Whether everybody could see there that they do.
    seen = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.game_id} by version {self.rules_version}"
