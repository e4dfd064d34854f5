"""The REST API: as powerful as the pages."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any, ClassVar

import msgspec
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

import rules
from accounts.models import User
from games.api import schemas
from games.api.base import View, field, number, row_number
from games.api.problems import CONTENT_TYPE
from games.hours import leaving
from games.ledger import records
from games.lobby import finding, invitations, tables
from games.lobby.opening import Company, Doors, NewTable, TimeTerms, open_table
from games.models import Game
from games.play import drafts, endings, feed, positions, undoing
from games.refusals import Refused
from games.time import wording
from rules.core.game import texts

#: Rows of one page.
PAGE = 50
#: Choices of one page.
CHOICES_PAGE = 200

PROBLEMS = dict.fromkeys((400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 429), schemas.Problem)
KEY = OpenApiParameter("key", str, OpenApiParameter.PATH, description="The game's key")


def documented(ok: Any, *, request: Any = None, status: int = 200, **more: Any) -> Callable[[Any], Any]:
    """Describe an operation for OpenAPI, with the refusals that every operation may answer."""
    problems: dict[Any, Any] = {
        (code, CONTENT_TYPE): shape for code, shape in PROBLEMS.items() if code != status
    }
    responses: dict[Any, Any] = {status: ok, **problems}
    return extend_schema(request=request, responses=responses, **more)


def table_json(game: Game) -> dict[str, Any]:
    """Return a table as the lists show it."""
    title = rules.title(game.title)
    return {
        "key": game.key,
        "title": game.title,
        "title_name": title.name,
        "status": game.status,
        "visibility": game.visibility,
        "options": game.options,
        "note": game.note,
        "owner": game.owner.shown_name if game.owner else None,
        "rated": game.rated,
        "preset": game.clock_preset,
        "clock": wording.words_of_clock(game),
        "at_zero": wording.words_at_zero(game),
        "headline": game.headline,
        "commitment": game.commitment or None,
        "seats": [
            {
                "name": seat.name,
                "label": title.seat_name(seat.name),
                "player": seat.player_name,
                "taken": seat.is_taken,
                "waiting": seat.waiting_since is not None,
            }
            for seat in game.seats.all()
        ],
        "result": game.result,
        "url": f"/game/{game.key}/",
    }


def choices_in(data: Any) -> list[Any]:
    """Return the choices that a body holds, as values or in notation. Raises Refused if it holds both."""
    if "moves" in data and "choices" in data:
        raise Refused("malformed", "Send “choices” or “moves”, not both.", 400, extra={"field": "moves"})
    if "moves" in data:
        return [*texts(field(data, "moves", str))]
    found: list[Any] = field(data, "choices", list)
    return found


def titles_json() -> list[dict[str, Any]]:
    """Return the titles with what a program needs to open a table."""
    return [
        {
            "id": title.id,
            "name": title.name,
            "version": title.version,
            "seats": [
                {"name": s, "label": title.seat_name(s)} for s in title.seats(title.normalise_options({}))
            ],
            "bots": list(title.bots),
            "options": [msgspec.to_builtins(option) for option in title.option_fields],
        }
        for title in rules.titles().values()
    ]


class Titles(View):
    """The games that can be played here, with their options."""

    @documented(schemas.Anything(many=True), operation_id="titles")
    def get(self, request: Request) -> Response:
        return self.tagged(request, titles_json())


# -- tables ------------------------------------------------------------------------------------


class Tables(View):
    """Open tables, and opening one."""

    buckets: ClassVar = {"GET": "read", "POST": "play"}
    scopes: ClassVar = {"GET": "read", "POST": "lobby"}

    @documented(
        schemas.TableList,
        operation_id="tables",
        parameters=[
            OpenApiParameter("title", str),
            OpenApiParameter("preset", str),
            OpenApiParameter("seats", int, description="Seats that are free at least"),
            OpenApiParameter("joinable", str, enum=["1"]),
            OpenApiParameter("after", int, description="Rows to leave out"),
        ],
    )
    def get(self, request: Request) -> Response:
        user = request.user if isinstance(request.user, User) else None
        filters = {name: request.GET.get(name, "")[:40] for name in ("title", "preset", "seats", "joinable")}
        after = number(request, "after", 0, 100_000)
        rows = list(finding.open_tables(user, filters)[after : after + PAGE + 1])
        more = after + PAGE if len(rows) > PAGE else None
        return self.tagged(request, {"results": [table_json(g) for g in rows[:PAGE]], "next": more})

    @documented(
        schemas.Table,
        request=schemas.NewTable,
        status=201,
        operation_id="open_table",
        examples=[
            OpenApiExample("Against a bot", {"title": "duel", "bots": {"sauron": "captain"}}),
            OpenApiExample("Every seat by yourself", {"title": "duel", "solo": True}),
        ],
    )
    def post(self, request: Request) -> Response:
        user = self.person(request)
        data = request.data
        bots = field(data, "bots", dict, {})
        if not all(isinstance(v, str) for v in bots.values()):
            raise Refused("malformed", "“bots” maps seats to names of bots.", 400)
        texts = {
            name: field(data, name, str, default)
            for name, default in (
                ("seat_choice", "pick"),
                ("visibility", "public"),
                ("preset", ""),
                ("zero_policy", ""),
                ("spectators", "all"),
                ("chat", "players"),
                ("note", ""),
                ("salt", ""),
            )
        }
        game = open_table(
            user,
            NewTable(
                title=field(data, "title", str),
                options=field(data, "options", dict, {}),
                company=Company(
                    seat=field(data, "seat", str, "") or None,
                    seat_choice=texts["seat_choice"],
                    bots=bots,
                    solo=field(data, "solo", bool, False),
                    salt=texts["salt"],
                ),
                time=TimeTerms(texts["preset"], texts["zero_policy"]),
                doors=Doors(texts["visibility"], texts["spectators"], texts["chat"]),
                note=texts["note"],
                rated=field(data, "rated", bool, False),
                auto_start=field(data, "auto_start", bool, True),
            ),
        )
        return Response(table_json(game), status=201)


#: What can be done with a table, and the fields that each needs; those with a mark may be left out.
TABLE_ACTIONS = {
    "join": "seat?, salt?, connection?",
    "salt": "salt",
    "leave": "",
    "start": "",
    "cancel": "",
    "invite": "username, seat?",
    "withdraw": "invitation",
    "dismiss": "seat",
    "link": "seat",
    "unlink": "seat",
}


class TableActions(View):
    """Join, leave, start, cancel, invite, withdraw, dismiss, mix in a word for the draws, and seat links."""

    buckets: ClassVar = {"POST": "play"}
    scopes: ClassVar = {"POST": "lobby"}

    @documented(
        schemas.Anything,
        request=schemas.Anything,
        parameters=[
            KEY,
            OpenApiParameter(
                "action",
                str,
                OpenApiParameter.PATH,
                enum=list(TABLE_ACTIONS),
                description="Fields: " + "; ".join(f"{a}: {f or 'none'}" for a, f in TABLE_ACTIONS.items()),
            ),
        ],
        operation_id="table_action",
        examples=[
            OpenApiExample("Join", {"seat": "sauron", "salt": "any word"}, request_only=True),
            OpenApiExample("Invite", {"username": "gothmog"}, request_only=True),
            OpenApiExample("Withdraw", {"invitation": 7}, request_only=True),
        ],
    )
    def post(self, request: Request, key: str, action: str) -> Response:
        data = request.data
        secret = self.seat_link(request)
        if action in ("leave", "salt") and secret:
            return self._as_guest(request, key, action, secret)
        user = self.person(request)
        if action == "join":
            seat = field(data, "seat", str, "") or None
            tables.join(
                key,
                user=user,
                seat=seat,
                salt=field(data, "salt", str, ""),
                connection=field(data, "connection", str, ""),
            )
        elif action == "salt":
            tables.choose_salt(key, field(data, "salt", str), user=user)
        elif action == "leave":
            tables.leave(key, user=user)
            return Response({"left": True})
        elif action == "start":
            tables.start_now(key, user)
        elif action == "cancel":
            tables.cancel_table(key, user)
        elif action == "invite":
            invitation = invitations.invite(
                key, user, field(data, "username", str), field(data, "seat", str, "") or None
            )
            return Response({"invitation": invitation.pk})
        elif action == "withdraw":
            invitations.withdraw_invitation(row_number(data, "invitation"), user)
        elif action == "dismiss":
            tables.dismiss(key, user, field(data, "seat", str))
        elif action == "link":
            return Response({"url": invitations.seat_link(key, user, field(data, "seat", str))})
        elif action == "unlink":
            invitations.revoke_link(key, user, field(data, "seat", str))
        else:
            raise Refused("no-such-action", "That cannot be done with a table.", 404)
        return Response(table_json(Game.objects.prefetch_related("seats__user").get(key=key)))

    def _as_guest(self, request: Request, key: str, action: str, secret: str) -> Response:
        if action == "leave":
            tables.leave(key, secret=secret)
            return Response({"left": True})
        tables.choose_salt(key, field(request.data, "salt", str), secret=secret)
        return Response(table_json(Game.objects.prefetch_related("seats__user").get(key=key)))


class SeatLink(View):
    """The seat of a private link (`X-Seat-Link`): look, sit down as a guest, renew the link.

    Sitting down and renewing answer with the guest's own, new `link`; the one that was sent ends.
    """

    buckets: ClassVar = {"GET": "read", "POST": "play"}

    @documented(schemas.Anything, operation_id="seat_link")
    def get(self, request: Request) -> Response:
        seat = invitations.seat_behind(self._secret(request))
        game = Game.objects.select_related("owner").prefetch_related("seats__user").get(pk=seat.game_id)
        return self.tagged(request, {"seat": seat.name, "taken": seat.is_taken, "table": table_json(game)})

    @documented(
        schemas.Anything,
        request=schemas.SitDown,
        operation_id="use_seat_link",
        examples=[OpenApiExample("As a guest", {"action": "sit", "name": "Pippin"}, request_only=True)],
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

    buckets: ClassVar = {"POST": "play"}
    scopes: ClassVar = {"POST": "lobby"}

    @documented(
        schemas.Anything,
        request=schemas.Anything,
        operation_id="claim_seat",
        examples=[OpenApiExample("Bind", {"link": "the secret"}, request_only=True)],
    )
    def post(self, request: Request) -> Response:
        seat = invitations.claim_link(
            field(request.data, "link", str)[:200], self.person(request), field(request.data, "salt", str, "")
        )
        return Response({"game": seat.game.key, "seat": seat.name})


class MyInvitations(View):
    """Invitations that wait for the caller's answer."""

    @documented(schemas.Anything, operation_id="invitations")
    def get(self, request: Request) -> Response:
        rows = finding.invitations_of(self.person(request))
        found = [
            {
                "id": row.pk,
                "from": row.sender.shown_name,
                "seat": row.seat,
                "table": table_json(row.game),
            }
            for row in rows
        ]
        return self.tagged(request, {"invitations": found})


