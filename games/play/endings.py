"""What players do beside moving: take back, resign, draw, cancel, claim; and what the clock does."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.conf import settings
from django.db import transaction

import rules
from games.hours import absence
from games.ledger import ledger
from games.letters import addresses
from games.models import Event, Game, LogLine, Seat
from games.notices import for_seats
from games.orders import running
from games.play.submit import refused_by_rules, visible_version
from games.refusals import Refused
from games.time import clocks
from rules.core.records import effective


@transaction.atomic
def take_back(game_key: str, seat_name: str, expected_version: int) -> int:
    """Undo the seat's newest submission, up to the last information barrier. Returns the new version."""
    opened = ledger.load(game_key)
    opened.seat(seat_name)
    row, play = opened.row, opened.play
    version = visible_version(row, play, seat_name)
    if expected_version != version:
        raise Refused(
            "stale-version", "The game has moved on since you looked.", 409, extra={"version": version}
        )
    if play.mover != seat_name:
        raise _nothing_to_take_back()
    recent = Event.objects.filter(game=row, seq__gt=row.published_version).order_by("seq")
    counting = effective(ledger.entry_of(event) for event in recent)
    last = counting[-1]
    if last.kind != "choice":
        raise _nothing_to_take_back()  # what the clock answered stands
    before = counting[-2].seq if len(counting) > 1 else row.published_version
    try:
        play.take_back(seat_name, len(last.choices))
    except rules.IllegalChoice as illegal:
        raise refused_by_rules(illegal) from None
    LogLine.objects.filter(game=row, seq__gt=before).delete()
    row.log_length = ledger.next_number(row, before)
    opened.written = len(play.lines)
    ledger.append(opened, ledger.next_entry(opened, "undo", seat_name, to=before), barrier=False)
    ledger.save(opened)
    return int(row.version)


def _nothing_to_take_back() -> Refused:
    return Refused(
        "takeback-barrier",
        "There is nothing to take back: since your last move dice were rolled, something hidden was shown, "
        "or another player was asked.",
        409,
    )


#: The reason of the result of a game that was broken off in its first moves: it is kept in no list.
ABORTED = "aborted"
EVERYBODY_LEFT = rules.Result((), "void", "Everybody has left: the game is void.")


def conclude(opened: ledger.Open, kind: str, seat: str | None, result: rules.Result) -> int:
    """End a locked game by something outside the rules. Returns the new version."""
    opened.play.conclude(result)
    ledger.append(opened, ledger.next_entry(opened, kind, seat, result=result), barrier=True)
    ledger.finish(opened)
    return int(opened.row.version)


def _others(opened: ledger.Open, seat: str) -> tuple[str, ...]:
    return tuple(s.name for s in opened.seats if s.name != seat)


@transaction.atomic
def resign(game_key: str, seat_name: str) -> int:
    """Resign: the other seat wins; of three or more, the seat is offered to others (MOV-10). Returns the version.

    In the first moves nobody wins: the game is broken off and counts for nothing (FEATURES 7.8), but in an event.
    """
    opened = ledger.load(game_key)
    seat = opened.seat(seat_name)
    if len(opened.seats) > 2:
        absence.leave(opened, seat)
        if absence.all_are_absent(opened):
            return conclude(opened, "void", seat_name, EVERYBODY_LEFT)
        return int(opened.row.published_version)
    name = opened.play.title.seat_name(seat_name)
    if is_early(opened.row, opened.seats):
        text = f"{name} broke the game off in the first moves: it does not count."
        return conclude(opened, "void", seat_name, rules.Result((), ABORTED, text))
    result = rules.Result(_others(opened, seat_name), "resignation", f"{name} resigned.")
    return conclude(opened, "resign", seat_name, result)


def is_early(game: Game, seats: Sequence[Seat]) -> bool:
    """Return whether giving a game of two up now breaks it off instead of losing it (FEATURES 7.8)."""
    two = len(seats) == 2 and not game.in_event
    return two and any(seat.full_decisions < settings.HOUSE.aborted_decisions for seat in seats)


@transaction.atomic
def offer_draw(game_key: str, seat_name: str) -> int:
    """Offer a draw, or accept the one that is offered; it stands until the other side moves."""
    opened = ledger.load(game_key)
    seat = opened.seat(seat_name)
    if any(other.bot for other in opened.seats):
        raise Refused("bot-declines", "The bot plays on: it does not take draws.", 409)
    seat.draw_offered_version = opened.row.published_version
    seat.save(update_fields=["draw_offered_version"])
    there = [s for s in opened.seats if s.absent_since is None]
    if len(there) > 1 and all(s.draw_offered_version is not None for s in there):
        everybody = tuple(s.name for s in opened.seats)
        return conclude(
            opened, "draw", seat_name, rules.Result(everybody, "agreement", "Drawn by agreement.")
        )
    for_seats.notify_offer(opened.row, seat)
    return int(opened.row.published_version)


@transaction.atomic
def decline_draw(game_key: str, seat_name: str) -> int:
    """Decline a draw offered by the other side."""
    opened = ledger.load(game_key)
    opened.seat(seat_name)
    offers = [s for s in opened.seats if s.name != seat_name and s.draw_offered_version is not None]
    if not offers:
        raise Refused("no-offer", "No draw is offered.", 409)
    for other in offers:
        other.draw_offered_version = None
        other.save(update_fields=["draw_offered_version"])
    return int(opened.row.published_version)


