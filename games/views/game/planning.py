"""The planning board: moves are tried on a private copy of the game (MOV-12)."""

import secrets
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

import rules
from games import boards as drawings
from games.planning import boards
from games.play import access, positions
from games.refusals import Refused
from games.views.common import tells_refusals, viewer_of
from games.views.game.moves import choice_of
from games.views.game.notes import kept_for
from games.views.game.page import beside_board, by_team, form_of, marked, names_of, told_lines, with_faces
from rules.core.typed_text import texts


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@tells_refusals
def planning(request: HttpRequest, key: str) -> HttpResponse:
    """Show the copy, make one, try a move on it, step back, roll again, or discard it."""
    refused: Refused | None = None
    viewer = viewer_of(request, key)
    boards.board_for(viewer)
    if request.method == "POST":
        try:
            _act(request, viewer)
            if request.POST.get("act") == "discard":
                messages.success(request, "The copy is gone. Nothing of it reached the game.")
                return redirect("game", key)
            return redirect("planning", key)
        except Refused as refusal:
            refused = refusal
    return _page(request, viewer, refused)


def _act(request: HttpRequest, viewer: access.Viewer) -> None:
    name = request.POST.get("act", "move")
    if name in ("open", "make"):
        (boards.begin if name == "open" else boards.make)(viewer)
        return
    if name == "discard":
        boards.discard(viewer)
        return
    raw = request.POST.get("at", "")
    at = int(raw) if raw.isdecimal() and len(raw) < 5 else -1
    if name == "back":
        boards.step_back(viewer, at)
    elif name == "again":
        boards.roll_again(viewer, at)
    elif name == "move":
        _move(request, viewer, at)
    else:
        raise Refused("no-such-action", "That cannot be done with a copy.", 404)


def _move(request: HttpRequest, viewer: access.Viewer, at: int) -> None:
    board = boards.board_for(viewer)
    if board is None:
        raise Refused("no-copy", "There is no copy of this game: make one first.", 404)
    play = boards.position_of(board, viewer.game)
    seat = request.POST.get("seat", "")
    decision = play.decision_of(seat)
    if decision is None:
        raise Refused("stale-version", "The copy has changed since this page was made.", 409)
    typed = request.POST.get("moves", "").strip()
    choices = texts(typed) if typed else [choice_of(decision, request.POST)]
    boards.try_moves(viewer, seat, choices, at)


def _page(request: HttpRequest, viewer: access.Viewer, refused: Refused | None) -> HttpResponse:
    title, copy = rules.title(viewer.game.title), boards.board_for(viewer)
    shown, text_mode = None, request.GET.get("mode") == "text"
    if copy is not None:
        try:
            shown = _shown(viewer, copy, text_mode=text_mode)
        except Refused as refusal:
            refused = refused or refusal
    context: dict[str, Any] = {
        "game": viewer.game,
        "title": title,
        "refused": refused,
        "address": reverse("planning", args=[viewer.game.key]),
        "copy": copy if shown is not None else None,
        "lost": copy is not None and shown is None,
        "board": drawings.board_of(title.id),
        "open_information": title.open_information,
        **kept_for(viewer),
    }
    context |= shown if shown is not None else _not_begun(viewer)
    return render(request, "games/game/planning.html", context, status=refused.status if refused else 200)


def _not_begun(viewer: access.Viewer) -> dict[str, Any]:
    """Return what the page shows where no copy can be played: the game's own board, of which nothing is asked."""
    play = positions.open_game(viewer)
    view = play.view(viewer.seat_name)
    drawing = drawings.drawing_of(play.title.id, view, viewer.seat_name, None, ())
    return {
        "text": play.title.text_board(view),
        "headline": play.title.headline(view),
        **_around(viewer, drawing, viewer.seat_name),
    }


def _around(viewer: access.Viewer, drawing: Mapping[str, Any] | None, seat: str | None) -> dict[str, Any]:
    """Return the board, and the seats around it as the drawing tells of them."""
    seats, board = names_of(viewer), drawings.board_of(viewer.game.title)
    own = beside_board(seats, {"board": board, "drawing": drawing}, seat)
    return {"drawing": drawing, "seats": seats, "own": own, "teams": by_team(seats, drawing, own)}


def _shown(viewer: access.Viewer, copy: Any, *, text_mode: bool) -> dict[str, Any]:
    """Return what the page shows of a copy. Raises Refused where it cannot be played any more."""
    play = boards.position_of(copy, viewer.game)
    title = play.title
    decision = play.pending[0] if play.pending else None
    view = play.view(rules.ALL_SEEING)
    seat = decision.seat if decision else viewer.seat_name
    lines = told_lines(title, play.lines)
    now = positions.visible_seq(viewer, positions.open_game(viewer))
    drawing = None if text_mode else drawings.drawing_of(title.id, view, seat, decision, lines, lines)
    return {
        **_around(viewer, drawing, seat),
        "asked": with_faces(form_of(decision, title), drawing),
        "asked_seat": title.seat_name(decision.seat) if decision else "",
        "text": title.text_board(view),
        "headline": title.headline(view),
        "result": play.result,
        "recent": marked(title, lines, drawing),
        "at": len(copy.answers),
        "stamp": secrets.token_urlsafe(6),
        "rolled": play.chance_index > boards.position_of(copy, viewer.game, 0).chance_index,
        "outdated": copy.version != now,
        "text_mode": text_mode,
    }
