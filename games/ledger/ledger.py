"""Appending to a game's log: the one place where events, snapshots, clocks and notices are written."""

from datetime import datetime
from typing import Any, Literal

import msgspec

import rules
from accounts.models import ApiToken
from games.ledger import group_notices, hooks, lookups, notices, outages, readings, rows, stream_nudges
from games.ledger.lookups import seats_of
from games.ledger.opened import Open
from games.ledger.records import event_of, line_of, milliseconds_of, whole_milliseconds
from games.ledger.seed_encryption import source_of
from games.models import Checkpoint, Game, Seat
from games.refusals import Refused, Revoked, no_such_game
from games.signals import game_finished
from games.time import clocks
from games.time.host_clock import trusted
from notifications.wakeups import after_commit
from rules.core.applied import Applied
from rules.core.chance import mixed
from rules.core.records import Entry, entry_hash, own_lines

#: Events between two kept checkpoints.
CHECKPOINT_EVERY = 25

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(rules.Snapshot).decode

GAME_FIELDS = [
    "version",
    "published_version",
    "head_hash",
    "mix",
    "snapshot",
    "log_length",
    "held_until",
    "headline",
    "moved_at",
]

#: What a move changes of a seat.
SEAT_FIELDS = [
    "bank_ms",
    "waiting_since",
    "waiting_kind",
    "waiting_weight",
    *clocks.DUE_FIELDS,
    "flagged_at",
    "full_decisions",
    "extra_ms",
    "misses",
    "fallbacks",
    "absent_since",
    "bot_at",
    "grace_left",
    "seen_version",
    "asks",
    "draft",
]


def lock(game_key: str) -> Game:
    """Return a game with its row locked (inside a transaction). Raises Refused if there is none."""
    row = rows.first(Game, "row.key = %s", [game_key], lock=True)
    if row is None:
        raise no_such_game()
    return row


def lock_with_seats(game_key: str, token: ApiToken | None = None) -> tuple[Game, list[Seat]]:
    """Return a game with its row locked, and its seats as they are under the lock (inside a transaction).

    Args:
        token: that of the caller, as it was a moment ago.

    Raises:
        Refused: there is no such game. Revoked: the token is not what it was.
    """
    row, seats, now = lookups.locked(game_key, token)
    if token is not None and (now is None or not now.is_valid() or not now.allows_the_same(token)):
        raise Revoked
    if row is None:
        raise no_such_game()
    return row, seats


def open_locked(row: Game, now: datetime | None = None) -> Open:
    """Restore the position of a running game whose row is locked. Raises Refused if it does not run."""
    require_running(row)
    return restored(row, seats_of(row), now)


def require_running(row: Game) -> None:
    """Raise Refused unless the game runs."""
    if row.status == Game.Status.FINISHED:
        raise Refused("game-over", "The game is over.", 409)
    if row.status != Game.Status.RUNNING:
        raise Refused("not-running", "The game has not begun.", 409)


def restored(row: Game, seats: list[Seat], now: datetime | None = None) -> Open:
    """Restore the position of a running game whose row is locked; its clocks know of every outage."""
    opened = Open(row, seats, restore(row, seats), whole_milliseconds(now or trusted()))
    opened.changed.update(seat.name for seat in outages.catch_up(row, seats))
    return opened


def load(game_key: str, now: datetime | None = None) -> Open:
    """Lock a running game and restore its position (inside a transaction).

    Raises:
        Refused: there is no such game, or it does not run.
    """
    now = trusted(now)
    row, seats = lock_with_seats(game_key)
    require_running(row)
    return restored(row, seats, now)


def ended(row: Game, now: datetime | None = None) -> Open:
    """Return the last position of a game that is over, whose row is locked."""
    seats = seats_of(row)
    return Open(row, seats, restore(row, seats), whole_milliseconds(now or trusted()))


def restore(row: Game, seats: list[Seat]) -> rules.Game[Any]:
    """Return the position of a game."""
    if row.sealed_seed:
        source: rules.Source = source_of(row, seats)
    else:
        source = rules.Scripted()  # the game is over: nothing is drawn any more
    return rules.Game.restore(rules.title(row.title), row.options, _decode(bytes(row.snapshot)), source)


