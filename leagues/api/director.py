"""What directors do, for programs."""

from __future__ import annotations

from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiExample, OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from games.api import schemas
from games.api.base import View, field
from games.api.documenting import documented
from games.refusals import Refused
from leagues.api.common import KEY, moment, small
from leagues.api.shown import whole
from leagues.services import directing
from leagues.services.conduct import moderation
from leagues.services.directing import correspondence, directors, invitations, pairs, teams
from leagues.services.display.presentation import pairing_data
from leagues.services.entry import readmission, registration
from leagues.services.rounds import standings

DIRECT = [
    "start",
    "call-off",
    "dates",
    "director",
    "remove-director",
    "step-down",
    "invite",
    "take-back-invitation",
    "message",
    "answer",
    "end-round",
    "extend",
    "adjudicate",
    "give-time",
    "pause",
    "resume",
    "excuse",
    "remove",
    "remove-team",
    "readmit",
    "rung",
    "replace",
    "place",
    "suspect",
    *pairs.ACTS,
]


class Direct(View):
    """What a director does, with a `reason` where the players read one (see docs/api.md)."""

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
                "Write to everybody",
                {"subject": "Round 2", "text": "It begins on Monday."},
                request_only=True,
            ),
            OpenApiExample("Answer a letter", {"letter": 71, "text": "Two days more."}, request_only=True),
            OpenApiExample(
                "Decide", {"number": 3, "verdict": "draw", "reason": "Agreed by both."}, request_only=True
            ),
            OpenApiExample(
                "Let somebody in again",
                {"entrant": 12, "games": "replay", "reason": "Left by mistake."},
                request_only=True,
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
        elif act == "invite":
            made = invitations.invite_all(key, user, field(data, "username", str))
            return Response({**whole(registration.find(key), user), "not_invited": made.refusals})
        elif act == "take-back-invitation":
            invitations.take_back(key, user, field(data, "username", str), field(data, "reason", str))
        elif act == "message":
            directing.message_all(
                key, user, field(data, "text", str), subject=field(data, "subject", str, "")
            )
        elif act == "answer":
            correspondence.answer(key, user, small(field(data, "letter", int)), field(data, "text", str))
        elif act == "end-round":
            directing.pair_now(key, user, field(data, "reason", str))
        elif act in ("extend", "adjudicate", "excuse", "give-time", "pause", "resume"):
            return Response(self.about_game(key, user, act, data))
        elif act in pairs.ACTS:
            first, second = (small(field(data, name, int)) for name in ("entrant", "other"))
            pairs.ACTS[act](key, user, first, second, field(data, "reason", str))
        elif act == "remove-team":
            teams.remove(key, user, small(field(data, "team", int)), field(data, "reason", str))
        elif act == "suspect":
            first, second = (small(field(data, name, int)) for name in ("entrant", "other"))
            asked = moderation.suspect(key, user, first, second, field(data, "reason", str))
            return Response({"report": asked.pk})
        elif act in ("remove", "readmit", "rung", "replace", "place"):
            self.about_entrant(key, user, act, data)
        else:
            raise Refused("no-such-action", "That cannot be done here.", 404)
        return Response(whole(registration.find(key), user))

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
        competition = registration.find(key)
        return pairing_data(competition.pairings.get(number=which), standings.seats_of(competition))

    def about_entrant(self, key: str, user: User, act: str, data: Any) -> None:
        """Act on an entrant."""
        entrant = small(field(data, "entrant", int))
        if act == "remove":
            directing.remove(key, user, entrant, field(data, "reason", str))
        elif act == "readmit":
            games = field(data, "games", str, readmission.STAND)
            directing.readmit(key, user, entrant, games, field(data, "reason", str))
        elif act == "rung":
            directing.set_rung(key, user, entrant, field(data, "rung", int), field(data, "reason", str))
        elif act == "replace":
            directing.replace(key, user, entrant, field(data, "username", str), field(data, "reason", str))
        else:
            directing.place_entrant(
                key, user, entrant, seed=field(data, "seed", int, 0), tier=field(data, "tier", int, 0)
            )
