"""Middleware: people's own time zone (ACC-7), that they were here (MOD-12), that their browser knows them (ACC-1)."""

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts import known_browsers, visits
from accounts.zones import of_browser


class TimezoneMiddleware:
    """Activate the signed-in user's time zone for the request, a visitor's as their browser says it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = getattr(request, "user", None)
        zone = user.timezone if user and user.is_authenticated else of_browser(request)[0]
        with timezone.override(ZoneInfo(zone) if zone else None):
            return self.get_response(request)


class VisitMiddleware:
    """Write down that somebody is here."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = getattr(request, "user", None)
        if user and user.is_authenticated:
            visits.note_account(request, user.pk)
            visits.note_session(user, request)
        return self.get_response(request)


class KnownBrowserMiddleware:
    """Let browsers know who was signed in there."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        known_browsers.keep_up(request, response)
        return response
