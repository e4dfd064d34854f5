"""The private calendar of somebody's deadlines, as a file and as a setting (NOT-16)."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.post_only import post_only
from games.notices import calendar as deadlines


@require_safe
def calendar(request: HttpRequest, secret: str) -> HttpResponse:
    """The calendar behind a secret address."""
    user = deadlines.owner_of(secret)
    if user is None:
        raise Http404
    return HttpResponse(
        deadlines.calendar_of(user),
        content_type="text/calendar; charset=utf-8",
        headers={"Cache-Control": "private, max-age=300", "X-Robots-Tag": "noindex"},
    )


@login_required
@post_only("time-off")
def change(request: HttpRequest) -> HttpResponse:
    """Make, renew or end the reader's own calendar."""
    user = cast(User, request.user)
    if request.POST.get("action") == "remove":
        deadlines.end(user)
        messages.success(request, "The calendar's address no longer works.")
    else:
        deadlines.renew(user)
        messages.success(request, "This is your calendar's address. An older one no longer works.")
    return redirect("time-off")
