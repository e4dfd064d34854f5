"""The API of what allies may answer in each other's place."""

from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import schemas
from games.api.base import View, field
from games.api.descriptions import KEY, documented
from games.play import partners, positions
from games.refusals import Refused


class GamePartners(View):
    """The questions that allies may answer in the place of the caller's seat, and it in theirs."""

    scopes: ClassVar = {"GET": "play", "PUT": "play"}

    @documented(partners.Allowed, operation_id="partners", parameters=[KEY])
    def get(self, request: Request, key: str) -> Response:
        viewer = self.player(request, key)
        positions.require_begun(viewer.game)
        return self.tagged(request, partners.situation(viewer))

    @documented(
        partners.Allowed,
        request=schemas.PartnerAllowed,
        operation_id="allow_partner",
        parameters=[KEY],
        bodies={
            "Let an ally answer": {"partner": "green", "kinds": ["defence-dice"]},
            "Take it back": {"partner": "green", "kinds": []},
        },
    )
    def put(self, request: Request, key: str) -> Response:
        viewer = self.player(request, key)
        kinds = field(request.data, "kinds", list)
        if not all(isinstance(kind, str) for kind in kinds):
            raise Refused("malformed", "“kinds” must be names.", 400, extra={"field": "kinds"})
        partners.allow(viewer, field(request.data, "partner", str), kinds)
        return Response(partners.situation(self.player(request, key)))
