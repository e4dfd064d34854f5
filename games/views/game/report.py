"""The report after a game: curves and counts, drawn on the server (REP-10)."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

import rules
from games import boards
from games.play import positions
from games.refusals import Refused
from games.views.common import tells_refusals, viewer_of
from games.views.game.page import names_of, outcome_of


@require_GET
@tells_refusals
def report(request: HttpRequest, key: str) -> HttpResponse:
    """Show the report of a finished game."""
    viewer = viewer_of(request, key)
    positions.require_laid_open(viewer.game, "The report is drawn")
    board = boards.board_of(viewer.game.title)
    if board is None or board.report is None:
        raise Refused("no-report", "This game has no report.", 404)
    play = positions.open_game(viewer)
    own = "" if viewer.seat is None or viewer.game.is_solo else outcome_of(viewer.game, viewer.seat.name)
    context = {
        "game": viewer.game,
        "title": rules.title(viewer.game.title),
        "now": positions.situation(viewer, play),
        "board": board,
        "seats": [
            {
                **seat,
                "outcome": outcome_of(viewer.game, seat["name"]),
                "is_own": seat["name"] == viewer.seat_name,
            }
            for seat in names_of(viewer)
        ],
        "mood": {"won": "is-success", "lost": "is-error"}.get(own, ""),
        "report": board.report.tell(positions.log_lines(viewer, play=play, limit=positions.ALL_LINES)),
    }
    return render(request, "games/game/report.html", context)
