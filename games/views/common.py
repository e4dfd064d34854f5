"""The common part of pages of games: who reads them, who looks at a game, how a refusal is told."""

import re
from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from typing import Any, Concatenate, ParamSpec
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import parse_etags

from accounts.models import SharedConnection, User
from games.models import Game
from games.play import access, turn_links
from games.refusals import Refused

P = ParamSpec("P")

LINK_OVER = "The link of that mail has done its work: its decision is taken, or it is too old. Sign in to see the game."

#: The token of a form, which is written differently every time (django.middleware.csrf).
_TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]*"')


def tagged(request: HttpRequest, page: HttpResponse) -> HttpResponse:
    """Return a page with a weak ETag of all that it shows, or 304 where the browser has it already.

    Its forms count by the secret for which their tokens stand: with another one the page that is kept is of no use.
    """
    shown = _TOKEN.sub(b"", page.content) + str(request.META.get("CSRF_COOKIE", "")).encode()
    tag = f'W/"{sha256(shown).hexdigest()[:24]}"'
    known = {known.removeprefix("W/") for known in parse_etags(request.headers.get("If-None-Match", ""))}
    answer = HttpResponseNotModified() if tag.removeprefix("W/") in known else page
    answer["ETag"] = tag
    return answer


def reader(request: HttpRequest) -> User | None:
    """Return who reads the page, or None for a visitor without an account."""
    return request.user if request.user.is_authenticated else None


def refusal_page(request: HttpRequest, refused: Refused, back: str = "") -> HttpResponse:
    """Tell a refusal on a page of its own, with its status; or ask what has still to be said.

    Args:
        back: the address to go on from; "" for the list of tables.
    """
    context: dict[str, Any] = {"refused": refused, "back": back, "wrong": _reported_at(request, refused)}
    if refused.code == "same-connection":
        context["answers"] = [(a.value, a.label) for a in SharedConnection.Answer if a.value]
        context["fields"] = [
            (name, value) for name, value in request.POST.items() if name != "csrfmiddlewaretoken"
        ]
    return render(request, "refused.html", context, status=refused.status)


def _reported_at(request: HttpRequest, refused: Refused) -> str:
    """Return the key of the game in which something was refused that its reader may find wrong, "" for none."""
    place = request.resolver_match
    is_in_game = place is not None and place.route.startswith("game/") and refused.status in (409, 422)
    return str(place.kwargs.get("key", "")) if place is not None and is_in_game else ""


def tells_refusals(view: Callable[Concatenate[HttpRequest, P], HttpResponse]) -> Callable[..., HttpResponse]:
    """Return a view that tells what is refused in it on a page of its own."""

    @wraps(view)
    def told(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Refused as refused:
            return refusal_page(request, refused)

    return told


def viewer_of(
    request: HttpRequest, key: str, *, turn_link: bool = False, game: Game | None = None
) -> access.Viewer:
    """Return who looks at the game with this key: by account, or by a seat link that this browser holds.

    `turn_link`: the link of a turn mail counts too; only for looking and moving. `game` is that game, if it was read
    already. Raises Refused.
    """
    game = game or access.get_game(key)
    link = turn_links.held(request.session, key) if turn_link else ""
    secret = request.session.get("seat_links", {}).get(key)
    playing = request.session.get("playing", {}).get(key, "")
    shared = key in request.session.get("shared", [])
    try:
        viewer = access.viewer_for(game, request.user, secret, playing=playing, shared=shared, turn_link=link)
    except Refused:
        if not link:
            raise
        turn_links.hold(request.session, key, "")
        raise Refused("link-over", LINK_OVER, 410) from None
    if viewer.by_turn_link and viewer.seat is not None and viewer.seat.user is not None:
        timezone.activate(ZoneInfo(viewer.seat.user.timezone))
    return viewer


def wants_confirmation(request: HttpRequest) -> bool:
    """Return whether every chosen move is confirmed first, as an account may want it (MOV-5)."""
    user = reader(request)
    return user is not None and user.confirm_moves


def is_looking(request: HttpRequest) -> bool:
    """Return whether somebody looks at the page: not a script that keeps a hidden page fresh (NOT-2)."""
    return request.headers.get("X-Requested-With") != "fetch" or request.headers.get("X-Visible") == "1"
