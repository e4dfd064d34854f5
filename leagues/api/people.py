"""Ratings, records and players for programs."""

from __future__ import annotations

from typing import Any, ClassVar

from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

import rules
from accounts import blocks
from accounts.models import User
from games.api import schemas
from games.api.base import View, field, number, row_number
from games.api.documenting import documented
from games.hours.reliability import broken_off_by, reliability_of
from games.models.chat import Channel, ChatLine
from games.refusals import Refused
from leagues.api.common import AFTER, PAGE
from leagues.ratings import SYSTEMS
from leagues.services.conduct import chat_lines, moderation
from leagues.services.records import leaderboards, ratings
from leagues.services.records import profiles as profiles


class Ranking(View):
    """The rating list of a title."""

    @documented(
        schemas.Anything,
        operation_id="ranking",
        parameters=[
            OpenApiParameter("title", str, OpenApiParameter.PATH),
            OpenApiParameter("system", str, enum=list(SYSTEMS)),
            OpenApiParameter("year", int, description="The leaderboard of a year; one of `years`"),
            AFTER,
        ],
    )
    def get(self, request: Request, title: str) -> Response:
        known = rules.titles().get(title)
        system = request.GET.get("system") or "openskill"
        if known is None or system not in SYSTEMS:
            raise Refused("no-such-title", "There is no such list.", 404)
        sides = ratings.sides_of(title)
        after = number(request, "after", 0, 1_000_000)
        listed = leaderboards.years_of(title)
        year = number(request, "year", 0, 9999)
        if year:
            return self.tagged(request, _of_year(title, sides, system, year, listed, after))
        rows = ratings.ranking(title, sides, system)
        results = [
            {
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
            for row in rows[after : after + PAGE]
        ]
        more = after + PAGE if len(rows) > after + PAGE else None
        return self.tagged(
            request,
            {
                "system": system,
                "years": listed,
                "balance": profiles.balance(title),
                "results": results,
                "next": more,
            },
        )


def _of_year(
    title: str, sides: tuple[str, ...], system: str, year: int, listed: list[int], after: int
) -> dict[str, Any]:
    """Return the leaderboard of a year. Raises Refused for a year in which no game has counted."""
    if year not in listed:
        raise Refused("no-such-year", "No game of that year counts in this list.", 404)
    rows = leaderboards.leaderboard(title, sides, system, year)
    return {
        "system": system,
        "years": listed,
        "year": year,
        "least_games": leaderboards.LEAST_GAMES,
        "results": [leaderboards.as_data(row, sides) for row in rows[after : after + PAGE]],
        "next": after + PAGE if len(rows) > after + PAGE else None,
    }


def person_called(username: str) -> User:
    """Return a player. Raises Refused."""
    found = User.objects.filter(username__iexact=username, deleted=False).first()
    if found is None:
        raise Refused("no-such-player", "There is no such player.", 404)
    return found


class Player(View):
    """The public profile of a player."""

    @documented(
        schemas.Anything,
        operation_id="player",
        parameters=[OpenApiParameter("username", str, OpenApiParameter.PATH)],
    )
    def get(self, request: Request, username: str) -> Response:
        person = person_called(username)
        now = timezone.now()
        reliability, broken_off = reliability_of(person, now), broken_off_by(person, now)
        return self.tagged(
            request,
            {
                "player": person.shown_name,
                "reliability": {"score": reliability.score, "word": reliability.word},
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
                "leagues": [
                    {"key": e.competition.key, "name": e.competition.name, "state": e.state}
                    for e in profiles.entries_of(person)
                ],
            },
        )


def _line_in(data: Any) -> int | None:
    """Return the line (its id) that a report names by `game`, `channel` and number. Raises Refused."""
    if "line" not in data:
        return None
    channel = field(data, "channel", str, Channel.PLAYERS.value)
    found = chat_lines.line_at(field(data, "game", str, ""), channel, row_number(data, "line"))
    if found is None:
        raise Refused("no-such-line", "There is no such line in the chat.", 404, extra={"field": "line"})
    return found


class LineReports(View):
    """Report a line of a chat, whoever said it: an account or a guest."""

    buckets: ClassVar = {"POST": "play"}
    scopes: ClassVar = {"POST": "account"}

    @documented(
        schemas.Anything,
        request=schemas.Anything,
        operation_id="report_line",
        examples=[
            OpenApiExample(
                "A line",
                {"category": "abuse", "text": "Rude.", "game": "…", "channel": "players", "line": 7},
                request_only=True,
            )
        ],
    )
    def post(self, request: Request) -> Response:
        user, data = self.person(request), request.data
        row_number(data, "line")
        line = _line_in(data)
        said = ChatLine.objects.select_related("voice__user").filter(pk=line or 0).first()
        made = moderation.report(
            user,
            said.voice.user if said else None,
            category=field(data, "category", str),
            text=field(data, "text", str),
            line=line,
        )
        return Response({"report": made.pk})


class PlayerActs(View):
    """Block, mute and report people."""

    buckets: ClassVar = {"POST": "play"}
    scopes: ClassVar = {"POST": "account"}

    @documented(
        schemas.Anything,
        request=schemas.Anything,
        operation_id="player_act",
        parameters=[
            OpenApiParameter("username", str, OpenApiParameter.PATH),
            OpenApiParameter(
                "act", str, OpenApiParameter.PATH, enum=["block", "unblock", "mute", "unmute", "report"]
            ),
        ],
        examples=[
            OpenApiExample("Report", {"category": "stalling", "text": "Never moves."}, request_only=True),
            OpenApiExample(
                "A line of a chat",
                {"category": "abuse", "text": "Rude.", "game": "…", "channel": "players", "line": 7},
                request_only=True,
            ),
        ],
    )
    def post(self, request: Request, username: str, act: str) -> Response:
        user = self.person(request)
        person = person_called(username)
        data = request.data
        if act == "block":
            blocks.block(user, person)
        elif act == "unblock":
            blocks.unblock(user, person)
        elif act == "mute":
            blocks.mute(user, person)
        elif act == "unmute":
            blocks.unmute(user, person)
        elif act == "report":
            made = moderation.report(
                user,
                person,
                category=field(data, "category", str),
                text=field(data, "text", str),
                game=field(data, "game", str, ""),
                line=_line_in(data),
            )
            return Response({"report": made.pk})
        else:
            raise Refused("no-such-action", "That cannot be done here.", 404)
        return Response(
            {
                "blocked": user.blocks.filter(blocked=person).exists(),
                "muted": user.mutes.filter(muted=person).exists(),
            }
        )
