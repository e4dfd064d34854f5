"""The page of proofs: every roll and draw of a game, and how to check them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

import rules
from games.play.proofs import proof_of
from games.views.common import tells_refusals, viewer_of


@require_safe
@tells_refusals
def proof(request: HttpRequest, key: str) -> HttpResponse:
    """List all chance of a game with the promise, the salts, and after the end the seed and the check."""
    viewer = viewer_of(request, key)
    found = proof_of(viewer)
    title = rules.title(viewer.game.title)
    context = {
        "game": viewer.game,
        "title": title,
        "proof": found,
        "over": viewer.game.is_laid_open,
        "seats": [(title.seat_name(seat.name), seat) for seat in viewer.seats],
        "own": viewer.seat_name,
    }
    return render(request, "games/game/proof.html", context)
