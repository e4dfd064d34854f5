"""Drawings of positions: one module for each title that has a board of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import rules
from games.boards.duel import board as duel
from games.boards.war_of_the_ring import board as war_of_the_ring
from games.boards.war_of_the_ring import report as war_of_the_ring_report

Lines = Sequence[dict[str, Any]]
_Board = Callable[[dict[str, Any], str | None, rules.Decision | None, list[Any], list[Any]], dict[str, Any]]


def _without_story(
    make: Callable[[dict[str, Any], str | None, rules.Decision | None], dict[str, Any]],
) -> _Board:
    return lambda view, seat, decision, lines, recent: make(view, seat, decision)


_BOARDS: dict[str, _Board] = {
    "duel": _without_story(duel.board),
    "war-of-the-ring": war_of_the_ring.board,
}
_REPORTS: dict[str, Callable[[list[Any]], dict[str, Any]]] = {
    "war-of-the-ring": war_of_the_ring_report.report,
}


def board_of(
    title: str,
    view: dict[str, Any],
    seat: str | None,
    decision: rules.Decision | None,
    lines: Lines = (),
    recent: Lines = (),
) -> Any:
    """Return what the title's board template needs, or None for a title that has only the text board.

    `lines` is the story that the viewer may read, oldest first; `recent` its part since the viewer's last move.
    """
    make = _BOARDS.get(title)
    return make(view, seat, decision, list(lines), list(recent)) if make else None


def template_of(title: str) -> str:
    """Return the template of the title's board."""
    return f"games/board/{title.replace('-', '_')}/board.html"


def has_report(title: str) -> bool:
    """Return whether finished games of a title have a report."""
    return title in _REPORTS


def report_of(title: str, lines: Lines) -> dict[str, Any]:
    """Return the report of a finished game from its whole story, oldest line first."""
    return _REPORTS[title](list(lines))


def report_template_of(title: str) -> str:
    """Return the template of the title's report."""
    return f"games/board/{title.replace('-', '_')}/report.html"
