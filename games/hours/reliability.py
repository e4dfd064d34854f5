"""How reliably somebody moves in time (DEF-7, MOD-4)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Sum

from accounts.models import User
from games.models import Game, Seat
from games.models.hours import Miss


@dataclass(frozen=True)
class Reliability:
    """A figure from 0 to 100 with its word; None and `new` where there is too little to go by."""

    score: float | None
    word: str


def weight(age: timedelta) -> int:
    """Return what a miss weighs: more in its first week and month, 1 within a year, then nothing."""
    house = settings.HOUSE
    if age > house.reliability_window:
        return 0
    if age <= house.reliability_week:
        return house.reliability_week_weight
    return house.reliability_month_weight if age <= house.reliability_month else 1


def judge(misses: Iterable[datetime], decisions: int, now: datetime) -> Reliability:
    """Return the reliability of somebody who was asked `decisions` full decisions within a year.

    The figure is cut to one place, so that it never looks better than its word.
    """
    missed = sum(weight(now - at) for at in misses)
    house = settings.HOUSE
    if decisions < max(1, house.reliability_fewest):
        return Reliability(None, "new")
    score = max(0.0, 100 * (1 - missed / decisions))
    shown = max(0, 1000 * (decisions - missed) // decisions) / 10
    for least, word in (
        (house.reliability_very, "very reliable"),
        (house.reliability_good, "reliable"),
        (house.reliability_fair, "fair"),
    ):
        if score >= least:
            return Reliability(shown, word)
    return Reliability(shown, "low")


def is_barred(user: User, now: datetime) -> bool:
    """Return whether somebody is too unreliable for rated tables with strangers (DEF-7)."""
    house = settings.HOUSE
    if not Miss.objects.filter(user=user, forgiven=False, at__gt=now - house.reliability_window).exists():
        return False
    if reliability_of(user, now).word != "low":
        return False
    last = Miss.objects.filter(user=user, forgiven=False).latest("at")
    mended = Seat.objects.filter(
        user=user, game__status=Game.Status.FINISHED, game__finished_at__gt=last.at
    ).count()
    return mended < house.reliability_mend


def reliability_of(user: User, now: datetime) -> Reliability:
    """Return somebody's reliability in rated, public games of the last year."""
    since = now - settings.HOUSE.reliability_window
    counted = Seat.objects.filter(
        user=user,
        game__rated=True,
        game__visibility=Game.Visibility.PUBLIC,
        game__started_at__gt=since,
    )
    decided = counted.aggregate(n=Sum("full_decisions"))["n"] or 0
    misses = Miss.objects.filter(
        user=user, forgiven=False, game__rated=True, game__visibility=Game.Visibility.PUBLIC
    )
    times = list(misses.filter(at__gt=since).values_list("at", flat=True))
    return judge(times, decided + len(times), now)
