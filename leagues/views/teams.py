"""Teams on the page of an event: who plays for whom, matches by board, founding, asking, agreeing, ordering."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import QueryDict

from accounts.models import User
from games.refusals import Refused
from leagues.models import Competition, Entrant, Pairing
from leagues.services.display import team_matches
from leagues.services.entry import teams
from leagues.services.rounds import standings
from leagues.views.common import said_in, whole

#: Matches of a round that the page of an event shows at once.
FEW = 8

ACTS = ("found-team", "join-team", "decline-team", "ask-player", "ask-no-longer", "order-team")
#: What the field of a member's board begins with, in the form of the order.
BOARD_PREFIX = "board-"


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
    return {
        "offer": teams.offer(competition, user, now),
        "teams": [
            {"team": team, "members": team_matches.members_of(team)}
            for team in rows.order_by("place", "founded_at", "pk")
        ],
        "together": standings.together(competition),
        "champion_teams": [team for team in view.teams.values() if team.champion],
        "scores": team_matches.scores(view) if view.meetings else [],
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


def act(user: User, given: QueryDict, key: str, name: str) -> str:
    """Do what a button about teams asks; what is said to the reader. Raises Refused."""
    if name == "found-team":
        made = teams.found(key, user, given.get("name", ""), said=said_in(given))
        return f"{made.name} is founded. Ask people in."
    if name == "join-team":
        team = whole(given.get("team", ""))
        teams.join(key, user, team, said=said_in(given))
        return "You are in the team."
    if name == "decline-team":
        teams.decline(key, user, whole(given.get("team", "")))
        return "The team asks you no longer."
    if name == "ask-player":
        asked = teams.ask(key, user, given.get("username", ""))
        return f"{asked.user.shown_name} is asked, and told."
    if name == "ask-no-longer":
        person = teams.take_back(key, user, given.get("username", ""))
        return f"{person.shown_name} is asked no longer."
    teams.order(key, user, _order(given))
    return "The boards are set."


def _order(given: QueryDict) -> list[int]:
    """Return entrants by the boards that a form gives them. Raises Refused."""
    boards = {
        whole(name.removeprefix(BOARD_PREFIX)): whole(given.get(name, ""))
        for name in given
        if name.startswith(BOARD_PREFIX)
    }
    if len(set(boards.values())) != len(boards):
        raise Refused("bad-order", "Give everybody in your team one place, and no place twice.")
    return sorted(boards, key=lambda entrant: boards[entrant])