def append(opened: Open, entry: Entry, *, barrier: bool) -> None:
    """Append an entry with all its projections: snapshot, log lines, checkpoint. Written by `save`.

    Where the rules by which the game goes on are not in the log yet, an entry that names them goes before it.
    """
    row, play = opened.row, opened.play
    named = readings.take_unnamed(opened)
    if named is not None:
        _append(opened, Entry(seq=entry.seq, kind="rules", at=entry.at, rules=named), [])
        entry.seq += 1
    told, opened.written = play.lines[opened.written :], len(play.lines)
    _append(opened, entry, told)
    if barrier:
        # Nothing before a position that an entry brings can be played again: whoever looks back begins there.
        publish(opened, keep=entry.rules is not None and entry.rules.position is not None)
    else:
        row.snapshot = _encode(play.snapshot())
        _nudge_streams(opened, stream_nudges.KEPT)


def _append(opened: Open, entry: Entry, told: list[rules.LogLine]) -> None:
    """Add an entry, and what the rules have told with it, to what will be written."""
    row = opened.row
    entry.hash = entry_hash(row.head_hash, entry, row.scheme)
    if entry.word is not None:
        row.mix = mixed(bytes.fromhex(row.mix), entry.word).hex()
    opened.writes.insert([event_of(row, entry)])
    row.head_hash = entry.hash
    row.version = entry.seq
    row.held_until = None
    lines = [*own_lines(entry), *told]
    if lines:
        first = row.log_length
        opened.writes.insert(
            [line_of(row, first + number, entry.seq, line) for number, line in enumerate(lines)]
        )
        row.log_length += len(lines)


def publish(opened: Open, *, keep: bool = False) -> None:
    """Let everybody see what the log holds, and `keep` the position, as is done now and then. Written by `save`."""
    row, play = opened.row, opened.play
    keep = keep or wants_checkpoint(row.published_version, row.version)
    row.held_until = None
    row.published_version = row.version
    row.moved_at = opened.now
    row.snapshot = _encode(play.snapshot())
    row.headline = play.title.headline(play.view(None))[:80]
    # Whoever is asked beside the mover, and has looked, has not seen this.
    opened.changed.update(seat.name for seat in opened.seats if clocks.remind_from_the_first(row, seat))
    if keep:
        opened.writes.insert([Checkpoint(game=row, seq=row.version, snapshot=row.snapshot)])
    _nudge_streams(opened, stream_nudges.MOVED)


def _nudge_streams(opened: Open, what: str) -> None:
    """Nudge the streams after the commit, once for all entries of a transaction."""
    if what not in opened.nudged:
        opened.nudged.add(what)
        stream_nudges.after_commit(what, opened.row.key, [seat.user_id for seat in opened.seats])


def wants_checkpoint(published: int, seq: int) -> bool:
    """Return whether to keep the position after event `seq`, the first to be published after `published`."""
    return seq // CHECKPOINT_EVERY > published // CHECKPOINT_EVERY


def next_entry(opened: Open, kind: Any, seat: str | None, **fields: Any) -> Entry:
    """Return a new entry for the log."""
    return Entry(seq=opened.row.version + 1, kind=kind, seat=seat, at=milliseconds_of(opened.now), **fields)


def append_answer(
    opened: Open,
    seat: Seat,
    applied: Applied,
    kind: Literal["choice", "timeout"],
    word: str | None = None,
    by: str | None = None,
) -> Entry:
    """Append what the player of a seat has answered, or the clock for them, and return its entry.

    `word` came with it, and was mixed in before anything was drawn. `by` is the ally who answered in the seat's place.
    """
    entry = next_entry(
        opened, kind, seat.name, choices=applied.choices, chance=applied.outcomes, word=word, by=by
    )
    append(opened, entry, barrier=applied.barrier)
    return entry


def save(opened: Open) -> None:
    """Write what was appended, the game's row, and those of the seats that have changed."""
    opened.writes.update(opened.row, [*GAME_FIELDS, *opened.also])
    save_seats(opened)


