"""The moderators' pages: reports, and acts on games."""

from collections.abc import Callable
from typing import Any, cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.post_only import post_only
from games.models import Game
from games.play.copies import steps_of
from games.refusals import Refused
from games.time import wording
from leagues.acts import moderators, registry
from leagues.acts.act import Act
from leagues.models import AuditEntry, PersonReport
from leagues.services.conduct import chat_lines, copies, moderation, verdicts
from leagues.views.common import act_of, refusing

BEGUN = (Game.Status.RUNNING, Game.Status.FINISHED)
#: Pairs with signs that the page shows.
FEW_PAIRS = 20
#: Games of two people that the page of their signs shows.
FEW_GAMES = 30


@never_cache
@login_required
@require_safe
@refusing()
def queue(request: HttpRequest) -> HttpResponse:
    """Open reports, signs about two people, a game to act on, and what was done lately."""
    user = cast(User, request.user)
    if not user.is_staff:
        raise Refused("not-a-moderator", "Only moderators may see that.", 403)
    reports = moderation.readable_by(user).select_related("reporter", "about", "game", "line")
    key = request.GET.get("game", "").strip().rstrip("/").rsplit("/", 1)[-1]
    game = Game.objects.filter(key=key).prefetch_related("seats__user").first() if key else None
    context = {
        "reports": reports.filter(state=PersonReport.State.OPEN).order_by("created_at"),
        "answered": reports.exclude(state=PersonReport.State.OPEN).order_by("-handled_at")[:20],
        "suspicions": verdicts.open_suspicions(user)[:FEW_PAIRS],
        "game": game,
        "key": key,
        "steps": len(steps_of(game)) - 1 if game and game.status in BEGUN else None,
        "why_not_again": copies.why_not_again(game, user) if game else "",
        "clock": wording.words_of_clock(game) if game else "",
        "hidden_lines": chat_lines.hidden_lines(game, user) if game else [],
        "acts": AuditEntry.objects.filter(competition=None).select_related("actor", "about", "game")[:50],
    }
    return render(request, "leagues/moderation.html", context)


def _acting(act: Act, page: str, *names: str) -> Callable[..., HttpResponse]:
    """Return the view of an act of moderators, reached from a page, that leads back to their own."""

    @never_cache
    @login_required
    @post_only(page, *names)
    @refusing()
    def view(request: HttpRequest, **at: Any) -> HttpResponse:
        act_of(request, act, **at)
        return redirect("moderation")

    return view


answer = _acting(moderators.ANSWER, "moderation")
hide = _acting(moderators.HIDE, "moderation")
judge = _acting(moderators.JUDGE, "suspicion", "first", "second")


@never_cache
@login_required
@post_only("moderation")
@refusing()
def act(request: HttpRequest, key: str) -> HttpResponse:
    """Act on a game: look at it, copy it, or change something about it."""
    done = act_of(request, registry.act_called(request.POST.get("act", ""), registry.MODERATORS), key=key)
    if done.act.name == "see":
        return render(request, "leagues/seen.html", {"shown": done.result, "key": key})
    return redirect("game", done.game.key) if done.game else redirect("moderation")


@never_cache
@login_required
@require_safe
@refusing()
def pair(request: HttpRequest, first: str, second: str) -> HttpResponse:
    """The evidence about two people (MOD-12); that it was looked at is written down."""
    user = cast(User, request.user)
    people = (verdicts.find(first), verdicts.find(second))
    suspicion = verdicts.look(user, *people)
    context = {
        "people": people,
        "suspicion": suspicion,
        "games": suspicion.met[::-1][:FEW_GAMES],
        "history": verdicts.history(*people),
    }
    return render(request, "leagues/pair.html", context)
