"""Taking a line of a chat out of sight."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache

from accounts.models import User
from accounts.posting import post_only
from games.refusals import Refused
from leagues.services.conduct import chat_lines
from leagues.views.common import refusal


@never_cache
@login_required
@post_only("moderation")
def hide(request: HttpRequest, number: int) -> HttpResponse:
    """Take a line out of sight, or show it again."""
    hidden = request.POST.get("hidden", "yes") == "yes"
    try:
        chat_lines.hide_line(cast(User, request.user), number, request.POST.get("reason", ""), hidden=hidden)
    except Refused as refused:
        return refusal(request, refused)
    messages.success(request, "The line is out of sight." if hidden else "The line is shown again.")
    return redirect("moderation")
