"""The ways between rows and the pure formats: the one place that knows both."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.conf import settings

import rules
from accounts.blocks import blocked_pairs
from leagues.formats import FORMATS, TEAM_FORMATS, Draw, Format, Meeting, Table
from leagues.formats import Entrant as PureEntrant
from leagues.formats import teams as team_play
from leagues.formats.base import Pair
from leagues.formats.tie_breaks import weaker_side_of
from leagues.models import Competition, Entrant, Match, Pairing, Place, Team

#: Tier of those who bring none along.
NEWCOMER = 10_000


@dataclass(frozen=True)
class Standing:
    """A competition as its format sees it.

    Attributes:
        rows: the entrants' rows by id. users: the entrant of each user id.
        open_now: pairings that are not decided and not left to be played on.
        teams: in an event of teams those that play, by id: they are its `entrants`, their matches its `meetings`.
        games: in an event of teams the games of the matches, by the match.
    """

    competition: Competition
    format: Format
    rows: dict[int, Entrant]
    entrants: list[PureEntrant]
    meetings: list[Meeting]
    open_now: int
    playing_on: int
    teams: dict[int, Team] = field(default_factory=dict)
    games: dict[int, list[Meeting]] = field(default_factory=dict)

    def name_of(self, entrant: int) -> str:
        """Return the name of an entrant of the format: a person, or a team."""
        if self.competition.team_size:
            return str(self.teams[entrant].name)
        return str(self.rows[entrant].user.shown_name)

    def apart(self) -> frozenset[Pair]:
        """Return the entrants (rows, people) who block each other, by two."""
        users = {row.user_id: row.pk for row in self.rows.values()}
        return frozenset(frozenset(users[u] for u in pair) for pair in blocked_pairs(list(users)))

    @property
    def settings(self) -> dict[str, Any]:
        """The settings of the format."""
        return dict(self.competition.settings)

    def draw(self) -> Draw:
        """Return the number of seats, who avoids whom or is kept apart, and who is paired by hand, by entrant."""
        blocked = self.apart()
        if self.competition.team_size:
            return Draw(2, _teams_apart(self, blocked))
        seats = len(seats_of(self.competition))
        users = {row.user_id: row.pk for row in self.rows.values()}
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

    def whole_rounds(self) -> int | None:
        """Return how many rounds the largest group plays; None where nobody can know."""
        groups = Counter(entrant.group for entrant in self.entrants)
        return self.format.rounds(max(groups.values(), default=0), self.settings)

    def tables(self) -> list[Table]:
        """Return the standings."""
        counted = [m for m in self.meetings if m.is_decided]
        by_side = seats_are_sides(self.competition) and not self.competition.team_size
        weaker = weaker_side_of(counted) if by_side else None
        return self.format.tables(self.entrants, self.meetings, self.settings, weaker)


def seats_of(competition: Competition) -> tuple[str, ...]:
    """Return the seats of a competition's games, in seating order."""
    return rules.title(competition.title).seats(competition.options)


def teams_of(competition: Competition) -> tuple[tuple[int, ...], ...]:
    """Return the indexes of the seats that win and lose together; each alone where the title knows no allies."""
    seats = seats_of(competition)
    teams = rules.title(competition.title).teams(competition.options)
    return tuple(tuple(seats.index(seat) for seat in team) for team in teams)


def zero_policy(competition: Competition) -> str:
    """Return what happens at zero: of several teams none may lose, or win, because of somebody else who is late."""
    house = settings.HOUSE
    return str(house.zero_event if len(teams_of(competition)) == 2 else house.zero_more)


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


def load(competition: Competition) -> Standing:
    """Read a competition: three queries, however large it is; five if it is one of teams."""
    rows = {row.pk: row for row in competition.entrants.select_related("user").order_by("seed", "pk")}
    # Before their games are read: a round that is written meanwhile is seen whole, or not at all.
    matches = list(competition.matches.select_related("round")) if competition.team_size else []
    meetings = []
    by_match: dict[int, list[Meeting]] = {}
    open_now = playing_on = 0
    sides, team_of = _sides(competition), _team_of_sides(competition)
    for row in competition.pairings.order_by("number").values(
        "pk", "number", "round__number", "group", "slot", "state", "outcome", "plays_on", "match"
    ):
        if row["state"] != Pairing.State.DONE:
            playing_on += bool(row["plays_on"])
            open_now += not row["plays_on"]
        meeting = _meeting(row, sides.get(row["pk"], []), team_of)
        meetings.append(meeting)
        if row["match"] is not None:
            by_match.setdefault(row["match"], []).append(meeting)
    form = format_of(competition)
    if competition.team_size:
        view = Standing(competition, form, rows, [], [], open_now, playing_on, games=by_match)
        return _of_teams(view, matches)
    return Standing(competition, form, rows, pure_entrants(rows.values()), meetings, open_now, playing_on)


