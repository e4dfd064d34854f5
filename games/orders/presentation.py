"""Standing orders as pages and programs show them."""

from typing import Annotated, TypedDict

from games.models.orders import StandingOrder
from games.orders.matching import write_condition
from games.shapes import Moment, among
from rules.core.decisions import prettify


class Order(TypedDict):
    """A standing order; `decision_kind` is what it answers, `asked` the same in words."""

    number: int
    kind: Annotated[str, among(StandingOrder.Kind.values)]
    kind_label: str
    decision_kind: str
    asked: str
    answer: Annotated[str, among(StandingOrder.Answer.values)]
    answer_label: str
    lines: list[str]
    conditions: list[str]
    stop_on: list[str]
    stops: list[str]
    state: Annotated[str, among(StandingOrder.State.values)]
    reason: str
    uses_left: int | None
    expires_at: Moment | None
    revision: int


def shown(order: StandingOrder, kinds: dict[str, str]) -> Order:
    """Return an order for pages and programs."""
    return {
        "number": order.number,
        "kind": order.kind,
        "kind_label": order.get_kind_display(),
        "decision_kind": order.decision_kind,
        "asked": kinds.get(order.decision_kind) or prettify(order.decision_kind),
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
