"""All leagues and tournaments, and opening a new one, for programs."""

from __future__ import annotations

from typing import ClassVar

from drf_spectacular.utils import OpenApiExample, OpenApiParameter
from msgspec import to_builtins
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import schemas
from games.api.base import View, field, number
from games.api.documenting import documented
from games.refusals import Refused
from leagues.api.common import AFTER, PAGE, caller_of, moment
from leagues.api.shown import brief, whole
from leagues.formats import FORMATS, TEAM_FORMATS
from leagues.models import Competition
from leagues.presets import PRESETS
from leagues.services.lifecycle import creation


class Leagues(View):
    """Leagues and tournaments, the newest first; and opening one."""

    buckets: ClassVar = {"GET": "read", "POST": "play"}
    scopes: ClassVar = {"GET": "read", "POST": "direct"}

    @documented(
        schemas.Anything,
        operation_id="leagues",
        parameters=[
            AFTER,
            OpenApiParameter("status", str, enum=list(Competition.Status.values)),
            OpenApiParameter("title", str),
        ],
    )
    def get(self, request: Request) -> Response:
        rows = Competition.objects.order_by("-created_at", "-pk")
        for name in ("status", "title"):
            wanted = request.GET.get(name, "")
            if "\x00" in wanted:
                raise Refused("malformed", f"“{name}” cannot be read.", 400)
            if wanted:
                rows = rows.filter(**{name: wanted[:40]})
        after = number(request, "after", 0, 100_000)
        page = list(rows[after : after + PAGE + 1])
        more = after + PAGE if len(page) > PAGE else None
        return self.tagged(request, {"results": [brief(row) for row in page[:PAGE]], "next": more})

    @documented(
        schemas.Anything,
        request=schemas.Anything,
        status=201,
        operation_id="create_league",
        examples=[
            OpenApiExample(
                "From a preset",
                {"preset": "swiss", "title": "duel", "name": "Spring Swiss", "settings": {"rounds": 5}},
                request_only=True,
            )
        ],
    )
    def post(self, request: Request) -> Response:
        data = request.data
        kinds: dict[str, type] = {
            "description": str,
            "league": str,
            "clock_preset": str,
            "at_deadline": str,
            "handicap": str,
            "spectators": str,
            "chat": str,
            "least_entrants": int,
            "most_entrants": int,
            "round_days": int,
            "games_at_once": int,
            "least_rating": int,
            "most_rating": int,
            "least_games": int,
            "team_size": int,
            "by_invitation": bool,
            "pairing_by_hand": bool,
            "starts_when_full": bool,
            "rated": bool,
            "renews": bool,
        }
        given = {name: field(data, name, kind) for name, kind in kinds.items() if name in data}
        for name in ("registration_closes_at", "ends_at"):
            if name in data:
                given[name] = moment(data, name)
        proposal = creation.Proposal(
            name=field(data, "name", str),
            title=field(data, "title", str),
            preset=field(data, "preset", str, ""),
            format=field(data, "format", str, ""),
            settings=field(data, "settings", dict, {}),
            options=field(data, "options", dict, {}),
            terms=field(data, "terms", dict, {}),
            fields=given,
        )
        made = creation.create(self.person(request), proposal)
        return Response(whole(made, caller_of(request)), status=201)


class Presets(View):
    """Ready-made competitions, and the formats with their settings."""

    @documented(schemas.Anything, operation_id="league_presets")
    def get(self, request: Request) -> Response:
        return self.tagged(
            request,
            {
                "presets": [
                    {
                        "id": p.id,
                        "label": p.label,
                        "words": p.words,
                        "format": p.format,
                        "settings": p.settings,
                    }
                    for p in PRESETS.values()
                ],
                "formats": [
                    {
                        "id": f.id,
                        "name": f.name,
                        "summary": f.summary,
                        "settings": [to_builtins(option) for option in f.offered(2)],
                        "settings_of_tables": [to_builtins(o) for o in f.offered(3)] if f.any_seats else [],
                        "settings_of_teams": [to_builtins(o) for o in TEAM_FORMATS[f.id].offered(2)]
                        if f.id in TEAM_FORMATS
                        else [],
                    }
                    for f in FORMATS.values()
                ],
            },
        )
