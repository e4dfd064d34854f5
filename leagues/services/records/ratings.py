"""Ratings as a projection of the result records: moved on game by game, or computed again from the first."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone

import rules
from accounts.models import User
from games.models import Game
from leagues.models import Rating, RatingState, RatingStep, ResultRecord
from leagues.ratings import SYSTEMS, Standing, is_active

#: Records rated in one transaction.
BATCH = 500

Key = tuple[str, str, int]


def counting(title: str) -> Q:
    """Return the condition on records that move the ratings of a title."""
    return Q(title=title, counts=True, annulled=False)


def titles_to_rate() -> list[str]:
    """Return the titles with something to do."""
    unrated = ResultRecord.objects.filter(counts=True, annulled=False, is_rated=False)
    stale = RatingState.objects.filter(stale=True)
    return sorted({*unrated.values_list("title", flat=True), *stale.values_list("title", flat=True)})


def rate_pending() -> int:
    """Move the ratings of all titles on. Returns how many records were rated."""
    return sum(rate_title(title) for title in titles_to_rate())


def rate_title(title: str) -> int:
    """Rate what was not rated yet, in the order in which the games ended; all again where that is broken."""
    RatingState.objects.get_or_create(title=title)
    done = 0
    while True:
        with transaction.atomic():
            state = RatingState.objects.select_for_update().get(title=title)
            unrated = ResultRecord.objects.filter(counting(title), is_rated=False)
            late = state.rated_until and unrated.filter(finished_at__lt=state.rated_until).exists()
            if state.stale or late:
                _forget(state)
            records = list(unrated.order_by("finished_at", "pk").prefetch_related("seats")[:BATCH])
            if records:
                _apply(title, records)
                state.rated_until = records[-1].finished_at
            state.stale = False
            state.save()
        done += len(records)
        if len(records) < BATCH:
            return done


def rebuild(title: str | None = None) -> int:
    """Compute the ratings of a title, or of all, again from the first record. Returns how many counted."""
    titles = [title] if title else sorted(set(ResultRecord.objects.values_list("title", flat=True)))
    for name in titles:
        mark_stale(name)
    return sum(rate_title(name) for name in titles)


def mark_stale(title: str) -> None:
    """Have the ratings of a title computed again: a record that counted does so no more, or the other way."""
    RatingState.objects.update_or_create(title=title, defaults={"stale": True})


def annul_record(game: Game, annulled: bool) -> None:
    """Let a game count for ratings no more, or again; they are computed anew from its title's log."""
    record = getattr(game, "result_record", None)
    if record is not None and record.annulled != annulled:
        record.annulled = annulled
        record.save(update_fields=["annulled"])
        if record.counts:
            mark_stale(record.title)


def _forget(state: RatingState) -> None:
    RatingStep.objects.filter(title=state.title).delete()
    Rating.objects.filter(title=state.title).delete()
    ResultRecord.objects.filter(title=state.title, is_rated=True).update(is_rated=False)
    state.rated_until = None


def _apply(title: str, records: list[ResultRecord]) -> None:
    """Rate records in their order, and write the steps and the ratings at the end."""
    users = {seat.user_id for record in records for seat in record.seats.all()}
    known: dict[Key, Standing] = {
        (r.system, r.side, r.user_id): Standing(r.value, r.spread, r.games, r.wins)
        for r in Rating.objects.filter(title=title, user__in=[u for u in users if u is not None])
    }
    last: dict[Key, datetime] = {}
    steps: list[RatingStep] = []
    for record in records:
        made = _rate(record, known)
        steps += made
        last.update({(step.system, step.side, step.user_id): step.at for step in made})
    RatingStep.objects.bulk_create(steps, batch_size=500)
    Rating.objects.bulk_create(
        [
            Rating(system=key[0], title=title, side=key[1], user_id=key[2], last_at=at, **asdict(known[key]))
            for key, at in last.items()
        ],
        batch_size=500,
        update_conflicts=True,
        unique_fields=["system", "title", "side", "user"],
        update_fields=["value", "spread", "games", "wins", "last_at"],
    )
    ResultRecord.objects.filter(pk__in=[record.pk for record in records]).update(is_rated=True)


