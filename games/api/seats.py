"""The API of seats at a table: private links, and invitations."""

from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import schemas
from games.api.base import View, field
from games.api.descriptions import documented
from games.api.tables import broken_off, table_json, tables_json
from games.lobby import invitations, search
from games.models import Game
from games.refusals import Refused


class SeatLink(View):
    """The seat of a private link (`X-Seat-Link`): look, sit down as a guest, renew the link.

    Sitting down and renewing answer with the guest's own, new `link`; the one that was sent ends.
    """

    @documented(schemas.OfferedSeat, operation_id="seat_link")
    def get(self, request: Request) -> Response:
        seat = invitations.seat_behind(self._secret(request))
        game = Game.objects.select_related("owner").prefetch_related("seats__user").get(pk=seat.game_id)
        return self.tagged(request, {"seat": seat.name, "taken": seat.is_taken, "table": table_json(game)})

    @documented(
        schemas.SatDown,
        request=schemas.SitDown,
        operation_id="use_seat_link",
        bodies={"As a guest": {"action": "sit", "name": "Pippin"}},
    )
    def post(self, request: Request) -> Response:
        secret, data = self._secret(request), request.data
        action = field(data, "action", str)
        if action == "renew":
            return Response({"link": invitations.renew_own_link(secret)})
        if action != "sit":
            raise Refused("no-such-action", "That cannot be done with a seat link.", 404)
        seat, own = invitations.join_by_link(
            secret,
            guest_name=field(data, "name", str),
            guest_email=field(data, "email", str, ""),
            salt=field(data, "salt", str, ""),
        )
        return Response({"game": seat.game.key, "seat": seat.name, "link": own})

    def _secret(self, request: Request) -> str:
        secret = self.seat_link(request)
        if not secret:
            raise Refused("no-such-link", "Send the link's secret as X-Seat-Link.", 404)
        return secret


class ClaimSeat(View):
    """Bind the seat of a private link to the account that calls."""

    scopes: ClassVar = {"POST": "lobby"}

    @documented(
        schemas.ClaimedSeat,
        request=schemas.SeatClaim,
        operation_id="claim_seat",
        bodies={"Bind": {"link": "the secret"}},
    )
    def post(self, request: Request) -> Response:
        seat = invitations.claim_link(
            field(request.data, "link", str)[:200], self.person(request), field(request.data, "salt", str, "")
        )
        return Response({"game": seat.game.key, "seat": seat.name})


class MyInvitations(View):
    """Invitations that wait for the caller's answer."""

    @documented(schemas.WaitingInvitations, operation_id="invitations")
    def get(self, request: Request) -> Response:
        rows = search.invitations_of(self.person(request))
        habits = search.habits_at([], [row.sender for row in rows])
        found: list[schemas.WaitingInvitation] = [
            {
                "id": row.pk,
                "from": row.sender.shown_name,
                "broken_off": broken_off(habits[row.sender_id]),
                "seat": row.seat,
                "table": table,
            }
            for row, table in zip(rows, tables_json([row.game for row in rows]), strict=True)
        ]
        return self.tagged(request, {"invitations": found})


class Invitations(View):
    """Answer an invitation."""

    scopes: ClassVar = {"POST": "lobby"}

    @documented(
        schemas.AnsweredInvitation,
        request=schemas.InvitationAnswer,
        operation_id="answer_invitation",
        bodies={"Accept": {"accept": True}},
    )
    def post(self, request: Request, invitation: int) -> Response:
        answered = invitations.answer_invitation(
            invitation,
            self.person(request),
            field(request.data, "accept", bool),
            field(request.data, "salt", str, ""),
            field(request.data, "connection", str, ""),
        )
        return Response({"state": answered.state, "game": answered.game.key})
