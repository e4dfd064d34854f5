"""Whole logs at once: making the projections of a game again, taking in what was played elsewhere."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction

import rules
from games.ledger import ledger, readings
from games.ledger.records import event_of, first_hash, line_of, moment_of, next_number, record_of
from games.models import Checkpoint, Event, Game, LogLine, Seat
from games.models.hours import ClockChange
from games.refusals import Refused
from games.time import clocks
from rules.core.records import Entry, Record, entry_hash, mix_of, own_lines
from rules.core.replay import first_played, replay

#: What of a seat follows from the log; a claim that is open is kept if the clock is the same.
CLOCK_FIELDS = [
    "bank_ms",
    "waiting_since",
    "waiting_kind",
    "waiting_weight",
    *clocks.DUE_FIELDS,
    "full_decisions",
    "extra_ms",
]


@transaction.atomic
def rebuild(key: str) -> None:
    """Recreate snapshot, checkpoints, log lines and clocks of one game; what is held stays held until its time is up.

    Raises:
        Game.DoesNotExist: there is no such game. ReplayError: its log does not replay. Refused: it is archived.
    """
    game = Game.objects.select_for_update().get(key=key)
    if game.log_kept == Game.LogKept.ARCHIVE:
        raise Refused("archived", f"The log is archived: first `manage.py unarchive {key}`.", 409)
    seats = list(game.seats.all())
    shadows = {
        seat.name: Seat(name=seat.name, position=seat.position, bot=seat.bot, user=seat.user)
        for seat in seats
    }
    record = record_of(game)
    first = first_played(record)
    LogLine.objects.filter(game=game, seq__gte=first).delete()
    Checkpoint.objects.filter(game=game, seq__gte=first).delete()
    told = next_number(game, first)
    rows: list[LogLine] = []
    checkpoints: list[Checkpoint] = []
    seen = {"lines": 0, "published": -1}
    changes = list(ClockChange.objects.filter(game=game).exclude(kind=ClockChange.Kind.HANDED))
    handed = dict(
        ClockChange.objects.filter(game=game, kind=ClockChange.Kind.HANDED).values_list("version", "at")
    )

    def each(entry: Entry, play: rules.Game[Any]) -> None:
        fresh = [*own_lines(entry), *play.lines[seen["lines"] :]]
        number = told + len(rows)
        rows.extend(line_of(game, number + n, entry.seq, line) for n, line in enumerate(fresh))
        seen["lines"] = len(play.lines)
        if not play.unpublished:
            if ledger.wants_checkpoint(seen["published"], entry.seq) or (first and entry.seq == first):
                snapshot = msgspec.msgpack.encode(play.snapshot())
                checkpoints.append(Checkpoint(game=game, seq=entry.seq, snapshot=snapshot))
            if not _waits_for_a_move(entry):
                seen["published"] = entry.seq
        if entry.at is not None:
            if entry.seq == first:
                for shadow in shadows.values():
                    clocks.start(game, shadow)
            _run_clocks(game, shadows, entry, play, handed.get(entry.seq))
        for change in changes:
            if change.version == entry.seq:
                _change_clock(game, shadows[change.seat], change)

    play = replay(record, each=each, any_version=True, held=game.held_until is not None)
    LogLine.objects.bulk_create(rows)
    Checkpoint.objects.bulk_create(checkpoints)
    # Numbers that were told are not used again.
    game.log_length = max(game.log_length, told + len(rows))
    _store_game(game, record, play, seen["published"])
    is_new = all(seat.waiting_since is None for seat in seats)
    # Where the replay begins later the clocks follow from what these rules cannot play.
    if record.entries[-1].at is not None and (not first or is_new):
        _store_clocks(seats, shadows)


def _waits_for_a_move(entry: Entry) -> bool:
    """Return whether an entry has come into the log with the move behind it, and is shown to others with that."""
    return entry.rules is not None and entry.rules.way in ("same", "old")


def _store_game(game: Game, record: Record, play: rules.Game[Any], published: int) -> None:
    """Write what follows from the newest entry of a log, and from the newest one that was published."""
    newest = record.entries[-1]
    game.snapshot = msgspec.msgpack.encode(readings.goes_on(game, play).snapshot())
    game.version, game.head_hash = newest.seq, newest.hash
    if not play.is_held:
        game.held_until = None
    if game.scheme != 1:
        game.mix = mix_of(record.fairness.salts.values(), record.entries).hex()
    game.published_version = newest.seq if play.is_over else published
    game.headline = play.title.headline(play.view(None))[:80]
    game.save(update_fields=ledger.GAME_FIELDS)


def _run_clocks(
    game: Game, seats: dict[str, Seat], entry: Entry, play: rules.Game[Any], handed: datetime | None
) -> None:
    """Do to the clocks what the entry did when it was appended; the next question came when it was `handed` over."""
    assert entry.at is not None
    now = moment_of(entry.at)
    everybody = list(seats.values())
    if entry.kind in ("takeback", "correction"):
        for seat in everybody:
            clocks.stop(seat)
    elif entry.rules is not None:
        for seat in everybody:
            if play.decision_of(seat.name) is None:
                clocks.stop(seat)
    elif entry.choices and entry.seat is not None:
        mover = seats[entry.seat]
        stopped = min(now, mover.due_at or now) if entry.kind == "timeout" else now
        decision = play.decision_of(mover.name)
        asked = mover.waiting_since is not None  # not where it was answered at once, as was said beforehand
        if entry.kind == "choice" and entry.by is None and asked and not play.unpublished:
            clocks.returned(mover)
        if not play.unpublished:
            clocks.settle(game, mover, stopped, play.sitting_weight)
        elif entry.kind == "timeout" and decision is not None and decision.weight == "full":
            clocks.settle(game, mover, stopped, "light")
        else:
            return
    if play.is_over:
        for seat in everybody:
            clocks.stop(seat)
    else:
        ledger.start_clocks(game, everybody, play, handed or now)


def _change_clock(game: Game, seat: Seat, change: ClockChange) -> None:
    """Do to a clock again what somebody did to it from outside the log."""
    if change.kind == ClockChange.Kind.ABSENT:
        seat.absent_since = change.at
        if seat.waiting_since is not None:
            clocks.renew(game, seat)
        return
    if change.kind == ClockChange.Kind.BACK:
        clocks.returned(seat)
    if change.kind == ClockChange.Kind.GRACE:
        seat.extra_ms += change.milliseconds
        seat.grace_left = max(0, seat.grace_left - 1)
        clocks.renew(game, seat)
        return
    clocks.give(game, seat, change.milliseconds)


def _store_clocks(seats: list[Seat], shadows: dict[str, Seat]) -> None:
    for seat in seats:
        shadow = shadows[seat.name]
        if (seat.waiting_since, seat.bank_ms) == (shadow.waiting_since, shadow.bank_ms):
            continue
        for name in CLOCK_FIELDS:
            setattr(seat, name, getattr(shadow, name))
        seat.flagged_at = None
        seat.save(update_fields=[*CLOCK_FIELDS, "flagged_at"])


@transaction.atomic
def take_in(game: Game, entries: Sequence[Entry]) -> None:
    """Write the whole log of a game that has none yet, chained anew, and everything that follows from it.

    Raises:
        ReplayError: names the first entry that the rules refuse.
    """
    previous = first_hash(game, list(game.seats.all()))
    rows = []
    for entry in entries:
        entry.hash = entry_hash(previous, entry, game.scheme)
        rows.append(event_of(game, entry))
        previous = entry.hash
    Event.objects.bulk_create(rows, batch_size=500)
    rebuild(game.key)
    game.refresh_from_db()
    if entries[-1].rules is not None:  # which nobody moves behind
        game.published_version = game.version
        game.save(update_fields=["published_version"])
