"""Archiving the logs of games that are over, and bringing them back.

It takes two steps. First the log is read, replayed as `verify_games` does, packed, unpacked again and compared; only
if all of it holds the archive is stored, and whoever reads the log from then on reads it there (`games.ledger.logs`).
Some minutes later, when nobody reads rows any more who began before, the rows go: if they are still, to the byte,
what the archive holds.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from games import titles
from games.ledger import ledger
from games.ledger.archive_format import (
    MODELS,
    bytes_of,
    contents_of,
    digest_of,
    opened,
    packed,
    unpacked_of,
)
from games.ledger.verification import faults_of
from games.models import Archive, Discarded, Event, Game
from games.models.orders import OrderRun
from games.refusals import Refused

log = logging.getLogger(__name__)

#: For so long after a log was archived its rows stay for whoever is reading them.
ROWS_STAY = timedelta(minutes=10)
#: Games that one sweep looks at, of those to archive and of those whose rows go.
MOST_AT_ONCE = 200
#: Rows that are written together when they come back.
AT_ONCE = 500


def sweep(now: datetime) -> int:
    """Archive the games that have been over for long, and delete the rows of those archived. Returns how many of both.

    A game whose log does not hold stays as it is; the log of the server says why, once.
    """
    over = Game.objects.filter(
        status=Game.Status.FINISHED,
        log_kept__isnull=True,
        finished_at__lte=now - settings.HOUSE.archive_after,
    ).order_by("finished_at")
    done = 0
    for key, title in list(over.values_list("key", "title")[:MOST_AT_ONCE]):
        if titles.is_here(title):
            done += _tried(key, now)
    both = Game.objects.filter(log_kept=Game.LogKept.BOTH).order_by("finished_at")
    for key in list(both.values_list("key", flat=True)[:MOST_AT_ONCE]):
        done += delete_rows(key, now)
    return done


def _tried(key: str, now: datetime) -> bool:
    try:
        archive(key, now)
    except Refused as refused:
        log.error("a game is not archived", extra={"game": key, "error": refused.message})
        Game.objects.filter(key=key, log_kept__isnull=True).update(log_kept=Game.LogKept.HELD)
        return False
    return True


def archive(key: str, now: datetime) -> None:
    """Pack the log of a game that is over; its rows stay for some minutes.

    Raises:
        Refused: there is no such game, it is not over, or is archived, or its log does not hold: `message` says why.
    """
    game = Game.objects.filter(key=key).first()
    _require_rows(game, key)
    assert game is not None
    if faults := faults_of(game):
        raise Refused("unsound", "; ".join(fault.words for fault in faults), 409)
    unpacked = bytes_of(game)
    made = Archive(game=game, digest=digest_of(unpacked), packed=packed(unpacked), created_at=now)
    if unpacked_of(made) != unpacked:
        raise Refused("unsound", "what was packed is not what is unpacked again", 409)
    ended = Event.objects.filter(game=game, seq=game.version - 1).first()  # behind it there is only the end
    made.ended_by = ended.seat if ended is not None else ""
    with transaction.atomic():
        locked = ledger.lock(key)
        _require_rows(locked, key)
        if bytes_of(locked) != unpacked:
            raise Refused("unsound", "its log has changed meanwhile", 409)
        made.save(force_insert=True)
        _note(locked, Game.LogKept.BOTH)


def delete_rows(key: str, now: datetime) -> bool:
    """Delete the rows of a log that was archived some minutes ago. Returns whether that was done.

    What its standing orders have done goes, too: that stays in the log.
    Where they are not what was archived (somebody has made the story anew), the archive goes and is made again.
    """
    with transaction.atomic():
        game = ledger.lock(key)
        made = Archive.objects.filter(game=game).first()
        if game.log_kept != Game.LogKept.BOTH or made is None or made.created_at > now - ROWS_STAY:
            return False
        with _letting_go(game):
            if bytes_of(game) != unpacked_of(made):
                made.delete()
                _note(game, None)
                return False
            for model in MODELS:
                model._default_manager.filter(game=game).delete()
            OrderRun.objects.filter(seat__game=game).delete()
        _note(game, Game.LogKept.ARCHIVE)
    return True


def bring_back(key: str) -> None:
    """Make the rows of an archived game again, to the byte; it is not archived by itself any more.

    Raises:
        Refused: there is no such game, or it is not archived. Damaged: the archive is not what was packed.
    """
    with transaction.atomic():
        game = ledger.lock(key)
        if game.log_kept not in (Game.LogKept.ARCHIVE, Game.LogKept.BOTH):
            raise Refused("not-archived", "This game is not archived.", 409)
        made = Archive.objects.get(game=game)
        if game.log_kept == Game.LogKept.ARCHIVE:
            _write_rows(game, made)
        if contents_of(game) != opened(made):
            raise RuntimeError(f"the rows of game {key} are not those that were archived")
        with _letting_go(game):
            made.delete()
        _note(game, Game.LogKept.HELD)


def _write_rows(game: Game, made: Archive) -> None:
    tables = opened(made).tables
    for model in MODELS:
        columns = tables[model._meta.db_table]
        values = zip(*columns.values(), strict=True)
        rows = [model(game=game, **dict(zip(columns, row, strict=True))) for row in values]
        model._default_manager.bulk_create(rows, batch_size=AT_ONCE)  # type: ignore[arg-type]  # rows of this model


def _require_rows(game: Game | None, key: str) -> None:
    """Raise Refused unless a game is over, and its log is in rows."""
    if game is None:
        raise Refused("no-such-game", f"There is no game {key}.", 404)
    if game.status != Game.Status.FINISHED:
        raise Refused("not-over", "Only a game that is over is archived.", 409)
    if game.log_kept in (Game.LogKept.ARCHIVE, Game.LogKept.BOTH):
        raise Refused("archived", "This game is archived already.", 409)


def _note(game: Game, kept: str | None) -> None:
    game.log_kept = kept
    game.save(update_fields=["log_kept"])


@contextmanager
def _letting_go(game: Game) -> Iterator[None]:
    """Let the database give up the log of a game, or its archive, within a transaction."""
    Discarded.objects.create(game=game.pk)
    yield
    Discarded.objects.filter(game=game.pk).delete()
