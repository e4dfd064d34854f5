"""Answering by order: a few minutes after the question, through the same door as everybody (STD-5, STD-7)."""

import logging
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction

import rules
from games import titles
from games.ledger import ledger, notices
from games.ledger.opened import Open
from games.models import Game, Seat
from games.models.orders import OrderRun, StandingOrder
from games.orders import matching, orders
from games.orders.selection import choose_order
from games.play.access import Viewer, get_game
from games.play.bots import choice_of_bot
from games.play.submit import submit, visible_version
from games.refusals import Refused
from rules.core.decisions import Text

logger = logging.getLogger(__name__)


def run_due(now: datetime, limit: int = 200) -> int:
    """Give the answers that are due; safe with any number of workers. Returns how many seats were answered for."""
    due = OrderRun.objects.filter(
        state=OrderRun.State.PENDING, due_at__lte=now, seat__game__title__in=titles.here()
    ).order_by("due_at")
    done = 0
    for number in list(due.values_list("pk", flat=True)[:limit]):
        try:
            done += run_one(number, now)
        except Exception:
            logger.exception("an order could not be carried out", extra={"run": number})
    return done


@transaction.atomic
def run_one(number: int, now: datetime) -> bool:
    """Answer for one seat; False if it is not needed any more or the order has stopped."""
    found = OrderRun.objects.filter(pk=number).values_list("seat__game__key", flat=True).first()
    if found is None:
        return False
    row = ledger.lock(found)
    run = OrderRun.objects.select_related("seat__game", "seat__user", "order").get(pk=number)
    if run.state != OrderRun.State.PENDING or row.status != Game.Status.RUNNING:
        return False
    seat = run.seat
    if seat.waiting_since != run.waiting_since:
        return _close(run, OrderRun.State.DROPPED, "", now)
    given: list[str] = []
    seen = seat.seen_version
    try:
        return _answer_all(run, row.key, given, now)
    finally:
        # The owner has not looked, although their seat has moved: they are to be told what follows.
        Seat.objects.filter(pk=seat.pk).update(seen_version=seen)


def _answer_all(run: OrderRun, key: str, given: list[str], now: datetime) -> bool:
    seat = run.seat
    for _ in range(settings.HOUSE.order_answers):
        play, version = _position(seat)
        decision = play.decision_of(seat.name)
        if decision is None or (play.mover == seat.name and not given):
            break  # the player is at it
        order = choose_order(seat, decision, now)
        if order is None:
            break
        stopped = orders.stopped_by(order, version)
        if stopped:
            orders.disarm(order, f"It stopped because this happened: {stopped}")
            return _stop(run, order, given, now)
        try:
            written, barrier = _answer(key, seat, order, play, decision, version, now)
        except (matching.NoAnswer, Refused) as doubt:
            reason = doubt.message if isinstance(doubt, Refused) else str(doubt)
            orders.disarm(order, f"{reason} You were asked: {decision.prompt}")
            return _stop(run, order, given, now)
        given += written
        run.order = order
        if barrier:
            return _close(run, OrderRun.State.DONE, "; ".join(given), now)
    if not given:
        _close(run, OrderRun.State.DROPPED, "", now)
        return False
    _close(run, OrderRun.State.DONE, "; ".join(given), now)
    _tell(seat)
    return True


def _position(seat: Seat) -> tuple[rules.Game[Any], int]:
    game = get_game(seat.game.key)
    play = ledger.restore(game, list(game.seats.all()))
    return play, visible_version(game, play, seat.name)


