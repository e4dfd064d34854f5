"""What its reader keeps for themselves about a game or a person: notes, arrows and rings."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

import rules
from accounts.models import User
from games.planning import marks, notes
from games.play.access import Viewer
from games.refusals import Refused
from games.views.common import tells_refusals, viewer_of


def kept_for(viewer: Viewer) -> dict[str, Any]:
    """Return what a page with the board needs to know of it: whether its reader plays, and has drawn something."""
    plays = viewer.seat is not None and not viewer.by_turn_link
    address = reverse("own-marks", args=[viewer.game.key])
    return {"keeps_notes": plays, "has_marks": marks.are_there(viewer), "marks_url": address}


def _is_script(request: HttpRequest) -> bool:
    return request.headers.get("X-Requested-With") == "fetch"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@tells_refusals
def game_note(request: HttpRequest, key: str) -> HttpResponse:
    """Show the reader's note about a game, and keep what they write; a script gets the form alone."""
    viewer = viewer_of(request, key)
    kept, refused = notes.about_game(viewer), None
    context: dict[str, Any] = {"game": viewer.game, "title": rules.title(viewer.game.title)}
    if request.method == "POST":
        try:
            kept = notes.note_game(viewer, request.POST.get("text", ""), request.POST.get("before"))
        except Refused as refusal:
            refused = refusal
        if refused is None and not _is_script(request):
            return redirect("game-note", key)
    context |= {
        "kept": kept,
        "refused": refused,
        "most": notes.MOST_LETTERS,
        "saved": request.method == "POST",
    }
    context["text"] = kept if refused is None else request.POST.get("text", "")
    page = "games/game/note_form.html" if _is_script(request) else "games/game/note.html"
    return render(request, page, context, status=refused.status if refused else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@tells_refusals
def own_marks(request: HttpRequest, key: str) -> HttpResponse:
    """Tell a script what its reader has drawn on the map, and keep what they draw."""
    viewer = viewer_of(request, key)
    if request.method != "POST":
        return JsonResponse({"marks": marks.drawn(viewer)})
    kept = marks.draw(viewer, request.POST.get("marks", ""))
    return JsonResponse({"marks": kept}) if _is_script(request) else redirect("game", key)


@never_cache
@login_required
@require_http_methods(["POST"])
@tells_refusals
def person_note(request: HttpRequest, username: str) -> HttpResponse:
    """Keep a note about another player; a script gets the form alone."""
    person = User.objects.filter(username__iexact=username, deleted=False).first()
    if person is None:
        raise Http404("There is no such player.")
    assert isinstance(request.user, User)
    sent, refused = request.POST.get("text", ""), None
    try:
        kept = notes.note_person(request.user, person, sent, request.POST.get("before"))
    except Refused as refusal:
        if not _is_script(request):
            raise
        kept, refused = notes.about_person(request.user, person), refusal
    if not _is_script(request):
        return redirect(f"{reverse('player', args=[person.username])}#note")
    context = {"about": person, "kept": kept, "text": sent if refused else kept, "refused": refused}
    context |= {"most": notes.MOST_ABOUT_PERSON, "saved": True}
    return render(request, "games/game/note_form.html", context, status=refused.status if refused else 200)
