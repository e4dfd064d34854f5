"""Asking whether there is something new to see: the polling substitute of the event stream."""

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.views.decorators.http import require_safe

from games.chat.rooms import Ear
from games.refusals import Refused
from games.streams.live import live_of
from games.views.common import viewer_of


@require_safe
def version(request: HttpRequest, key: str) -> HttpResponse:
    """The polling substitute of the event stream."""
    try:
        now = live_of(Ear(viewer_of(request, key, turn_link=True)))
    except Refused as refused:
        return JsonResponse({"code": refused.code, "detail": refused.message}, status=refused.status)
    tag = f'W/"{now["version"]}/{now["chat"]}"'
    if request.headers.get("If-None-Match") == tag:
        return HttpResponseNotModified(headers={"ETag": tag})
    return JsonResponse(now, headers={"ETag": tag, "Cache-Control": "private, no-cache"})
