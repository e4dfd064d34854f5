"""Competitions as programs read them."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from accounts.models import User
from leagues.models import Competition, Entrant
from leagues.services import directing
from leagues.services.display import presentation, team_matches
from leagues.services.entry import teams
from leagues.services.entry.eligibility import why_not_enter
from leagues.services.rounds import outcomes, seeds, standings


def brief(competition: Competition) -> dict[str, Any]:
    """Return a competition as the list shows it."""
    return {
        "key": competition.key,
        "name": competition.name,
        "title": competition.title,
        "format": competition.format,
        "status": competition.status,
        "league": competition.league,
        "rated": competition.rated,
        "clock": competition.clock_preset,
        "team_size": competition.team_size,
        "least_entrants": competition.least_entrants,
        "most_entrants": competition.most_entrants,
        "registration_closes_at": competition.registration_closes_at,
        "started_at": competition.started_at,
        "ends_at": competition.ends_at,
        "finished_at": competition.finished_at,
        "url": f"/leagues/{competition.key}/",
    }


def whole(competition: Competition, user: User | None) -> dict[str, Any]:
    """Return a competition with its rules, entrants and standings."""
    view = standings.load(competition)
    own = next((row for row in view.rows.values() if user is not None and row.user_id == user.pk), None)
    return {
        **brief(competition),
        "description": competition.description,
        "settings": competition.settings,
        "options": competition.options,
        "entry": {
            "least_rating": competition.least_rating,
            "most_rating": competition.most_rating,
            "least_games": competition.least_games,
            "by_invitation": competition.by_invitation,
        },
        "pairing_by_hand": competition.pairing_by_hand,
        "kept_apart": [
            [row.first.shown_name, row.second.shown_name]
            for row in competition.kept_apart.select_related("first", "second")
        ],
        "paired_by_hand": [
            {"round": row.round, "players": [row.first.user.shown_name, row.second.user.shown_name]}
            for row in competition.hand_pairings.select_related("first__user", "second__user")
        ],
        "round_days": competition.round_days,
        "at_deadline": competition.at_deadline,
        "games_at_once": competition.games_at_once,
        "handicap": competition.handicap,
        "spectators": competition.spectators,
        "chat": competition.chat,
        "rules": presentation.rules_words(competition),
        "directors": [person.shown_name for person in competition.directors.all()],
        "entrants": [
            {
                "id": row.pk,
                "player": row.user.shown_name,
                "state": row.state,
                "seed": row.seed,
                "group": row.group,
                "place": row.place,
                "byes": row.byes,
                "outcome": outcomes.in_brief(row),
            }
            for row in view.rows.values()
        ],
        "invited": _invited(competition, user),
        "champions": _champions(view),
        "seeds": _seeds(competition),
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


def _seeds(competition: Competition) -> list[dict[str, Any]]:
    """Return the fingerprints of an event's seeds, with the number of the first seed under each."""
    return [
        {"root": tree.root, "first": tree.first, "fixed_at": tree.fixed_at}
        for tree in seeds.trees(competition)
    ]


def _champions(view: standings.Standing) -> list[str]:
    """Return who has won an event that is over: people, or teams."""
    if view.competition.team_size:
        return [team.name for team in view.teams.values() if team.champion]
    return [row.user.shown_name for row in view.rows.values() if row.champion]


def _of_teams(competition: Competition, user: User | None, own: Entrant | None) -> dict[str, Any]:
    """Return the caller's team, and those that have asked them; {} where everybody plays alone."""
    if not competition.team_size:
        return {}
    offer = teams.offer(competition, user, timezone.now())
    return {
        "team": own.team_id if own is not None else None,
        "asked_by": [team.pk for team in offer.asked],
        "has_asked": [row.user.shown_name for row in offer.waiting],
    }


def _invited(competition: Competition, user: User | None) -> list[str]:
    """Return whom the directors have invited; only they read it."""
    if not competition.by_invitation or not directing.is_director(competition, user):
        return []
    return [row.user.username for row in competition.invitations.select_related("user")]
