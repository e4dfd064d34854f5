"""The colours that a reader prefers."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme

from accounts.post_only import post_only

#: What a reader may ask for, by cookie: day or night, and palettes for three kinds of colour blindness (A11-4).
COLOURS = {"theme": ("light", "dark"), "sight": ("protan", "deutan", "tritan")}


@post_only("lobby")
def theme(request: HttpRequest) -> HttpResponse:
    """Remember the colours that the reader prefers, in a cookie."""
    target = request.POST.get("next", "/")
    if not url_has_allowed_host_and_scheme(target, {request.get_host()}, request.is_secure()):
        target = "/"
    response = HttpResponseRedirect(target)
    for name, offered in COLOURS.items():
        choice = request.POST.get(name)
        if choice in offered:
            response.set_cookie(
                name,
                choice,
                max_age=settings.SESSION_COOKIE_AGE,
                httponly=True,
                samesite="Lax",
                secure=settings.SESSION_COOKIE_SECURE,
            )
        elif choice is not None:
            response.delete_cookie(name)
    return response