class Invitations(View):
    """Answer an invitation."""

    buckets: ClassVar = {"POST": "play"}
    scopes: ClassVar = {"POST": "lobby"}

    @documented(
        schemas.Anything,
        request=schemas.Anything,
        operation_id="answer_invitation",
        examples=[OpenApiExample("Accept", {"accept": True}, request_only=True)],
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


# -- games -------------------------------------------------------------------------------------


class MyGames(View):
    """The caller's games: running ones first, those that wait by time left; then page by page the others."""

    @documented(
        schemas.TableList,
        operation_id="my_games",
        parameters=[OpenApiParameter("after", int, description="Games that do not run to leave out")],
    )
    def get(self, request: Request) -> Response:
        user = self.person(request)
        after = number(request, "after", 0, 100_000)
        running = [] if after else [seat.game for seat in finding.games_of(user)]
        others = finding.tables_of(user).exclude(status=Game.Status.RUNNING)
        rows = list(others.prefetch_related("seats__user").order_by("-pk")[after : after + PAGE + 1])
        shown = [table_json(game) for game in (*running, *rows[:PAGE])]
        return self.tagged(request, {"results": shown, "next": after + PAGE if len(rows) > PAGE else None})


class PublicGames(View):
    """Running public games that may be watched."""

    @documented(schemas.TableList, operation_id="public_games", parameters=[OpenApiParameter("after", int)])
    def get(self, request: Request) -> Response:
        after = number(request, "after", 0, 100_000)
        rows = list(finding.watchable_games()[after : after + PAGE + 1])
        more = after + PAGE if len(rows) > PAGE else None
        return self.tagged(request, {"results": [table_json(g) for g in rows[:PAGE]], "next": more})


class ChoicesView(View):
    """The legal choices of the caller's open decision, page by page (API-5)."""

    @documented(
        schemas.Choices,
        operation_id="choices",
        parameters=[KEY, OpenApiParameter("after", int), OpenApiParameter("limit", int)],
    )
    def get(self, request: Request, key: str) -> Response:
        viewer = self.player(request, key)
        play = positions.open_game(viewer)
        decision = positions.open_decision(viewer, play)
        if decision is None:
            raise Refused("not-your-turn", "Nothing is asked of you now.", 409)
        after = number(request, "after", 0, 10_000)
        limit = max(1, number(request, "limit", CHOICES_PAGE, CHOICES_PAGE))
        found = list(islice(decision.legal(), after, after + limit + 1))
        return self.tagged(
            request,
            {
                "version": positions.visible_seq(viewer, play),
                "kind": decision.kind,
                "may_pass": decision.may_pass,
                "choices": found[:limit],
                "written": [play.title.write(decision, c) for c in found[:limit]],
                "next": after + limit if len(found) > limit else None,
            },
        )


class Draft(View):
    """The moves that the caller's seat keeps for later; nobody else sees them (MOV-4)."""

    buckets: ClassVar = {"GET": "read", "PUT": "play", "DELETE": "play"}
    scopes: ClassVar = {"GET": "read", "PUT": "play", "DELETE": "play"}

    @documented(schemas.KeptPlan, operation_id="draft", parameters=[KEY])
    def get(self, request: Request, key: str) -> Response:
        viewer = self.player(request, key)
        assert viewer.seat is not None
        return self.tagged(request, {"draft": viewer.seat.draft})

    @documented(
        schemas.KeptPlan,
        request=schemas.Plan,
        operation_id="keep_draft",
        parameters=[KEY],
        examples=[OpenApiExample("In notation", {"moves": "take bree; place gondor"}, request_only=True)],
    )
    def put(self, request: Request, key: str) -> Response:
        viewer = self.player(request, key)
        choices = choices_in(request.data)
        if not choices:
            raise Refused("malformed", "Send at least one choice.", 400)
        return Response({"draft": drafts.keep(viewer, choices)})

    @documented(None, status=204, operation_id="forget_draft", parameters=[KEY])
    def delete(self, request: Request, key: str) -> Response:
        drafts.keep(self.player(request, key), [])
        return Response(status=204)


class Acts(View):
    """Take back, resign, draw, cancel, claim."""

    buckets: ClassVar = {"POST": "play"}
    scopes: ClassVar = {"POST": "play"}

    @documented(
        schemas.Version,
        request=schemas.Anything,
        parameters=[
            KEY,
            OpenApiParameter(
                "act",
                str,
                OpenApiParameter.PATH,
                enum=["take-back", "resign", "draw", "decline-draw", "ask-cancel", "claim"],
            ),
        ],
        operation_id="act",
        examples=[
            OpenApiExample("Take back", {"version": 5}, request_only=True),
            OpenApiExample("Claim", {"what": "win"}, request_only=True),
        ],
    )
    def post(self, request: Request, key: str, act: str) -> Response:
        viewer = self.player(request, key)
        seat = viewer.seat_name
        assert seat is not None
        data = request.data
        if act == "take-back":
            version = undoing.take_back(key, seat, field(data, "version", int))
        elif act == "resign":
            version = leaving.resign(key, seat)
        elif act == "draw":
            version = endings.offer_draw(key, seat)
        elif act == "decline-draw":
            version = endings.decline_draw(key, seat)
        elif act == "ask-cancel":
            version = endings.ask_cancel(key, seat)
        elif act == "claim":
            version = endings.claim(key, seat, field(data, "what", str))
        else:
            raise Refused("no-such-action", "That cannot be done in a game.", 404)
        return Response({"version": version})


class Log(View):
    """The story of a game, from a line on."""

    @documented(schemas.Lines, operation_id="log", parameters=[KEY, OpenApiParameter("since", int)])
    def get(self, request: Request, key: str) -> Response:
        viewer = self.viewer(request, key)
        since = number(request, "since", 0)
        lines = positions.log_lines(viewer, since_number=since)
        return self.tagged(request, {"lines": lines, "next": lines[-1]["number"] + 1 if lines else since})


class Steps(View):
    """The steps of a game that the caller may look at."""

    @documented(schemas.Anything, operation_id="steps", parameters=[KEY])
    def get(self, request: Request, key: str) -> Response:
        return self.tagged(request, {"steps": positions.steps(self.viewer(request, key))})


class Position(View):
    """The position after a step, as the caller knew it then."""

    @documented(schemas.Anything, operation_id="position", parameters=[KEY])
    def get(self, request: Request, key: str, seq: int) -> Response:
        return self.tagged(request, positions.position_at(self.viewer(request, key), seq))


class RecordView(View):
    """The whole record of a finished game, for `python -m rules verify`."""

    @documented(schemas.Anything, operation_id="record", parameters=[KEY])
    def get(self, request: Request, key: str) -> Response:
        game = self.viewer(request, key).game
        if game.status != Game.Status.FINISHED:
            raise Refused("still-running", "The record is published when the game has ended.", 409)
        return self.tagged(request, msgspec.to_builtins(records.record_of(game)))


class Events(View):
    """What has moved in the caller's games since a cursor. `/events/stream/` sends the same as it happens."""

    @documented(
        schemas.News,
        operation_id="events",
        parameters=[OpenApiParameter("after", str, description="The last answer's `next`")],
    )
    def get(self, request: Request) -> Response:
        events, cursor = feed.news(self.person(request), request.GET.get("after", ""))
        return Response({"events": events, "next": cursor})


class NotFound(View):
    """Everything else below the API's address."""

    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise Refused("not-found", "There is nothing at this address.", 404)
