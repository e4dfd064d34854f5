"""Leagues, ratings, records and players for programs: everything that the pages can do."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar

from django.utils import timezone
from django.utils.dateparse import parse_datetime
from drf_spectacular.utils import OpenApiExample, OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from games.api import schemas
from games.api.base import View, field, number
from games.api.views import documented
from games.refusals import Refused
from leagues.formats import FORMATS
from leagues.models import Competition, Entrant
from leagues.notices import pairing_data
from leagues.presets import PRESETS
from leagues.services import (
    directing,
    directors,
    entering,
    exports,
    founding,
    ladders,
    moderating,
    showing,
    standing,
)
from leagues.services.eligibility import why_not_enter
from leagues.services.queries import PLACES

#: Rows of one page.
PAGE = 100

KEY = OpenApiParameter("key", str, OpenApiParameter.PATH, description="The key of the league or tournament")
AFTER = OpenApiParameter("after", int, description="Rows to skip: `next` of the last answer")


def brief(competition: Competition) -> dict[str, Any]:
    """Return a competition as the list shows it."""
    return {
        "key": competition.key,
        "name": competition.name,
        "title": competition.title,
        "format": competition.format,
        "status": competition.status,
        "league": competition.league,
        "rated": competition.rated,
        "clock": competition.clock_preset,
        "least_entrants": competition.least_entrants,
        "most_entrants": competition.most_entrants,
        "registration_closes_at": competition.registration_closes_at,
        "started_at": competition.started_at,
        "ends_at": competition.ends_at,
        "finished_at": competition.finished_at,
        "url": f"/leagues/{competition.key}/",
    }


def whole(competition: Competition, user: User | None) -> dict[str, Any]:
    """Return a competition with its rules, entrants and standings."""
    view = standing.load(competition)
    own = next((row for row in view.rows.values() if user is not None and row.user_id == user.pk), None)
    return {
        **brief(competition),
        "description": competition.description,
        "settings": competition.settings,
        "options": competition.options,
        "round_days": competition.round_days,
        "at_deadline": competition.at_deadline,
        "games_at_once": competition.games_at_once,
        "handicap": competition.handicap,
        "spectators": competition.spectators,
        "chat": competition.chat,
        "rules": showing.rules_words(competition),
        "directors": [person.shown_name for person in competition.directors.all()],
        "entrants": [
            {
                "id": row.pk,
                "player": row.user.shown_name,
                "state": row.state,
                "seed": row.seed,
                "group": row.group,
                "place": row.place,
            }
            for row in view.rows.values()
        ],
        "standings": showing.standings_data(competition, view),
        "you": {
            "entrant": own.pk if own is not None and own.state == Entrant.State.ENTERED else None,
            "directs": directing.is_director(competition, user),
            "why_not_enter": why_not_enter(competition, user, timezone.now()),
        },
    }


def caller_of(request: Request) -> User | None:
    """Return the account that calls, None for a visitor."""
    return request.user if isinstance(request.user, User) else None


def moment(data: Any, name: str) -> datetime | None:
    """Return a moment of a body, None where it is missing. Raises Refused."""
    text = field(data, name, str, "")
    if not text:
        return None
    try:
        found = parse_datetime(text)
    except ValueError:
        found = None
    if found is None or timezone.is_naive(found) or not 2000 < found.year < 9000:
        raise Refused("malformed", f"“{name}” must be a moment such as 2026-12-31T20:00:00Z.", 400)
    return found


class Leagues(View):
    """Leagues and tournaments, the newest first; and opening one."""

    buckets: ClassVar = {"GET": "read", "POST": "play"}
    scopes: ClassVar = {"GET": "read", "POST": "direct"}

    @documented(
        schemas.Anything,
        operation_id="leagues",
        parameters=[
            AFTER,
            OpenApiParameter("status", str, enum=list(Competition.Status.values)),
            OpenApiParameter("title", str),
        ],
    )
    def get(self, request: Request) -> Response:
        rows = Competition.objects.order_by("-created_at", "-pk")
        for name in ("status", "title"):
            wanted = request.GET.get(name, "")
            if "\x00" in wanted:
                raise Refused("malformed", f"“{name}” cannot be read.", 400)
            if wanted:
                rows = rows.filter(**{name: wanted[:40]})
        after = number(request, "after", 0, 100_000)
        page = list(rows[after : after + PAGE + 1])
        more = after + PAGE if len(page) > PAGE else None
        return self.tagged(request, {"results": [brief(row) for row in page[:PAGE]], "next": more})

    @documented(
        schemas.Anything,
        request=schemas.Anything,
        status=201,
        operation_id="create_league",
        examples=[
            OpenApiExample(
                "From a preset",
                {"preset": "swiss", "title": "duel", "name": "Spring Swiss", "settings": {"rounds": 5}},
                request_only=True,
            )
        ],
    )
    def post(self, request: Request) -> Response:
        data = request.data
        kinds: dict[str, type] = {
            "description": str,
            "league": str,
            "clock_preset": str,
            "at_deadline": str,
            "handicap": str,
            "spectators": str,
            "chat": str,
            "least_entrants": int,
            "most_entrants": int,
            "round_days": int,
            "games_at_once": int,
            "starts_when_full": bool,
            "rated": bool,
            "renews": bool,
        }
        given = {name: field(data, name, kind) for name, kind in kinds.items() if name in data}
        for name in ("registration_closes_at", "ends_at"):
            if name in data:
                given[name] = moment(data, name)
        made = founding.create(
            self.person(request),
            name=field(data, "name", str),
            title=field(data, "title", str),
            preset=field(data, "preset", str, ""),
            format=field(data, "format", str, ""),
            settings=field(data, "settings", dict, {}),
            options=field(data, "options", dict, {}),
            terms=field(data, "terms", dict, {}),
            **given,
        )
        return Response(whole(made, caller_of(request)), status=201)


class Presets(View):
    """Ready-made competitions, and the formats with their settings."""

    @documented(schemas.Anything, operation_id="league_presets")
    def get(self, request: Request) -> Response:
        from msgspec import to_builtins

        return self.tagged(
            request,
            {
                "presets": [
                    {
                        "id": p.id,
                        "label": p.label,
                        "words": p.words,
                        "format": p.format,
                        "settings": p.settings,
                    }
                    for p in PRESETS.values()
                ],
                "formats": [
                    {
                        "id": f.id,
                        "name": f.name,
                        "summary": f.summary,
                        "settings": [to_builtins(option) for option in f.offered(2)],
                        "settings_of_tables": [to_builtins(o) for o in f.offered(3)] if f.any_seats else [],
                    }
                    for f in FORMATS.values()
                ],
            },
        )


class League(View):
    """One league or tournament: rules, entrants, standings."""

    @documented(schemas.Anything, operation_id="league", parameters=[KEY])
    def get(self, request: Request, key: str) -> Response:
        return self.tagged(request, whole(entering.find(key), caller_of(request)))


class Standings(View):
    """The standings."""

    @documented(schemas.Anything, operation_id="league_standings", parameters=[KEY])
    def get(self, request: Request, key: str) -> Response:
        competition = entering.find(key)
        return self.tagged(
            request, {"status": competition.status, "standings": showing.standings_data(competition)}
        )


class Pairings(View):
    """All pairings, or those of a round."""

    @documented(
        schemas.Anything,
        operation_id="league_pairings",
        parameters=[KEY, AFTER, OpenApiParameter("round", int)],
    )
    def get(self, request: Request, key: str) -> Response:
        competition = entering.find(key)
        rows = (
            competition.pairings.select_related("game", "round").prefetch_related(PLACES).order_by("number")
        )
        wanted = number(request, "round", 0, 100_000)
        if wanted:
            rows = rows.filter(round__number=wanted)
        after = number(request, "after", 0, 1_000_000)
        page = list(rows[after : after + PAGE + 1])
        seats = standing.seats_of(competition)
        more = after + PAGE if len(page) > PAGE else None
        return self.tagged(request, {"results": [pairing_data(p, seats) for p in page[:PAGE]], "next": more})


class Results(View):
    """The result records in the columns of the community's league tracker."""

    @documented(schemas.Anything, operation_id="league_results", parameters=[KEY, AFTER])
    def get(self, request: Request, key: str) -> Response:
        records = exports.with_people(entering.find(key).records.order_by("finished_at", "pk"))
        after = number(request, "after", 0, 1_000_000)
        page = list(records[after : after + PAGE + 1])
        more = after + PAGE if len(page) > PAGE else None
        return self.tagged(request, {"results": [exports.row_of(r) for r in page[:PAGE]], "next": more})


