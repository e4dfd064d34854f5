"""Ratings, records and players for programs."""

from datetime import MAXYEAR
from functools import partial
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

import rules
from games.api.base import View
from games.api.descriptions import Number, documented
from games.hours.reliability import broken_off_by, reliability_of
from games.refusals import Refused
from leagues.api import schemas
from leagues.api.common import AFTER, page_of
from leagues.ratings import SYSTEMS
from leagues.services.conduct import verdicts
from leagues.services.display.shapes import data_of
from leagues.services.records import leaderboards, profiles, ratings

YEAR = Number("year", MAXYEAR, "The leaderboard of a year; one of `years`")
USERNAME = OpenApiParameter("username", str, OpenApiParameter.PATH)


class Ranking(View):
    """The rating list of a title."""

    @documented(
        (schemas.RatingList, schemas.Leaderboard),
        operation_id="ranking",
        parameters=[
            OpenApiParameter("title", str, OpenApiParameter.PATH),
            OpenApiParameter("system", str, enum=list(SYSTEMS)),
            YEAR,
            AFTER,
        ],
    )
    def get(self, request: Request, title: str) -> Response:
        known = rules.titles().get(title)
        system = request.GET.get("system") or "openskill"
        if known is None or system not in SYSTEMS:
            raise Refused("no-such-title", "There is no such list.", 404)
        sides = ratings.sides_of(title)
        listed = leaderboards.years_of(title)
        year = YEAR.of(request)
        if year:
            if year not in listed:
                raise Refused("no-such-year", "No game of that year counts in this list.", 404)
            found = leaderboards.leaderboard(title, sides, system, year)
            head = {"system": system, "years": listed, "year": year, "least_games": leaderboards.LEAST_GAMES}
            page = page_of(request, found, lambda row: leaderboards.as_data(row, sides))
            return self.tagged(request, {**head, **page})
        rows = ratings.ranking(title, sides, system)
        head = {"system": system, "years": listed, "balance": profiles.balance(title)}
        return self.tagged(request, {**head, **page_of(request, rows, partial(_rated, sides))})


def _rated(sides: tuple[str, ...], row: dict[str, Any]) -> schemas.RatedPlayer:
    """Return somebody in a rating list."""
    return {
        "player": str(row["user"]),
        "mean": round(row["mean"], 2),
        "games": row["games"],
        "games_of_year": row["recent"],
        "active": row["active"],
        "sides": [
            {
                "side": side,
                "rating": round(s.value, 2),
                "spread": round(s.spread, 2),
                "games": s.games,
                "provisional": s.is_provisional,
            }
            for side, s in zip(sides, row["sides"], strict=True)
        ],
    }


class Player(View):
    """The public profile of a player."""

    @documented(schemas.PublicProfile, operation_id="player", parameters=[USERNAME])
    def get(self, request: Request, username: str) -> Response:
        person = verdicts.find(username)
        now = timezone.now()
        broken_off = broken_off_by(person, now)
        return self.tagged(
            request,
            {
                "player": person.shown_name,
                "reliability": data_of(schemas.Reliability, reliability_of(person, now)),
                "broken_off": {"games": broken_off.games, "begun": broken_off.begun},
                "ratings": [
                    {
                        "title": row["title"],
                        "system": row["system"].id,
                        "mean": round(row["mean"], 2),
                        "sides": [
                            {"side": name, "rating": round(s.value, 2), "games": s.games, "wins": s.wins}
                            for name, s in row["sides"]
                        ],
                        "history": {
                            side: [[at, round(value, 2)] for at, value in steps]
                            for side, steps in row["history"].items()
                        },
                    }
                    for row in profiles.ratings_of(person)
                ],
                "leagues": [data_of(schemas.OwnEvent, entry) for entry in profiles.entries_of(person)],
            },
        )
