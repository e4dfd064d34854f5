"""Which order answers a question, and when: planned in the transaction that asks it (STD-5, STD-7)."""

from collections.abc import Collection
from datetime import datetime, timedelta
from secrets import SystemRandom

from django.conf import settings
from django.db.models import Q

import rules
from games.ledger.opened import Open
from games.models import Game, Seat
from games.models.orders import OrderRun, StandingOrder
from games.orders import matching

_random = SystemRandom()


def prepare(opened: Open, asked: list[Seat]) -> list[Seat]:
    """Plan the answers of newly asked seats that have an order for it. Returns the seats that are to be told."""
    told = []
    for seat in asked:
        if not seat.has_orders or not _plan(opened, seat):
            told.append(seat)
    return told


def _plan(opened: Open, seat: Seat) -> bool:
    decision = opened.play.decision_of(seat.name)
    if decision is None or seat.waiting_since is None:
        return False
    order = choose_order(seat, decision, opened.now)
    if order is None:
        return False
    due = opened.now + delay(opened.row)
    if seat.due_at is not None:
        due = max(opened.now, min(due, seat.due_at - settings.HOUSE.order_before_zero))
    run, made = OrderRun.objects.get_or_create(
        seat=seat, waiting_since=seat.waiting_since, defaults={"order": order, "due_at": due}
    )
    if not made and run.state != OrderRun.State.DONE:
        run.order, run.due_at, run.state = order, due, OrderRun.State.PENDING
        run.save(update_fields=["order", "due_at", "state"])
    return run.state == OrderRun.State.PENDING


def delay(game: Game) -> timedelta:
    """Return how long an answer waits, so that nobody can tell it from a person's."""
    if game.terms.get("instant"):
        return timedelta(0)
    least, most = settings.HOUSE.order_delay_least, settings.HOUSE.order_delay_most
    return least + (most - least) * _random.random()


def choose_order(
    seat: Seat, decision: rules.Decision, now: datetime, kinds: Collection[str] = ("plan", "policy")
) -> StandingOrder | None:
    """Return the first armed order that fits: plans before policies, those with conditions before the others."""
    armed = StandingOrder.objects.filter(
        seat=seat, state=StandingOrder.State.ARMED, kind__in=kinds, expires_at__gt=now
    ).filter(Q(uses_left__isnull=True) | Q(uses_left__gt=0))
    for order in sorted(armed, key=lambda o: (o.kind != StandingOrder.Kind.PLAN, -len(o.conditions), o.pk)):
        may = order.kind == StandingOrder.Kind.PLAN or decision.standing
        if may and matching.fits(order, decision):
            return order
    return None
