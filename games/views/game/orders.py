"""Pages of standing orders: those of one game, and all of them."""

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

import rules
from accounts.models import User
from games.models import Game
from games.models.orders import StandingOrder
from games.orders import orders
from games.orders.execution import viewer_seat
from games.orders.presentation import shown
from games.play import access, positions
from games.refusals import Refused
from games.views.common import tells_refusals, viewer_of
from rules.core.decisions import prettify


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@tells_refusals
def game_orders(request: HttpRequest, key: str) -> HttpResponse:
    """The orders of the reader's seat in one game."""
    refused: Refused | None = None
    viewer = viewer_of(request, key)
    seat = viewer_seat(viewer)
    positions.require_begun(viewer.game)
    if request.method == "POST":
        try:
            _act(request, viewer)
            return redirect("game-orders", key)
        except Refused as refusal:
            refused = refusal
    decision = positions.open_decision(viewer) if viewer.game.status == Game.Status.RUNNING else None
    kinds = orders.kinds_for(viewer.game, decision)
    context = {
        "game": viewer.game,
        "title": rules.title(viewer.game.title),
        "orders": [shown(order, kinds) for order in seat.standing_orders.all()],
        "kinds": kinds,
        "events": [(kind, prettify(kind)) for kind in orders.events_for(viewer)],
        "runs": orders.runs_of(seat),
        "answers": StandingOrder.Answer.choices,
        "running": viewer.game.status == Game.Status.RUNNING,
        "asked": decision,
        "facts": sorted((decision.context or {}).keys()) if decision else [],
        "given": request.POST if refused else {},
        "refused": refused,
    }
    return render(request, "games/orders/game.html", context, status=refused.status if refused else 200)


def _act(request: HttpRequest, viewer: access.Viewer) -> None:
    act = request.POST.get("act", "")
    if act == "give":
        data: dict[str, Any] = {name: request.POST.get(name, "") for name in request.POST}
        data["stop_on"] = request.POST.getlist("stop_on")
        orders.give(viewer, data)
        messages.success(request, "The order is armed. Nobody but you knows of it.")
        return
    number = request.POST.get("order", "")
    if not (number.isdecimal() and len(number) < 18):
        raise Refused("no-such-order", "There is no such order of yours.", 404)
    orders.change(viewer, int(number), act)
    messages.success(request, {"remove": "Removed.", "pause": "Paused.", "arm": "Armed."}[act])


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def all_orders(request: HttpRequest) -> HttpResponse:
    """All orders of the reader over all games (STD-8)."""
    user = cast(User, request.user)
    if request.method == "POST":
        if request.POST.get("act") == "arm":
            messages.success(request, f"{orders.arm_all(user)} armed again.")
        else:
            messages.success(request, f"{orders.pause_all(user)} paused.")
        return redirect("orders")
    found = orders.orders_of(user)
    rows = [
        {
            "order": shown(order, orders.kinds_for(order.seat.game)),
            "game": order.seat.game,
            "title": rules.title(order.seat.game.title),
        }
        for order in found
    ]
    context = {
        "rows": rows,
        "armed": any(order.state == StandingOrder.State.ARMED for order in found),
        "paused": any(order.state == StandingOrder.State.PAUSED for order in found),
    }
    return render(request, "games/orders/all.html", context)
