"""The chat of a game on a page of its own: everything that was said, muting, reporting, sharing."""

import secrets

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

import rules
from games import boards
from games.chat import pointing, presentation, talk
from games.chat.rooms import Ear
from games.play import access
from games.refusals import Refused
from games.views.common import refusal_page, tells_refusals, viewer_of

#: What can be done with a voice: whether it is muted then, and whether everywhere.
MUTES = {
    "mute": (True, False),
    "unmute": (False, False),
    "mute-everywhere": (True, True),
    "unmute-everywhere": (False, True),
}


def number_of(raw: str | None) -> int | None:
    """Return a number from a form or an address, None for anything else."""
    return int(raw) if raw and raw.isascii() and raw.isdecimal() and len(raw) < 10 else None


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@tells_refusals
def chat(request: HttpRequest, key: str) -> HttpResponse:
    """Show the channels as the reader may know them, and do what the forms ask for."""
    refused = None
    viewer = viewer_of(request, key)
    if request.method == "POST":
        try:
            done = _act(request, viewer)
        except Refused as refusal:
            refused = refusal
        else:
            if done:
                messages.success(request, done)
            target = reverse("game", args=[key]) if request.POST.get("next") == "game" else request.path
            return redirect(f"{target}#chat")
    ear = Ear(viewer)
    before = {c: n for c in ear.channels if (n := number_of(request.GET.get(c))) is not None}
    panels = presentation.panels(ear, before=before, limit=presentation.PAGE_LINES)
    if not panels:
        return refusal_page(request, Refused("no-chat", "There is no chat at this table for you.", 404))
    context = {
        "game": viewer.game,
        "title": rules.title(viewer.game.title),
        "board": boards.board_of(viewer.game.title),
        "panels": panels,
        "people": presentation.people(viewer),
        "shares": presentation.shares(viewer),
        "warning": presentation.silence_words(viewer),
        "refused": refused,
        "typed": request.POST.get("text", "") if refused else "",
        "typed_marks": request.POST.get("marks", "") if refused else "",
        "typed_in": request.POST.get("channel", "") if refused else "",
        "chat_key": secrets.token_urlsafe(12),
        "chat_most": settings.HOUSE.chat_length,
        "kept": settings.HOUSE.words["chat_kept"],
    }
    page = render(request, "games/chat/chat.html", context, status=refused.status if refused else 200)
    if not before and request.method != "HEAD":
        talk.mark_read(ear)
    return page


def _act(request: HttpRequest, viewer: access.Viewer) -> str:
    """Do what a form asks for. Returns what to tell about it; raises Refused."""
    act = request.POST.get("act", "say")
    if act == "say":
        sent = request.POST.get("key", "")
        marks = pointing.typed(viewer.game, request.POST.get("marks", ""))
        channel = request.POST.get("channel", "")
        talk.say(viewer, request.POST.get("text", ""), channel, marks=marks, key=sent or None)
        return ""
    if act in MUTES:
        wanted, everywhere = MUTES[act]
        voice = number_of(request.POST.get("voice"))
        return talk.mute(viewer, voice or 0, wanted=wanted, everywhere=everywhere)
    if act in ("share", "unshare"):
        return talk.share(viewer, act == "share")
    raise Refused("no-such-action", "That cannot be done in a chat.", 404)
