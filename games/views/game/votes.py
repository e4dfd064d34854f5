"""The page of a game's votes."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

import rules
from games.acts import votes
from games.models import Game
from games.play.access import Viewer
from games.refusals import Refused
from games.views.common import tells_refusals, viewer_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@tells_refusals
def game_votes(request: HttpRequest, key: str) -> HttpResponse:
    """What is voted about at a table, and what may be."""
    refused = None
    viewer = viewer_of(request, key)
    if request.method == "POST":
        kind, value = request.POST.get("kind", ""), request.POST.get("value", "")
        try:
            if request.POST.get("act") == "refuse":
                words = votes.refuse(viewer, kind)
            else:
                words = votes.agree(viewer, kind, value)
        except Refused as refusal:
            refused = refusal
            viewer = viewer_of(request, key)
        else:
            messages.success(request, words)
            return redirect("game-votes", key)
    if viewer.game.status not in (Game.Status.RUNNING, Game.Status.FINISHED):
        return redirect("game", key)
    now = votes.situation(viewer, timezone.now())
    context = {
        "game": viewer.game,
        "title": rules.title(viewer.game.title),
        "now": now,
        "forms": _forms(viewer, now["possible"]),
        "refused": refused,
    }
    return render(request, "games/game/votes.html", context, status=refused.status if refused else 200)


def _forms(viewer: Viewer, possible: list[str]) -> list[dict[str, Any]]:
    """Return what the page offers to ask for: each kind, what it is chosen from, and what stands above it."""
    replay = format_html('<a href="{}">replay</a>', reverse("replay", args=[viewer.game.key]))
    return [
        {
            "kind": kind,
            "choices": kind.choices(viewer.game, list(viewer.seats), viewer.seat) if viewer.seat else [],
            "lead": format_html(kind.lead, replay=replay),
        }
        for kind in map(votes.kind_of, possible)
    ]
