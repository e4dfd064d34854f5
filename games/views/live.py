"""What changes when a viewer has something new to see."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.views.decorators.http import require_safe

from games.chat.rooms import Ear
from games.play import access
from games.refusals import Refused
from games.views.common import viewer_at


def version_of(viewer: access.Viewer) -> str:
    """Return what changes when the viewer has something new to see."""
    version = (
        viewer.game.version if viewer.seat and viewer.seat.waiting_since else viewer.game.published_version
    )
    return f"{version}-{viewer.game.status}"


def live_of(viewer: access.Viewer) -> dict[str, str]:
    """Return what changes with the position, and with the chat: never what has been moved or said (API-4)."""
    return {"version": version_of(viewer), "chat": Ear(viewer).newest()}


@require_safe
def version(request: HttpRequest, key: str) -> HttpResponse:
    """The polling substitute of the event stream."""
    try:
        now = live_of(viewer_at(request, key, turn_link=True))
    except Refused as refused:
        return JsonResponse({"code": refused.code, "detail": refused.message}, status=refused.status)
    tag = f'W/"{now["version"]}/{now["chat"]}"'
    if request.headers.get("If-None-Match") == tag:
        return HttpResponseNotModified(headers={"ETag": tag})
    return JsonResponse(now, headers={"ETag": tag, "Cache-Control": "private, no-cache"})
