"""Positions that are set right by hand: by everybody at a table that is not rated, or by a director (MOD-15).

Nothing of the log is edited: a `correction` entry says what was set right, in the notation of the title, and play goes
on from there. The game says so of itself from then on (`Game.corrected_at`), is not rated, and counts in no figures.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import rules
from games.ledger import ledger, notices, records
from games.ledger.opened import Open
from games.models import Event, Game, Seat
from games.play import positions, takebacks, undo
from games.play.access import Viewer
from games.refusals import Refused
from rules.core.amendments import corrected
from rules.core.corrections import Correctable
from rules.core.records import effective


@dataclass(frozen=True)
class Corrected:
    """A position as it would be: the line as it is written, and what everybody would see."""

    change: str
    view: Mapping[str, Any]
    headline: str
    text: str
    is_over: bool


def why_not_by_agreement(row: Game, seats: list[Seat]) -> Refused | None:
    """Return why a table can agree on nothing about the course of its game, None if it can."""
    if row.in_event:
        return Refused("not-by-agreement", "In an event only a director decides that: ask them.", 409)
    if row.rated:
        words = "A rated game goes on as it was played: that can be agreed on where nothing is rated."
        return Refused("not-by-agreement", words, 409)
    if any(seat.absent_since is not None for seat in seats):
        return Refused("not-by-agreement", "Somebody is missing who has to agree.", 409)
    return _why_not(row)


def _why_not(row: Game) -> Refused | None:
    return None if records.is_of_these_rules(row) else records.played_otherwise()


def is_possible(row: Game, seats: list[Seat]) -> bool:
    """Return whether a table may set its position right."""
    return why_not_by_agreement(row, seats) is None and rules.title(row.title).can_be_corrected


def offered(row: Game, seats: list[Seat]) -> tuple[Correctable, ...]:
    """Return what can be set right in a running game, as everybody sees it."""
    play = ledger.restore(row, seats)
    return play.title.corrections(play.view(None))


def check(opened: Open, seat: Seat, text: str) -> str:
    """Return what a seat wants to set right, as it is written.

    Raises:
        Refused: with the rules' words; or the seat is in the middle of a move.
    """
    refusal = why_not_by_agreement(opened.row, opened.seats)
    if refusal is not None:
        raise refusal
    if opened.play.unpublished and opened.play.mover == seat.name:
        raise Refused("mid-move", "First hand your move over, or take it back: then ask.", 409)
    return _corrected(opened.play.as_everybody_knows(), text)[1]


def preview(viewer: Viewer, text: str) -> Corrected:
    """Return what would come of a change in a running game, as everybody would see it. Raises Refused."""
    ledger.require_running(viewer.game)
    play = positions.open_game(viewer)
    then, written = _corrected(play.as_everybody_knows(), text)
    view = then.view(None)
    return Corrected(written, view, then.title.headline(view), then.title.text_board(view), then.is_over)


def carry_out(opened: Open, by: str | None, text: str) -> str:
    """Set the position of the locked game right; returns what was set right, as it is written.

    What somebody has not handed over yet is taken back. The clocks of whoever is asked begin anew.

    Args:
        by: the seat that has asked for it; None for a director.

    Raises:
        Refused: the rules refuse it, or the clock has just answered for somebody.
    """
    row = opened.row
    refusal = _why_not(row)
    if refusal is not None:
        raise refusal
    _put_back(opened)
    opened.play, written = _corrected(opened.play, text)
    ledger.append(opened, ledger.next_entry(opened, "correction", by, change=written), barrier=True)
    row.corrected_at, row.rated = opened.now, False
    row.save(update_fields=["corrected_at", "rated"])
    takebacks.begin_anew(opened, "The position was set right")
    if opened.play.is_over:
        ledger.finish(opened)
    else:
        ledger.ask_next(opened)
        notices.notify_news(row, "corrected", by or "", value=written)
    return written


def _corrected(play: rules.Game[Any], text: str) -> tuple[rules.Game[Any], str]:
    try:
        return corrected(play, text)
    except rules.IllegalChoice as refused:
        raise Refused(refused.code, str(refused), 422, extra={"field": "value"}) from None


def _put_back(opened: Open) -> None:
    """Take back, for whoever is in the middle of a move, what nobody else has seen."""
    row, play = opened.row, opened.play
    mover = play.mover
    if mover is None:
        return
    events = Event.objects.filter(game=row, seq__gt=row.published_version).order_by("seq")
    recent = effective(map(records.entry_of, events))
    # What names the rules by which the game goes on stands before the move, and is no part of it.
    named = [entry.seq for entry in recent if entry.kind == "rules"]
    before = max(named, default=row.published_version)
    if {entry.kind for entry in recent if entry.seq > before} != {"choice"}:
        words = "The clock has just answered for somebody: ask again when that is over."
        raise Refused("mid-move", words, 409)
    play.take_back(mover, play.unpublished)
    undo.note(opened, mover, before)
