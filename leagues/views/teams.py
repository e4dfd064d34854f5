"""Teams on the page of an event: who plays for whom, matches by board, founding, asking, agreeing, ordering."""

from datetime import datetime
from typing import Any

from accounts.models import User
from leagues.models import Competition, Entrant, Pairing
from leagues.services.display import team_matches
from leagues.services.entry import teams
from leagues.services.rounds import standings

#: Matches of a round that the page of an event shows at once.
FEW = 8


def context_of(
    view: standings.Standing, pairings: list[Pairing], own: Entrant | None, user: User | None, now: datetime
) -> dict[str, Any]:
    """Return what the page of an event of teams shows besides; {} where everybody plays alone.

    Args:
        own: the reader's entrant, if they are in.
    """
    competition = view.competition
    if not competition.team_size:
        return {}
    rows = competition.teams.select_related("captain").prefetch_related("members__user")
    rounds = rounds_of(team_matches.shown(view, pairings, own.team_id if own is not None else None))
    scores = team_matches.scores(view) if view.meetings else []
    return {
        "offer": teams.offer(competition, user, now),
        "teams": [
            {"team": team, "members": team_matches.members_of(team)}
            for team in rows.order_by("place", "founded_at", "pk")
        ],
        "together": standings.together(competition),
        "champion_teams": [team for team in view.teams.values() if team.champion],
        "scores": scores,
        "individually": any(score.done.won_individually for score in scores),
        "match_rounds": [{**row, "matches": row["matches"][:FEW]} for row in rounds[:3]],
        "more_matches": len(rounds) > 3,
    }


def rounds_of(shown: list[team_matches.Shown]) -> list[dict[str, Any]]:
    """Return matches by round, the latest first; in each the reader's own first, then those that are open."""
    rounds: dict[int, list[team_matches.Shown]] = {}
    for match in sorted(shown, key=lambda m: (not m.is_own, m.is_done, m.number)):
        rounds.setdefault(match.round.number, []).append(match)
    return [
        {"number": number, "round": rows[0].round, "matches": rows, "total": len(rows)}
        for number, rows in sorted(rounds.items(), reverse=True)
    ]


def games_context(competition: Competition, pairings: list[Pairing], chosen: int) -> dict[str, Any]:
    """Return the matches of a round, for the page of all games; the latest round for 0."""
    rounds = rounds_of(team_matches.shown(standings.load(competition), pairings))
    number = chosen or (rounds[0]["number"] if rounds else 0)
    return {
        "together": standings.together(competition),
        "match_rounds": [row for row in rounds if row["number"] == number],
        "numbers": sorted(row["number"] for row in rounds),
        "chosen": number,
    }
