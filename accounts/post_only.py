"""Addresses that only take what a form sends: whoever opens one, after signing in say, is led to its page."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.urls import reverse
from django.utils.cache import patch_vary_headers


def post_only(page: str, *names: str) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Let a view take only POST. A browser that asks otherwise goes to `page`; a program is told 405.

    Args:
        page: the name of the address to go to.
        names: which arguments of the view that address takes.
    """

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def inner(request: HttpRequest, **found: Any) -> HttpResponse:
            if request.method == "POST":
                return view(request, **found)
            if request.method in ("GET", "HEAD") and "text/html" in request.headers.get("Accept", ""):
                address, asked = reverse(page, args=[found[name] for name in names]), request.GET.urlencode()
                answer: HttpResponse = HttpResponseRedirect(f"{address}?{asked}" if asked else address)
            else:
                answer = HttpResponseNotAllowed(["POST"])
            patch_vary_headers(answer, ["Accept"])
            return answer

        return inner

    return decorate
