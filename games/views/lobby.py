"""The lobby: open tables, games to watch, my games, the next one that waits."""

from __future__ import annotations

import re
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

import rules
from games.chat.talk import games_with_unread
from games.lobby import finding, next_game
from games.models import Game, Seat
from games.play.endings import is_aborted
from games.views.common import reader
from games.views.forms import FilterForm

#: Tables on one page of the list.
PAGE_LENGTH = 20
#: Games to watch and finished games that the pages show.
FEW = 10


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Open tables, and games to watch."""
    user = reader(request)
    form = FilterForm(request.GET or None)
    filters = {name: request.GET.get(name, "") for name in form.fields}
    if filters["joinable"]:
        filters["joinable"] = "1"
    page = Paginator(finding.open_tables(user, filters), PAGE_LENGTH).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "filter_form": form,
        "filtered": any(filters.values()),
        "page": page,
        "query": query.urlencode(),
        "rows": [{"game": game, "why_not": finding.why_not_join(game, user)} for game in page],
        "watch": finding.watchable_games()[:FEW],
        "titles": rules.titles().values(),
        "waiting": [s for s in finding.games_of(user) if s.waiting_since] if user else [],
        "invitations": finding.invitations_of(user) if user else [],
    }
    return render(request, "games/lobby/lobby.html", context)


def _guest_seats(request: HttpRequest) -> list[Seat]:
    """Return the seats that this browser holds as a guest."""
    digests = [Seat.digest_of(secret) for secret in request.session.get("seat_links", {}).values()]
    if not digests:
        return []
    held = Seat.objects.filter(link_digest__in=digests).exclude(guest_name="")
    return list(held.select_related("game").prefetch_related("game__seats__user").order_by("-game_id"))


@never_cache
@require_safe
def my_games(request: HttpRequest) -> HttpResponse:
    """The reader's games, those that wait first, by time left."""
    user = reader(request)
    guest_seats = _guest_seats(request)
    if user is None and not guest_seats:
        return redirect_to_login(request.get_full_path())
    context: dict[str, Any] = {"guest_seats": guest_seats}
    if user is not None:
        running = finding.games_of(user)
        mine = finding.tables_of(user).prefetch_related("seats__user")
        over = mine.filter(status=Game.Status.FINISHED).order_by("-finished_at")
        unseen = next_game.unseen_games(user)
        fresh = {game.pk for game in unseen}
        older = [game for game in over[: 3 * FEW] if game.pk not in fresh and not is_aborted(game)]
        context |= {
            "waiting": [seat for seat in running if seat.waiting_since],
            "others": [seat for seat in running if not seat.waiting_since],
            "open_tables": mine.filter(status=Game.Status.OPEN),
            "finished": unseen + older[:FEW],
            "unseen": fresh,
            "invitations": finding.invitations_of(user),
            "unread": games_with_unread(user),
        }
    return render(request, "games/lobby/my.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def go_to_next(request: HttpRequest) -> HttpResponse:
    """Go to the game that waits with the least time left; `skip` leaves one for later, `again` forgets that."""
    user = reader(request)
    if user is None:
        return redirect_to_login(reverse("my-games"))
    here = ""
    if request.method == "POST":
        here = request.POST.get("skip", "")
        if "again" in request.POST:
            next_game.start_over(request.session)
        elif here:
            next_game.skip(user, here, request.session)
        stay = request.POST.get("stay", "")
        if re.fullmatch(r"[a-z0-9]{1,12}", stay):
            return redirect("game", stay)
    found = next_game.after(user, here, request.session).seat
    if found is not None:
        return redirect("game", found.game.key)
    messages.info(request, "Nothing else waits for you now.")
    return redirect("my-games")
