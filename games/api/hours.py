"""The API about time: pauses, gifts, free seats, vacations and quiet hours."""

from typing import Any, ClassVar

from django.db import transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

import rules
from accounts.quiet_hours import effective
from games.acts import about_time, registry
from games.api import schemas
from games.api.acts import body_of_any, example_of
from games.api.base import View, field
from games.api.descriptions import KEY, documented
from games.hours import absence, quiet_hours, vacations
from games.orders import orders
from games.refusals import Refused
from games.time.terms import minutes_of, time_of


class GameTime(View):
    """The clocks of a game and what stops them."""

    @documented(about_time.Time, operation_id="game_time", parameters=[KEY])
    def get(self, request: Request, key: str) -> Response:
        return self.tagged(request, about_time.situation(self.viewer(request, key)))


class TimeActs(View):
    """Do something about the time of a game; `/acts/{act}/` does the same."""

    @documented(
        schemas.Done,
        request=body_of_any(registry.acts_about("time")),
        parameters=[
            KEY,
            OpenApiParameter(
                "act", str, OpenApiParameter.PATH, enum=[act.name for act in registry.acts_about("time")]
            ),
        ],
        operation_id="time_act",
        bodies={act.label: example_of(act) for act in registry.acts_about("time")},
    )
    def post(self, request: Request, key: str, act: str) -> Response:
        return Response({"done": about_time.do(self.viewer(request, key), act, dict(request.data))})


class OfferedSeats(View):
    """Seats of running games whose players have left."""

    @documented(schemas.LeftSeats, operation_id="offered_seats")
    def get(self, request: Request) -> Response:
        user = request.user if request.user.is_authenticated else None
        found: list[schemas.LeftSeat] = [
            {
                "key": seat.game.key,
                "title": seat.game.title,
                "seat": seat.name,
                "label": rules.title(seat.game.title).seat_name(seat.name),
                "headline": seat.game.headline,
                "since": seat.absent_since.isoformat() if seat.absent_since else None,
            }
            for seat in absence.offered_seats(user)
        ]
        return self.tagged(request, {"results": found})


class Vacations(View):
    """The caller's vacations: see, announce, end."""

    scopes: ClassVar = {"GET": "read", "POST": "account", "DELETE": "account"}

    @documented(schemas.Vacations, operation_id="vacations")
    def get(self, request: Request) -> Response:
        return self.tagged(request, self._of(request))

    def _of(self, request: Request) -> schemas.Vacations:
        user = self.person(request)
        now = timezone.now()
        reach, allowance = vacations.reach(user), vacations.allowance(user, now)
        return {
            "coming": [
                {
                    "start": v.starts_at.isoformat(),
                    "end": v.ends_at.isoformat(),
                    "automatic": v.automatic,
                }
                for v in vacations.coming(user, now)
            ],
            "days_left": allowance.days,
            "days_left_words": allowance.words,
            "more_at": allowance.more_at.isoformat() if allowance.more_at else None,
            "stopped": [game.key for game in reach.stopped],
            "running_on": [{"key": game.key, "why": why} for game, why in reach.running_on],
        }

    @documented(
        schemas.AnnouncedVacation,
        request=schemas.VacationAsked,
        status=201,
        operation_id="announce_vacation",
        bodies={
            "Two weeks": {
                "start": "2027-07-01T00:00:00Z",
                "end": "2027-07-14T00:00:00Z",
                "pause_orders": True,
            }
        },
    )
    def post(self, request: Request) -> Response:
        user = self.person(request)
        moments = []
        for name in ("start", "end"):
            try:
                moment = parse_datetime(field(request.data, name, str))
            except ValueError:
                moment = None
            if moment is None or moment.tzinfo is None or not 2000 < moment.year < 9000:
                raise Refused(
                    "malformed", f"“{name}” is a moment with its zone, such as 2027-07-01T00:00:00Z.", 400
                )
            moments.append(moment)
        pause = field(request.data, "pause_orders", bool, False)
        with transaction.atomic():
            vacations.announce(user, moments[0], moments[1])
            paused = orders.pause_all(user) if pause else 0
        return Response({**self._of(request), "orders_paused": paused}, status=201)

    @documented(schemas.Vacations, operation_id="end_vacation")
    def delete(self, request: Request) -> Response:
        vacations.end(self.person(request))
        return Response(self._of(request))


class QuietHours(View):
    """The hours in which no clock of the caller's reaches zero."""

    scopes: ClassVar = {"GET": "read", "PUT": "account"}

    @documented(schemas.QuietHours, operation_id="quiet_hours")
    def get(self, request: Request) -> Response:
        return self.tagged(request, self._of(request))

    def _of(self, request: Request) -> schemas.QuietHours:
        user = self.person(request)
        held = effective(user, timezone.now())

        def shown(stored: dict[str, Any]) -> schemas.Hours | None:
            if "from" not in stored:
                return None
            zone = stored.get("zone") or user.timezone
            return {"from": time_of(stored["from"]), "to": time_of(stored["to"]), "zone": zone}

        return {"now": shown(held), "next": shown(user.quiet_next) if user.quiet_next else shown(held)}

    @documented(
        schemas.QuietHours,
        request=schemas.HoursAsked,
        operation_id="set_quiet_hours",
        bodies={"Nights": {"from": "22:00", "to": "07:00"}},
    )
    def put(self, request: Request) -> Response:
        user = self.person(request)
        start, end = field(request.data, "from", str), field(request.data, "to", str)
        none = not start and not end
        quiet_hours.change(
            user,
            None if none else minutes_of(start, "from"),
            None if none else minutes_of(end, "to"),
            timezone.now(),
        )
        return Response(self._of(request))