class Audit(View):
    """What directors and the server did, with reasons."""

    @documented(schemas.Anything, operation_id="league_audit", parameters=[KEY])
    def get(self, request: Request, key: str) -> Response:
        competition = entering.find(key)
        rows = competition.audit.select_related("actor", "about", "pairing")
        if not directing.is_director(competition, caller_of(request)):
            rows = rows.filter(public=True)
        return self.tagged(
            request,
            {
                "results": [
                    {
                        "at": row.at,
                        "act": row.act,
                        "text": row.text,
                        "reason": row.reason,
                        "by": row.actor.shown_name if row.actor else None,
                        "about": row.about.shown_name if row.about else None,
                        "pairing": row.pairing.number if row.pairing else None,
                    }
                    for row in rows[:500]
                ]
            },
        )


class Acts(View):
    """Enter (`connection`, if it is asked for), leave, challenge (`entrant`)."""

    buckets: ClassVar = {"POST": "play"}
    scopes: ClassVar = {"POST": "lobby"}

    @documented(
        schemas.Anything,
        request=schemas.Anything,
        operation_id="league_act",
        parameters=[
            KEY,
            OpenApiParameter("act", str, OpenApiParameter.PATH, enum=["enter", "leave", "challenge"]),
        ],
        examples=[OpenApiExample("Challenge somebody", {"entrant": 12}, request_only=True)],
    )
    def post(self, request: Request, key: str, act: str) -> Response:
        user = self.person(request)
        if act == "enter":
            said = field(request.data, "connection", str, "")
            return Response({"entrant": entering.enter(key, user, connection=said).pk})
        if act == "leave":
            return Response({"entrant": entering.leave(key, user).pk})
        if act == "challenge":
            entrant = field(request.data, "entrant", int)
            pairing = ladders.challenge(key, user, small(entrant))
            return Response({"pairing": pairing.number, "game": pairing.game.key if pairing.game else None})
        raise Refused("no-such-action", "That cannot be done here.", 404)