#: A side of a pairing as it is stored: entrant, points, seconds used, handicap, whether it has won, and for itself.
_Side = tuple[int, float | None, float, int, bool, bool]


def _sides(competition: Competition) -> dict[int, list[_Side]]:
    """Return the sides of every pairing, in seating order."""
    sides: dict[int, list[_Side]] = {}
    for pairing, entrant, points, seconds, handicap, won, alone in (
        Place.objects.filter(pairing__competition=competition)
        .order_by("pairing", "index")
        .values_list("pairing", "entrant", "points", "seconds_used", "handicap", "won", "won_individually")
    ):
        sides.setdefault(pairing, []).append((entrant, points, seconds, handicap, won, alone))
    return sides


def _team_of_sides(competition: Competition) -> tuple[int, ...]:
    """Return the number of the team of each seat; () where everybody plays alone."""
    teams = teams_of(competition)
    team_of = tuple(number for index, number in sorted((i, n) for n, team in enumerate(teams) for i in team))
    return team_of if len(teams) < len(team_of) else ()


def _meeting(row: Mapping[str, Any], places: list[_Side], team_of: tuple[int, ...]) -> Meeting:
    """Return a pairing as the formats know it."""
    done = row["state"] == Pairing.State.DONE
    return Meeting(
        row["round__number"],
        tuple(place[0] for place in places),
        row["group"],
        row["slot"],
        tuple(place[1] or 0.0 for place in places) if done else None,
        tuple(index for index, place in enumerate(places) if place[4]) if done else None,
        row["outcome"] in ("", Pairing.Outcome.PLAYED, Pairing.Outcome.ADJUDICATED, Pairing.Outcome.DEADLINE),
        tuple(place[2] for place in places),
        tuple(place[3] for place in places),
        row["number"],
        team_of,
        individually=tuple(index for index, place in enumerate(places) if place[5]),
    )


# -- teams -----------------------------------------------------------------------------------------


def format_of(competition: Competition) -> Format:
    """Return the format of a competition, as people or as teams play it."""
    known = TEAM_FORMATS if competition.team_size else FORMATS
    return known[competition.format]


def together(competition: Competition) -> int:
    """Return how many of a team sit at one board: one, or all allies of a table."""
    return team_play.allied_size(teams_of(competition))


def lineups_of(rows: Iterable[Entrant]) -> dict[int, team_play.Lineup]:
    """Return who plays for each team, of the entrants of an event."""
    members: dict[int, list[Entrant]] = {}
    for row in rows:
        if row.team_id is not None:
            members.setdefault(row.team_id, []).append(row)
    return {
        team: team_play.Lineup(
            tuple(row.pk for row in sorted(people, key=lambda row: row.board)),
            frozenset(row.pk for row in people if row.state != Entrant.State.ENTERED),
        )
        for team, people in members.items()
    }


def _of_teams(view: Standing, rows: Iterable[Match]) -> Standing:
    """Return an event of teams as its format sees it: teams are the entrants, matches (`rows`) the meetings."""
    competition = view.competition
    playing = competition.teams.exclude(state=Team.State.INCOMPLETE).order_by("seed", "pk")
    found = {team.pk: team for team in playing}
    entrants = [
        PureEntrant(
            team.pk, team.seed or team.pk, 1, team.state == Team.State.ENTERED, team.group, team.place
        )
        for team in found.values()
    ]
    team_of = {row.pk: row.team_id for row in view.rows.values() if row.team_id is not None}
    boards = competition.team_size // (together(competition) or 1)
    matches = []
    for row in rows:
        if row.second_id is None:
            games = int(competition.settings.get("games_per_round", 1))
            bye = team_play.rest(row.round.number, row.first_id, games, boards)
            matches.append(replace(bye, order=row.number))
        else:
            pair = (row.first_id, row.second_id)
            match = Meeting(row.round.number, pair, row.group, row.slot, order=row.number)
            matches.append(team_play.scored(match, view.games.get(row.pk, []), team_of))
    return replace(view, teams=found, entrants=entrants, meetings=matches)


def _teams_apart(view: Standing, blocked: frozenset[Pair]) -> frozenset[Pair]:
    """Return the teams that are never paired, for people who block each other would sit opposite.

    In a round robin of boards, where everybody meets everybody, only their board is left out.
    """
    alone = together(view.competition) == 1
    if alone and view.competition.format == "round-robin":
        return frozenset()
    found = set()
    for one, other in (sorted(pair) for pair in blocked):
        first, second = view.rows[one], view.rows[other]
        pair = {row.team_id for row in (first, second) if row.team_id is not None}
        if len(pair) == 2 and (not alone or first.board == second.board):
            found.add(frozenset(pair))
    return frozenset(found)
