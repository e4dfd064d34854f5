"""What is answered at addresses at which there is nothing."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.defaults import page_not_found

from games.api.problems import plain_answer
from games.refusals import Refused


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer programs with a problem (RFC 9457), people with a page."""
    if request.path.startswith("/api/"):
        refused = Refused("not-found", "There is nothing at this address.", 404)
        return plain_answer(refused, {})
    return page_not_found(request, exception)
