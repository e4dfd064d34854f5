"""Deadlines of games, and the date on which an event ends: reminders, and what becomes of open games."""

from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce

from leagues.models import Competition, Pairing
from leagues.services import messages
from leagues.services.lifecycle import adjudication
from leagues.services.lifecycle.conclusion import finish
from leagues.services.queries import PLACES


def effective_deadlines(competition: Competition) -> QuerySet[Any]:
    """Return the open pairings with a deadline, their own or their round's, as `effective`."""
    return (
        Pairing.objects.filter(competition=competition, needs_director=False, plays_on=False)
        .exclude(state=Pairing.State.DONE)
        .annotate(effective=Coalesce(F("deadline_at"), F("round__deadline_at")))
        .filter(effective__isnull=False)
    )


def remind(competition: Competition, now: datetime) -> None:
    """Remind the players of open games before the deadline and before the end (house values); each once."""
    ends = competition.ends_at
    if ends is not None and now < ends <= now + settings.HOUSE.event_remind_end:
        with transaction.atomic():
            if _is_first(Competition.objects.filter(pk=competition.pk), ends):
                messages.tell_players_of_open_games(competition, "ending", f"ending-{int(ends.timestamp())}")
    soon = effective_deadlines(competition).filter(
        Q(effective__gt=now) & Q(effective__lte=now + settings.HOUSE.event_remind),
        Q(reminded_for__isnull=True) | ~Q(reminded_for=F("effective")),
    )
    for pairing in soon.prefetch_related(PLACES):
        deadline: datetime = pairing.effective
        with transaction.atomic():
            if _is_first(Pairing.objects.filter(pk=pairing.pk), deadline):
                messages.tell_deadline(pairing, deadline)


def _is_first(row: QuerySet[Any], moment: datetime) -> bool:
    """Write down that reminders of a moment are sent. Returns whether none was before."""
    return bool(row.exclude(reminded_for=moment).update(reminded_for=moment))


def apply_deadlines(competition: Competition, now: datetime) -> bool:
    """Act on every pairing whose deadline has passed. Returns whether there was one."""
    late = effective_deadlines(competition).filter(effective__lte=now).order_by("number")
    acted = False
    for pairing in list(late.values_list("pk", flat=True)[:500]):
        acted |= adjudication.at_deadline(pairing, now)
    return acted


def end_by_date(number: int, now: datetime) -> bool:
    """End a season by its date: what runs is decided as at a deadline, what never began is not played."""
    competition = Competition.objects.get(pk=number)
    still = competition.pairings.exclude(state=Pairing.State.DONE).filter(needs_director=False)
    policy = competition.at_deadline
    if policy == Competition.AtDeadline.PLAY_ON:
        still = still.filter(state=Pairing.State.WAITING)
    open_rows = list(still.values_list("pk", flat=True))
    for pairing in open_rows:
        adjudication.at_deadline(pairing, now, final=True)
    with transaction.atomic():
        locked = Competition.objects.select_for_update().get(pk=number)
        if locked.status != Competition.Status.RUNNING:
            return False
        if locked.pairings.exclude(state=Pairing.State.DONE).exists():
            return bool(open_rows)
        finish(locked, now, "Its date has come.")
    return True
