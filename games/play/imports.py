"""Taking in a game from its record."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec
from django.db import DataError, transaction
from django.utils import timezone

import rules
from accounts.models import User
from games.ledger import ledger, records
from games.ledger.rebuild import take_in
from games.ledger.seed_encryption import seal
from games.models import Game, Seat
from rules.core.errors import ReplayError
from rules.core.records import (
    Entry,
    Record,
    check_chain,
    check_fairness,
    effective,
    header_hash,
    rules_of,
)
from rules.core.replay import replay


def import_record(record: Record, users: Mapping[str, User] | None = None) -> Game:
    """Store a game from its record: to look at if it is over, to go on with if it is not.

    A game that still runs needs its seed in the record (`export_game --with-seed`), because what chance
    still has to answer was promised at its start. It goes on without a clock, at a private table.

    Args:
        users: who sits where, by seat; the other seats go to guests of the recorded names.

    Raises:
        ReplayError: names the first bad entry.
    """
    try:
        return _stored(record, users or {})
    except (DataError, OverflowError):
        raise ReplayError(0, "the record holds what no database can keep") from None


@transaction.atomic
def _stored(record: Record, users: Mapping[str, User]) -> Game:
    check_chain(record)
    if record.position is not None:
        raise ReplayError(0, "a game that began from a hand-written position cannot be taken in")
    if record.fairness.seed is not None:
        check_fairness(record)
    play = replay(record)
    for entry in record.entries:
        _moment(entry)
    unknown = set(users) - set(play.seats)
    if unknown:
        raise ReplayError(0, f"there is no seat {min(unknown)!r}")
    if play.result is None and record.fairness.seed is None:
        raise ReplayError(len(record.entries), "the game is not over, and its seed is not in the record")
    game = _game_of(record, play)
    given = record.fairness.given or {}
    Seat.objects.bulk_create(
        Seat(
            game=game,
            name=name,
            position=position,
            user=users.get(name),
            guest_name="" if name in users else (record.seats.get(name) or "unknown")[:40],
            salt=record.fairness.salts.get(name, ""),
            salt_at=_when(given[name].at, 0) if name in given else None,
            salt_known=record.fairness.salts[name] if name in given and given[name].early else "",
            salt_by_server=name in given and given[name].server is True,
            end_seen=play.is_over,
        )
        for position, name in enumerate(play.seats)
    )
    if header_hash(record) != records.first_hash(game, list(game.seats.all())):
        raise ReplayError(0, "the salts or the commitment are not what a server can keep")
    take_in(game, record.entries)
    if not play.is_over:
        _ask(game, play, now=timezone.now())
    return game


def _ask(game: Game, play: rules.Game[Any], now: datetime) -> None:
    """Let those wait whom a record without times, such as one from the command line, leaves unasked."""
    for seat in ledger.start_clocks(game, list(game.seats.all()), play, now):
        seat.save()


def _game_of(record: Record, play: rules.Game[Any]) -> Game:
    now = timezone.now()
    goes_on = rules_of(record)
    led_over = any(entry.rules is not None for entry in effective(record.entries))
    return Game.objects.create(
        title=record.title,
        rules_version=goes_on.version,
        options={**record.options, **goes_on.options},
        began={"version": record.rules_version, "options": record.options} if led_over else None,
        status=Game.Status.FINISHED if play.is_over else Game.Status.RUNNING,
        visibility=Game.Visibility.PUBLIC if play.is_over else Game.Visibility.PRIVATE,
        expires_at=now,
        started_at=_moment(record.entries[0]) or now,
        finished_at=(_moment(record.entries[-1]) or now) if play.is_over else None,
        moved_at=_moment(record.entries[-1]),
        clock_preset="untimed",
        origin=msgspec.to_builtins(record.origin) if record.origin else {},
        tree=msgspec.to_builtins(record.fairness.tree) if record.fairness.tree else {},
        scheme=record.scheme,
        committed_at=_when(record.fairness.committed_at or None, 0),
        commitment=record.fairness.commitment or "",
        seed=(record.fairness.seed or "") if play.is_over else "",
        sealed_seed="" if play.is_over else seal(bytes.fromhex(record.fairness.seed or "")),
        result=msgspec.to_builtins(play.result),
        corrected_at=now if any(entry.kind == "correction" for entry in record.entries) else None,
    )


def _moment(entry: Entry) -> datetime | None:
    """Return when an entry was received. Raises ReplayError if that is no time."""
    return _when(entry.at, entry.seq)


def _when(at: int | None, seq: int) -> datetime | None:
    try:
        return None if at is None else records.moment_of(at)
    except (ValueError, OverflowError, OSError):
        raise ReplayError(seq, "the time of this entry is not a time") from None
