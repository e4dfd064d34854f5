"""Stepping through a game, and its record as a file."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

import rules
from games import boards
from games.ledger import records
from games.models import Game
from games.play import corrections, positions, takebacks
from games.play.access import Viewer
from games.views.common import tells_refusals, viewer_of
from games.views.game.notes import kept_for
from games.views.game.page import beside_board, by_team, marked, names_of
from rules.core.records import dump_record
from rules.core.stories import in_a_row


@require_safe
@tells_refusals
def replay(request: HttpRequest, key: str) -> HttpResponse:
    """Step through the game as the viewer knew it; after the end, with everything shown (REP-1, REP-2)."""
    viewer = viewer_of(request, key, turn_link=True)
    positions.require_begun(viewer.game)
    play = positions.open_game(viewer)
    steps = positions.steps(viewer, play)
    raw = request.GET.get("at", "")
    at = int(raw) if raw.isdecimal() and len(raw) < 10 else steps[-1]
    if at not in steps:
        at = max((s for s in steps if s <= at), default=steps[0])
    shown: dict[str, Any] = {**positions.position_at(viewer, at)}
    place = steps.index(at)
    drawing = boards.drawing_of(
        viewer.game.title, shown["view"], viewer.seat_name, None, shown["lines"], shown["lines"]
    )
    title = rules.title(viewer.game.title)
    earlier = in_a_row(title, shown["lines"][: -boards.SHOWN_RECENTLY])
    shown["lines"] = [*earlier, *marked(title, shown["lines"], drawing)]
    board, seats = boards.board_of(viewer.game.title), names_of(viewer)
    turns = positions.turns(viewer, play)
    context = {
        "game": viewer.game,
        "title": title,
        "shown": shown,
        "board": board,
        "drawing": drawing,
        "seats": seats,
        "own": (own := beside_board(seats, {"board": board, "drawing": drawing}, viewer.seat_name)),
        "teams": by_team(seats, drawing, own),
        "at": at,
        "stamp": at,
        "place": place,
        "query": "?at=",
        "tells": bool(shown["lines"]),
        "last": len(steps) - 1,
        "steps": steps,
        "turns": turns,
        "turn": max((seq for seq, _ in turns if seq <= at), default=None),
        "previous": steps[place - 1] if place else None,
        "next": steps[place + 1] if place + 1 < len(steps) else None,
        "first": steps[0],
        "newest": steps[-1],
        "everything": (laid_open := viewer.game.is_laid_open),
        "hands": laid_open and any((seat["drawn"] or {}).get("hand", {}).get("seen") for seat in seats),
        **_may_ask(viewer),
        **kept_for(viewer),
        "may_report": not viewer.by_turn_link,
    }
    return render(request, "games/game/replay.html", context)


def _may_ask(viewer: Viewer) -> dict[str, bool]:
    """Return what the viewer may ask the others for: to go back, to play on in a copy, to set the position right."""
    game, seats = viewer.game, list(viewer.seats)
    plays = viewer.seat is not None and not viewer.by_turn_link
    runs = plays and game.status == Game.Status.RUNNING
    return {
        "may_go_back": runs and takebacks.is_possible(game, seats),
        "may_copy": plays and corrections.why_not_by_agreement(game, seats) is None,
        "may_correct": runs and corrections.is_possible(game, seats),
    }


@require_safe
@tells_refusals
def record(request: HttpRequest, key: str) -> HttpResponse:
    """The record of a finished game, as a file."""
    viewer = viewer_of(request, key)
    positions.require_laid_open(viewer.game, "The record is published")
    return HttpResponse(
        dump_record(records.record_of(viewer.game)),
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{key}.json"'},
    )
