"""One league or tournament for programs: everything that its page shows, entering, leaving, challenges."""

from __future__ import annotations

from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiExample, OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from games.api import schemas
from games.api.base import View, field, number
from games.api.documenting import documented
from games.refusals import Refused
from leagues.api.common import AFTER, KEY, PAGE, caller_of, small
from leagues.api.schemas import ResultRecords
from leagues.api.shown import whole
from leagues.services import directing
from leagues.services.directing import correspondence
from leagues.services.display import presentation
from leagues.services.display.presentation import pairing_data
from leagues.services.entry import byes, registration, teams
from leagues.services.lifecycle import challenges
from leagues.services.queries import PLACES
from leagues.services.records import exports
from leagues.services.rounds import standings

ACTS = [
    "enter",
    "leave",
    "challenge",
    "bye",
    "take-back-bye",
    "salt",
    "write",
    "found-team",
    "join-team",
    "decline-team",
    "ask-player",
    "ask-no-longer",
    "order-team",
]


class League(View):
    """One league or tournament: rules, entrants, standings."""

    @documented(schemas.Anything, operation_id="league", parameters=[KEY])
    def get(self, request: Request, key: str) -> Response:
        return self.tagged(request, whole(registration.find(key), caller_of(request)))


class Standings(View):
    """The standings."""

    @documented(schemas.Anything, operation_id="league_standings", parameters=[KEY])
    def get(self, request: Request, key: str) -> Response:
        competition = registration.find(key)
        return self.tagged(
            request, {"status": competition.status, "standings": presentation.standings_data(competition)}
        )


class Pairings(View):
    """All pairings, or those of a round."""

    @documented(
        schemas.Anything,
        operation_id="league_pairings",
        parameters=[KEY, AFTER, OpenApiParameter("round", int)],
    )
    def get(self, request: Request, key: str) -> Response:
        competition = registration.find(key)
        rows = (
            competition.pairings.select_related("game", "round", "match")
            .prefetch_related(PLACES)
            .order_by("number")
        )
        wanted = number(request, "round", 0, 100_000)
        if wanted:
            rows = rows.filter(round__number=wanted)
        after = number(request, "after", 0, 1_000_000)
        page = list(rows[after : after + PAGE + 1])
        seats = standings.seats_of(competition)
        more = after + PAGE if len(page) > PAGE else None
        return self.tagged(request, {"results": [pairing_data(p, seats) for p in page[:PAGE]], "next": more})


class Results(View):
    """The result records, in the columns of the title."""

    @documented(ResultRecords, operation_id="league_results", parameters=[KEY, AFTER])
    def get(self, request: Request, key: str) -> Response:
        records = exports.with_people(registration.find(key).records.order_by("finished_at", "pk"))
        after = number(request, "after", 0, 1_000_000)
        page = list(records[after : after + PAGE + 1])
        more = after + PAGE if len(page) > PAGE else None
        return self.tagged(request, {"results": [exports.row_of(r) for r in page[:PAGE]], "next": more})


class Audit(View):
    """What directors and the server did, with reasons."""

    @documented(schemas.Anything, operation_id="league_audit", parameters=[KEY])
    def get(self, request: Request, key: str) -> Response:
        competition = registration.find(key)
        rows = competition.audit.select_related("actor", "about", "pairing")
        if not directing.is_director(competition, caller_of(request)):
            rows = rows.filter(public=True)
        return self.tagged(
            request,
            {
                "results": [
                    {
                        "number": row.pk,
                        "at": row.at,
                        "act": row.act,
                        "subject": row.data.get("subject", ""),
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
    """Enter (`connection`, if asked for), leave, challenge (`entrant`), ask for a bye (`round`), write (`text`).

    `salt` is your word for the draws of your games here: give it as you enter, give or change it later.
    In an event of teams: found one (`name`), join or decline one that asks (`team`); its captain asks people
    (`username`) and orders the boards (`entrants`).
    """

    buckets: ClassVar = {"POST": "play"}
    scopes: ClassVar = {"POST": "lobby"}

    @documented(
        schemas.Anything,
        request=schemas.Anything,
        operation_id="league_act",
        parameters=[
            KEY,
            OpenApiParameter("act", str, OpenApiParameter.PATH, enum=ACTS),
        ],
        examples=[
            OpenApiExample("Challenge somebody", {"entrant": 12}, request_only=True),
            OpenApiExample("Sit out a round", {"round": 3}, request_only=True),
            OpenApiExample("Found a team", {"name": "The Ents"}, request_only=True),
            OpenApiExample("Put a team on its boards", {"entrants": [14, 12, 13, 15]}, request_only=True),
            OpenApiExample("Write to the directors", {"text": "May I play later?"}, request_only=True),
        ],
    )
    def post(self, request: Request, key: str, act: str) -> Response:
        user = self.person(request)
        if act == "enter":
            return Response({"entrant": registration.enter(key, user, said=_said(request.data)).pk})
        if act == "leave":
            return Response({"entrant": registration.leave(key, user).pk})
        if act == "salt":
            return Response(
                {"entrant": registration.choose_salt(key, user, field(request.data, "salt", str)).pk}
            )
        if act in ("bye", "take-back-bye"):
            say = byes.ask if act == "bye" else byes.take_back
            entrant_of = say(key, user, small(field(request.data, "round", int)))
            return Response({"entrant": entrant_of.pk, "byes": entrant_of.byes})
        if act == "challenge":
            entrant = field(request.data, "entrant", int)
            pairing = challenges.challenge(key, user, small(entrant))
            return Response({"pairing": pairing.number, "game": pairing.game.key if pairing.game else None})
        if act == "write":
            said, subject = field(request.data, "text", str), field(request.data, "subject", str, "")
            return Response({"letter": correspondence.write(key, user, said, subject=subject).pk})
        if act in ACTS:
            return Response(self.about_team(key, user, act, request.data))
        raise Refused("no-such-action", "That cannot be done here.", 404)

    def about_team(self, key: str, user: User, act: str, data: Any) -> dict[str, Any]:
        """Found, join or order a team; what is answered tells which."""
        if act == "found-team":
            return {"team": teams.found(key, user, field(data, "name", str), said=_said(data)).pk}
        if act == "join-team":
            joined = teams.join(key, user, small(field(data, "team", int)), said=_said(data))
            return {"entrant": joined.pk, "team": joined.team_id}
        if act == "decline-team":
            teams.decline(key, user, small(field(data, "team", int)))
            return {"team": None}
        if act == "ask-player":
            return {"team": teams.ask(key, user, field(data, "username", str)).team_id}
        if act == "ask-no-longer":
            return {"player": teams.take_back(key, user, field(data, "username", str)).shown_name}
        listed = field(data, "entrants", list)
        if not all(type(entrant) is int for entrant in listed):
            raise Refused("malformed", "“entrants” must hold the numbers of the members.", 400)
        return {"team": teams.order(key, user, [small(entrant) for entrant in listed]).pk}


def _said(data: Any) -> registration.Said:
    """Return what somebody says who enters."""
    return registration.Said(field(data, "connection", str, ""), field(data, "salt", str, ""))
