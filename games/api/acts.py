"""The API of what a player may do beside moving."""

from __future__ import annotations

from typing import ClassVar

from drf_spectacular.utils import OpenApiExample, OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import schemas
from games.api.base import View, field
from games.api.documenting import KEY, documented
from games.hours import leaving
from games.play import endings, undoing
from games.refusals import Refused


class Acts(View):
    """Take back, resign, draw, cancel, claim."""

    buckets: ClassVar = {"POST": "play"}
    scopes: ClassVar = {"POST": "play"}

    @documented(
        schemas.Version,
        request=schemas.Anything,
        parameters=[
            KEY,
            OpenApiParameter(
                "act",
                str,
                OpenApiParameter.PATH,
                enum=["take-back", "resign", "draw", "decline-draw", "ask-cancel", "claim"],
            ),
        ],
        operation_id="act",
        examples=[
            OpenApiExample("Take back", {"version": 5}, request_only=True),
            OpenApiExample("Claim", {"what": "win"}, request_only=True),
        ],
    )
    def post(self, request: Request, key: str, act: str) -> Response:
        viewer = self.player(request, key)
        seat = viewer.seat_name
        assert seat is not None
        data = request.data
        if act == "take-back":
            version = undoing.take_back(key, seat, field(data, "version", int))
        elif act == "resign":
            version = leaving.resign(key, seat)
        elif act == "draw":
            version = endings.offer_draw(key, seat)
        elif act == "decline-draw":
            version = endings.decline_draw(key, seat)
        elif act == "ask-cancel":
            version = endings.ask_cancel(key, seat)
        elif act == "claim":
            version = endings.claim(key, seat, field(data, "what", str))
        else:
            raise Refused("no-such-action", "That cannot be done in a game.", 404)
        return Response({"version": version})
