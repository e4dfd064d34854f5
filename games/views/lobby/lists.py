"""Home, open tables, games to watch, my games, the next one that waits."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

import rules
from accounts.models import User
from games.chat.talk import games_with_unread
from games.hours.reliability import BrokenOff
from games.ledger.lists import seat_games
from games.lobby import next_game, pages, search
from games.lobby.lines import lines_of
from games.models import Game, Seat
from games.views.common import reader
from games.views.lobby.forms import FilterForm

#: Tables or games on one page of a list.
PAGE_LENGTH = 20
#: Finished games that the page of one's own shows.
FEW = 10
#: What fits on one screen of the home: games of one's own that wait, and that others move in; tables; games to watch.
HOME_LINES, HOME_TABLES, HOME_GAMES = 3, 4, 3


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """The home: what waits for the reader first; beside it open tables, and games to watch."""
    user = reader(request)
    found = pages.home(user, tables=HOME_TABLES, watched=HOME_GAMES, lines=HOME_LINES)
    habits = search.habits_at(found.tables, [invited.sender for invited in found.invitations])
    context: dict[str, Any] = {
        "rows": _rows(found.tables, user, habits, found.is_barred),
        "tables": found.number_of_tables,
        "watch": found.watched,
        "games": found.number_to_watch,
        "titles": rules.titles().values(),
    }
    if user is not None:
        context |= {
            "waiting": lines_of(found.waiting),
            "waiting_number": found.number_waiting,
            "waiting_more": found.number_waiting - HOME_LINES + bool(found.invitations),
            "others": lines_of(found.others),
            "others_number": found.number_of_others,
            "invitations": _invitations(found.invitations, habits),
        }
    return render(request, "games/lobby/home.html", context)


@require_safe
def open_tables(request: HttpRequest) -> HttpResponse:
    """All tables that wait for players, with a filter."""
    user = reader(request)
    form = FilterForm(request.GET or None)
    filters = {name: request.GET.get(name, "") for name in form.fields}
    if filters["joinable"]:
        filters["joinable"] = "1"
    page = _page(request, search.open_tables(user, filters))
    context = {
        "filter_form": form,
        "filtered": any(filters.values()),
        "page": page,
        "query": _query(request),
        "rows": _rows(page, user, search.habits_at(page)),
        "titles": rules.titles().values(),
    }
    return render(request, "games/lobby/tables.html", context)


@require_safe
def watch(request: HttpRequest) -> HttpResponse:
    """All games that anybody may watch."""
    page = _page(request, search.watchable_games())
    return render(request, "games/lobby/watch.html", {"page": page, "watch": page, "query": _query(request)})


def _page(request: HttpRequest, games: QuerySet[Game], number: int | None = None) -> Page[Game]:
    """Return the page of a list that is asked for; `number` is that of all games, if it is known."""
    paginator = Paginator(games, PAGE_LENGTH)
    if number is not None:
        vars(paginator)["count"] = number
    return paginator.get_page(request.GET.get("page"))


def _query(request: HttpRequest) -> str:
    """Return what else the address of a page asks for."""
    query = request.GET.copy()
    query.pop("page", None)
    return query.urlencode()


def _rows(
    tables: Iterable[Game], user: User | None, habits: Mapping[int, BrokenOff], is_barred: bool | None = None
) -> list[dict[str, Any]]:
    return [
        {
            "game": game,
            "why_not": search.why_not_join(game, user, is_barred),
            "habits": search.habits_in_words(game, habits),
        }
        for game in tables
    ]


def _invitations(invitations: list[pages.Invited], habits: Mapping[int, BrokenOff]) -> list[dict[str, Any]]:
    """Return what waits for the reader's answer, each with what is known of who invites."""
    return [{"row": invited, "habit": habits[invited.sender.pk].words} for invited in invitations]


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
    """The reader's games, those that wait first, by time left; `show=finished` lists those that are over."""
    user = reader(request)
    guest_seats = _guest_seats(request)
    if user is None and not guest_seats:
        return redirect_to_login(request.get_full_path())
    context: dict[str, Any] = {"guest_seats": guest_seats}
    if user is not None:
        context |= _games_of(request, user)
    return render(request, "games/lobby/my.html", context)


def _games_of(request: HttpRequest, user: User) -> dict[str, Any]:
    """Return what the page of somebody's games shows: those that run, or those that are over."""
    only_finished = request.GET.get("show") == "finished"
    mine = pages.mine(user, FEW, only_numbers=only_finished)
    running, invited, over = mine.numbers
    context: dict[str, Any] = {
        "running_number": running,
        "invitations_number": invited,
        "finished_number": over,
        "unseen": mine.fresh,
        "unread": games_with_unread(user) if mine.has_unread else {},
        "is_confirmed": mine.is_confirmed,
    }
    if only_finished:
        games = search.tables_of(user).filter(status=Game.Status.FINISHED).order_by("-finished_at")
        page = _page(request, games, over)
        page.object_list = [*page]
        seat_games(page.object_list)
        return context | {"only_finished": True, "page": page, "finished": page, "query": _query(request)}
    habits = search.habits_at([], [invited.sender for invited in mine.invitations])
    return context | {
        "waiting": lines_of([seat for seat in mine.running if seat.waiting_since]),
        "others": lines_of([seat for seat in mine.running if not seat.waiting_since]),
        "open_tables": mine.open,
        "finished": mine.over,
        "invitations": _invitations(mine.invitations, habits),
    }


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
