"""Competitions as programs read them."""

from typing import Annotated, Any, TypedDict

import msgspec
from django.utils import timezone

from accounts.models import User
from games.play.positions import Options
from games.shapes import among
from leagues import models
from leagues.models import Entrant
from leagues.services import directing
from leagues.services.display import presentation, team_matches
from leagues.services.display.shapes import data_of
from leagues.services.entry import teams
from leagues.services.entry.eligibility import why_not_enter
from leagues.services.queries import Moment
from leagues.services.rounds import outcomes, seeds, standings


class Competition(msgspec.Struct, kw_only=True):
    """A competition as lists show it."""

    key: str
    name: str
    title: str
    format: str
    status: Annotated[str, among(models.Competition.Status.values)]
    league: str
    rated: bool
    clock_preset: str = msgspec.field(name="clock")
    team_size: int
    least_entrants: int
    most_entrants: int
    registration_closes_at: Moment | None
    started_at: Moment | None
    ends_at: Moment | None
    finished_at: Moment | None
    url: str


class Terms(Competition, kw_only=True):
    """A competition with what was agreed for it."""

    description: str
    settings: Options
    options: Options
    pairing_by_hand: bool
    round_days: int
    at_deadline: str
    games_at_once: int
    handicap: str
    spectators: str
    chat: str


class EntryTerms(msgspec.Struct):
    """The terms of entry; 0: anybody."""

    least_rating: int
    most_rating: int
    least_games: int
    by_invitation: bool


class HandPairing(TypedDict):
    """Two who meet in a round because the directors want it."""

    round: int
    players: list[str]


class EntrantData(msgspec.Struct):
    """Somebody in an event; `outcome` is known when it is over."""

    pk: int = msgspec.field(name="id")
    user__shown_name: str = msgspec.field(name="player")
    state: Annotated[str, among(Entrant.State.values)]
    seed: int
    group: str
    place: int
    byes: list[int]
    outcome: str


class Seeds(msgspec.Struct):
    """The fingerprint of the seeds of an event's games, from the number `first` on."""

    root: str
    first: int
    fixed_at: Moment


class OwnTeams(TypedDict, total=False):
    """The caller's team, those that ask them, and whom theirs asks."""

    team: int | None
    asked_by: list[int]
    has_asked: list[str]


class You(OwnTeams):
    """The caller's part in an event: their `entrant`, and why they may not enter, or ""."""

    entrant: int | None
    directs: bool
    salt: str
    why_not_enter: str


class WholeCompetition(Terms, kw_only=True):
    """A competition with its rules, entrants and standings; `you` is what concerns the caller."""

    entry: EntryTerms
    kept_apart: list[list[str]]
    paired_by_hand: list[HandPairing]
    rules: list[str]
    directors: list[str]
    entrants: list[EntrantData]
    invited: list[str]
    champions: list[str]
    seeds: list[Seeds]
    teams: list[team_matches.TeamData]
    matches: list[team_matches.MatchData]
    standings: list[presentation.StandingsTable]
    you: You


def whole(competition: models.Competition, user: User | None) -> dict[str, Any]:
    """Return a competition with its rules, entrants and standings."""
    view = standings.load(competition)
    own = next((row for row in view.rows.values() if user is not None and row.user_id == user.pk), None)
    return {
        **data_of(Terms, competition),
        "entry": data_of(EntryTerms, competition),
        "kept_apart": [
            [row.first.shown_name, row.second.shown_name]
            for row in competition.kept_apart.select_related("first", "second")
        ],
        "paired_by_hand": [
            {"round": row.round, "players": [row.first.user.shown_name, row.second.user.shown_name]}
            for row in competition.hand_pairings.select_related("first__user", "second__user")
        ],
        "rules": presentation.rules_words(competition),
        "directors": [person.shown_name for person in competition.directors.all()],
        "entrants": [data_of(EntrantData, row, outcome=outcomes.in_brief(row)) for row in view.rows.values()],
        "invited": _invited(competition, user),
        "champions": _champions(view),
        "seeds": [data_of(Seeds, tree) for tree in seeds.trees(competition)],
        "teams": team_matches.teams_data(view),
        "matches": team_matches.matches_data(view),
        "standings": presentation.standings_data(competition, view),
        "you": {
            "entrant": own.pk if own is not None and own.state == Entrant.State.ENTERED else None,
            "directs": directing.is_director(competition, user),
            "salt": own.salt if own is not None else "",
            "why_not_enter": why_not_enter(competition, user, timezone.now()),
            **_of_teams(competition, user, own),
        },
    }


def _champions(view: standings.Standing) -> list[str]:
    """Return who has won an event that is over: people, or teams."""
    if view.competition.team_size:
        return [team.name for team in view.teams.values() if team.champion]
    return [row.user.shown_name for row in view.rows.values() if row.champion]


def _of_teams(competition: models.Competition, user: User | None, own: Entrant | None) -> OwnTeams:
    """Return the caller's team, and those that have asked them; {} where everybody plays alone."""
    if not competition.team_size:
        return {}
    offer = teams.offer(competition, user, timezone.now())
    return {
        "team": own.team_id if own is not None else None,
        "asked_by": [team.pk for team in offer.asked],
        "has_asked": [row.user.shown_name for row in offer.waiting],
    }


def _invited(competition: models.Competition, user: User | None) -> list[str]:
    """Return whom the directors have invited; only they read it."""
    if not competition.by_invitation or not directing.is_director(competition, user):
        return []
    return [row.user.username for row in competition.invitations.select_related("user")]
