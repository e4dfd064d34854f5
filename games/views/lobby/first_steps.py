"""Practice in one click, the guide of the first turn, and the rematch (LOB-13, LOB-18, LOB-19)."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache

import rules
from accounts.models import User
from accounts.post_only import post_only
from games.lobby import practice_games, rematch
from games.lobby.fields import options_in
from games.lobby.practice_games import Practice
from games.models import Game
from games.play import access, seat_links
from games.refusals import Refused
from games.views.common import refusal_page, tells_refusals, viewer_of
from rules.core.lessons import Moment, course_of


@never_cache
@login_required
@post_only("lobby")
@tells_refusals
def practice(request: HttpRequest) -> HttpResponse:
    """Begin a private game against a bot, or against oneself, with one click."""
    title = rules.titles().get(request.POST.get("title", ""))
    if title is None:
        return refusal_page(request, Refused("no-such-title", "That game is not offered here.", 404))
    table = QueryDict(request.POST.get("table", "")) if "other" in request.POST else request.POST
    chosen = options_in(request.POST.dict()) | options_in(table.dict())
    wanted = Practice(
        bot="" if "solo" in request.POST else request.POST.get("bot", ""),
        seat=table.get("side", ""),
        options=chosen,
        guided=request.POST.get("guided") == "1",
        salt=request.POST.get("salt", ""),
        commitment=request.POST.get("commitment", ""),
    )
    game = practice_games.begin(cast(User, request.user), title, wanted)
    return redirect("game", game.key)


@never_cache
@login_required
@post_only("game", "key")
def play_again(request: HttpRequest, key: str) -> HttpResponse:
    """Open the rematch of a finished game, or sit down at the one that is open."""
    try:
        table = rematch.play_again(
            key,
            cast(User, request.user),
            salt=request.POST.get("salt", ""),
            commitment=request.POST.get("commitment", ""),
            connection=request.POST.get("connection", ""),
        )
    except Refused as refused:
        return refusal_page(request, refused, reverse("game", args=[key]))
    return redirect("game", table.key)


@never_cache
@post_only("game", "key")
@tells_refusals
def guide(request: HttpRequest, key: str) -> HttpResponse:
    """Let the guide speak, or fall silent."""
    practice_games.guide(viewer_of(request, key), wanted=request.POST.get("guide") == "on")
    mode = "?mode=text" if request.GET.get("mode") == "text" else ""
    return redirect(reverse("game", args=[key]) + mode)


def guide_of(
    viewer: access.Viewer,
    title: rules.Title[Any],
    asked: Mapping[str, Any] | None,
    now: Mapping[str, Any],
    lines: Sequence[Mapping[str, Any]],
) -> dict[str, Any] | None:
    """Return what the guide says to the viewer now, or None: there is nothing to explain to them (any more).

    `speaks` tells whether it is wanted, `lesson` what it says and `beside` what stands below that.
    """
    course = course_of(title) if viewer.seat is not None and not viewer.by_turn_link else None
    if course is None or viewer.seat is None or now["result"]:
        return None
    view, seat = now["view"], viewer.seat.name
    side = view.get("sides", {}).get(seat, seat)
    side = side if isinstance(side, str) else seat
    kind = asked["kind"] if asked else ""
    lesson = course.lesson(Moment(kind, side, view.get("turn", 0), view.get("phase", ""), lines, seat))
    if lesson is None:
        return None
    return {
        "speaks": viewer.seat.guided,
        "heading": course.heading,
        "lesson": lesson.said_of(title.lesson_words(view)),
        "beside": course.beside(side, seat),
    }


def tone_is_offered(viewer: access.Viewer) -> bool:
    """Return whether a seat has missed a turn here, so that its player is offered a tone, once in a browser (LOB-20).

    A turn was missed that the clock answered, or of which its player had to be reminded. Whoever came by the link of a
    mail is not asked, for nothing is remembered of them.
    """
    seat = viewer.seat
    if seat is None or viewer.by_turn_link or viewer.game.status != Game.Status.RUNNING:
        return False
    return bool(seat.misses or seat.fallbacks or seat.flagged_at or seat.reminded_at)


def rematch_for(viewer: access.Viewer) -> dict[str, Any] | None:
    """Return what a player of a finished game is offered; None for whoever has not played it.

    `table` is the rematch that is open already; `address` leads there, once one has a seat or a link to it.
    """
    game, seat = viewer.game, viewer.seat
    if game.status != Game.Status.FINISHED or seat is None or viewer.by_turn_link:
        return None
    table = rematch.rematch_of(game)
    if seat.user_id is None:
        return _for_guest(table, rematch.seat_after(game, seat)) if table is not None else None
    sits = table is not None and any(place.user_id == seat.user_id for place in table.seats.all())
    address = reverse("game", args=[table.key]) if table is not None and sits else ""
    return {"table": table, "address": address, "alone": game.is_solo}


def _for_guest(table: Game, name: str) -> dict[str, Any] | None:
    """Return the way of a guest to the seat that is kept for them in a rematch."""
    place = next((seat for seat in table.seats.all() if seat.name == name and not seat.is_taken), None)
    address = seat_links.address_of(place) if place is not None else ""
    return {"table": table, "address": address, "alone": False} if address else None
