"""What the buttons beside the board do: take back, resign, draw, cancel, claim."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.hours import leaving
from games.play import access, endings, undoing
from games.refusals import Refused
from games.views.common import refusal_page, viewer_at
from games.views.game import show_game
from games.views.moving import back

ACTS = {
    "take-back": "Your move is taken back.",
    "resign": "You have resigned.",
    "draw": "",
    "decline-draw": "You have declined the draw.",
    "ask-cancel": "",
    "claim-win": "The game is yours.",
    "claim-void": "The game is void.",
}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def act(request: HttpRequest, key: str, name: str) -> HttpResponse:
    """Take back, resign, draw, cancel, claim; resigning is asked about once more."""
    try:
        viewer = viewer_at(request, key, turn_link=name == "take-back")
        if name not in ACTS:
            raise Refused("no-such-action", "That cannot be done in a game.", 404)
        if not viewer.is_player or viewer.seat_name is None:
            raise Refused("not-seated", "You do not sit at this table.", 403)
        if request.method != "POST":
            if name != "resign":
                return redirect("game", key)
            assert viewer.seat is not None
            ends = leaving.ends_the_game(viewer.game, viewer.seats, viewer.seat)
            early = ends and leaving.is_early(viewer.game, viewer.seats)
            words = leaving.what_follows(viewer.game, viewer.seats, viewer.seat)
            context = {"game": viewer.game, "early": early, "words": words}
            return render(request, "games/game/resign.html", context)
    except Refused as hidden:
        return refusal_page(request, hidden)
    seat = viewer.seat_name
    try:
        if name == "take-back":
            version = request.POST.get("version", "")
            if not (version.isdecimal() and len(version) < 10):
                raise Refused("malformed", "The form is not complete: load the page again.", 400)
            undoing.take_back(key, seat, int(version))
        elif name == "resign":
            leaving.resign(key, seat)
        elif name == "draw":
            endings.offer_draw(key, seat)
        elif name == "decline-draw":
            endings.decline_draw(key, seat)
        elif name == "ask-cancel":
            for own in [s.name for s in viewer.seats] if viewer.game.is_solo else [seat]:
                endings.ask_cancel(key, own)
        else:
            endings.claim(key, seat, name.removeprefix("claim-"))
    except Refused as refused:
        return show_game(request, access.get_game(key), refused)
    if ACTS[name]:
        messages.success(request, ACTS[name])
    return back(request, key)
