"""Giving, changing and pausing orders, by their owner only."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

import rules
from accounts.models import User
from games.ledger import ledger
from games.models import Game, LogLine, Seat
from games.models.orders import OrderRun, StandingOrder
from games.orders import matching, selection
from games.play import positions
from games.play.access import Viewer
from games.refusals import Refused

Kind, State, Answer = StandingOrder.Kind, StandingOrder.State, StandingOrder.Answer


def kinds_for(game: Game, decision: rules.Decision | None = None) -> dict[str, str]:
    """Return the kinds of decisions that a standing order may answer in this game, with what they ask."""
    kinds = dict(rules.title(game.title).standing_kinds)
    if decision is not None and decision.standing:
        kinds.setdefault(decision.kind, decision.prompt)
    return kinds


def events_for(viewer: Viewer) -> list[str]:
    """Return the kinds of log lines that may stop an order: those that this game has shown the seat so far."""
    lines = positions.log_lines(viewer)
    return sorted({str(line["kind"]) for line in lines})


def _lines(raw: object) -> list[str]:
    if isinstance(raw, str):
        raw = [part for line in raw.split("\n") for part in line.split(";")]
    if not isinstance(raw, list) or not all(isinstance(line, str) for line in raw):
        raise Refused("malformed", "Write one move a line.", 400, extra={"field": "lines"})
    lines = [line.strip() for line in raw if line.strip()]
    house = settings.HOUSE
    if len(lines) > house.order_lines or any(len(line) > house.order_line for line in lines):
        raise Refused(
            "too-large",
            f"An order has at most {house.order_lines} short lines.",
            413,
            extra={"field": "lines"},
        )
    return lines


def _conditions(raw: object) -> list[list[Any]]:
    if isinstance(raw, str):
        raw = raw.split("\n")
    if not isinstance(raw, list) or not all(isinstance(line, str) for line in raw):
        raise Refused("malformed", "Write one condition a line.", 400, extra={"field": "conditions"})
    found = []
    for line in raw:
        if line.strip():
            try:
                found.append(matching.read_condition(line))
            except ValueError:
                raise Refused(
                    "bad-condition",
                    "A condition names a fact, a comparison and a value, such as “dice >= 3”.",
                    extra={"field": "conditions"},
                ) from None
    most = settings.HOUSE.order_conditions
    if len(found) > most:
        raise Refused("too-large", f"At most {most} conditions.", 413, extra={"field": "conditions"})
    return found


def _whole(raw: object, field: str, most: int) -> int | None:
    if raw in (None, ""):
        return None
    text = str(raw).strip()
    if not (text.isascii() and text.isdecimal() and len(text) < 5 and 1 <= int(text) <= most):
        raise Refused("malformed", f"Write a number from 1 to {most}.", 422, extra={"field": field})
    return int(text)


def _next_number(seat: Seat) -> int:
    """Return the number of the next order of a seat; its game is locked, as two orders may be given at once."""
    ledger.lock(seat.game.key)
    newest = seat.standing_orders.aggregate(newest=Max("number"))["newest"]
    return int(newest or 0) + 1


@transaction.atomic
def give(
    viewer: Viewer,
    data: Mapping[str, Any],
    now: datetime | None = None,
    decision: rules.Decision | None = None,
) -> StandingOrder:
    """Give an order. Raises Refused in a player's words.

    Args:
        data: `kind`, `decision_kind`, `answer`, `lines`, `conditions`, `stop_on`, `uses`, `days`.
        decision: a question that the seat was just asked, if it is about that one.
    """
    now = now or timezone.now()
    seat = viewer.seat
    if seat is None or viewer.game.status != Game.Status.RUNNING:
        raise Refused("not-running", "Orders are given by those who play, while the game runs.", 409)
    kind, answer = str(data.get("kind", "")), str(data.get("answer") or Answer.FIRST)
    if kind not in Kind.values or answer not in Answer.values:
        raise Refused("malformed", "There is no such kind of order.", 400, extra={"field": "kind"})
    if seat.standing_orders.exclude(state=State.OFF).count() >= settings.HOUSE.orders_most:
        raise Refused("too-many-orders", f"A seat has at most {settings.HOUSE.orders_most} orders.", 409)
    lines, conditions = _lines(data.get("lines", [])), _conditions(data.get("conditions", []))
    play = positions.open_game(viewer)
    decision_kind = str(data.get("decision_kind") or "")
    if kind != Kind.PLAN:
        if decision_kind not in kinds_for(viewer.game, decision or play.decision_of(seat.name)):
            raise Refused(
                "no-such-decision", "That is not answered in advance here.", extra={"field": "decision_kind"}
            )
    else:
        answer, decision_kind, conditions = Answer.FIRST, decision_kind[:40], conditions
    if answer == Answer.FIRST and not lines:
        raise Refused("no-answer", "Write what is to be answered.", extra={"field": "lines"})
    stop_on = data.get("stop_on") or []
    if not isinstance(stop_on, list) or len(stop_on) > 60 or not all(isinstance(k, str) for k in stop_on):
        raise Refused("malformed", "List the events that stop the order.", 400, extra={"field": "stop_on"})
    life = settings.HOUSE.order_life.days
    days = _whole(data.get("days"), "days", life) or life
    order = StandingOrder.objects.create(
        seat=seat,
        number=_next_number(seat),
        kind=kind,
        decision_kind=decision_kind,
        answer=answer,
        lines=lines,
        conditions=conditions,
        stop_on=[str(k)[:40] for k in stop_on],
        uses_left=1 if kind == Kind.PLAN else _whole(data.get("uses"), "uses", 999),
        expires_at=now + timedelta(days=days),
        armed_version=positions.visible_seq(viewer, play),
    )
    note(seat)
    _arm_open_question(viewer, now)
    return order


@transaction.atomic
def always(viewer: Viewer, decision: rules.Decision, answer: rules.Choice, how: str) -> StandingOrder:
    """Answer every question of this kind as `answer` from now on; an earlier order for all of them ends.

    Args:
        how: `this` repeats the answer, `clock` leaves it to what the clock would say each time.

    Raises:
        Refused: this is not answered in advance, or the seat has too many orders.
    """
    if not decision.standing or how not in ("this", "clock"):
        raise Refused("no-such-decision", "That is not answered in advance here.", 409)
    assert viewer.seat is not None
    data: dict[str, Any] = {"kind": Kind.POLICY, "decision_kind": decision.kind, "answer": Answer.CLOCK}
    if how == "this" and answer is None:
        data["answer"] = Answer.PASS
    elif how == "this":
        title = rules.title(viewer.game.title)
        data |= {"answer": Answer.FIRST, "lines": [title.write(decision, answer)]}
    earlier = viewer.seat.standing_orders.filter(kind=Kind.POLICY, decision_kind=decision.kind)
    for order in earlier.exclude(state=State.OFF):
        if not order.conditions:
            disarm(order, "A newer order answers this.")
    return give(viewer, data, decision=decision)


@transaction.atomic
def plan_ahead(
    viewer: Viewer, decision: rules.Decision, answer: rules.Choice, plan: Mapping[str, str]
) -> int:
    """Give the orders of a plan that came with a move; an earlier plan of this kind ends. Returns how many.

    Args:
        decision: what the move answered.
        plan: values of the title's `plan_fields`; what is missing is asked of the player.

    Raises:
        Refused: the plan is not one of those offered, or the seat has too many orders.
    """
    assert viewer.seat is not None
    title = rules.title(viewer.game.title)
    try:
        wanted = {
            field.name: str(field.normalise(plan.get(field.name, field.default)))
            for field in title.plan_fields[decision.kind]
        }
    except rules.OptionError as error:
        raise Refused("malformed", error.message, 422) from None
    given = title.foresee(decision, answer, wanted)
    if not given:
        return 0
    ends = list(title.plan_ends)
    for order in viewer.seat.standing_orders.filter(kind=Kind.POLICY, stop_on=ends).exclude(state=State.OFF):
        disarm(order, "A newer plan answers this.")
    for part in given:
        data = {"kind": Kind.POLICY, "decision_kind": part.kind, "answer": part.answer, "stop_on": ends}
        give(viewer, {**data, "lines": list(part.lines), "conditions": list(part.conditions)})
    return len(given)


def note(seat: Seat) -> None:
    """Keep on the seat whether there is anything to look for."""
    armed = seat.standing_orders.filter(state=State.ARMED).exists()
    Seat.objects.filter(pk=seat.pk).update(has_orders=armed)
    seat.has_orders = armed


def _arm_open_question(viewer: Viewer, now: datetime) -> None:
    """Let a new order answer what is asked already."""
    assert viewer.seat is not None
    opened = ledger.load(viewer.game.key, now)
    selection.prepare(opened, [seat for seat in opened.seats if seat.name == viewer.seat.name])


def order_of(viewer: Viewer, number: int) -> StandingOrder:
    """Return one of the viewer's own orders. Raises Refused."""
    order = StandingOrder.objects.filter(number=number, seat=viewer.seat).first() if viewer.seat else None
    if order is None:
        raise Refused("no-such-order", "There is no such order of yours.", 404)
    return order


