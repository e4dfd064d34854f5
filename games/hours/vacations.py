"""Announced absences (TRN-7, DEF-4): all games that allow it stand still, within a yearly allowance."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.kinds import VACATION
from games.ledger import ledger, notices
from games.ledger.limits import count_act
from games.models import Game, Seat
from games.models.hours import Vacation
from games.refusals import Refused
from games.time import clocks, presets

#: Slack for the rounding of dates in forms.
_SLACK = timedelta(minutes=5)
#: How long ago a vacation may be that still counts: longer than any event, whose games share some days of it.
REMEMBERED = timedelta(days=2 * 366)


def taken_in(year: int, periods: Iterable[tuple[datetime, datetime]]) -> timedelta:
    """Return how much of the periods lies in a calendar year (UTC)."""
    first, last = datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
    total = timedelta(0)
    for start, end in periods:
        total += max(timedelta(0), min(end, last) - max(start, first))
    return total


def periods_of(user: User) -> list[tuple[datetime, datetime]]:
    """Return somebody's vacations, past ones too."""
    return [(v.starts_at, v.ends_at) for v in Vacation.objects.filter(user=user)]


def left_in(user: User, year: int) -> timedelta:
    """Return how much vacation somebody has left in a calendar year."""
    return max(timedelta(0), timedelta(days=settings.HOUSE.vacation_days) - taken_in(year, periods_of(user)))


@dataclass(frozen=True)
class Allowance:
    """The vacation that somebody may announce now.

    Attributes:
        days: whole days that can be taken; 0 as long as the account is too young for any.
        rest: whole days that are left in `year`, for whoever is old enough.
        more_at: from when on there is more to take; None if there is some now.
        ahead: it has to be announced some time before it begins, because of rated games.
    """

    days: int
    rest: int
    year: int
    more_at: datetime | None
    ahead: bool
    words: str


def allowance(user: User, now: datetime) -> Allowance:
    """Return what somebody may announce now; if nothing, why, and from when on."""
    house, words = settings.HOUSE, settings.HOUSE.words
    total = house.vacation_days
    old_enough = _old_enough_at(user)
    young = now < old_enough
    year = max(now, old_enough).year
    rest = left_in(user, year).days
    more_at, ahead = None, _plays_rated(user)
    if young and total:
        more_at = old_enough
        told = f"{_from_when(user, old_enough)}: then {'there are' if rest != 1 else 'there is'} {_days(rest)} for you."
    elif rest or not total:
        told = f"You have {rest} of {_days(total)} left in {year}."
    else:
        more_at = datetime(year + 1, 1, 1, tzinfo=UTC)
        told = f"You have used the {_days(total)} of {year}. From 1 January {year + 1} on there are as many again."
    if rest and not young and ahead:
        told += f" Announce yours at least {words['vacation_notice']} before it begins, because you play rated games."
    return Allowance(0 if young else rest, rest, year, more_at, ahead, told)


def _days(count: int) -> str:
    return f"{count} day{'' if count == 1 else 's'}"


def _old_enough_at(user: User) -> datetime:
    return user.date_joined + settings.HOUSE.vacation_account_age


def _from_when(user: User, moment: datetime) -> str:
    """Say from when on a young account may announce a vacation."""
    local = moment.astimezone(ZoneInfo(user.timezone))
    return f"Your account is new. You can announce a vacation from {local.day} {local:%B %Y, %H:%M} on"


def _plays_rated(user: User) -> bool:
    return Game.objects.filter(seats__user=user, status=Game.Status.RUNNING, rated=True).exists()


@dataclass(frozen=True)
class Reach:
    """Which running games a vacation stops, and which not, with the reason in words."""

    stopped: list[Game]
    running_on: list[tuple[Game, str]]


def reach(user: User) -> Reach:
    """Return what a vacation of this person does to their games (journey 6)."""
    stopped, running_on = [], []
    games = Game.objects.filter(seats__user=user, status=Game.Status.RUNNING).distinct().order_by("pk")
    for game in games.prefetch_related("seats__user"):
        if presets.preset_of(game).is_untimed:
            running_on.append((game, "it has no clock"))
        elif not game.terms.get("vacation"):
            running_on.append((game, "its table plays without vacations"))
        else:
            stopped.append(game)
    return Reach(stopped, running_on)


def current(user: User, now: datetime) -> Vacation | None:
    """Return the vacation that somebody is on."""
    return Vacation.objects.filter(user=user, starts_at__lte=now, ends_at__gt=now).first()


def coming(user: User, now: datetime) -> list[Vacation]:
    """Return the vacations that have not ended."""
    return list(Vacation.objects.filter(user=user, ends_at__gt=now))


