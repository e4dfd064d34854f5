"""From rows to the pure formats and back: the one place that knows both."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import rules
from accounts.blocks import blocked_pairs
from leagues.formats import FORMATS, Draw, Format, Meeting, Table
from leagues.formats import Entrant as PureEntrant
from leagues.formats.tie_breaks import weaker_side_of
from leagues.models import Competition, Entrant, Pairing, Place

#: Tier of those who bring none along.
NEWCOMER = 10_000


@dataclass(frozen=True)
class Standing:
    """A competition as its format sees it.

    Attributes:
        rows: the entrants' rows by id. users: the entrant of each user id.
        open_now: pairings that are not decided and not left to be played on.
    """

    competition: Competition
    format: Format
    rows: dict[int, Entrant]
    entrants: list[PureEntrant]
    meetings: list[Meeting]
    open_now: int
    playing_on: int

    @property
    def settings(self) -> dict[str, Any]:
        """The settings of the format."""
        return dict(self.competition.settings)

    def draw(self) -> Draw:
        """Return the number of seats, who avoids whom or is kept apart, and who is paired by hand, by entrant."""
        users = {row.user_id: row.pk for row in self.rows.values()}
        pairs = blocked_pairs(list(users))
        seats = len(seats_of(self.competition))
        blocked = frozenset(frozenset(users[u] for u in pair) for pair in pairs)
        if not self.competition.pairing_by_hand:
            return Draw(seats, blocked)
        kept = self.competition.kept_apart.filter(first__in=users, second__in=users)
        apart = frozenset(frozenset((users[a], users[b])) for a, b in kept.values_list("first", "second"))
        number = max((m.round for m in self.meetings), default=0) + 1
        by_hand = self.competition.hand_pairings.filter(round=number).values_list("first", "second")
        return Draw(seats, blocked, apart, tuple(by_hand))

    def next_round(self) -> list[Meeting]:
        """Return what the format pairs now."""
        return self.format.pair(self.entrants, self.meetings, self.settings, self.draw())

    def tables(self) -> list[Table]:
        """Return the standings."""
        counted = [m for m in self.meetings if m.is_decided]
        weaker = weaker_side_of(counted) if seats_are_sides(self.competition) else None
        return self.format.tables(self.entrants, self.meetings, self.settings, weaker)


def seats_of(competition: Competition) -> tuple[str, ...]:
    """Return the seats of a competition's games, in seating order."""
    return rules.title(competition.title).seats(competition.options)


def teams_of(competition: Competition) -> tuple[tuple[int, ...], ...]:
    """Return the indexes of the seats that win and lose together; each alone where the title knows no allies."""
    seats = seats_of(competition)
    teams = rules.title(competition.title).teams(competition.options)
    return tuple(tuple(seats.index(seat) for seat in team) for team in teams)


def with_allies(competition: Competition, winners: Iterable[int]) -> list[int]:
    """Return the sides that win, by their index, with their allies."""
    won = set(winners)
    return sorted(index for team in teams_of(competition) if won & set(team) for index in team)


def seats_are_sides(competition: Competition) -> bool:
    """Return whether a competition's games have two seats that are the sides; not where players bid for them."""
    title = rules.title(competition.title)
    seats = seats_of(competition)
    return len(seats) == 2 and seats == title.seats(title.normalise_options({}))


def pure_entrants(rows: Iterable[Entrant]) -> list[PureEntrant]:
    """Return entrants as the formats know them."""
    return [
        PureEntrant(
            row.pk,
            row.seed or row.pk,
            row.tier or NEWCOMER,
            row.state == Entrant.State.ENTERED,
            row.group,
            row.place,
            tuple(row.byes),
        )
        for row in rows
    ]


def with_them(entrant: PureEntrant) -> PureEntrant:
    """Return an entrant as if they were in."""
    return replace(entrant, active=True)


def undecided(meeting: Meeting) -> Meeting:
    """Return a meeting as if it were still to be played."""
    return replace(meeting, points=None, winners=None, clock_used=(), handicap=())


def load(competition: Competition) -> Standing:
    """Read a competition: three queries, however large it is."""
    rows = {row.pk: row for row in competition.entrants.select_related("user").order_by("seed", "pk")}
    sides: dict[int, list[tuple[int, float | None, float, int, bool]]] = {}
    for pairing, entrant, points, seconds, handicap, won in (
        Place.objects.filter(pairing__competition=competition)
        .order_by("pairing", "index")
        .values_list("pairing", "entrant", "points", "seconds_used", "handicap", "won")
    ):
        sides.setdefault(pairing, []).append((entrant, points, seconds, handicap, won))
    teams = teams_of(competition)
    team_of = tuple(number for index, number in sorted((i, n) for n, team in enumerate(teams) for i in team))
    meetings = []
    open_now = playing_on = 0
    for row in competition.pairings.order_by("number").values(
        "pk", "number", "round__number", "group", "slot", "state", "outcome", "plays_on"
    ):
        places = sides.get(row["pk"], [])
        done = row["state"] == Pairing.State.DONE
        if not done:
            playing_on += bool(row["plays_on"])
            open_now += not row["plays_on"]
        meetings.append(
            Meeting(
                row["round__number"],
                tuple(place[0] for place in places),
                row["group"],
                row["slot"],
                tuple(place[1] or 0.0 for place in places) if done else None,
                tuple(index for index, place in enumerate(places) if place[4]) if done else None,
                row["outcome"]
                in ("", Pairing.Outcome.PLAYED, Pairing.Outcome.ADJUDICATED, Pairing.Outcome.DEADLINE),
                tuple(place[2] for place in places),
                tuple(place[3] for place in places),
                row["number"],
                team_of if len(teams) < len(team_of) else (),
            )
        )
    form = FORMATS[competition.format]
    return Standing(competition, form, rows, pure_entrants(rows.values()), meetings, open_now, playing_on)
