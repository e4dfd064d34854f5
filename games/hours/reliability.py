"""The reliability with which somebody moves in time, and plays on (DEF-7, MOD-4)."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.core.cache import cache
from django.db.models import Count, Exists, OuterRef, Q, Sum

from accounts.cache_outages import tried
from accounts.models import User
from games.models import Archive, Event, Game, Seat
from games.models.hours import Miss
from games.play.endings import ABORTED

#: How old what lists of tables tell of habits may be.
KEPT_SECONDS = 600


@dataclass(frozen=True)
class Reliability:
    """A figure from 0 to 100 with its word; None and `new` where there is too little to go by."""

    score: float | None
    word: str


@dataclass(frozen=True)
class BrokenOff:
    """The numbers of rated games that somebody has broken off in their first decisions, and has begun."""

    games: int = 0
    begun: int = 0

    @property
    def words(self) -> str:
        """What others read of it, behind the name; "" where there is nothing to tell."""
        if not self.games:
            return ""
        return f"broke off {self.games} of {self.begun} rated game{'' if self.begun == 1 else 's'} in the first moves"


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


def broken_off(users: Collection[int], now: datetime) -> dict[int, BrokenOff]:
    """Return for accounts (their numbers) how many rated games of the last year they have broken off (MOD-4).

    It is so where a game was given up, or lost on time, before it counted for a rating: such a game is kept in no
    list, and costs nobody anything but the others their time.
    """
    short = Seat.objects.filter(game=OuterRef("game"), full_decisions__lt=settings.HOUSE.rated_decisions)
    # The end is an entry of its own, behind what has brought it.
    ended = Event.objects.filter(
        game=OuterRef("game"), seq=OuterRef("game__version") - 1, seat=OuterRef("name")
    )
    archived = Archive.objects.filter(game=OuterRef("game"), ended_by=OuterRef("name"))
    given_up = Q(game__result__reason__in=(ABORTED, "resignation", "time"))
    seats = Seat.objects.filter(
        user__in=users,
        game__rated=True,
        game__status__in=(Game.Status.RUNNING, Game.Status.FINISHED),
        game__started_at__gt=now - settings.HOUSE.reliability_window,
    )
    rows = (
        seats.order_by()
        .values_list("user")
        .annotate(
            given_up=Count(
                "game", distinct=True, filter=given_up & Exists(short) & (Exists(ended) | Exists(archived))
            ),
            begun=Count("game", distinct=True),
        )
    )
    return dict.fromkeys(users, BrokenOff()) | {user: BrokenOff(*counted) for user, *counted in rows}


def habits(users: Collection[int], now: datetime) -> dict[int, BrokenOff]:
    """Return the same for lists of tables, which many look at: it may be ten minutes old."""
    names = {f"broken-off/{user}": user for user in users}
    kept: dict[str, tuple[int, int]] = tried(lambda: cache.get_many(names), {})
    found = {names[name]: BrokenOff(*counted) for name, counted in kept.items()}
    if missing := [user for user in users if user not in found]:
        counted = broken_off(missing, now)
        new = {f"broken-off/{user}": (habit.games, habit.begun) for user, habit in counted.items()}
        tried(lambda: cache.set_many(new, KEPT_SECONDS), None)
        found |= counted
    return found


def broken_off_by(user: User, now: datetime) -> BrokenOff:
    """Return how many rated games of the last year somebody has broken off in their first decisions."""
    return broken_off([user.pk], now)[user.pk]
