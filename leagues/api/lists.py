"""All leagues and tournaments, and opening a new one, for programs."""

from functools import partial
from typing import Any, ClassVar

import msgspec
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import View
from games.api.descriptions import documented
from games.refusals import Refused
from leagues.acts.act import said_in
from leagues.acts.answers import Event
from leagues.api import schemas
from leagues.api.common import AFTER, caller_of, page_of
from leagues.formats import FORMATS, TEAM_FORMATS, Format
from leagues.models import Competition
from leagues.presets import PRESETS
from leagues.services.display.event_data import Competition as Brief
from leagues.services.display.event_data import whole
from leagues.services.display.shapes import data_of
from leagues.services.lifecycle import creation

#: What a competition is made from; whatever is left out is as in the preset, or as usual.
NewCompetition = msgspec.defstruct(
    "NewCompetition",
    [
        *((name, str) for name in ("name", "title")),
        *((name, str, "") for name in ("preset", "format")),
        *((name, dict[str, Any], {}) for name in ("settings", "options", "terms")),
        *((name, kind, msgspec.UNSET) for name, kind in creation.FIELDS.items()),
    ],
)


class Leagues(View):
    """Leagues and tournaments, the newest first; and opening one."""

    scopes: ClassVar = {"GET": "read", "POST": "direct"}

    @documented(
        schemas.CompetitionPage,
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
        return self.tagged(request, page_of(request, rows, partial(data_of, Brief)))

    @documented(
        Event,
        request=NewCompetition,
        status=201,
        operation_id="create_league",
        bodies={
            "From a preset": {
                "preset": "swiss",
                "title": "duel",
                "name": "Spring Swiss",
                "settings": {"rounds": 5},
            }
        },
    )
    def post(self, request: Request) -> Response:
        said = said_in(NewCompetition, dict(request.data))
        fields = {name: said.pop(name) for name in creation.FIELDS if name in said}
        proposal = creation.Proposal(**said, fields=fields)
        made = creation.create(self.person(request), proposal)
        return Response(whole(made, caller_of(request)), status=201)


def _format_data(form: Format) -> dict[str, Any]:
    teams = TEAM_FORMATS.get(form.id)
    settings = {
        "settings": form.offered(2),
        "settings_of_tables": form.offered(3) if form.any_seats else (),
        "settings_of_teams": teams.offered(2) if teams is not None else (),
    }
    return data_of(schemas.FormatData, form, **msgspec.to_builtins(settings))


class Presets(View):
    """Ready-made competitions, and the formats with their settings."""

    @documented(schemas.PresetList, operation_id="league_presets")
    def get(self, request: Request) -> Response:
        return self.tagged(
            request,
            {
                "presets": [data_of(schemas.PresetData, preset) for preset in PRESETS.values()],
                "formats": [_format_data(form) for form in FORMATS.values()],
            },
        )
