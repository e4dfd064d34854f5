"""The leaderboard of a year: who stood where at its end, and how often everybody has won in it, by side.

Years are those of UTC, whoever reads. Only games that count for ratings are in it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TypedDict

from django.db.models import Max

from accounts.models import User
from leagues.models import RatingStep, RecordSeat, ResultRecord
from leagues.ratings import SYSTEMS
from leagues.services.records import ratings

#: Games in a year that somebody needs for a place in its leaderboard.
LEAST_GAMES = 5


@dataclass(slots=True)
class Score:
    """Games of somebody in a year, on one side or on all."""

    games: int = 0
    won: int = 0
    drawn: int = 0

    @property
    def percent(self) -> int | None:
        """What was won in whole percent of the games, a draw counting half; None without a game."""
        return round(100 * (self.won + self.drawn / 2) / self.games) if self.games else None

    def add(self, *, won: bool, drawn: bool) -> None:
        """Count a game."""
        self.games += 1
        self.drawn += drawn
        self.won += won and not drawn


@dataclass
class Row:
    """A line of the leaderboard.

    Attributes:
        rank: from 1, shared by those who are level; 0 for who has played too few games.
        mean: of the ratings of all sides at the end of the year. sides: rating and games of each side.
    """

    user: User
    rank: int
    mean: float
    all: Score
    sides: list[tuple[float, Score]] = field(default_factory=list)


def years_of(title: str) -> list[int]:
    """Return the years in which games of a title have counted, the latest first."""
    moments = ResultRecord.objects.filter(ratings.counting(title)).order_by()
    return sorted((at.year for at in moments.datetimes("finished_at", "year", tzinfo=UTC)), reverse=True)


def span_of(year: int) -> tuple[datetime, datetime]:
    """Return the first moment of a year, and of the one after."""
    return datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)


def leaderboard(title: str, sides: tuple[str, ...], system: str, year: int) -> list[Row]:
    """Return everybody who has played a title in a year: by the mean at its end, who has played too little last."""
    scores = _scores(title, year)
    ends = _ratings_at(title, system, span_of(year)[1])
    start, usual = SYSTEMS[system].start().value, ratings.usual_sides(title)
    users = User.objects.filter(deleted=False).in_bulk(list(scores))
    rows = []
    for number, user in users.items():
        own, found = ends.get(number, {}), scores[number]
        row = Row(user, 0, ratings.mean_of(own, usual, start), _sum(found.values()))
        row.sides = [(own.get(side, start), found.get(side, Score())) for side in sides]
        rows.append(row)
    rows.sort(key=lambda row: (row.all.games < LEAST_GAMES, -row.mean, str(row.user)))
    above: Row | None = None
    for place, row in enumerate(rows, start=1):
        if row.all.games >= LEAST_GAMES:
            row.rank = above.rank if above is not None and above.mean == row.mean else place
            above = row
    return rows


def balance(title: str, sides: tuple[str, ...], year: int) -> list[tuple[str, Score]]:
    """Return the games of each side of a title in a year, over everybody."""
    scores = _scores(title, year).values()
    return [(side, _sum(found[side] for found in scores if side in found)) for side in sides]


def _scores(title: str, year: int) -> dict[int, dict[str, Score]]:
    """Return what everybody has done in a year on each side, by user."""
    start, end = span_of(year)
    counted = ResultRecord.objects.filter(
        ratings.counting(title), finished_at__gte=start, finished_at__lt=end
    )
    seats: dict[int, list[tuple[int | None, str, bool]]] = {}
    for record, user, side, won in RecordSeat.objects.filter(record__in=counted).values_list(
        "record", "user", "side", "won"
    ):
        seats.setdefault(record, []).append((user, side, won))
    scores: dict[int, dict[str, Score]] = {}
    for table in seats.values():
        drawn = all(won for _, _, won in table)
        for who, side, won in table:
            if who is not None:
                scores.setdefault(who, {}).setdefault(side, Score()).add(won=won, drawn=drawn)
    return scores


def _ratings_at(title: str, system: str, moment: datetime) -> dict[int, dict[str, float]]:
    """Return everybody's ratings by side before a moment. Steps are written in the order of their games."""
    steps = RatingStep.objects.filter(title=title, system=system, at__lt=moment).order_by()
    latest = steps.values("user", "side").annotate(last=Max("pk")).values("last")
    values: dict[int, dict[str, float]] = {}
    for user, side, value in RatingStep.objects.filter(pk__in=latest).values_list("user", "side", "value"):
        values.setdefault(user, {})[side] = value
    return values


def _sum(scores: Iterable[Score]) -> Score:
    """Return all games together."""
    found = list(scores)
    return Score(sum(s.games for s in found), sum(s.won for s in found), sum(s.drawn for s in found))


class ScoreData(TypedDict):
    """Games and their ends; `win_percent` counts a draw half, and is null without a game."""

    games: int
    won: int
    drawn: int
    win_percent: int | None


class SideRow(ScoreData):
    """A side in a line of a leaderboard."""

    side: str
    rating: float


class YearRow(ScoreData):
    """A line of the leaderboard of a year."""

    rank: int | None
    player: str
    mean: float
    sides: list[SideRow]


def as_data(row: Row, sides: Iterable[str]) -> YearRow:
    """Return a line as programs read it."""
    return {
        "rank": row.rank or None,
        "player": str(row.user),
        "mean": round(row.mean, 2),
        **_score_data(row.all),
        "sides": [
            {"side": side, "rating": round(value, 2), **_score_data(score)}
            for side, (value, score) in zip(sides, row.sides, strict=True)
        ],
    }


def _score_data(score: Score) -> ScoreData:
    return {"games": score.games, "won": score.won, "drawn": score.drawn, "win_percent": score.percent}
