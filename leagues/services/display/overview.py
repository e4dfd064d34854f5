"""An event at a glance: the form of everybody, the lines of promotion, the deadline, the round that is played."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

from django.db.models import F
from django.db.models.functions import Coalesce

import rules
from accounts.models import User
from games.memo import kept
from leagues.formats import Meeting, play_off
from leagues.models import Competition, Entrant, Pairing
from leagues.services.display.presentation import Row, Shown
from leagues.services.records import ratings
from leagues.services.rounds import standings

#: Games that the form of somebody shows, the latest.
FORM = 5
#: Formats whose table belongs whole to their page.
WHOLE = ("ladder", "knock-out")
#: Pairings of a round beside the table.
FEW = 12
#: How long the places of an event's revision are kept; with the next one they are others.
KEPT_SECONDS = 600
_RESULTS = {"won": "W", "drawn": "D", "lost": "L", "bye": "B"}


@dataclass(frozen=True)
class Deadline:
    """The next deadline: its words (`Round 5 of 7 ends in`), when, and how much of its time is left in percent."""

    words: str
    at: datetime
    percent: int


@dataclass(frozen=True)
class Glance:
    """A table of an event, and what belongs beside it.

    Attributes:
        shown: the table. number: its number, from 1. names: of all tables. moves: what the marks of the table say, in
            words: (`up`, `2 go up to Tier 1`).
        is_whole: the table is shown whole, with every game: a ladder's, for its challenges, and a bracket's.
        round: number of the round that is played or was played last, 0 for none. pairings: its games, the reader's
            first; none where they do not stand beside the table.
        coming: the reader's next game that has not begun: round, opponent, side; None if none is known.
    """

    shown: Shown
    number: int
    names: list[str]
    moves: list[tuple[str, str]]
    is_whole: bool = False
    round: int = 0
    pairings: list[Pairing] = field(default_factory=list)
    coming: tuple[int, str, str] | None = None


def glance(
    view: standings.Standing,
    tables: Sequence[Shown],
    pairings: Iterable[Pairing],
    own: Entrant | None,
    wanted: int,
) -> Glance | None:
    """Return the table called `wanted` (from 1), else the reader's own, else the first; None where there is none.

    Its rows get their form, their rating and the lines between those who go up, stay and go down.
    """
    if not tables:
        return None
    mine = next((n for n, shown in enumerate(tables, 1) if any(row.is_mine for row in shown.rows)), 1)
    number = wanted if 1 <= wanted <= len(tables) else mine
    shown = tables[number - 1]
    _give_form(view, shown.rows)
    _give_ratings(view.competition, shown.rows)
    _draw_lines(shown.rows)
    group = [p for p in pairings if len(tables) == 1 or p.group == shown.name]
    found = Glance(shown, number, [each.name for each in tables], _moves_of(shown.rows))
    competition = view.competition
    if competition.format in WHOLE:
        return replace(found, is_whole=True)
    if competition.team_size or not group:
        return found
    now = _round_of(group)
    played = sorted(
        (p for p in group if p.round.number == now),
        key=lambda p: (not is_of(p, own), p.state == Pairing.State.DONE, p.number),
    )
    return replace(found, round=now, pairings=played[:FEW], coming=_coming(competition, group, own))


def _round_of(pairings: Sequence[Pairing]) -> int:
    """Return the round that is played, or that was played last."""
    playing = [p.round.number for p in pairings if p.state == Pairing.State.PLAYING]
    waiting = [p.round.number for p in pairings if p.state == Pairing.State.WAITING]
    return min(playing or waiting or [max(p.round.number for p in pairings)])


def deadline_of(view: standings.Standing, pairings: Iterable[Pairing], now: datetime) -> Deadline | None:
    """Return what ends next in an event: its registration, its round, or all of it; None without a date to come."""
    open_ones = [p for p in pairings if p.state != Pairing.State.DONE]
    due = [(at, p.round.number) for p in open_ones if (at := p.deadline_at or p.round.deadline_at)]
    return _deadline(view.competition, view.whole_rounds(), due, now)


def _deadline(
    competition: Competition, whole: int | None, due: Iterable[tuple[datetime, int]], now: datetime
) -> Deadline | None:
    """The same, of an event with so many rounds, from when its games are due and in which round they are."""
    if competition.status == Competition.Status.REGISTRATION:
        return _until(
            "The registration closes in", competition.created_at, competition.registration_closes_at, now
        )
    if competition.status != Competition.Status.RUNNING:
        return None
    to_come = [(at, number) for at, number in due if at > now]
    if not to_come or competition.format == "ladder":
        return _until("It ends in", competition.started_at, competition.ends_at, now)
    at, number = min(to_come)
    what = f"Round {number}{f' of {whole}' if whole and whole >= number else ''} ends in"
    return _until(what, at - timedelta(days=competition.round_days or 7), at, now)


def _until(words: str, since: datetime | None, at: datetime | None, now: datetime) -> Deadline | None:
    if at is None or at <= now:
        return None
    whole = (at - since).total_seconds() if since is not None else 0.0
    left = (at - now).total_seconds()
    return Deadline(words, at, round(100 * min(left / whole, 1.0)) if whole > 0 else 100)


# -- on the home -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Near:
    """The standing of somebody in an event.

    Attributes:
        group: their tier or pool, "" where there is one table only. place: 0 before anything is decided. of: how many
            are in the table. open_games: of theirs, begun or not. more: other events of theirs that run.
    """

    competition: Competition
    deadline: Deadline | None
    group: str
    place: int
    of: int
    open_games: int
    more: int


def nearest(user: User, now: datetime) -> Near | None:
    """Return the running event of somebody in which their round ends first; None if they are in none.

    One statement, and those that read the event where nobody has asked for its places since something was decided.
    """
    own: dict[int, Any] = {}
    due: dict[int, list[tuple[datetime | None, int]]] = {}
    for entrant in (
        Entrant.objects.filter(
            user=user, state=Entrant.State.ENTERED, competition__status=Competition.Status.RUNNING
        )
        .select_related("competition")
        .annotate(
            game_state=F("places__pairing__state"),
            game_due=Coalesce("places__pairing__deadline_at", "places__pairing__round__deadline_at"),
            game_round=F("places__pairing__round__number"),
        )
    ):
        own[entrant.pk] = entrant
        games = due.setdefault(entrant.pk, [])
        if entrant.game_state not in (None, Pairing.State.DONE):
            games.append((entrant.game_due, entrant.game_round))
    if not own:
        return None
    entrant = min(own.values(), key=lambda one: (_first_due(one.competition, due[one.pk]), one.pk))
    competition, games = entrant.competition, due[entrant.pk]
    places = kept("places", KEPT_SECONDS)(lambda _: _places(competition))(
        f"{competition.pk}-{competition.revision}"
    )
    line = entrant.team_id if competition.team_size else entrant.pk
    table, place, of = places.of.get(line, ("", 0, 0))
    timed = [(at, number) for at, number in games if at is not None]
    deadline = _deadline(competition, places.whole_rounds, timed, now)
    return Near(competition, deadline, table, place, of, len(games), len(own) - 1)


def _first_due(competition: Competition, games: Iterable[tuple[datetime | None, int]]) -> datetime:
    """Return when the first of somebody's open games is due; at the end of time without any."""
    never = datetime.max.replace(tzinfo=UTC)
    return min((at or competition.ends_at or never for at, _ in games), default=never)


