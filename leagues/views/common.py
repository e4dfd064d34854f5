"""Shared parts of the pages of the leagues."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse

from accounts.models import User
from games.refusals import Refused
from games.views.common import reader
from games.views.common import refusal_page as refusal
from leagues.acts.act import Act, Done, whole
from leagues.services.records import exports

__all__ = ["act_of", "as_file", "reader", "refusal", "refusing", "way_back", "whole"]


def way_back(refused: Refused, page: str, key: str) -> str:
    """Return the address of the page of an event on which something was refused, "" if there is no such event."""
    return "" if refused.code == "no-such-competition" else reverse(page, args=[key])


def refusing(page: str = "") -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Let a view tell what is refused on a page of its own, from which one goes back to a page of the event."""

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def inner(request: HttpRequest, **found: Any) -> HttpResponse:
            try:
                return view(request, **found)
            except Refused as refused:
                return refusal(request, refused, way_back(refused, page, found["key"]) if page else "")

        return inner

    return decorate


def act_of(request: HttpRequest, act: Act, **at: Any) -> Done:
    """Do what a form asks at an address, and tell the reader. Raises Refused."""
    named = {name: value for name, value in at.items() if name in act.at}
    given = {**request.POST.dict(), **{name: str(value) for name, value in at.items()}}
    done = act.do(cast(User, request.user), named, act.read_form(given))
    for words in act.warnings(done.result):
        messages.warning(request, words)
    if done.words:
        messages.success(request, done.words)
    return done


def as_file(rows: list[dict[str, Any]], columns: tuple[str, ...], form: str, name: str) -> HttpResponse:
    """Return rows as a file to download."""
    headers = {"Content-Disposition": f'attachment; filename="{name}.{form}"'}
    if form == "csv":
        return HttpResponse(
            exports.as_csv(rows, columns), content_type="text/csv; charset=utf-8", headers=headers
        )
    return JsonResponse({"rows": rows}, headers=headers, json_dumps_params={"ensure_ascii": False})
