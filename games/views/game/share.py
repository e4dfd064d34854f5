"""Sharing a step of a game by link, and opening such a link."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

import rules
from games.models import Game
from games.play import access, shares
from games.refusals import no_such_game
from games.views.common import tells_refusals, viewer_of

#: Finished private games that one browser keeps open by their links.
MOST_SHARED = 30


@never_cache
@require_safe
@tells_refusals
def share(request: HttpRequest, key: str) -> HttpResponse:
    """Show the link to a step, to copy."""
    raw = request.GET.get("at", "")
    viewer = viewer_of(request, key)
    address, at = shares.link_to(viewer, int(raw) if raw.isdecimal() and len(raw) < 10 else None)
    context = {
        "game": viewer.game,
        "title": rules.title(viewer.game.title),
        "address": address,
        "at": at,
        "over": viewer.game.is_laid_open,
        "private": viewer.game.visibility == Game.Visibility.PRIVATE,
    }
    return render(request, "games/game/share.html", context)


@never_cache
@require_safe
@tells_refusals
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """Open a link to a finished private game: this browser may read it from now on."""
    key, at = shares.read(token)
    game = access.get_game(key)
    if not game.is_laid_open:
        raise no_such_game()
    opened = [other for other in request.session.get("shared", []) if other != key]
    request.session["shared"] = [*opened, key][-MOST_SHARED:]
    return redirect(f"{reverse('replay', args=[key])}?at={at}")