@dataclass(frozen=True)
class _Places:
    """What a revision of an event says of all who are in it.

    Attributes:
        of: the table, the place and how many are in the table, by entrant or team; the table is "" where there is one
            only. whole_rounds: as `Standing.whole_rounds`.
    """

    of: dict[int | None, tuple[str, int, int]]
    whole_rounds: int | None


def _places(competition: Competition) -> _Places:
    """Read an event; nobody has a place before something is decided."""
    view = standings.load(competition)
    tables = view.tables() if any(m.is_decided for m in view.meetings) else []
    of: dict[int | None, tuple[str, int, int]] = {
        line.entrant: (table.name if len(tables) > 1 else "", line.rank, len(table.lines))
        for table in reversed(tables)
        for line in table.lines
    }
    return _Places(of, view.whole_rounds())


# -- the lines of a table ----------------------------------------------------------------------


def _give_form(view: standings.Standing, rows: Iterable[Row]) -> None:
    """Write down what everybody's latest games have come to, the newest last."""
    played: dict[int, list[str]] = {}
    for meeting in sorted(view.meetings, key=lambda m: (m.round, m.order)):
        if meeting.is_decided and (meeting.played or meeting.is_bye) and meeting.slot != play_off.SLOT:
            for side, entrant in enumerate(meeting.sides):
                played.setdefault(entrant, []).append(_result(meeting, side))
    for row in rows:
        row.form = [(_RESULTS[result], result) for result in played.get(row.line.entrant, [])[-FORM:]]


def _result(meeting: Meeting, side: int) -> str:
    if meeting.is_bye:
        return "bye"
    if side not in meeting.winning:
        return "lost"
    return "drawn" if len(meeting.winning) == len(meeting.sides) else "won"


def _give_ratings(competition: Competition, rows: Iterable[Row]) -> None:
    """Write down the rating of everybody: the mean of the sides, as the ranking has it."""
    if not competition.rated or competition.team_size:
        return
    sides = ratings.usual_sides(competition.title)
    means = ratings.means(competition.title, sides, "openskill", [row.user_id for row in rows])
    for row in rows:
        row.rating = round(means[row.user_id])


def _draw_lines(rows: Sequence[Row]) -> None:
    """Mark the first line below those who go up, and the first of those who go down."""
    for above, row in pairwise(rows):
        if above.move == "up" and row.move != "up":
            row.edge = "up"
        elif row.move == "down" and above.move != "down":
            row.edge = "down"


def _moves_of(rows: Iterable[Row]) -> list[tuple[str, str]]:
    found: dict[str, list[str]] = {}
    for row in rows:
        if row.move in ("up", "down"):
            found.setdefault(row.move, []).append(row.move_words)
    return [
        (move, f"one {words[0]}" if len(words) == 1 else f"{len(words)} go{words[0].removeprefix('goes')}")
        for move, words in found.items()
    ]


# -- the games beside it -----------------------------------------------------------------------


def is_of(pairing: Pairing, entrant: Entrant | None) -> bool:
    """Return whether a pairing is one of somebody's."""
    return entrant is not None and any(place.entrant_id == entrant.pk for place in pairing.places.all())


def _coming(
    competition: Competition, pairings: Iterable[Pairing], own: Entrant | None
) -> tuple[int, str, str] | None:
    """Return round, opponent and side of the reader's next game that has not begun."""
    waiting = [p for p in pairings if p.state == Pairing.State.WAITING and is_of(p, own)]
    if not waiting or own is None:
        return None
    following = min(waiting, key=lambda p: (p.round.number, p.number))
    places = list(following.places.all())
    mine = next(place for place in places if place.entrant_id == own.pk)
    others = [place.entrant.user.shown_name for place in places if place.entrant_id != own.pk]
    side = rules.title(competition.title).seat_name(standings.seats_of(competition)[mine.index])
    return following.round.number, " and ".join(others), side
