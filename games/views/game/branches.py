"""Branches of a game that is over: a list of one's own, a board to play on, and a page for readers of the link."""

import secrets
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

import rules
from games import boards as drawings
from games.models import Branch
from games.planning import branches
from games.planning.branches import Place
from games.play.access import Viewer
from games.refusals import Refused
from games.views.common import tells_refusals, viewer_of
from games.views.game.moves import choice_of
from games.views.game.page import beside_board, by_team, form_of, marked, told_lines, with_faces
from rules.core.typed_text import texts


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@tells_refusals
def own_branches(request: HttpRequest, key: str) -> HttpResponse:
    """List one's branches of a game, and begin one at a step."""
    viewer = viewer_of(request, key)
    if request.method == "POST":
        raw = request.POST.get("step", "")
        made = branches.begin(viewer, int(raw) if raw.isdecimal() and len(raw) < 10 else -1)
        return redirect("branch", key, made.number)
    context = {
        "game": viewer.game,
        "title": rules.title(viewer.game.title),
        "branches": branches.own(viewer),
        "others": branches.of_other_games(viewer),
    }
    return render(request, "games/game/branches.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@tells_refusals
def branch(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Show a branch at a place of one of its lines, and do what its owner asks."""
    viewer = viewer_of(request, key)
    found, refused = branches.one(viewer, number), None
    given = request.POST if request.method == "POST" else request.GET
    place = branches.place_in(found, given.get("line", ""), given.get("at", ""))
    if request.method == "POST":
        try:
            there = _act(request, viewer, found, place)
        except Refused as refusal:
            refused = refusal
        else:
            if there is None:
                return redirect("branches", key)
            return redirect(f"{reverse('branch', args=[key, number])}?line={there.line}&at={there.at}")
    return _page(request, found, place, refused=refused, viewer=viewer)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@tells_refusals
def branch_marks(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Tell a script what is drawn at a place of a branch, and keep what its owner draws there."""
    found = branches.one(viewer_of(request, key), number)
    place = branches.place_in(found, request.GET.get("line", ""), request.GET.get("at", ""))
    if request.method != "POST":
        return JsonResponse({"marks": branches.drawn(found, place)})
    kept = branches.draw(found, place, request.POST.get("marks", ""))
    if request.headers.get("X-Requested-With") == "fetch":
        return JsonResponse({"marks": kept})
    return redirect(f"{reverse('branch', args=[key, number])}?line={place.line}&at={place.at}")


@never_cache
@require_safe
@tells_refusals
def shared_branch(request: HttpRequest, token: str) -> HttpResponse:
    """Show a branch to whoever has its link."""
    found = branches.shared(token)
    place = branches.place_in(found, request.GET.get("line", ""), request.GET.get("at", "0"))
    page = _page(request, found, place)
    page["X-Robots-Tag"] = "noindex"
    page["Referrer-Policy"] = "no-referrer"
    return page


def _act(request: HttpRequest, viewer: Viewer, found: Branch, place: Place) -> Place | None:
    """Do what a form asks of a branch, and return where its owner is then; None: it is gone. Raises Refused."""
    act, text = request.POST.get("act", "move"), request.POST.get("text", "")
    if act == "move":
        return _move(request, found, place)
    if act == "words":
        return branches.say(found, place, text)
    if act == "cut":
        return branches.cut(found, place)
    if act == "delete-line":
        return branches.delete_line(found, place)
    if act == "delete":
        found.delete()
        return None
    if act in ("name", "name-line"):
        branches.rename(found, text, place if act == "name-line" else None)
    elif act == "share":
        branches.share(viewer, found)
    elif act == "withdraw":
        branches.withdraw(found)
    else:
        raise Refused("no-such-action", "That cannot be done with a branch.", 404)
    return place


def _move(request: HttpRequest, found: Branch, place: Place) -> Place:
    seat = request.POST.get("seat", "")
    decision = branches.position_of(found, place).decision_of(seat)
    if decision is None:
        raise Refused("stale-version", "The branch has changed since this page was made.", 409)
    typed = request.POST.get("moves", "").strip()
    return branches.play_on(
        found, place, seat, texts(typed) if typed else [choice_of(decision, request.POST)]
    )


def _page(
    request: HttpRequest,
    found: Branch,
    place: Place,
    *,
    refused: Refused | None = None,
    viewer: Viewer | None = None,
) -> HttpResponse:
    """Return the page of a branch for its owner, the `viewer`; without one for readers, who answer nothing."""
    play, before = branches.step_at(found, place)
    title, line = play.title, found.lines[place.line]
    decision = play.pending[0] if play.pending else None
    asked = decision if viewer is not None else None
    view, seat = play.view(rules.ALL_SEEING), decision.seat if decision else play.seats[0]
    lines = told_lines(title, play.lines[0 if viewer else before :])
    drawn = branches.drawn(found, place)
    pointed = [(start, end) if end else (start,) for start, end, _ in drawn] if viewer is None else []
    drawing = drawings.drawing_of(title.id, view, seat, asked, lines, lines, pointed)
    board = drawings.board_of(title.id)
    seats = [
        {"name": name, "label": title.seat_name(name), "player": "", "partners": ""} for name in play.seats
    ]
    here = reverse("branch", args=[found.game.key, found.number]) if viewer else request.path
    context = {
        "game": found.game,
        "title": title,
        "branch": found,
        "copy": found,
        "owns": viewer is not None,
        "address": here,
        "board": board,
        "drawing": drawing,
        "seats": seats,
        "own": (own := beside_board(seats, {"board": board, "drawing": drawing}, seat)),
        "teams": by_team(seats, drawing, own),
        "asked": with_faces(form_of(asked, title), drawing),
        "asked_seat": title.seat_name(seat),
        "waits_for": title.seat_name(seat) if decision else "",
        "prompt": decision.prompt if decision else "",
        "text": title.text_board(view),
        "headline": title.headline(view),
        "result": play.result,
        "recent": marked(title, lines, drawing),
        "line": place.line,
        "lines_of_branch": found.lines,
        "current": line,
        "words": (words := line["words"].get(str(place.at), "")),
        **_steps(place, len(line["answers"])),
        "tells": bool(words) or len(play.lines) > before,
        "hands": any(
            plate.get("hand", {}).get("seen") for plate in (drawing or {}).get("plates", {}).values()
        ),
        "stamp": secrets.token_urlsafe(6),
        "refused": refused,
        "link": branches.address_of(found, place) if viewer else "",
        "keeps_notes": viewer is not None,
        "marks_url": f"{here}marks?line={place.line}&at={place.at}",
        "has_marks": bool(drawn) and viewer is not None,
    }
    return render(request, "games/game/branch.html", context, status=refused.status if refused else 200)


def _steps(place: Place, last: int) -> dict[str, Any]:
    """Return what the page needs to step through a line with so many answers, as the replay does."""
    return {
        "at": place.at,
        "place": place.at,
        "query": f"?line={place.line}&at=",
        "steps": range(last + 1),
        "first": 0,
        "previous": place.at - 1 if place.at else None,
        "next": place.at + 1 if place.at < last else None,
        "newest": last,
        "last": last,
    }
