"""The director's page (TOU-9): what needs a decision, all clocks at risk, and every act."""

from datetime import datetime
from typing import Any, cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

import rules
from accounts.models import User
from accounts.post_only import post_only
from games.refusals import Refused
from leagues.acts import registry
from leagues.models import Competition, Entrant, Pairing, Team
from leagues.services import directing
from leagues.services.conduct import suspicions
from leagues.services.directing import correspondence, directors, offers, pairs
from leagues.services.display import presentation
from leagues.services.entry import registration
from leagues.services.queries import LIVE, with_places
from leagues.views.common import act_of, reader, refusal, refusing, way_back

#: Games at risk that the page shows.
FEW = 60
#: Pairs with signs that the page shows.
FEW_PAIRS = 10


@never_cache
@login_required
@require_safe
@refusing()
def page(request: HttpRequest, key: str) -> HttpResponse:
    """Everything that a director may do."""
    competition = registration.find(key)
    if not directing.is_director(competition, reader(request)):
        raise Refused("not-a-director", "Only a director of this event may see that.", 403)
    now = timezone.now()
    user = cast(User, request.user)
    own_team = competition.entrants.filter(user=user).values_list("team", flat=True).first()
    decided = competition.pairings.filter(state=Pairing.State.DONE).exclude(outcome=Pairing.Outcome.BYE)
    context = {
        "competition": competition,
        "title": rules.title(competition.title),
        "at_risk": [
            game_row(competition, p, user, now) for p in directing.games_at_risk(competition, now)[:FEW]
        ],
        "about_to_begin": presentation.about_to_begin(competition, competition.pairings.all()[:1]),
        "waiting": competition.pairings.filter(state=Pairing.State.WAITING).count(),
        "decided": [
            game_row(competition, p, user, now) for p in with_places(decided.order_by("-done_at"))[:FEW]
        ],
        "offers": offers.of_event(competition, now),
        "entrants": [
            {"entrant": entrant, "offers": offers.of_entrant(competition, entrant, user, own_team)}
            for entrant in competition.entrants.select_related("user", "team").order_by(
                "group", "place", "seed", "board", "pk"
            )
        ],
        "teams": competition.teams.filter(state=Team.State.ENTERED).exclude(pk=own_team or 0)
        if competition.status in LIVE
        else [],
        "entered": Entrant.State.ENTERED,
        "pairs": pairs.offer(competition),
        "free": competition.entrants.filter(state=Entrant.State.ENTERED)
        .exclude(user=user)
        .select_related("user")
        .order_by("user__username"),
        "may_suspect": competition.entrants.exclude(user=user).count() > 1,
        "directors": competition.directors.all(),
        "invited": competition.invitations.select_related("user") if competition.by_invitation else [],
        "may_remove": directors.may_remove(competition, reader(request)),
        "may_go": directors.may_go(competition),
        "letters": correspondence.letters_to_directors(competition),
        "suspicions": suspicions.of_event(competition, now, user)[:FEW_PAIRS],
    }
    return render(request, "leagues/director.html", context)


def game_row(competition: Competition, pairing: Pairing, user: User, now: datetime) -> dict[str, Any]:
    """Return a game with what a director may do about it."""
    offered = offers.of_game(competition, pairing, user, now)
    return {"pairing": pairing, "seen": directing.seen_mark(pairing), "offers": offered}


@never_cache
@login_required
@post_only("league-director", "key")
def act(request: HttpRequest, key: str, name: str) -> HttpResponse:
    """Do what a button asks."""
    try:
        done = act_of(request, registry.act_called(name, registry.DIRECTORS), key=key)
    except Refused as refused:
        page_name = "league" if refused.code == "not-a-director" else "league-director"
        return refusal(request, refused, way_back(refused, page_name, key))
    is_theirs = directing.is_director(registration.find(key), done.user)
    return redirect("league-director" if is_theirs else "league", key)
