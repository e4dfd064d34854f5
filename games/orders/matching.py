"""The match of an order and a decision, and what the order answers; pure, and silent on doubt."""

import re
from collections.abc import Mapping
from typing import Any, Protocol

import rules
from rules.core.decisions import Choice

_CONDITION = re.compile(r"([a-z][\w.-]{0,60})\s*(>=|<=|!=|=|\bhas\b)\s*(\S.{0,60})", re.IGNORECASE)


class Order(Protocol):
    """The parts of an order that matching needs to know."""

    decision_kind: str
    answer: str
    lines: Any
    conditions: Any


class NoAnswer(Exception):
    """The order fits but does not know an answer; the message says why, to its owner."""


def read_condition(text: str) -> list[Any]:
    """Return `[fact, operator, value]` from a line such as `dice >= 3`. Raises ValueError with the line."""
    match = _CONDITION.fullmatch(text.strip())
    if match is None:
        raise ValueError(text)
    fact, operator, value = match.group(1), match.group(2).lower(), match.group(3).strip()
    return [fact, operator, int(value) if re.fullmatch(r"-?\d{1,6}", value) else value]


def write_condition(condition: list[Any]) -> str:
    """Return a condition as its line."""
    return f"{condition[0]} {condition[1]} {condition[2]}"


def fact_of(context: Mapping[str, Any] | None, name: str) -> Any:
    """Return a fact of a decision by its dotted name, None if there is none."""
    value: Any = context or {}
    for part in name.split("."):
        if not isinstance(value, Mapping) or part not in value:
            return None
        value = value[part]
    return value


def holds(condition: list[Any], context: Mapping[str, Any] | None) -> bool:
    """Return whether a condition holds; what is not known does not."""
    name, operator, wanted = condition
    value = fact_of(context, str(name))
    if value is None:
        return False
    if operator == "has":
        return isinstance(value, (list, tuple, dict, str)) and str(wanted) in [str(v) for v in value]
    if operator in ("=", "!="):
        return (str(value) == str(wanted)) is (operator == "=")
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not isinstance(wanted, int):
        return False
    return value >= wanted if operator == ">=" else value <= wanted


def fits(order: Order, decision: rules.Decision) -> bool:
    """Return whether an order is about this decision."""
    if order.decision_kind and order.decision_kind != decision.kind:
        return False
    return all(holds(condition, decision.context) for condition in order.conditions)


def answer_of(order: Order, title: rules.Title[Any], decision: rules.Decision) -> Choice:
    """Return what a policy or a fallback answers. Raises NoAnswer."""
    if order.answer == "clock":
        return decision.fallback_choice()
    if order.answer == "pass":
        if not decision.may_pass:
            raise NoAnswer("This could not be passed.")
        return None
    for line in order.lines:
        try:
            return title.read(decision, str(line))
        except rules.IllegalChoice:
            continue
    raise NoAnswer("None of its answers was possible.")
