"""The buttons on the page of a game: every act of the registry, asked once more where it is final."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.acts import registry
from games.acts.act import Act, FieldKind, Look
from games.refusals import Refused
from games.views.common import tells_refusals, viewer_of
from games.views.game.moves import back
from games.views.game.page import show_game


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@tells_refusals
def act(request: HttpRequest, key: str, name: str) -> HttpResponse:
    """Do what a button says; what is final is asked once more."""
    found = registry.button_called(name)
    viewer = viewer_of(request, key, turn_link=found is not None and found[0].by_turn_link)
    if found is None:
        raise registry.no_such_act()
    chosen, button = found
    if not viewer.is_player and not chosen.for_anybody:
        raise Refused("not-seated", "You do not sit at this table.", 403)
    if request.method != "POST":
        if not chosen.final:
            return redirect("game", key)
        context = {"game": viewer.game, "question": chosen.asked_of(Look(viewer)), "button": button}
        return render(request, "games/game/act_confirm.html", context)
    try:
        done = chosen.do(viewer, {**fields_of(chosen, request.POST), **button.data})
    except Refused as refused:
        return show_game(request, key, refused)
    messages.success(request, done.words)
    return back(request, key)


def fields_of(chosen: Act, form: QueryDict) -> Mapping[str, Any]:
    """Return what a form says for an act. Raises Refused if it lacks what the page fills in."""
    data: dict[str, Any] = {each.name: form.get(each.name) for each in chosen.fields}
    for each in chosen.fields:
        if each.kind is FieldKind.VERSION:
            version = form.get(each.name, "")
            if not (version.isdecimal() and len(version) < 10):
                raise Refused("malformed", "The form is not complete: load the page again.", 400)
            data[each.name] = int(version)
    return data