@transaction.atomic
def ask_cancel(game_key: str, seat_name: str) -> int:
    """Ask to end the game without a result; it ends when every person who is there has asked (MOD-3)."""
    opened = ledger.load(game_key)
    seat = opened.seat(seat_name)
    seat.cancel_asked = True
    seat.save(update_fields=["cancel_asked"])
    if all(s.cancel_asked or s.bot or s.absent_since is not None for s in opened.seats):
        return conclude(opened, "void", seat_name, rules.Result((), "void", "Cancelled by agreement."))
    for_seats.notify_offer(opened.row, seat)
    return int(opened.row.published_version)


@transaction.atomic
def claim(game_key: str, seat_name: str, what: str) -> int:
    """Claim the win, or call the game void, because the opponent's time is up (7.3)."""
    opened = ledger.load(game_key)
    opened.seat(seat_name)
    flagged = [s for s in opened.seats if s.flagged_at is not None and s.name != seat_name]
    if not flagged:
        raise Refused("nothing-to-claim", "Nobody has run out of time.", 409)
    if what not in ("win", "void"):
        raise Refused("malformed", "Claim the win, or call the game void.", 400)
    loser = opened.play.title.seat_name(flagged[0].name)
    if what == "win":
        result = rules.Result((seat_name,), "time", f"{loser} ran out of time.")
    else:
        result = rules.Result((), "void", f"{loser} ran out of time; the game is void.")
    return conclude(opened, "timeout" if what == "win" else "void", flagged[0].name, result)


@transaction.atomic
def adjudicate(game_key: str, winners: tuple[str, ...], text: str) -> int:
    """End a running game from outside: by a director, or by the rules of its competition.

    Args:
        winners: the seats that win; all for a draw, none if nobody does. text: one sentence for players.
    """
    opened = ledger.load(game_key)
    for name in winners:
        opened.seat(name)
    return conclude(opened, "void", None, rules.Result(winners, "adjudication", text))


def is_aborted(game: Game) -> bool:
    """Return whether a game was broken off in its first moves: it is kept in no list."""
    return (game.result or {}).get("reason") == ABORTED


# -- the clock ---------------------------------------------------------------------------------


def run_out(seat_id: int, now: datetime) -> bool:
    """Do what the table's rules say about one seat whose time is up; False if it is not, any longer (7.3).

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
            return False
        if seat.flagged_at is None and _has_later_due(opened, seat):
            return False
        if seat.flagged_at is None and addresses.has_unread(seat, seat.due_at or now):
            return False  # its receipt was in time: it is read first
        decision = opened.play.decision_of(seat.name)
        assert decision is not None, "a clock runs, but nothing is asked"
        if seat.absent_since is not None:
            _answer_for(opened, seat, full=True)
            return True
        if seat.flagged_at is not None:
            conclude(
                opened, "void", seat.name, rules.Result((), "void", "Nobody claimed the game: it is void.")
            )
            return True
        if decision.weight == "light":
            absence.fallback_given(opened, seat)
            if opened.row.zero_policy == Game.ZeroPolicy.AUTOPLAY and _has_left(opened, seat):
                return True
            _answer_for(opened, seat)
            return True
        if seat.waiting_weight == "light":
            # The light decision is answered, not published yet; the full one behind it has the whole bank.
            seat.waiting_weight = decision.weight
            seat.due_at = clocks.due_at(row, seat)
            opened.changed.add(seat.name)
            ledger.save_seats(opened)
            if not _is_out(seat, now):
                return False
        _zero(opened, seat)
        return True


def _has_later_due(opened: ledger.Open, seat: Seat) -> bool:
    """Work out anew when time is up: a vacation or a pause may have begun that has not reached this clock yet."""
    due = clocks.due_at(opened.row, seat)
    if seat.due_at is None or (due is not None and due <= seat.due_at):
        return False
    seat.due_at = due
    opened.changed.add(seat.name)
    ledger.save_seats(opened)
    return not _is_out(seat, opened.now)


def _is_out(seat: Seat, now: datetime) -> bool:
    return seat.due_at is not None and seat.due_at + settings.HOUSE.flag_delay <= now


def _zero(opened: ledger.Open, seat: Seat) -> None:
    """Apply the table's policy to a seat that has run out of time on a full decision (7.3)."""
    if absence.spare(opened, seat):
        return
    absence.miss(opened, seat)
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
        winners = _others(opened, seat.name)
        conclude(opened, "timeout", seat.name, rules.Result(winners, "time", f"{name} ran out of time."))
        return
    seat.flagged_at = opened.now
    seat.due_at = opened.now + settings.HOUSE.unclaimed_void
    opened.changed.add(seat.name)
    ledger.save_seats(opened)
    for_seats.notify_flag(opened.row, seat)


def _has_left(opened: ledger.Open, seat: Seat) -> bool:
    """Let a seat be absent if it missed enough; end the game, and return True, if it was the last that played."""
    if not (absence.becomes_absent(opened, seat) and absence.all_are_absent(opened)):
        return False
    conclude(opened, "void", seat.name, EVERYBODY_LEFT)
    return True


def _answer_for(opened: ledger.Open, seat: Seat, *, full: bool = False) -> None:
    """Let the clock answer light decisions with their fallbacks (7.2); with `full`, one full decision too.

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
        applied = play.choose(seat.name, running.at_zero(opened, seat, decision))
        entry = ledger.next_entry(
            opened, "timeout", seat.name, choices=applied.choices, chance=applied.outcomes
        )
        ledger.append(opened, entry, barrier=applied.barrier)
        if applied.barrier:
            ledger.pass_on(opened, seat, limit)
            return
    clocks.settle(opened.row, seat, limit or opened.now, weight)
    opened.changed.add(seat.name)
    ledger.ask_next(opened)
