"""The profile of a player: ratings, response times, history (MOD-4, MOD-5)."""

from datetime import datetime
from itertools import chain
from statistics import quantiles
from typing import Any, TypedDict

from django.db.models import Count, Exists, OuterRef, Q

import rules
from accounts.models import User
from games.ledger import logs
from games.models import Event, Game
from leagues.models import Entrant, Rating, RatingStep, RecordSeat
from leagues.ratings import SYSTEMS, Standing
from leagues.services.records import ratings
from leagues.services.records.results import side_name

#: Games whose answers are measured for response times.
MEASURED_GAMES = 20


def response_times(user: User) -> tuple[float, float, float] | None:
    """Return the quartiles of the seconds somebody takes for an answer, over their latest games."""
    seats = (
        RecordSeat.objects.filter(user=user, bot="")
        .order_by("-record__finished_at")
        .values_list("record__game", "seat")[:MEASURED_GAMES]
    )
    own = dict(seats)
    seconds: list[float] = []
    before: dict[int, int] = {}
    named = ("seat", "kind", "at", "by")
    rows = Event.objects.filter(game__in=list(own)).order_by("game", "seq").values_list("game", *named)
    archived = Game.objects.filter(pk__in=list(own), log_kept=Game.LogKept.ARCHIVE)
    unpacked = ((game.pk, *row) for game in archived for row in logs.events(game).values_list(*named))
    for game, seat, kind, at, by in chain(rows, unpacked):
        if at is None:
            continue
        # Entries that a copy took over all bear the time of the copy.
        if kind == "choice" and seat == own[game] and not by and at > before.get(game, at):
            seconds.append((at - before[game]) / 1000)
        before[game] = at
    if len(seconds) < 10:
        return None
    first, second, third = quantiles(seconds, n=4)
    return first, second, third


def ratings_of(user: User) -> list[dict[str, Any]]:
    """Return the ratings of a player by title and system, each side with its history."""
    found: dict[tuple[str, str], dict[str, Standing]] = {}
    for r in Rating.objects.filter(user=user):
        found.setdefault((r.title, r.system), {})[r.side] = Standing(r.value, r.spread, r.games, r.wins)
    steps: dict[tuple[str, str, str], list[tuple[datetime, float]]] = {}
    for title, system, side, at, value in RatingStep.objects.filter(user=user).values_list(
        "title", "system", "side", "at", "value"
    ):
        steps.setdefault((title, system, side), []).append((at, value))
    rows = []
    for (title, system), sides in sorted(found.items()):
        names = _sides_of(title, sides)
        rows.append(
            {
                "title": title,
                "title_name": _title_name(title),
                "system": SYSTEMS[system],
                "mean": sum(sides.get(s, SYSTEMS[system].start()).value for s in names) / len(names),
                "sides": [(side_name(title, s), sides.get(s, SYSTEMS[system].start())) for s in names],
                "history": {side_name(title, s): steps.get((title, system, s), []) for s in names},
            }
        )
    return rows


def _sides_of(title: str, known: dict[str, Standing]) -> list[str]:
    try:
        usual = ratings.usual_sides(title)
    except KeyError:
        return sorted(known)
    return [*usual, *sorted(set(known) - set(usual))]


def _title_name(title: str) -> str:
    try:
        return rules.title(title).name
    except KeyError:
        return title


def history_of(user: User, limit: int = 30) -> list[RecordSeat]:
    """Return the latest finished public games of a player."""
    return list(
        RecordSeat.objects.filter(user=user, record__game__visibility="public")
        .select_related("record__game", "record__competition")
        .prefetch_related("record__seats__user")
        .order_by("-record__finished_at")[:limit]
    )


def entries_of(user: User, limit: int = 20) -> list[Entrant]:
    """Return the competitions of a player, the latest first."""
    return list(
        Entrant.objects.filter(user=user)
        .select_related("competition")
        .order_by("-competition__created_at")[:limit]
    )


class Balance(TypedDict):
    """The wins of a side; the `share` is in whole percent."""

    side: str
    name: str
    won: int
    share: int


def balance(title: str) -> list[Balance]:
    """Return how often each side of a title has won, over all counting games (LOB-17).

    The share is in whole percent of the games of the side that some have won and others not.
    """
    seats = RecordSeat.objects.filter(record=OuterRef("record"))
    found = (
        RecordSeat.objects.filter(record__title=title, record__counts=True, record__annulled=False)
        .filter(Exists(seats.filter(won=True)), Exists(seats.filter(won=False)))
        .order_by("side")
        .values_list("side")
        .annotate(won=Count("pk", filter=Q(won=True)), games=Count("pk"))
    )
    return [
        {
            "side": side,
            "name": side_name(title, side),
            "won": won,
            "share": round(100 * won / games),
        }
        for side, won, games in sorted(found)
    ]