def _answer(
    key: str,
    seat: Seat,
    order: StandingOrder,
    play: rules.Game[Any],
    decision: rules.Decision,
    version: int,
    now: datetime,
) -> tuple[list[str], bool]:
    """Play what an order says and use it up. Returns the moves, and whether they are final."""
    if order.kind == StandingOrder.Kind.PLAN:
        choices: list[Any] = [Text(line) for line in order.lines]
    else:
        choices = [matching.answer_of(order, play.title, decision)]
    result = submit(
        key, seat.name, expected_version=version, choices=choices, received_at=now, by="standing order"
    )
    if order.kind == StandingOrder.Kind.PLAN:
        order.lines = order.lines[result.applied :]
        if not order.lines:
            order.state, order.reason, order.uses_left = (
                StandingOrder.State.OFF,
                "It was played to its end.",
                0,
            )
        order.armed_version = result.version
    _use_up(order)
    orders.note(seat)
    return result.written, result.barrier


def _use_up(order: StandingOrder) -> None:
    """Count that a policy has answered once more, and save the order."""
    if order.kind != StandingOrder.Kind.PLAN and order.uses_left is not None:
        order.uses_left -= 1
        if not order.uses_left:
            order.state, order.reason = StandingOrder.State.OFF, "It has answered as often as you wanted."
    order.save()


def _close(run: OrderRun, state: str, words: str, now: datetime) -> bool:
    run.state, run.words, run.at = state, words[:300], now
    run.version = Game.objects.values_list("version", flat=True).get(pk=run.seat.game_id)
    run.save()
    return state == OrderRun.State.DONE


def _stop(run: OrderRun, order: StandingOrder, given: list[str], now: datetime) -> bool:
    """The order is off: its owner is asked after all, and told why."""
    words = f"{'; '.join(given)}. " if given else ""
    _close(run, OrderRun.State.STOPPED, f"{words}{order.reason}", now)
    _tell(run.seat)
    return False


def _tell(seat: Seat) -> None:
    game = get_game(seat.game.key)
    fresh = next(s for s in game.seats.all() if s.pk == seat.pk)
    if game.status == Game.Status.RUNNING and fresh.waiting_since is not None:
        notices.notify_turns(game, [fresh])


def at_zero(opened: Open, seat: Seat, decision: rules.Decision) -> Any:
    """Return what the clock answers for a seat: its own wish if it is possible, else the title's (STD-6)."""
    if seat.has_orders:
        wishes = StandingOrder.objects.filter(
            seat=seat,
            state=StandingOrder.State.ARMED,
            kind=StandingOrder.Kind.FALLBACK,
            expires_at__gt=opened.now,
        )
        for order in wishes:
            if matching.fits(order, decision):
                try:
                    return matching.answer_of(order, opened.play.title, decision)
                except matching.NoAnswer:
                    continue
    return decision.fallback_choice()


def at_once(opened: Open, seat: Seat, decision: rules.Decision) -> Any:
    """Return what answers a question that the game does not wait for: a policy, the bot, or the title (STD-6)."""
    if seat.bot:
        return choice_of_bot(opened.row, seat, opened.play, decision)
    order = (
        choose_order(seat, decision, opened.now, (StandingOrder.Kind.POLICY,)) if seat.has_orders else None
    )
    if order is None:
        return at_zero(opened, seat, decision)
    stopped = orders.stopped_by(order, opened.row.version)
    try:
        if stopped:
            raise matching.NoAnswer(f"It stopped because this happened: {stopped}")
        answer = matching.answer_of(order, opened.play.title, decision)
    except matching.NoAnswer as doubt:
        orders.disarm(order, str(doubt))
        return at_zero(opened, seat, decision)
    _use_up(order)
    run, _ = OrderRun.objects.get_or_create(
        seat=seat, waiting_since=opened.now, defaults={"due_at": opened.now, "state": OrderRun.State.DONE}
    )
    written = opened.play.title.write(decision, answer)
    run.order, run.words = order, "; ".join(filter(None, (run.words, written)))[:300]
    run.version, run.at = opened.row.version + 1, opened.now
    run.save()
    return answer


def viewer_seat(viewer: Viewer) -> Seat:
    """Return the viewer's own seat. Raises Refused."""
    if viewer.seat is None:
        raise Refused("not-seated", "You do not sit at this table.", 403)
    return viewer.seat