@transaction.atomic
def change(viewer: Viewer, number: int, act: str) -> None:
    """Pause, arm again, or remove one of the viewer's own orders. Raises Refused."""
    order = order_of(viewer, number)
    assert viewer.seat is not None
    if act == "remove":
        order.delete()
    elif act == "pause":
        order.state = State.PAUSED
        order.save(update_fields=["state"])
    elif act == "arm":
        if order.kind == Kind.PLAN and not order.lines:
            raise Refused("no-answer", "This plan has been played to its end.", 409)
        order.state, order.reason = State.ARMED, ""
        order.uses_left = None if order.uses_left == 0 else order.uses_left
        order.expires_at = timezone.now() + settings.HOUSE.order_life
        order.armed_version = positions.situation(viewer)["version"]
        order.revision += 1
        order.save()
    else:
        raise Refused("no-such-action", "That cannot be done with an order.", 404)
    note(viewer.seat)
    if act == "arm":
        _arm_open_question(viewer, timezone.now())


def disarm(order: StandingOrder, reason: str) -> None:
    """Switch an order off, with the reason that its owner reads (STD-2)."""
    order.state, order.reason = State.OFF, reason[:300]
    order.save(update_fields=["state", "reason"])
    note(order.seat)


def position_gone(game: Game, why: str) -> None:
    """Switch off what was planned for a position that is no more: plans, and orders that events end."""
    for order in (
        StandingOrder.objects.filter(seat__game=game).exclude(state=State.OFF).select_related("seat")
    ):
        if order.kind == Kind.PLAN or order.stop_on:
            disarm(order, f"{why}: look whether this still fits.")


