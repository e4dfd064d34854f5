"""Orders that are given beside a move, in the same form; the move is played already, whatever becomes of them."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest

import rules
from games.orders import orders
from games.play.access import Viewer
from games.refusals import Refused


def give_orders(
    request: HttpRequest, viewer: Viewer, answered: Sequence[tuple[rules.Decision, rules.Choice]]
) -> None:
    """Give what the form asked for beside its answers: “always answer like this” for the first, and a plan."""
    how = request.POST.get("always", "")
    for number, (decision, choice) in enumerate(answered):
        if how and decision.standing and number == 0:
            _always(request, viewer, decision, choice, how)
        fields = rules.title(viewer.game.title).plan_fields.get(decision.kind, ())
        plan = {f.name: value for f in fields if (value := request.POST.get(f"plan-{f.name}"))}
        if plan:
            _plan_ahead(request, viewer, decision, choice, plan)


def _always(
    request: HttpRequest, viewer: Viewer, decision: rules.Decision, choice: rules.Choice, how: str
) -> None:
    try:
        orders.always(viewer, decision, choice, how)
    except Refused as refused:
        messages.warning(request, f"The move is played, but no order was given. {refused.message}")
    else:
        messages.success(request, "From now on this is answered for you. Nobody but you knows of it.")


def _plan_ahead(
    request: HttpRequest, viewer: Viewer, decision: rules.Decision, choice: rules.Choice, plan: dict[str, str]
) -> None:
    try:
        given = orders.plan_ahead(viewer, decision, choice, plan)
    except Refused as refused:
        messages.warning(request, f"The move is played, but without the plan. {refused.message}")
    else:
        if given:
            messages.success(request, "Your plan stands until the turn is over. Nobody but you knows of it.")
