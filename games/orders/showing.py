"""Standing orders as pages and programs show them."""

from __future__ import annotations

from typing import Any

from games.models.orders import StandingOrder
from games.orders.matching import write_condition
from rules.core.decisions import prettify


def shown(order: StandingOrder, kinds: dict[str, str]) -> dict[str, Any]:
    """Return an order for pages and programs."""
    return {
        "number": order.number,
        "kind": order.kind,
        "kind_label": order.get_kind_display(),
        "decision_kind": order.decision_kind,
        "asked": kinds.get(order.decision_kind, order.decision_kind),
        "answer": order.answer,
        "answer_label": order.get_answer_display(),
        "lines": order.lines,
        "conditions": [write_condition(condition) for condition in order.conditions],
        "stop_on": order.stop_on,
        "stops": [prettify(kind) for kind in order.stop_on],
        "state": order.state,
        "reason": order.reason,
        "uses_left": order.uses_left,
        "expires_at": order.expires_at,
        "revision": order.revision,
    }
