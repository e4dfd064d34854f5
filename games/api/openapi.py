"""The OpenAPI description of the API, in every form in which it is offered."""

import hashlib

from django.conf import settings
from django.http import HttpResponse, HttpResponseNotModified
from drf_spectacular.views import SpectacularAPIView
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from games.api.base import is_known
from games.memo import made_once, openapi

#: The name of the file that a browser may keep, without its ending.
TITLE = settings.SPECTACULAR_SETTINGS["TITLE"]


@made_once
def written(form: type[BaseRenderer]) -> tuple[bytes, str]:
    """Return the description in one form, and its ETag."""
    text = form().render(openapi(), renderer_context={})
    whole = text.encode() if isinstance(text, str) else text
    return whole, f'"{hashlib.sha256(whole).hexdigest()[:24]}"'


class Description(SpectacularAPIView):
    """The description as YAML or JSON: the same for everybody, of whatever version or language they ask for it."""

    def _get_schema_response(self, request: Request) -> HttpResponse:
        form = request.accepted_renderer
        text, tag = written(type(form))
        if is_known(tag, request.META.get("HTTP_IF_NONE_MATCH", "")):
            return HttpResponseNotModified(headers={"ETag": tag})
        name = f'inline; filename="{TITLE}.{form.format}"'
        kind = f"{form.media_type}; charset={form.charset}" if form.charset else form.media_type
        return HttpResponse(text, content_type=kind, headers={"ETag": tag, "Content-Disposition": name})
