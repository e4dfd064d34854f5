"""The API of what can be set right in a position by hand, and of what would come of it."""

from typing import TypedDict

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import View
from games.api.descriptions import KEY, documented
from games.ledger import ledger
from games.play import corrections
from games.play.access import Viewer
from games.play.positions import View as Seen
from rules.core.corrections import Correctable

CHANGE = OpenApiParameter(
    "change", str, description="What would be set right: then it is told what would come of it, or refused"
)


class Offered(TypedDict):
    """A kind of thing that can be set right; `things`, `places` and `values` are names by ids, all of which are read.

    What has `places` is moved from one to another, up to `high` at once where `low` is 1; what has none has one of
    `values`, or a number from `low` to `high`.
    """

    id: str
    label: str
    things: dict[str, str]
    places: dict[str, str]
    values: dict[str, str]
    low: int
    high: int
    example: str


class WouldBe(TypedDict):
    """A position as everybody would see it after `change`, which is what a vote `correct` takes as its value."""

    change: str
    headline: str
    view: Seen
    text: str
    is_over: bool


class Corrections(TypedDict):
    """What can be set right in a running game, and, if a `change` was named, what would come of it."""

    offered: list[Offered]
    then: WouldBe | None


class CorrectionsView(View):
    """What can be set right by hand in a running game, by agreement (`votes/correct/`) or by a director."""

    @documented(Corrections, operation_id="corrections", parameters=[KEY, CHANGE])
    def get(self, request: Request, key: str) -> Response:
        viewer = self.viewer(request, key)
        ledger.require_running(viewer.game)
        offered = [_told(one) for one in corrections.offered(viewer.game, list(viewer.seats))]
        change = request.GET.get("change", "")
        return self.tagged(request, {"offered": offered, "then": _then(viewer, change) if change else None})


def _told(one: Correctable) -> Offered:
    return {
        "id": one.id,
        "label": one.label,
        "things": dict(one.things),
        "places": dict(one.places),
        "values": dict(one.values),
        "low": one.low,
        "high": one.high,
        "example": one.example,
    }


def _then(viewer: Viewer, change: str) -> WouldBe:
    then = corrections.preview(viewer, change)
    return {
        "change": then.change,
        "headline": then.headline,
        "view": then.view,
        "text": then.text,
        "is_over": then.is_over,
    }
