"""The director's page (TOU-9): what needs a decision, all clocks at risk, and every act."""

from __future__ import annotations

from datetime import datetime, time
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

import rules
from accounts.models import User
from accounts.posting import post_only
from games.refusals import Refused
from leagues.models import Competition, Entrant, Pairing, Team
from leagues.services import directing
from leagues.services.conduct import moderation, suspicions
from leagues.services.directing import correspondence, directors, invitations, offers, pairs, teams
from leagues.services.display import presentation
from leagues.services.entry import registration
from leagues.services.queries import LIVE, PLACES
from leagues.views.common import reader, refusal, way_back, whole

#: Games at risk that the page shows.
FEW = 60
#: Pairs with signs that the page shows.
FEW_PAIRS = 10
#: What a director reads who has said something about a pair.
PAIR_WORDS = {
    "keep-apart": "They are kept apart.",
    "let-meet": "They may meet.",
    "pair": "They are paired.",
    "unpair": "The pair is left to the rules.",
}


@never_cache
@login_required
@require_safe
def page(request: HttpRequest, key: str) -> HttpResponse:
    """Everything that a director may do."""
    try:
        competition = registration.find(key)
        if not directing.is_director(competition, reader(request)):
            raise Refused("not-a-director", "Only a director of this event may see that.", 403)
    except Refused as refused:
        return refusal(request, refused)
    now = timezone.now()
    user = cast(User, request.user)
    own_team = competition.entrants.filter(user=user).values_list("team", flat=True).first()
    decided = (
        competition.pairings.filter(state=Pairing.State.DONE)
        .exclude(outcome=Pairing.Outcome.BYE)
        .select_related("game", "round", "match")
        .prefetch_related(PLACES)
        .order_by("-done_at")[:FEW]
    )
    context = {
        "competition": competition,
        "title": rules.title(competition.title),
        "at_risk": [
            game_row(competition, p, user, now) for p in directing.games_at_risk(competition, now)[:FEW]
        ],
        "about_to_begin": presentation.about_to_begin(competition, competition.pairings.all()[:1]),
        "waiting": competition.pairings.filter(state=Pairing.State.WAITING).count(),
        "decided": [game_row(competition, p, user, now) for p in decided],
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
        words = _act(request, key, name)
    except Refused as refused:
        page_name = "league" if refused.code == "not-a-director" else "league-director"
        return refusal(request, refused, way_back(refused, page_name, key))
    messages.success(request, words)
    is_theirs = directing.is_director(registration.find(key), reader(request))
    return redirect("league-director" if is_theirs else "league", key)


def _act(request: HttpRequest, key: str, name: str) -> str:
    user = reader(request)
    assert user is not None
    given = request.POST
    reason = given.get("reason", "")
    if name == "start":
        directing.start_now(key, user)
        return "It begins."
    if name == "call-off":
        directing.call_off(key, user, reason)
        return "It is called off."
    if name == "dates":
        directing.change_dates(
            key, user, closes=_date(given.get("closes", "")), ends=_date(given.get("ends", "")), reason=reason
        )
        return "The dates are moved."
    if name == "director":
        person = directors.add(key, user, given.get("username", ""))
        return f"{person} directs this event too."
    if name == "remove-director":
        person = directors.remove(key, user, given.get("username", ""), reason)
        return f"{person} directs this event no longer."
    if name == "step-down":
        directors.step_down(key, user)
        return "You direct this event no longer."
    if name == "invite":
        made = invitations.invite_all(key, user, given.get("username", ""))
        for why_not in made.refusals:
            messages.warning(request, why_not)
        return made.words
    if name == "take-back-invitation":
        person = invitations.take_back(key, user, given.get("username", ""), reason)
        return f"{person} is invited no longer."
    if name == "message":
        directing.message_all(key, user, given.get("text", ""), subject=given.get("subject", ""))
        return "Your message is on its way to everybody."
    if name == "answer":
        entry = correspondence.answer(key, user, whole(given.get("letter", "")), given.get("text", ""))
        return f"Your answer is on its way to {entry.about}."
    if name == "end-round":
        directing.pair_now(key, user, reason)
        return "The round ends now."
    return _act_on_game_or_entrant(user, request.POST, key, name)


def _act_on_game_or_entrant(user: User, given: QueryDict, key: str, name: str) -> str:
    reason = given.get("reason", "")
    number = whole(given.get("number", ""))
    entrant = whole(given.get("entrant", ""))
    if name == "extend":
        directing.extend(key, user, number, whole(given.get("days", "")), reason)
        return "The deadline is moved."
    if name == "adjudicate":
        directing.adjudicate(
            key, user, number, given.get("verdict", ""), reason, seen=given.get("seen") or None
        )
        return "The game is decided."
    if name == "give-time":
        directing.give_time(key, user, number, entrant, whole(given.get("hours", "")), reason)
        return "The clock has more time."
    if name in ("pause", "resume"):
        directing.pause(key, user, number, name == "pause", reason)
        return "The clocks stand." if name == "pause" else "The clocks run again."
    if name == "excuse":
        directing.excuse(key, user, number, reason)
        return "The loss by the clock is excused."
    if name == "remove":
        directing.remove(key, user, entrant, reason)
        return "They are taken out."
    if name == "remove-team":
        return f"{teams.remove(key, user, whole(given.get('team', '')), reason)} is taken out."
    if name == "readmit":
        person = directing.readmit(key, user, entrant, given.get("games", ""), reason)
        waits = person.state != Entrant.State.ENTERED
        return f"{person.user.shown_name} {'may be asked into a team' if waits else 'is in again'}."
    if name == "rung":
        directing.set_rung(key, user, entrant, whole(given.get("rung", "")), reason)
        return "The rung is set."
    if name == "replace":
        directing.replace(key, user, entrant, given.get("username", ""), reason)
        return "The place is handed over."
    if name == "place":
        directing.place_entrant(
            key, user, entrant, seed=whole(given.get("seed", "")), tier=whole(given.get("tier", ""))
        )
        return "The seed is set."
    if name in pairs.ACTS:
        pairs.ACTS[name](key, user, entrant, whole(given.get("other", "")), reason)
        return PAIR_WORDS[name]
    if name == "suspect":
        moderation.suspect(key, user, entrant, whole(given.get("other", "")), reason)
        return "The moderators look at it; you hear what comes of it."
    raise Refused("no-such-action", "That cannot be done here.", 404)


def _date(text: str) -> datetime | None:
    """Return the end of a day in the reader's zone, None for an empty field. Raises Refused."""
    if not text.strip():
        return None
    try:
        day = parse_date(text.strip())
    except ValueError:
        day = None
    if day is None or not 2000 < day.year < 9000:
        raise Refused("bad-date", "Write a date like 2026-12-31.", 422)
    return timezone.make_aware(datetime.combine(day, time(23, 59)))