def _rate(record: ResultRecord, known: dict[Key, Standing]) -> list[RatingStep]:
    """Rate one record, move `known` on, and return the steps, which are not stored."""
    seats = [seat for seat in record.seats.all() if seat.user_id is not None]
    told = [seat.place for seat in seats if seat.place is not None]
    places = told if len(told) == len(seats) else []
    # Who stands alone is a team of one: numbers below 0 are nobody else's.
    teams = [seat.team if seat.team is not None else -1 - seat.index for seat in seats]
    steps = []
    for name, system in SYSTEMS.items():
        keys: list[Key] = [(name, seat.side, seat.user_id or 0) for seat in seats]
        before = [known.get(key) or system.start() for key in keys]
        after = system.rate(before, [seat.won for seat in seats], places, teams)
        for seat, key, old, new in zip(seats, keys, before, after, strict=True):
            known[key] = new
            steps.append(
                RatingStep(
                    seat=seat,
                    user_id=key[2],
                    title=record.title,
                    side=seat.side,
                    system=name,
                    before=old.value,
                    value=new.value,
                    spread=new.spread,
                    games=new.games,
                    at=record.finished_at,
                )
            )
    return steps


# -- reading -----------------------------------------------------------------------------------


def usual_sides(title: str) -> tuple[str, ...]:
    """Return the sides of a title: the seats of a table as usual."""
    known = rules.title(title)
    return known.seats(known.normalise_options({}))


def sides_of(title: str) -> tuple[str, ...]:
    """Return the sides that lists of a title show: the usual ones, and whichever else somebody is rated on."""
    usual = usual_sides(title)
    more = Rating.objects.filter(title=title).exclude(side__in=usual).values_list("side", flat=True)
    return (*usual, *sorted(set(more)))


def mean_of(values: Mapping[str, float], sides: Iterable[str], start: float) -> float:
    """Return the mean of somebody's ratings on these sides, and on all others that they have played."""
    counted = {**dict.fromkeys(sides, start), **values}
    return sum(counted.values()) / len(counted)


def means(title: str, sides: tuple[str, ...], system: str, users: list[int]) -> dict[int, float]:
    """Return the mean over the sides of each user's rating; who has not played has the first value."""
    start = SYSTEMS[system].start().value
    values: dict[int, dict[str, float]] = {}
    for user, side, value in Rating.objects.filter(title=title, system=system, user__in=users).values_list(
        "user", "side", "value"
    ):
        values.setdefault(user, {})[side] = value
    return {user: mean_of(values.get(user, {}), sides, start) for user in users}


def ranking(
    title: str, sides: tuple[str, ...], system: str, now: datetime | None = None
) -> list[dict[str, Any]]:
    """Return everybody with a rating on `sides`: the active first, then by the mean of their sides (TOU-14)."""
    now = now or timezone.now()
    start, usual = SYSTEMS[system].start(), usual_sides(title)
    people: dict[int, dict[str, Standing]] = {}
    for user, side, value, spread, games, wins in Rating.objects.filter(
        title=title, system=system, user__deleted=False
    ).values_list("user", "side", "value", "spread", "games", "wins"):
        people.setdefault(user, {})[side] = Standing(value, spread, games, wins)
    recent = dict(
        ResultRecord.objects.filter(counting(title), finished_at__gte=now - timedelta(days=365))
        .order_by()
        .values("seats__user")
        .annotate(number=Count("pk"))
        .values_list("seats__user", "number")
    )
    users = User.objects.in_bulk(list(people))
    rows: list[dict[str, Any]] = []
    for user, by_side in people.items():
        standings = [by_side.get(side, start) for side in sides]
        mean = mean_of({side: own.value for side, own in by_side.items()}, usual, start.value)
        rows.append(
            {
                "user": users[user],
                "mean": mean,
                "sides": standings,
                "games": sum(s.games for s in standings),
                "recent": recent.get(user, 0),
                "active": is_active(recent.get(user, 0), mean),
            }
        )
    rows.sort(key=lambda row: (not row["active"], -row["mean"], str(row["user"])))
    return rows
