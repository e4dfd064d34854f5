"""The page where a mail is confirmed whose sender nothing vouches for (MIL-3)."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

import rules
from games.letters import mailbox
from games.models.letters import Letter
from games.views.common import tells_refusals


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@tells_refusals
def confirm_letter(request: HttpRequest, token: str) -> HttpResponse:
    """Show what a mail asks for; do it when its owner says so. The link is the proof of who they are."""
    letter = mailbox.letter_behind(token)
    if request.method == "POST":
        letter = mailbox.confirm(token, speaks="speaks" in request.POST)
        messages.success(request, "Your mail is dealt with. The receipt is on its way to you.")
    context = {
        "letter": letter,
        "title": rules.title(letter.seat.game.title),
        "side": rules.title(letter.seat.game.title).seat_name(letter.seat.name),
        "asked": letter.state == Letter.State.ASKED,
        "asks_for_sender": mailbox.may_be_asked(letter),
        "game": letter.seat.game,
    }
    return render(request, "games/letters/confirm.html", context)
