"""One league or tournament for programs: everything that its page shows."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import View
from games.api.descriptions import Number, documented
from leagues.acts.answers import Event
from leagues.api import schemas
from leagues.api.common import AFTER, KEY, caller_of, page_of
from leagues.services import directing
from leagues.services.display import presentation
from leagues.services.display.event_data import whole
from leagues.services.display.presentation import pairing_data
from leagues.services.display.shapes import data_of
from leagues.services.entry import registration
from leagues.services.queries import with_places
from leagues.services.records import exports
from leagues.services.rounds import standings

ROUND = Number("round", 100_000, "The number of a round")


class League(View):
    """One league or tournament: rules, entrants, standings."""

    @documented(Event, operation_id="league", parameters=[KEY])
    def get(self, request: Request, key: str) -> Response:
        return self.tagged(request, whole(registration.find(key), caller_of(request)))


class Standings(View):
    """The standings."""

    @documented(schemas.StandingsList, operation_id="league_standings", parameters=[KEY])
    def get(self, request: Request, key: str) -> Response:
        competition = registration.find(key)
        return self.tagged(
            request, {"status": competition.status, "standings": presentation.standings_data(competition)}
        )


class Pairings(View):
    """All pairings, or those of a round."""

    @documented(schemas.PairingPage, operation_id="league_pairings", parameters=[KEY, AFTER, ROUND])
    def get(self, request: Request, key: str) -> Response:
        competition = registration.find(key)
        rows = with_places(competition.pairings.order_by("number"))
        wanted = ROUND.of(request)
        if wanted:
            rows = rows.filter(round__number=wanted)
        seats = standings.seats_of(competition)
        return self.tagged(request, page_of(request, rows, lambda pairing: pairing_data(pairing, seats)))


class Results(View):
    """The result records, in the columns of the title."""

    @documented(schemas.ResultRecords, operation_id="league_results", parameters=[KEY, AFTER])
    def get(self, request: Request, key: str) -> Response:
        records = exports.with_people(registration.find(key).records.order_by("finished_at", "pk"))
        return self.tagged(request, page_of(request, records, exports.row_of))


class Audit(View):
    """Acts of directors and the server, with reasons."""

    @documented(schemas.AuditTrail, operation_id="league_audit", parameters=[KEY])
    def get(self, request: Request, key: str) -> Response:
        competition = registration.find(key)
        rows = competition.audit.select_related("actor", "about", "pairing")
        if not directing.is_director(competition, caller_of(request)):
            rows = rows.filter(public=True)
        found = [data_of(schemas.AuditEntry, row, subject=row.data.get("subject", "")) for row in rows[:500]]
        return self.tagged(request, {"results": found})