@transaction.atomic
def announce(user: User, start: datetime, end: datetime, now: datetime | None = None) -> Vacation:
    """Announce a vacation. Raises Refused in a player's words."""
    now = now or timezone.now()
    user = User.objects.select_for_update().get(pk=user.pk)
    house, words = settings.HOUSE, settings.HOUSE.words
    if now < _old_enough_at(user):
        raise Refused("too-new", f"{_from_when(user, _old_enough_at(user))}.", 409)
    if start < now - _SLACK or start > now + house.vacation_ahead:
        ahead = words["vacation_ahead"]
        raise Refused(
            "bad-start", f"A vacation begins now or later, at most {ahead} ahead.", extra={"field": "start"}
        )
    start = max(start, now)
    if end - start < house.vacation_least - _SLACK:
        least = words["vacation_least"]
        raise Refused("too-short", f"A vacation lasts at least {least}.", extra={"field": "end"})
    if end - start > house.vacation_most:
        most = words["vacation_most"]
        raise Refused("too-long", f"A vacation lasts at most {most}.", extra={"field": "end"})
    if _plays_rated(user) and start < now + house.vacation_notice - _SLACK:
        raise Refused(
            "too-soon",
            f"You play rated games: announce your vacation at least {words['vacation_notice']} before it begins.",
            extra={"field": "start"},
        )
    if any(start < e and s < end for s, e in periods_of(user)):
        raise Refused("overlapping", "You have announced a vacation for that time already.", 409)
    first, last = _together(start, end, Vacation.objects.filter(user=user, automatic=False))
    if last - first > house.vacation_most:
        raise Refused(
            "too-long",
            f"Vacations with less than {words['vacation_least']} between them count as one, of at most "
            f"{words['vacation_most']}.",
            extra={"field": "end"},
        )
    for year in {start.year, end.year}:
        if taken_in(year, [*periods_of(user), (start, end)]) > timedelta(days=house.vacation_days):
            left = left_in(user, year)
            raise Refused(
                "allowance-used",
                f"You have {left.days} days of vacation left in {year}, of {house.vacation_days}.",
                409,
                extra={"field": "end"},
            )
    count_act(VACATION, by=user, now=now)
    vacation = Vacation.objects.create(user=user, starts_at=start, ends_at=end, announced_at=now)
    _project(user)
    for key in refresh(user, now):
        notices.notify_vacation(key, user, end)
    return vacation


def _together(start: datetime, end: datetime, others: Iterable[Vacation]) -> tuple[datetime, datetime]:
    """Return from when until when somebody would be away with no more than a short stay in between."""
    near, gap = [(other.starts_at, other.ends_at) for other in others], settings.HOUSE.vacation_least
    while touching := [p for p in near if p[0] < end + gap and start < p[1] + gap]:
        start, end = min(start, *(p[0] for p in touching)), max(end, *(p[1] for p in touching))
        near = [p for p in near if p not in touching]
    return start, end


@transaction.atomic
def end(user: User, now: datetime | None = None) -> bool:
    """End the vacation that runs, and withdraw those announced. Returns whether there was any."""
    now = now or timezone.now()
    user = User.objects.select_for_update().get(pk=user.pk)
    found = coming(user, now)
    for vacation in found:
        if vacation.starts_at >= now:
            vacation.delete()
        else:
            vacation.ends_at = now
            vacation.save(update_fields=["ends_at"])
    _project(user)
    refresh(user, now)
    return bool(found)


def protected(user: User, zero: datetime, now: datetime) -> User | None:
    """Take some days of vacation from `zero` on for somebody who asked for it; None if they did not or cannot."""
    user = User.objects.get(pk=user.pk)
    house = settings.HOUSE
    until = now + house.protection_step
    young = now < _old_enough_at(user)
    if not user.protect or young or any(zero < e and s < until for s, e in periods_of(user)):
        return None
    if any(
        taken_in(year, [*periods_of(user), (zero, until)]) > timedelta(days=house.vacation_days)
        for year in {zero.year, until.year}
    ):
        return None
    Vacation.objects.create(user=user, starts_at=zero, ends_at=until, announced_at=now, automatic=True)
    _project(user)
    transaction.on_commit(lambda: refresh(user, now))
    return user


def _project(user: User) -> None:
    """Write the vacations where the clocks read them: those of as long as an event may last, too."""
    recent = timezone.now() - REMEMBERED
    found = Vacation.objects.filter(user=user, ends_at__gt=recent).order_by("starts_at")
    user.away = [[int(v.starts_at.timestamp()), int(v.ends_at.timestamp())] for v in found]
    user.save(update_fields=["away"])


def refresh(user: User, now: datetime) -> list[str]:
    """Work out the clocks of somebody's games anew: their vacations or quiet hours have changed.

    Returns the games that vacations stop.
    """
    keys = []
    seats = Seat.objects.filter(user=user, game__status=Game.Status.RUNNING)
    for key in sorted(set(seats.values_list("game__key", flat=True))):
        with transaction.atomic():
            row = ledger.lock(key)
            if row.status != Game.Status.RUNNING:
                continue
            if row.terms.get("vacation"):
                keys.append(key)
            for seat in Seat.objects.filter(game=row, user=user).select_related("user"):
                if seat.waiting_since is not None and seat.flagged_at is None:
                    clocks.renew(row, seat)
                    seat.save(update_fields=clocks.DUE_FIELDS)
    return keys
