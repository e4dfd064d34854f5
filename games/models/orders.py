"""Orders given in advance, and what became of them. Nobody but their owner ever learns that they exist."""

from typing import ClassVar

from django.db import models
from django.db.models import Q


class StandingOrder(models.Model):
    """One order of a seat.

    A policy answers every decision of one kind; a plan answers the seat's next decisions once, line by line;
    a fallback replaces what the clock answers. `stop_on` are kinds of log lines that disarm it.
    """

    class Kind(models.TextChoices):
        POLICY = "policy", "Always, when this is asked"
        PLAN = "plan", "My next moves"
        FALLBACK = "fallback", "Only when my time is up"

    class State(models.TextChoices):
        ARMED = "armed", "Armed"
        PAUSED = "paused", "Paused"
        OFF = "off", "Off"

    class Answer(models.TextChoices):
        PASS = "pass", "Pass, decline, do nothing"
        CLOCK = "clock", "What the clock would answer"
        FIRST = "first", "The first of these that is possible"

    seat = models.ForeignKey("games.Seat", models.CASCADE, related_name="standing_orders")
    #: By this its owner knows it. Counted for each seat: a number of all orders would tell how many others give.
    number = models.PositiveBigIntegerField()
    kind = models.CharField(max_length=8, choices=Kind)
    #: The kind of decision that it answers; "" for a plan that answers whatever is asked next.
    decision_kind = models.CharField(max_length=40, blank=True)
    answer = models.CharField(max_length=5, choices=Answer, default=Answer.FIRST)
    #: Moves in notation: the lines of a plan, or what to try in turn.
    lines = models.JSONField(default=list)
    #: What must hold: `[fact, operator, value]` about the decision's context.
    conditions = models.JSONField(default=list)
    stop_on = models.JSONField(default=list)
    state = models.CharField(max_length=6, choices=State, default=State.ARMED)
    #: Why it is off, for its owner only.
    reason = models.CharField(max_length=300, blank=True)
    #: How often it still answers; null for as long as it is armed.
    uses_left = models.PositiveIntegerField(null=True, blank=True)
    expires_at = models.DateTimeField()
    #: The version since which its stop conditions are looked at; counts up whenever it is armed again.
    armed_version = models.IntegerField()
    revision = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "games"
        ordering = ("seat", "pk")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["seat", "number"], name="one_order_of_each_number"),
        ]

    def __str__(self) -> str:
        return f"{self.seat_id} {self.kind} {self.decision_kind}"


class OrderRun(models.Model):
    """An answer that is due, a few minutes after the question, or what came of it."""

    class State(models.TextChoices):
        PENDING = "pending", "Will answer"
        DONE = "done", "Answered"
        DROPPED = "dropped", "Not needed"
        STOPPED = "stopped", "Stopped"

    seat = models.ForeignKey("games.Seat", models.CASCADE, related_name="order_runs")
    order = models.ForeignKey(StandingOrder, models.SET_NULL, null=True, blank=True, related_name="runs")
    #: Since when the seat is asked: the same question, however often it is looked at.
    waiting_since = models.DateTimeField()
    due_at = models.DateTimeField()
    state = models.CharField(max_length=7, choices=State, default=State.PENDING)
    #: What was answered, or why not; for the owner.
    words = models.CharField(max_length=300, blank=True)
    version = models.IntegerField(null=True, blank=True)
    at = models.DateTimeField(null=True, blank=True)

    class Meta:
        app_label = "games"
        ordering = ("-pk",)
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["seat", "waiting_since"], name="one_run_for_each_question"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["due_at"], condition=Q(state="pending"), name="order_run_due"),
            models.Index(fields=["due_at"], condition=Q(state="dropped"), name="order_run_dropped"),
        ]

    def __str__(self) -> str:
        return f"{self.seat_id} {self.state}"
