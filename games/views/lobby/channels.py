"""The page of a table's channels (NOT-6)."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

import rules
from games.lobby import channels as services
from games.play.access import Viewer
from games.refusals import Refused
from games.views.common import tells_refusals, viewer_of
from notifications.channels.transport import TEST_BEGUN

DONE = {
    "test": TEST_BEGUN,
    "remove": "The channel is removed.",
    "enable": "The channel is switched on.",
    "events": "Your choice is stored.",
}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@tells_refusals
def channels(request: HttpRequest, key: str) -> HttpResponse:
    """Show, add, test, change and remove what the group of a table is told through."""
    viewer = viewer_of(request, key)
    services.require_member(viewer)
    if request.method != "POST":
        return _page(request, viewer)
    action, events = request.POST.get("action", ""), request.POST.getlist("event")
    try:
        if action == "add":
            _, secret = services.add(viewer, request.POST.get("address", ""), events)
            words = "The channel is added. Test it once."
            if secret:
                words = f"The program is added. Its secret, shown this once: {secret}"
            messages.success(request, words)
        else:
            services.change(viewer, request.POST.get("channel", ""), action, events)
            messages.success(request, DONE[action])
    except Refused as refused:
        return _page(request, viewer, refused)
    return redirect("table-channels", key)


def _page(request: HttpRequest, viewer: Viewer, refused: Refused | None = None) -> HttpResponse:
    context = {
        "game": viewer.game,
        "title": rules.title(viewer.game.title),
        "channels": services.listed(viewer),
        "kinds": services.kinds(),
        "refused": refused,
        "signed_in": viewer.user is not None,
    }
    return render(request, "games/table/channels.html", context, status=refused.status if refused else 200)
