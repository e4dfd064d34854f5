"""Moderation for programs: everything that the moderators' pages can do (MOD-9, MOD-11, MOD-12)."""

from typing import Any, ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import View
from games.api.descriptions import documented
from games.play.access import require_moderator
from leagues.acts import moderators
from leagues.api import schemas
from leagues.api.acts import acting
from leagues.models import PersonReport
from leagues.services.conduct import moderation, verdicts
from leagues.services.conduct.suspicions import Suspicion
from leagues.services.display.shapes import data_of

#: Reports and pairs in one answer.
MOST = 100


def suspicion_data(suspicion: Suspicion) -> dict[str, Any]:
    """Return what is noticed about two people; `private` signs are for moderators alone."""
    return {
        "players": [person.shown_name for person in suspicion.people],
        "weight": suspicion.weight,
        "signs": [data_of(schemas.SignData, sign) for sign in suspicion.signs],
        "said": [data_of(schemas.SaidOfConnection, row) for row in suspicion.said if row.answer],
        "games": [
            data_of(schemas.MetIn, met, counts=met.counts and not met.annulled) for met in suspicion.met
        ],
    }


class Reports(View):
    """Open reports about people, the oldest first; and answering one."""

    scopes: ClassVar = {"GET": "direct", "POST": "direct"}

    @documented(schemas.OpenReports, operation_id="person_reports")
    def get(self, request: Request) -> Response:
        moderator = self.person(request)
        require_moderator(moderator)
        rows = moderation.readable_by(moderator).filter(state=PersonReport.State.OPEN).order_by("created_at")
        found = rows.select_related("reporter", "about", "game")[:MOST]
        return self.tagged(request, {"results": [data_of(schemas.OpenReport, row) for row in found]})

    post = acting(moderators.ANSWER, "answer_person_report")


class Signs(View):
    """Pairs of people of whom there are signs, the heaviest first."""

    scopes: ClassVar = {"GET": "direct"}

    @documented(schemas.Suspicions, operation_id="signs")
    def get(self, request: Request) -> Response:
        found = verdicts.open_suspicions(self.person(request))[:MOST]
        return self.tagged(request, {"results": [suspicion_data(suspicion) for suspicion in found]})


class Pair(View):
    """The evidence about two people, which writes down who looked; and deciding about them."""

    scopes: ClassVar = {"GET": "direct", "POST": "direct"}

    @documented(schemas.SuspicionData, operation_id="evidence")
    def get(self, request: Request, first: str, second: str) -> Response:
        user = self.person(request)
        require_moderator(user)
        suspicion = verdicts.look(user, verdicts.find(first), verdicts.find(second))
        return self.tagged(request, suspicion_data(suspicion))

    post = acting(moderators.JUDGE, "judge_pair")