def save_seats(opened: Open) -> None:
    """Write the rows of the seats that have changed."""
    for seat in opened.seats:
        if seat.name in opened.changed:
            opened.writes.update(seat, SEAT_FIELDS)
    opened.changed.clear()
    opened.writes.send()


def pass_on(
    opened: Open,
    mover: Seat,
    settled_at: datetime | None = None,
    *,
    by_clock: bool = False,
    by_partner: bool = False,
    weight: rules.Weight | None = None,
) -> None:
    """Write what follows from a published move: clocks, offers, the next question, or the end.

    An offer of a draw, or to cancel, lapses when anybody else moves on instead of taking it.
    `settled_at` is when the mover's clock stopped, if not now; `by_clock`: because the clock has answered for them;
    `by_partner`: an ally has, so that they have seen nothing yet.
    `weight` is that of the mover's sitting where others have answered since, at once.
    """
    clocks.settle(opened.row, mover, settled_at or opened.now, weight or opened.play.sitting_weight)
    if not by_clock and not by_partner:
        clocks.returned(mover)
        mover.seen_version = opened.row.version
    opened.changed.add(mover.name)
    for other in opened.seats:
        if other is not mover and other.lapse():
            opened.changed.add(other.name)
    if opened.play.is_over:
        finish(opened)
    else:
        ask_next(opened)


def start_clocks(row: Game, seats: list[Seat], play: rules.Game[Any], now: datetime) -> list[Seat]:
    """Let the clocks run of the seats that are newly asked, and return these."""
    asked: list[Seat] = []
    for seat in seats:
        decision = play.decision_of(seat.name)
        if decision is not None and decision.waits and seat.waiting_since is None:
            clocks.ask(row, seat, decision.kind, decision.weight, now)
            asked.append(seat)
    return asked


def answer_at_once(opened: Open) -> None:
    """Answer what the game does not wait for (`Decision.waits`) as its seats have said beforehand.

    No clock runs for it, nobody is told, and nobody has missed anything.
    """
    play = opened.play
    while (question := next((d for d in play.pending if not d.waits), None)) is not None:
        seat = opened.seat(question.seat)
        choice = question.fallback_choice()
        for said in hooks.at_once:
            choice = said(opened, seat, question)
        append_answer(opened, seat, play.choose(seat.name, choice), "choice")


def ask_next(opened: Open) -> None:
    """Start the clocks of the seats that are asked now, save, and tell them."""
    answer_at_once(opened)
    if opened.play.is_over:
        finish(opened)
        return
    asked = start_clocks(opened.row, opened.seats, opened.play, opened.now)
    opened.changed.update(seat.name for seat in asked)
    save(opened)
    if asked:
        group_notices.tell_turn(opened.row)
    if any(seat.bot for seat in asked):
        after_commit("games.tasks.play_bot", opened.row.key)
    people = [seat for seat in asked if not seat.bot]
    for still_to_be_told in hooks.asked:
        people = still_to_be_told(opened, people)
    if people:
        notices.notify_turns(opened.row, people, opened.seats)


def finish(opened: Open) -> None:
    """Close a game whose result stands: reveal the seed, stop the clocks, tell everybody."""
    row, play = opened.row, opened.play
    result = play.result
    assert result is not None
    append(opened, next_entry(opened, "end", None, result=result), barrier=True)
    row.status = Game.Status.FINISHED
    row.finished_at = opened.now
    row.result = msgspec.to_builtins(result)
    row.seed = source_of(row, opened.seats).seed.hex()
    row.sealed_seed = ""
    row.save(
        update_fields=[*GAME_FIELDS, *opened.also, "status", "finished_at", "result", "seed", "sealed_seed"]
    )
    for seat in opened.seats:
        clocks.stop(seat)
        seat.bot_at = None
        seat.lapse()
        seat.draft = []
        opened.changed.add(seat.name)
    save_seats(opened)
    notices.notify_finish(row)
    game_finished.send(sender=Game, game=row)
