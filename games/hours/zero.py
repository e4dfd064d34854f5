"""The consequence of a clock that runs out, as the table has agreed (DEF-3)."""

from datetime import datetime

from django.conf import settings
from django.db import transaction

import rules
from games.hours import absence, vacations
from games.ledger import hooks, ledger, misses, notices
from games.ledger.opened import Open
from games.models import Game, Seat
from games.models.hours import ClockChange
from games.orders import execution
from games.play import hand_over, teams
from games.play.endings import EVERYBODY_LEFT, conclude, win_against
from games.time import clocks


def run_out(seat_id: int, now: datetime) -> bool:
    """Do what the table's rules say about one seat whose time is up; False if it is not, any longer (DEF-3).

    Everything is looked at again under the game's lock, so that any number of workers may call this.
    """
    with transaction.atomic():
        found = Seat.objects.filter(pk=seat_id).values_list("game__key", "name").first()
        if found is None:
            return False
        key, seat_name = found
        row = ledger.lock(key)
        if row.status != Game.Status.RUNNING:
            return False
        opened = ledger.open_locked(row, now)
        seat = opened.seat(seat_name)
        if not _is_out(seat, now):
            ledger.save_seats(opened)  # an outage may have put it off
            return False
        if opened.play.is_held:
            hand_over.complete(opened)  # it has moved in time
            return True
        if seat.flagged_at is None and _has_later_due(opened, seat):
            return False
        if any(reads(row, seat.due_at or now) for reads in hooks.may_wait):
            return False  # its receipt was in time: it is read first, whoever at the table wrote it
        decision = opened.play.decision_of(seat.name)
        assert decision is not None, "a clock runs, but nothing is asked"
        if seat.absent_since is not None:
            _answer_for(opened, seat, full=True)
            return True
        if seat.flagged_at is not None:
            _nobody_came(opened, seat)
            return True
        if decision.weight == "light":
            misses.fallback_given(opened, seat)
            if opened.row.zero_policy == Game.ZeroPolicy.AUTOPLAY and _has_left(opened, seat):
                return True
            _answer_for(opened, seat)
            return True
        if seat.waiting_weight == "light":
            # The light decision is answered, not published yet; the full one behind it has the whole bank.
            seat.waiting_weight = decision.weight
            clocks.renew(row, seat)
            opened.changed.add(seat.name)
            ledger.save_seats(opened)
            if not _is_out(seat, now):
                return False
        _zero(opened, seat)
        return True


def _nobody_came(opened: Open, seat: Seat) -> None:
    """Go on when a flagged seat was waited for too long: of two teams the game is void, of more the seat is left."""
    if teams.are_two(opened.row):
        unclaimed = rules.Result((), "void", "Nobody claimed the game: it is void.")
        conclude(opened, "void", seat.name, unclaimed)
        return
    absence.mark_absent(opened, seat)
    if absence.all_are_absent(opened):
        conclude(opened, "void", seat.name, EVERYBODY_LEFT)
    else:
        ledger.save_seats(opened)


def _has_later_due(opened: Open, seat: Seat) -> bool:
    """Work out anew when time is up: a vacation or a pause may have begun that has not reached this clock yet."""
    due = clocks.due_at(opened.row, seat)
    if seat.due_at is None or (due is not None and due <= seat.due_at):
        return False
    clocks.renew(opened.row, seat)
    opened.changed.add(seat.name)
    ledger.save_seats(opened)
    return not _is_out(seat, opened.now)


def _is_out(seat: Seat, now: datetime) -> bool:
    return seat.due_at is not None and seat.due_at + settings.HOUSE.flag_delay <= now


def _zero(opened: Open, seat: Seat) -> None:
    """Apply the table's policy to a seat that has run out of time on a full decision (DEF-3)."""
    if _spare(opened, seat):
        return
    misses.miss(opened, seat)
    name = opened.play.title.seat_name(seat.name)
    policy = opened.row.zero_policy
    if policy == Game.ZeroPolicy.VOID:
        void = rules.Result((), "void", f"{name} ran out of time; the game is void.")
        conclude(opened, "void", seat.name, void)
        return
    if policy == Game.ZeroPolicy.AUTOPLAY:
        if not _has_left(opened, seat):
            _answer_for(opened, seat, full=True)
        return
    if policy == Game.ZeroPolicy.FORFEIT:
        lost = win_against(opened, seat.name, "time", f"{name} ran out of time")
        conclude(opened, "timeout", seat.name, lost)
        return
    clocks.flag(seat, opened.now)
    opened.changed.add(seat.name)
    ledger.save_seats(opened)
    notices.notify_flag(opened.row, seat)


def _has_left(opened: Open, seat: Seat) -> bool:
    """Let a seat be absent if it missed enough; end the game, and return True, if it was the last that played."""
    if not (absence.becomes_absent(opened, seat) and absence.all_are_absent(opened)):
        return False
    conclude(opened, "void", seat.name, EVERYBODY_LEFT)
    return True


def _answer_for(opened: Open, seat: Seat, *, full: bool = False) -> None:
    """Let the clock answer light decisions with their fallbacks (DEF-2); with `full`, one full decision too.

    The seat is charged up to its limit only, not for the time until the sweep came by.
    """
    play = opened.play
    limit = seat.due_at
    weight = "light"
    while True:
        decision = play.decision_of(seat.name)
        assert decision is not None
        if decision.weight != "light":
            if not full:
                break
            full, weight = False, "full"
        applied = play.choose(seat.name, execution.at_zero(opened, seat, decision))
        ledger.append_answer(opened, seat, applied, "timeout")
        if applied.barrier:
            ledger.pass_on(opened, seat, limit, by_clock=True)
            return
    clocks.settle(opened.row, seat, limit or opened.now, weight)
    opened.changed.add(seat.name)
    ledger.ask_next(opened)


def _spare(opened: Open, seat: Seat) -> bool:
    """Give a late seat what it has coming: a grace token, or the vacation it asked for. False if nothing."""
    if seat.grace_left:
        worth = clocks.grace(opened.row, seat, opened.now)
        misses.record(opened, seat, ClockChange.Kind.GRACE, worth)
        opened.changed.add(seat.name)
        ledger.save_seats(opened)
        notices.notify_news(opened.row, "grace", seat.name)
        return True
    if seat.user is not None and seat.due_at is not None and clocks.vacation_counts(opened.row, seat):
        user = vacations.protected(seat.user, seat.due_at, opened.now)
        if user is not None:
            seat.user = user
            clocks.renew(opened.row, seat)
            opened.changed.add(seat.name)
            ledger.save_seats(opened)
            notices.notify_news(opened.row, "protected", seat.name)
            return True
    return False
