"""Request ids and the headers that every answer carries."""

import uuid
from collections.abc import Callable, Mapping
from contextlib import suppress

from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from django.utils.cache import add_never_cache_headers

from rules import MissingTitle
from wotr.faults import NOT_HERE, answer_to
from wotr.logs import request_id
from wotr.request_bodies import excess_of


class PlainTextMiddleware:
    """Let no U+0000 through, which PostgreSQL stores nowhere and looks for nowhere.

    A session's key that is none of ours is no key; what an address names with it is nowhere; fields are refused. The
    API says that in its own words.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.COOKIES.get(settings.SESSION_COOKIE_NAME, "").isalnum():
            request.COOKIES.pop(settings.SESSION_COOKIE_NAME, None)
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: Mapping[str, object]
    ) -> None:
        if any("\x00" in str(value) for value in kwargs.values()):
            raise Http404("the address holds U+0000")
        if request.path_info.startswith("/api/"):
            return
        with suppress(UnreadablePostError):
            for _, values in (*request.GET.lists(), *request.POST.lists()):
                if any("\x00" in str(value) for value in values):
                    raise BadRequest("a field holds U+0000")


class BodySizeMiddleware:
    """Refuse bodies that are too large by what they announce; what announces nothing has none here (PEP 3333)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        excess = excess_of(request.path_info, request.META)
        return self.get_response(request) if excess is None else answer_to(request.path_info, excess)


def add_headers(response: HttpResponse) -> None:
    """Let an answer that passes through no middleware say what all of them say."""
    response.setdefault("Content-Security-Policy", settings.CONTENT_SECURITY_POLICY)
    response.setdefault("X-Content-Type-Options", "nosniff")
    response.setdefault("Referrer-Policy", settings.SECURE_REFERRER_POLICY)
    response.setdefault("X-Frame-Options", settings.X_FRAME_OPTIONS)
    add_never_cache_headers(response)


#: What a browser opens in a window of its own.
DOCUMENTS = ("text/html", "image/svg+xml")


class MissingTitleMiddleware:
    """Say what it means where the title of a game is not here: its package was taken away, and may come back."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer instead of the view."""
        return answer_to(request.path_info, NOT_HERE) if isinstance(error, MissingTitle) else None


class RequestContextMiddleware:
    """Number every request and forbid the page to load anything from elsewhere (ACC-9).

    What says nothing about caches is kept by none; of what a session has seen, not even by the browser. What only
    means something to a browser that opens a document goes with documents: a page has a score of other files.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        token = request_id.set(uuid.uuid4().hex[:16])
        try:
            response = self.get_response(request)
            response.setdefault("Content-Security-Policy", settings.CONTENT_SECURITY_POLICY)
            response.setdefault("X-Request-ID", request_id.get())
            if response.get("Content-Type", "").startswith(DOCUMENTS):
                response.setdefault("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
            else:
                del response["Cross-Origin-Opener-Policy"]
            if not response.has_header("Cache-Control"):
                if settings.SESSION_COOKIE_NAME in request.COOKIES:
                    add_never_cache_headers(response)
                else:
                    response["Cache-Control"] = "private, no-cache"
            return response
        finally:
            request_id.reset(token)
