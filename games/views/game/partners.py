"""The page of what allies may answer in each other's place."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

import rules
from games.play import partners, positions
from games.play.access import require_player
from games.refusals import Refused
from games.views.common import tells_refusals, viewer_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@tells_refusals
def game_partners(request: HttpRequest, key: str) -> HttpResponse:
    """Show and change what allies of the reader's seat may answer in its place."""
    refused: Refused | None = None
    viewer = viewer_of(request, key)
    require_player(viewer)
    positions.require_begun(viewer.game)
    if request.method == "POST":
        kinds = [] if request.POST.get("none") else request.POST.getlist("kinds")
        try:
            partners.allow(viewer, request.POST.get("partner", ""), kinds)
        except Refused as refusal:
            refused = refusal
        else:
            messages.success(request, "Saved." if kinds else "Taken back: you alone answer for yourself.")
            return redirect("game-partners", key)
    context = {
        "game": viewer.game,
        "title": rules.title(viewer.game.title),
        "now": partners.situation(viewer),
        "refused": refused,
    }
    return render(request, "games/orders/partners.html", context, status=refused.status if refused else 200)
