"""Teams and their matches, as pages and programs are shown them."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Annotated, Any, TypedDict

import msgspec

from games.shapes import among
from leagues.formats import base
from leagues.formats.base import number_word, tally
from leagues.models import Entrant, Pairing, Round, Team
from leagues.services.display import point_scales
from leagues.services.display.shapes import data_of
from leagues.services.rounds import standings


@dataclass
class Shown:
    """A match, or a team that rests (`second` is None), with its games by the board.

    Attributes:
        score: the board points of both so far. winner: 1 or 2 for the team that has won, 0 for none.
        is_own: the reader plays for one of them.
    """

    number: int
    round: Round
    first: Team
    second: Team | None
    score: tuple[str, str] = ("", "")
    is_done: bool = False
    winner: int = 0
    games: list[Pairing] = field(default_factory=list)
    is_own: bool = False


@dataclass(frozen=True)
class Score:
    """The results of somebody for their team; `mark` are the points as pages show them."""

    entrant: Entrant
    team: Team
    mark: str
    done: base.Tally


def shown(view: standings.Standing, pairings: Iterable[Pairing], own: int | None = None) -> list[Shown]:
    """Return the matches of an event of teams; `own` is the reader's team."""
    games: dict[int, list[Pairing]] = {}
    for pairing in pairings:
        if pairing.match_id is not None:
            games.setdefault(pairing.match_id, []).append(pairing)
    known = {match.order: match for match in view.meetings}
    rows = []
    for row in view.competition.matches.select_related("round", "first", "second").order_by("number"):
        match = known.get(row.number)
        if match is None:
            continue  # paired a moment ago
        made = Shown(row.number, row.round, row.first, row.second, is_done=match.is_decided)
        made.is_own = own in match.sides
        made.games = sorted(games.get(row.pk, []), key=lambda pairing: pairing.board)
        if row.second is not None:
            made.score = (number_word(match.boards[0]), number_word(match.boards[1]))
            made.winner = match.winning[0] + 1 if len(match.winning) == 1 else 0
        rows.append(made)
    return rows


def scores(view: standings.Standing) -> list[Score]:
    """Return what everybody has done for their team, by the board, the best first."""
    games = [game for match in view.games.values() for game in match]
    rows = [row for row in view.rows.values() if row.team_id in view.teams]
    tallies = tally(standings.pure_entrants(rows), games)
    scale = point_scales.of(view.competition)
    ordered = sorted(rows, key=lambda row: (row.board, -tallies[row.pk].points, row.team_id, row.pk))
    return [
        Score(row, view.teams[row.team_id or 0], scale.points(tallies[row.pk].points), tallies[row.pk])
        for row in ordered
    ]


def members_of(team: Team) -> list[Entrant]:
    """Return who is in a team, or was when they left it, by the board."""
    return sorted(team.members.all(), key=lambda member: (member.board, member.pk))


class MemberData(TypedDict):
    """A member of a team, at a board, and what they have done for it."""

    entrant: int
    player: str
    board: int
    state: Annotated[str, among(Entrant.State.values)]
    points: float
    played: int
    won: int
    won_individually: int
    drawn: int
    lost: int


class TeamData(msgspec.Struct):
    """A team of an event; `place` is null while it is not known."""

    pk: int = msgspec.field(name="id")
    name: str
    captain__shown_name: str = msgspec.field(name="captain")
    state: Annotated[str, among(Team.State.values)]
    seed: int
    members: list[MemberData]
    place: int | None
    champion: bool


class MatchData(msgspec.Struct):
    """A match of two teams, by their numbers; who rests stands alone."""

    order: int = msgspec.field(name="number")
    round: int
    sides: list[int] = msgspec.field(name="teams")
    boards: list[float] = msgspec.field(name="board_points")
    points: list[float] | None = msgspec.field(name="match_points")
    is_decided: bool = msgspec.field(name="decided")


def teams_data(view: standings.Standing) -> list[dict[str, Any]]:
    """Return the teams of an event as programs read them, with what each member has done."""
    rows = view.competition.teams.select_related("captain").prefetch_related("members__user")
    done = {score.entrant.pk: score.done for score in scores(view)}
    return [
        data_of(
            TeamData,
            team,
            members=[_member_data(member, done.get(member.pk, base.Tally())) for member in members_of(team)],
            place=team.final_place or None,
        )
        for team in rows.order_by("seed", "pk")
    ]


def _member_data(member: Entrant, done: base.Tally) -> MemberData:
    return {
        "entrant": member.pk,
        "player": member.user.shown_name,
        "board": member.board,
        "state": member.state,
        "points": round(done.points, 4),
        "played": done.played,
        "won": done.won,
        "won_individually": done.won_individually,
        "drawn": done.drawn,
        "lost": done.lost,
    }


def matches_data(view: standings.Standing) -> list[dict[str, Any]]:
    """Return the matches of an event of teams as programs read them; who rests stands alone."""
    return [data_of(MatchData, match) for match in view.meetings] if view.competition.team_size else []