def forget(seat: Seat) -> None:
    """Delete the orders of a seat whose player has it no longer."""
    seat.standing_orders.all().delete()
    seat.has_orders = False


def orders_of(user: User) -> list[StandingOrder]:
    """Return all orders of somebody that are not off, over all running games (STD-8)."""
    found = StandingOrder.objects.filter(seat__user=user, seat__game__status=Game.Status.RUNNING)
    return list(found.exclude(state=State.OFF).select_related("seat__game").order_by("seat__game", "pk"))


@transaction.atomic
def pause_all(user: User) -> int:
    """Pause all orders of somebody. Returns how many."""
    orders = [order for order in orders_of(user) if order.state == State.ARMED]
    for order in orders:
        order.state = State.PAUSED
        order.save(update_fields=["state"])
    Seat.objects.filter(user=user).update(has_orders=False)
    return len(orders)


@transaction.atomic
def arm_all(user: User) -> int:
    """Arm again what was paused. Returns how many."""
    paused = [order for order in orders_of(user) if order.state == State.PAUSED]
    for order in paused:
        order.state = State.ARMED
        order.armed_version = max(order.armed_version, order.seat.game.published_version)
        order.revision += 1
        order.save(update_fields=["state", "armed_version", "revision"])
        note(order.seat)
    return len(paused)


def stopped_by(order: StandingOrder, last: int) -> str:
    """Return the sentence of the event that disarms an order, "" if none of its events has happened."""
    if not order.stop_on:
        return ""
    title = rules.title(order.seat.game.title)
    rows: Iterable[LogLine] = LogLine.objects.filter(
        game=order.seat.game, seq__gt=order.armed_version, seq__lte=last, kind__in=order.stop_on
    ).order_by("number")
    for row in rows:
        line = rules.LogLine(row.kind, row.data, tuple(row.visible_to))
        if line.is_visible_to(order.seat.name):
            return title.sentence(line)
    return ""


def runs_of(seat: Seat, most: int = 30) -> list[OrderRun]:
    """Return what became of a seat's orders, newest first."""
    done = (OrderRun.State.DONE, OrderRun.State.STOPPED)
    return list(OrderRun.objects.filter(seat=seat, state__in=done)[:most])
