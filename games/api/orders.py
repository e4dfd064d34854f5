"""The API of standing orders; everybody sees and changes their own only."""

from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import schemas
from games.api.base import View, field
from games.api.descriptions import KEY, documented
from games.orders import orders
from games.orders.execution import viewer_seat
from games.orders.presentation import Order, shown
from games.play import positions
from games.play.access import Viewer
from games.refusals import Refused


def _of(viewer: Viewer) -> schemas.OrderList:
    seat = viewer_seat(viewer)
    positions.require_begun(viewer.game)
    decision = positions.open_decision(viewer)
    kinds = orders.kinds_for(viewer.game, decision)
    return {
        "orders": [shown(order, kinds) for order in seat.standing_orders.all()],
        "kinds": kinds,
        "events": orders.events_for(viewer),
        "runs": [
            {"state": run.state, "words": run.words, "at": run.at.isoformat() if run.at else None}
            for run in orders.runs_of(seat)
        ],
    }


class GameOrders(View):
    """The standing orders and plans of the caller's seat."""

    scopes: ClassVar = {"GET": "play", "POST": "play"}

    @documented(schemas.OrderList, operation_id="orders", parameters=[KEY])
    def get(self, request: Request, key: str) -> Response:
        return Response(_of(self.player(request, key)))

    @documented(
        Order,
        request=schemas.OrderAsked,
        status=201,
        operation_id="give_order",
        parameters=[KEY],
        bodies={
            "A plan": {"kind": "plan", "lines": ["discard c1-blue-one"]},
            "A policy": {
                "kind": "policy",
                "decision_kind": "combat-card",
                "answer": "pass",
                "conditions": ["round = 1"],
                "uses": 5,
            },
        },
    )
    def post(self, request: Request, key: str) -> Response:
        viewer = self.player(request, key)
        if not isinstance(request.data, dict):
            raise Refused("malformed", "Send an object.", 400)
        order = orders.give(viewer, request.data)
        return Response(shown(order, orders.kinds_for(viewer.game)), status=201)


class GameOrder(View):
    """One order: pause it, arm it again, remove it."""

    @documented(
        schemas.OrderList,
        request=schemas.OrderChange,
        operation_id="change_order",
        parameters=[KEY],
        bodies={"Pause": {"act": "pause"}},
    )
    def post(self, request: Request, key: str, order: int) -> Response:
        viewer = self.player(request, key)
        orders.change(viewer, order, field(request.data, "act", str))
        return Response(_of(viewer))

    @documented(schemas.OrderList, operation_id="remove_order", parameters=[KEY])
    def delete(self, request: Request, key: str, order: int) -> Response:
        viewer = self.player(request, key)
        orders.change(viewer, order, "remove")
        return Response(_of(viewer))
