"""The API of tables: what can be played, tables that wait for players, opening one, and what is done with one."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec
from django.conf import settings
from drf_spectacular.utils import OpenApiExample, OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

import rules
from accounts.models import User
from games import titles
from games.api import schemas
from games.api.base import PAGE, View, field, row_number
from games.api.descriptions import KEY, Number, documented
from games.hours.reliability import BrokenOff
from games.lobby import invitations, rematch, reserved_seeds, search, tables
from games.lobby.new_tables import Company, Doors, NewTable, TimeTerms, open_table
from games.models import Game
from games.refusals import Refused
from games.time import wording

AFTER = Number("after", 100_000, "Rows to leave out: `next` of the last answer")


def table_json(game: Game) -> schemas.Table:
    """Return a table as the lists show it."""
    return tables_json([game])[0]


def tables_json(games: Sequence[Game]) -> list[schemas.Table]:
    """Return tables as the lists show them."""
    habits = search.habits_at(games)
    return [_table_json(game, habits) for game in games]


def broken_off(habit: BrokenOff) -> schemas.BrokenOff:
    """Return what others read of somebody's habit of breaking games off."""
    return {"games": habit.games, "begun": habit.begun}


def _table_json(game: Game, habits: Mapping[int, BrokenOff]) -> schemas.Table:
    title = titles.words_of(game.title)
    return {
        "key": game.key,
        "title": game.title,
        "title_name": title.name,
        "status": game.status,
        "visibility": game.visibility,
        "options": game.options,
        "name": game.name,
        "note": game.note,
        "owner": game.owner.shown_name if game.owner else None,
        "rated": game.rated,
        "corrected": game.corrected_at is not None,
        "stage": title.stage_of(game.options),
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
                "broken_off": None if seat.user_id is None else broken_off(habits[seat.user_id]),
                "taken": seat.is_taken,
                "waiting": seat.waiting_since is not None,
            }
            for seat in game.seats.all()
        ],
        "result": game.result,
        "url": f"/game/{game.key}/",
    }


def titles_json() -> list[schemas.Title]:
    """Return the titles with what a program needs to open a table."""
    return [_title_json(title) for title in rules.titles().values()]


def _title_json(title: rules.Title[Any]) -> schemas.Title:
    """Return a title with its options; version and seats are those of the usual ones."""
    usual = title.normalise_options({})
    return {
        "id": title.id,
        "name": title.name,
        "version": title.version_of(usual),
        "stage": title.stage,
        "seats": [{"name": s, "label": title.seat_name(s)} for s in title.seats(usual)],
        "bots": list(title.bots),
        "options": [msgspec.to_builtins(option) for option in title.option_fields],
        "sets": [
            {"option": name, "name": one.name, "stage": one.stage, "values": list(one.values)}
            for name, one in title.option_sets().items()
        ],
    }


class Titles(View):
    """The games that can be played here, with their options."""

    @documented(list[schemas.Title], operation_id="titles")
    def get(self, request: Request) -> Response:
        return self.tagged(request, titles_json())


class Tables(View):
    """Open tables, and opening one."""

    scopes: ClassVar = {"GET": "read", "POST": "lobby"}

    @documented(
        schemas.TableList,
        operation_id="tables",
        parameters=[
            OpenApiParameter("title", str),
            OpenApiParameter("preset", str),
            OpenApiParameter("seats", int, description="Seats that are free at least"),
            OpenApiParameter("joinable", str, enum=["1"]),
            AFTER,
        ],
    )
    def get(self, request: Request) -> Response:
        user = request.user if isinstance(request.user, User) else None
        filters = {name: request.GET.get(name, "")[:40] for name in ("title", "preset", "seats", "joinable")}
        after = AFTER.of(request)
        rows = list(search.open_tables(user, filters)[after : after + PAGE + 1])
        more = after + PAGE if len(rows) > PAGE else None
        return self.tagged(request, {"results": tables_json(rows[:PAGE]), "next": more})

    @documented(
        schemas.Table,
        request=schemas.NewTable,
        status=201,
        operation_id="open_table",
        examples=[
            OpenApiExample("Against a bot", {"title": "duel", "bots": {"sauron": "captain"}}),
            OpenApiExample(
                "Practice at a table of four",
                {
                    "title": "war-of-the-ring",
                    "options": {"players": "4"},
                    "seat": "rohan",
                    "bots": dict.fromkeys(("gondor", "witch-king", "saruman"), "captain"),
                    "visibility": "private",
                    "preset": "untimed",
                },
            ),
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
                ("name", ""),
                ("note", ""),
                ("salt", ""),
                ("commitment", ""),
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
                    commitment=texts["commitment"],
                ),
                time=TimeTerms(texts["preset"], texts["zero_policy"]),
                doors=Doors(texts["visibility"], texts["spectators"], texts["chat"]),
                name=texts["name"],
                note=texts["note"],
                rated=field(data, "rated", bool, False),
                auto_start=field(data, "auto_start", bool, True),
            ),
        )
        return Response(table_json(game), status=201)


class Commitment(View):
    """Fix the seed of your next table before you say your word for its draws.

    The same is answered until a table is opened with it, or it is too old.
    """

    scopes: ClassVar = {"POST": "lobby"}

    @documented(schemas.Commitment, status=201, operation_id="commitment")
    def post(self, request: Request) -> Response:
        kept = reserved_seeds.reserve(self.person(request))
        told = {
            "commitment": kept.commitment,
            "committed_at": kept.committed_at,
            "expires": kept.committed_at + settings.HOUSE.commitment_life,
        }
        return Response(told, status=201)


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
    "rematch": "salt?, commitment?, connection?",
}


class TableActions(View):
    """Join, leave, start, cancel, invite, withdraw, dismiss, mix in a word for the draws, seat links, and the rematch.

    `rematch` opens the table of a finished game once more, with the sides swapped, or sits down at the one that
    another of its players has opened; it answers with that table. Against bots its game begins at once.
    """

    scopes: ClassVar = {"POST": "lobby"}

    @documented(
        (schemas.Table, schemas.Left, schemas.NewInvitation, schemas.Linked),
        request=schemas.TableAction,
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
        bodies={
            "Join": {"seat": "sauron", "salt": "any word"},
            "Invite": {"username": "gothmog"},
            "Withdraw": {"invitation": 7},
        },
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
        elif action == "rematch":
            words = {name: field(data, name, str, "") for name in ("salt", "commitment", "connection")}
            key = rematch.play_again(key, user, **words).key
        else:
            raise Refused("no-such-action", "That cannot be done with a table.", 404)
        return Response(table_json(Game.objects.prefetch_related("seats__user").get(key=key)))

    def _as_guest(self, request: Request, key: str, action: str, secret: str) -> Response:
        if action == "leave":
            tables.leave(key, secret=secret)
            return Response({"left": True})
        tables.choose_salt(key, field(request.data, "salt", str), secret=secret)
        return Response(table_json(Game.objects.prefetch_related("seats__user").get(key=key)))
