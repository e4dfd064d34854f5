"""Players: profile, ranking, blocks and reports."""

import re
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

import rules
from accounts.models import User
from accounts.post_only import post_only
from games.chat import pointing
from games.hours.reliability import broken_off_by, reliability_of
from games.planning import notes
from games.refusals import Refused
from leagues import drawing
from leagues.acts import players, registry
from leagues.forms import ReportForm
from leagues.ratings import SYSTEMS
from leagues.services.conduct import chat_lines, moderation
from leagues.services.entry import eligibility
from leagues.services.records import handicaps, leaderboards, profiles, ratings
from leagues.views.common import act_of, reader, refusal, refusing, whole


def _person(username: str) -> User:
    person = None
    if "\x00" not in username:
        person = User.objects.filter(username__iexact=username, deleted=False).first()
    if person is None:
        raise Http404("There is no such player.")
    return person


def _note_of(user: User | None, person: User) -> dict[str, Any]:
    """Return what the form of a private note about a person needs; nothing for strangers, and for oneself."""
    if user is None or user.pk == person.pk:
        return {}
    kept = notes.about_person(user, person)
    return {"about": person, "kept": kept, "text": kept, "most": notes.MOST_ABOUT_PERSON}


@require_safe
def profile(request: HttpRequest, username: str) -> HttpResponse:
    """Ratings with a plot, reliability, response times, events and games of a player."""
    person = _person(username)
    user = reader(request)
    now = timezone.now()
    shown = [{**row, "plot": drawing.rating_plot(row["history"])} for row in profiles.ratings_of(person)]
    context = {
        "person": person,
        "ratings": shown,
        "reliability": reliability_of(person, now),
        "broken_off": broken_off_by(person, now),
        "response": profiles.response_times(person),
        "entries": profiles.entries_of(person),
        "history": profiles.history_of(person),
        "amends": eligibility.amends_due(person, now),
        "is_self": user is not None and user.pk == person.pk,
        "level": handicaps.against(user, person) if user is not None and user.pk != person.pk else [],
        "is_blocked": user is not None and user.blocks.filter(blocked=person).exists(),
        **_note_of(user, person),
        "is_muted": user is not None and user.mutes.filter(muted=person).exists(),
    }
    return render(request, "leagues/player.html", context)


@never_cache
@login_required
@post_only("player", "username")
def regard(request: HttpRequest, username: str, act: str) -> HttpResponse:
    """Block or mute somebody, or take that back (MOD-10)."""
    person = _person(username)
    name = f"un{act}" if request.POST.get("wanted") == "no" else act
    act_of(request, registry.PLAYERS[name], username=person.username)
    return redirect("player", person.username)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, username: str) -> HttpResponse:
    """Report somebody to the moderators (MOD-9)."""
    person = _person(username)
    return _report(request, person, str(person), request.GET.get("game", ""), request.GET.get("line", ""))


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@refusing()
def report_guest(request: HttpRequest, key: str, channel: str, number: int) -> HttpResponse:
    """Report a line of a chat that a guest has said, who has no page of their own."""
    line = chat_lines.reported_line(
        cast(User, request.user), None, chat_lines.line_at(key, channel, number) or 0
    )
    return _report(request, None, f"{line.voice.guest_name} (guest)", key, f"{key}/{channel}/{number}")


def _line_at(line: str) -> int | None:
    """Return the id of a line from `7k2m/players/12`, None where none is named, 0 where there is none."""
    named = re.fullmatch(r"([a-z0-9]+)/([A-Za-z0-9_-]+)/([0-9]{1,9})", line)
    found = chat_lines.line_at(named[1], named[2], int(named[3])) if named else None
    return (found or 0) if line else None


def _report(request: HttpRequest, person: User | None, name: str, game: str, line: str) -> HttpResponse:
    """Ask for a report about somebody, None for the guest who said a line, and send it."""
    form = ReportForm(request.POST or None, initial={"game": game, "line": line})
    quote = _quoted(cast(User, request.user), person, _line_at(line))
    status = 200
    if request.method == "POST":
        if form.is_valid():
            try:
                told = form.cleaned_data
                said = _line_at(told["line"])
                moderation.report(cast(User, request.user), person, **{**told, "line": said})
            except Refused as refused:
                form.add_error(None, refused.message)
                status = refused.status
            else:
                messages.success(request, players.THANKS)
                return redirect("player", person.username) if person else redirect("game", game)
        else:
            status = 422
    context = {"person": name, "form": form, "quote": quote}
    return render(request, "leagues/report.html", context, status=status)


def _quoted(reporter: User, about: User | None, line: Any) -> str:
    """Return the line of a chat that is to be reported, "" if there is none."""
    try:
        return pointing.in_words(chat_lines.reported_line(reporter, about, line)) if line else ""
    except Refused:
        return ""


@require_safe
def ranking(request: HttpRequest, title: str) -> HttpResponse:
    """The rating list of a title, in one of the systems (TOU-2, TOU-14): of today, or the leaderboard of a year."""
    known = rules.titles().get(title)
    system = request.GET.get("system", "openskill")
    if known is None or system not in SYSTEMS:
        return refusal(request, Refused("no-such-title", "There is no such list.", 404))
    sides = ratings.sides_of(title)
    listed = leaderboards.years_of(title)
    year = whole(request.GET.get("year", "")) if request.GET.get("year") else None
    if year is not None and year not in listed:
        return refusal(request, Refused("no-such-year", "No game of that year counts in this list.", 404))
    rows: list[Any] = (
        ratings.ranking(title, sides, system)
        if year is None
        else leaderboards.leaderboard(title, sides, system, year)
    )
    page = Paginator(rows, 100).get_page(request.GET.get("page"))
    context = {
        "years": listed,
        "year": year,
        "is_running": year == timezone.now().year,
        "least_games": leaderboards.LEAST_GAMES,
        "query": f"system={system}" + (f"&year={year}" if year else ""),
        "title": known,
        "titles": rules.titles().values(),
        "system": SYSTEMS[system],
        "systems": SYSTEMS.values(),
        "sides": [known.seat_name(side) for side in sides],
        "page": page,
    }
    if year is None:
        return render(request, "leagues/ranking.html", {**context, "balance": profiles.balance(title)})
    by_side = [(known.seat_name(side), score) for side, score in leaderboards.balance(title, sides, year)]
    return render(request, "leagues/ranking_year.html", {**context, "balance": by_side})
