"""The API of games as lists: the caller's own, those to watch, and what has moved in them."""

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import schemas
from games.api.base import PAGE, View
from games.api.descriptions import documented
from games.api.tables import AFTER, tables_json
from games.lobby import search
from games.models import Game
from games.play import feed


class MyGames(View):
    """The caller's games: running ones first, those that wait by time left; then page by page the others."""

    @documented(
        schemas.TableList,
        operation_id="my_games",
        parameters=[AFTER],
    )
    def get(self, request: Request) -> Response:
        user = self.person(request)
        after = AFTER.of(request)
        running = [] if after else [seat.game for seat in search.games_of(user)]
        others = search.tables_of(user).exclude(status=Game.Status.RUNNING)
        rows = list(others.prefetch_related("seats__user").order_by("-pk")[after : after + PAGE + 1])
        shown = tables_json([*running, *rows[:PAGE]])
        return self.tagged(request, {"results": shown, "next": after + PAGE if len(rows) > PAGE else None})


class PublicGames(View):
    """Running public games that may be watched."""

    @documented(schemas.TableList, operation_id="public_games", parameters=[AFTER])
    def get(self, request: Request) -> Response:
        after = AFTER.of(request)
        rows = list(search.watchable_games()[after : after + PAGE + 1])
        more = after + PAGE if len(rows) > PAGE else None
        return self.tagged(request, {"results": tables_json(rows[:PAGE]), "next": more})


class Events(View):
    """The caller's games that have moved since a cursor. `/events/stream/` sends the same as it happens."""

    @documented(
        schemas.News,
        operation_id="events",
        parameters=[OpenApiParameter("after", str, description="The last answer's `next`")],
    )
    def get(self, request: Request) -> Response:
        events, cursor = feed.news(self.person(request), request.GET.get("after", ""))
        return Response({"events": events, "next": cursor})