def small(value: int) -> int:
    """Return a number that fits the database's keys; 0, which is nobody's, for any other."""
    return value if 0 < value < 2**62 else 0


DIRECT = [
    "start",
    "call-off",
    "dates",
    "director",
    "remove-director",
    "step-down",
    "message",
    "end-round",
    "extend",
    "adjudicate",
    "give-time",
    "pause",
    "resume",
    "excuse",
    "remove",
    "replace",
    "place",
    "suspect",
]


class Direct(View):
    """What a director does; every act but `start`, `message`, `director`, `step-down` and `place` needs a `reason`."""

    buckets: ClassVar = {"POST": "play"}
    scopes: ClassVar = {"POST": "direct"}

    @documented(
        schemas.Anything,
        request=schemas.Anything,
        operation_id="direct_league",
        parameters=[KEY, OpenApiParameter("act", str, OpenApiParameter.PATH, enum=DIRECT)],
        examples=[
            OpenApiExample("Extend", {"number": 3, "days": 7, "reason": "Illness."}, request_only=True),
            OpenApiExample(
                "Decide", {"number": 3, "verdict": "draw", "reason": "Agreed by both."}, request_only=True
            ),
        ],
    )
    def post(self, request: Request, key: str, act: str) -> Response:
        user = self.person(request)
        data = request.data
        if act == "start":
            directing.start_now(key, user)
        elif act == "call-off":
            directing.call_off(key, user, field(data, "reason", str))
        elif act == "dates":
            directing.change_dates(
                key,
                user,
                closes=moment(data, "registration_closes_at"),
                ends=moment(data, "ends_at"),
                reason=field(data, "reason", str),
            )
        elif act == "director":
            directors.add(key, user, field(data, "username", str))
        elif act == "remove-director":
            directors.remove(key, user, field(data, "username", str), field(data, "reason", str))
        elif act == "step-down":
            directors.step_down(key, user)
        elif act == "message":
            directing.message_all(key, user, field(data, "text", str))
        elif act == "end-round":
            directing.pair_now(key, user, field(data, "reason", str))
        elif act in ("extend", "adjudicate", "excuse", "give-time", "pause", "resume"):
            return Response(self.about_game(key, user, act, data))
        elif act == "suspect":
            first, second = (small(field(data, name, int)) for name in ("entrant", "other"))
            made = moderating.suspect(key, user, first, second, field(data, "reason", str))
            return Response({"report": made.pk})
        elif act in ("remove", "replace", "place"):
            self.about_entrant(key, user, act, data)
        else:
            raise Refused("no-such-action", "That cannot be done here.", 404)
        return Response(whole(entering.find(key), user))

    def about_game(self, key: str, user: User, act: str, data: Any) -> dict[str, Any]:
        """Act on a pairing, and return it."""
        which = small(field(data, "number", int))
        reason = field(data, "reason", str)
        if act == "extend":
            directing.extend(key, user, which, field(data, "days", int), reason)
        elif act == "excuse":
            directing.excuse(key, user, which, reason)
        elif act == "give-time":
            entrant = small(field(data, "entrant", int))
            directing.give_time(key, user, which, entrant, field(data, "hours", int), reason)
        elif act in ("pause", "resume"):
            directing.pause(key, user, which, act == "pause", reason)
        else:
            seen = field(data, "seen", str, "") or None
            directing.adjudicate(key, user, which, field(data, "verdict", str), reason, seen=seen)
        competition = entering.find(key)
        return pairing_data(competition.pairings.get(number=which), standing.seats_of(competition))

    def about_entrant(self, key: str, user: User, act: str, data: Any) -> None:
        """Act on an entrant."""
        entrant = small(field(data, "entrant", int))
        if act == "remove":
            directing.remove(key, user, entrant, field(data, "reason", str))
        elif act == "replace":
            directing.replace(key, user, entrant, field(data, "username", str), field(data, "reason", str))
        else:
            directing.place_entrant(
                key, user, entrant, seed=field(data, "seed", int, 0), tier=field(data, "tier", int, 0)
            )
