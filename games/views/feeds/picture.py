"""The small picture of a position that stands beside a game in lists."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from accounts.cache_outages import tried
from accounts.limits import Limit, line_of
from accounts.visits import address_of, mark_of
from games.play import access, glimpses
from games.refusals import Refused

#: Seconds for which a browser keeps the picture of a version.
KEPT_SECONDS = 86_400
#: Pictures that nobody has drawn yet, which one account, or one line without one, may have drawn for it.
DRAWN = Limit("pictures", 120, 60)


@require_safe
def glimpse(request: HttpRequest, key: str) -> HttpResponse:
    """The position as the reader may know it, as PNG; `v` is the version that a list has named."""
    try:
        viewer = access.look(key, request.user, request.session.get("seat_links", {}).get(key))
        version = glimpses.version_for(viewer)
    except Refused as refused:
        return HttpResponse(status=refused.status)
    image = glimpses.kept(viewer, version)
    if image is None:
        if not tried(lambda: DRAWN.take(_caller(request)), True):
            return HttpResponse(status=429, headers={"Retry-After": str(DRAWN.seconds)})
        image = glimpses.asked_for(viewer, version)
    if not image:
        return HttpResponse(status=404)
    fresh = request.GET.get("v") == str(version)
    caching = f"private, max-age={KEPT_SECONDS}" if fresh else "private, no-cache"
    return HttpResponse(image, content_type="image/png", headers={"Cache-Control": caching})


def _caller(request: HttpRequest) -> str:
    if request.user.is_authenticated:
        return f"account-{request.user.pk}"
    return mark_of("caller", line_of(address_of(request)))
