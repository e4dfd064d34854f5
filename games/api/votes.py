"""The API of a table's votes (MOD-7)."""

from __future__ import annotations

from typing import Any, ClassVar

from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from games.acts import votes
from games.acts.kinds import KINDS
from games.api import schemas
from games.api.base import View, field
from games.api.documenting import KEY, documented
from games.lobby import following
from games.refusals import Refused


class Follow(View):
    """Hear in the weekly digest how a game goes that one only watches; or no more."""

    buckets: ClassVar = {"PUT": "play", "DELETE": "play"}
    scopes: ClassVar = {"PUT": "account", "DELETE": "account"}

    @documented(schemas.Anything, operation_id="follow", parameters=[KEY])
    def put(self, request: Request, key: str) -> Response:
        self.person(request)
        return Response({"follows": following.follow(self.viewer(request, key), wanted=True)})

    @documented(schemas.Anything, operation_id="unfollow", parameters=[KEY])
    def delete(self, request: Request, key: str) -> Response:
        self.person(request)
        return Response({"follows": following.follow(self.viewer(request, key), wanted=False)})


class Votes(View):
    """What is voted about at a table, and what the caller may ask for."""

    @documented(schemas.Anything, operation_id="votes", parameters=[KEY])
    def get(self, request: Request, key: str) -> Response:
        return self.tagged(request, votes.situation(self.viewer(request, key), timezone.now()))


class Vote(View):
    """Vote for something, or against it (`agree`: false), which takes one's own vote back."""

    buckets: ClassVar = {"POST": "play"}
    scopes: ClassVar = {"POST": "play"}

    @documented(
        schemas.Anything,
        request=schemas.Anything,
        operation_id="vote",
        parameters=[KEY, OpenApiParameter("kind", str, OpenApiParameter.PATH, enum=list(KINDS))],
        examples=[
            OpenApiExample("A day more for everybody", {"value": 24}, request_only=True),
            OpenApiExample("Against it", {"agree": False}, request_only=True),
            OpenApiExample("Agree to what is asked", {}, request_only=True),
        ],
    )
    def post(self, request: Request, key: str, kind: str) -> Response:
        viewer = self.player(request, key)
        if not isinstance(request.data, dict):
            raise Refused("malformed", "Send an object.", 400)
        if field(request.data, "agree", bool, True):
            value: Any = request.data.get("value", "")
            if isinstance(value, bool) or not isinstance(value, str | int):
                raise Refused("malformed", "“value” is a number or the name of a seat.", 400)
            words = votes.agree(viewer, kind, value)
        else:
            words = votes.refuse(viewer, kind)
        now = votes.situation(self.viewer(request, key), timezone.now())
        return Response({"done": words, **now})
