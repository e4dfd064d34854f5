"""What stands on the home, on the page of somebody's games and around a game: few statements, however much that is.

It is what `search`, `next_game` and `reliability` tell one by one, asked for together: one statement finds what belongs
on the page (games.ledger.lists), two more its games and who sits there. What the frame of every page asks about its
reader (`waiting_count`, the panels) is answered along.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

import orjson
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db import connection
from django.utils import timezone

from accounts import panels
from accounts.cache_outages import tried
from accounts.models import User
from games.hours.reliability import is_barred
from games.ledger.lists import Mark, find, games, part
from games.lobby import next_game, search
from games.models import Game, Seat
from games.play.access import Viewer
from games.play.endings import ABORTED

_PUBLIC_TABLES = "FROM games_game game WHERE game.status = 'open' AND game.visibility = 'public'"
_WATCHABLE = f"FROM games_game game WHERE {search.WATCHABLE.format('game')}"
_HELD = "SELECT 1 FROM games_invitation held WHERE held.game_id = game.id AND held.state = 'open'"
_FREE = (
    "SELECT {} FROM games_seat seat WHERE seat.game_id = game.id AND seat.user_id IS NULL AND seat.bot = ''"
    f" AND seat.guest_name = '' AND seat.link_digest = '' AND NOT EXISTS ({_HELD} AND held.seat = seat.name)"
)
_STRANGE = (
    " AND game.id NOT IN (SELECT own.game_id FROM games_seat own WHERE own.user_id = %(reader)s)"
    " AND game.id NOT IN (SELECT own.game_id FROM games_invitation own WHERE own.user_id = %(reader)s"
    " AND own.state = 'open')"
)
_OWN_SEATS = (
    "FROM games_seat seat JOIN games_game game ON game.id = seat.game_id WHERE seat.user_id = %(reader)s AND "
)
_OWN_GAMES = (
    "FROM games_game game JOIN (SELECT DISTINCT game_id FROM games_seat WHERE user_id = %(reader)s) own"
    " ON own.game_id = game.id WHERE "
)
_RESULT = "COALESCE(CAST(game.result AS text), '')"
_NEWEST = " ORDER BY game.created_at DESC, game.id DESC LIMIT %(tables)s"
_LATEST = " ORDER BY game.moved_at DESC, game.id DESC LIMIT %(watched)s"

#: How many open tables and games to watch there are.
_NUMBERS = (
    part("tables", _PUBLIC_TABLES, number="COUNT(*)"),
    part("watchable", _WATCHABLE, number="COUNT(*)"),
)
#: From how many on these numbers are kept for a while, in seconds, since counting takes the longer the more there are.
MANY, KEPT_SECONDS = 1_000, 30
_FREE_TABLES = f"{_PUBLIC_TABLES} AND EXISTS ({_FREE.format(1)})"
_NUMBER_FREE = f"({_FREE.format('COUNT(*)')})"
_FOR_STRANGERS = (
    part("watched", _WATCHABLE + _LATEST, game="game.id"),
    part("table", _FREE_TABLES + _NEWEST, game="game.id", number=_NUMBER_FREE),
)

_UNSEEN = part(
    "unseen",
    f"{_OWN_SEATS} game.status = 'finished' AND game.finished_at > %(lately)s AND NOT seat.end_seen",
    game="seat.game_id",
    words=_RESULT,
)
#: The running games of a reader, what they have not looked at, and who invites them.
_OWN = (
    part(
        "seat",
        f"{_OWN_SEATS} game.status = 'running'",
        game="seat.game_id",
        row="seat.id",
        number="CASE WHEN seat.waiting_since IS NULL THEN 0 WHEN game.held_until IS NULL THEN 2 ELSE 1 END",
        at="seat.due_at",
    ),
    _UNSEEN,
    part(
        "invitation",
        "FROM games_invitation invitation WHERE invitation.user_id = %(reader)s AND invitation.state = 'open'"
        " AND EXISTS (SELECT 1 FROM games_game game WHERE game.id = invitation.game_id AND game.status = 'open')",
        game="invitation.game_id",
        row="invitation.id",
        number="invitation.sender_id",
        at="invitation.created_at",
    ),
)
_FOR_READERS = (
    part("watched", _WATCHABLE + _STRANGE + _LATEST, game="game.id"),
    part("table", _FREE_TABLES + _STRANGE + _NEWEST, game="game.id", number=_NUMBER_FREE),
    *_OWN,
    part("title", f"{_OWN_GAMES} game.status = 'finished' GROUP BY game.title", words="game.title"),
    part(
        "missed",
        "WHERE EXISTS (SELECT 1 FROM games_miss miss WHERE miss.user_id = %(reader)s AND NOT miss.forgiven"
        " AND miss.at > %(within)s)",
    ),
)
_OF_GAMES = (
    *_OWN,
    part("open", f"{_OWN_GAMES} game.status = 'open'", game="game.id"),
    part(
        "over",
        f"{_OWN_GAMES} game.status = 'finished' ORDER BY game.finished_at DESC LIMIT %(over)s",
        game="game.id",
        words=_RESULT,
    ),
    part("finished", f"{_OWN_GAMES} game.status = 'finished'", number="COUNT(*)"),
    part(
        "confirmed",
        "WHERE EXISTS (SELECT 1 FROM account_emailaddress address JOIN accounts_user reader"
        " ON reader.id = address.user_id AND UPPER(reader.email) = UPPER(address.email)"
        " WHERE reader.id = %(reader)s AND address.verified)",
    ),
    part(
        "behind",
        "WHERE EXISTS (SELECT 1 FROM games_chatvoice voice JOIN games_chatroom room ON room.game_id = voice.game_id"
        " AND room.channel = voice.channel WHERE voice.user_id = %(reader)s AND voice.until IS NULL"
        " AND voice.seat <> '' AND room.length > voice.read)",
    ),
)

_IN_THE_GAME = (
    part(
        "room",
        "FROM games_chatroom room WHERE room.game_id = %(game)s AND room.length > 0",
        words="room.channel",
    ),
)
_OF_A_VIEWER = (
    part(
        "voice",
        "WHERE EXISTS (SELECT 1 FROM games_chatvoice voice WHERE voice.game_id = %(game)s"
        " AND (voice.user_id = %(reader)s OR (voice.seat = %(seat)s AND voice.until IS NULL)))",
    ),
    part(
        "letter",
        "WHERE EXISTS (SELECT 1 FROM games_letter letter JOIN games_seat seat ON seat.id = letter.seat_id"
        " WHERE seat.game_id = %(game)s AND seat.name = %(seat)s AND letter.state <> 'asked')",
    ),
)
_ASKED = part(
    "seat",
    f"{_OWN_SEATS} seat.waiting_since IS NOT NULL AND game.status = 'running' AND game.held_until IS NULL",
    game="seat.game_id",
    number="2",
)


@dataclass(frozen=True)
class Around:
    """What there is around a game for somebody who looks at it, and need not be looked for where there is none.

    Attributes:
        spoken_in: the channels of the game in which anything has been said.
        has_voices: whether the viewer may have, or have had, a voice in it. has_letters: whether mails of their seat
            have come in. waits_elsewhere: whether another game waits for the reader.
    """

    spoken_in: frozenset[str]
    has_voices: bool
    has_letters: bool
    waits_elsewhere: bool


def around(viewer: Viewer, user: User | AnonymousUser) -> Around:
    """Return what there is around a game for its viewer; `user` reads the page, by account or as a stranger."""
    reader = user if isinstance(user, User) else None
    parts = [*_IN_THE_GAME, *_parts_of("game")]
    if reader is not None:
        parts += [_ASKED, _UNSEEN]
    if reader is not None or viewer.seat is not None:
        parts += _OF_A_VIEWER
    facts = {
        **_facts(reader),
        "reader": reader and reader.pk,
        "game": viewer.game.pk,
        "seat": viewer.seat_name,
    }
    found = find(parts, facts)
    panels.note(user, "game", {mark.number for mark in found.get("panel", ())})
    if reader is not None:
        _count(reader, found)
    return Around(
        frozenset(mark.words for mark in found.get("room", ())),
        "voice" in found,
        "letter" in found,
        any(mark.game != viewer.game.pk for mark in found.get("seat", ())),
    )


@dataclass(frozen=True)
class Invited:
    """An invitation that waits for the reader's answer: its number, the table, who has sent it."""

    pk: int
    game: Game
    sender: User


@dataclass(frozen=True)
class Home:
    """What stands on the home.

    Attributes:
        tables: with a free seat, the newest, each with its number of `free_seats`. watched: games to watch.
        number_of_tables, number_to_watch: how many there are of all tables that wait, and of all such games.
        is_barred: whether the reader may not sit down at rated tables.
        waiting, others: the reader's seats that are asked, least time first, and those of games in which others
            move, as many as the home shows. number_waiting, number_of_others: of all of them.
    """

    tables: list[Game]
    watched: list[Game]
    number_of_tables: int
    number_to_watch: int
    is_barred: bool = False
    waiting: list[Seat] = field(default_factory=list)
    others: list[Seat] = field(default_factory=list)
    number_waiting: int = 0
    number_of_others: int = 0
    invitations: list[Invited] = field(default_factory=list)


def home(user: User | None, tables: int, watched: int, lines: int) -> Home:
    """Return what stands on the home of a reader, or of a stranger (None).

    Args:
        tables, watched, lines: how many tables, games to watch and lines of one's own it has room for.
    """
    parts = _FOR_STRANGERS if user is None else (*_FOR_READERS, *_parts_of("home"))
    numbers: tuple[int, int] | None = tried(lambda: cache.get("lobby-numbers"), None)
    if numbers is None:
        parts = (*parts, *_NUMBERS)
    found = find(parts, {**_facts(user), "tables": tables, "watched": watched})
    if numbers is None:
        counted = numbers = (found["tables"][0].number, found["watchable"][0].number)
        if max(counted) >= MANY:
            tried(lambda: cache.set("lobby-numbers", counted, KEPT_SECONDS), None)
    of = {what: found.get(what, []) for what in ("table", "watched", "invitation", "seat")}
    seats = _in_order(of["seat"])
    waiting = [mark for mark in seats if mark.number][: lines - bool(of["invitation"])]
    others = [mark for mark in seats if not mark.number][:lines]
    shown = _shown(of["table"], of["watched"], of["invitation"], waiting, others)
    for mark, game in _games(of["table"], shown):
        vars(game).update(free_seats=mark.number, kept_for_reader=False)
    made = Home(
        _newest(of["table"], shown, "created_at"),
        _newest(of["watched"], shown, "moved_at"),
        *numbers,
    )
    if user is None:
        return made
    _note(user, "home", found)
    vars(user)["titles_ended"] = frozenset(mark.words for mark in found.get("title", ()))
    number = sum(bool(mark.number) for mark in seats)
    return replace(
        made,
        is_barred="missed" in found and is_barred(user, timezone.now()),
        waiting=_seats(waiting, shown),
        others=_seats(others, shown),
        number_waiting=number,
        number_of_others=len(seats) - number,
        invitations=_invited(of["invitation"], shown),
    )


@dataclass(frozen=True)
class Mine:
    """What stands on the page of somebody's games.

    Attributes:
        numbers: of the games that run, of the invitations, and of the games that are over.
        fresh: the numbers of those of which the reader has not looked at the end.
        has_unread: whether something was said that they have not read. is_confirmed: whether their address is.
        running: their seats in games that run, those that are asked first, by time left. open: their tables that wait.
        over: games that have ended, the fresh ones before some others, the newest first.
    """

    numbers: tuple[int, int, int]
    fresh: set[int]
    has_unread: bool
    is_confirmed: bool
    running: list[Seat] = field(default_factory=list)
    open: list[Game] = field(default_factory=list)
    over: list[Game] = field(default_factory=list)
    invitations: list[Invited] = field(default_factory=list)


def mine(user: User, few: int, *, only_numbers: bool = False) -> Mine:
    """Return what stands on the page of somebody's games, with `few` of those that are over; or the numbers alone."""
    found = find((*_OF_GAMES, *_parts_of("reach")), {**_facts(user), "over": 3 * few})
    of = {what: found.get(what, []) for what in ("seat", "unseen", "invitation", "open", "over")}
    seats, unseen = _in_order(of["seat"]), [mark for mark in of["unseen"] if not _is_aborted(mark)]
    fresh = {mark.game for mark in unseen}
    _note(user, "reach", found)
    numbers = (len(seats), len(of["invitation"]), found["finished"][0].number)
    made = Mine(numbers, fresh, "behind" in found, "confirmed" in found)
    if only_numbers:
        return made
    over = [mark for mark in of["over"] if mark.game not in fresh and not _is_aborted(mark)][:few]
    shown = _shown(seats, unseen, over, of["open"], of["invitation"])
    return replace(
        made,
        running=_seats(seats, shown),
        open=_newest(of["open"], shown, "created_at"),
        over=_newest(unseen, shown, "finished_at") + _newest(over, shown, "finished_at"),
        invitations=_invited(of["invitation"], shown),
    )


def _facts(user: User | None) -> dict[str, Any]:
    """Return what the parts of a statement ask for: who reads, and since when something counts."""
    if user is None:
        return {}
    now, moment = timezone.now(), connection.ops.adapt_datetimefield_value
    return {
        "reader": user.pk,
        "lately": moment(now - timedelta(days=next_game.UNSEEN_DAYS)),
        "within": moment(now - settings.HOUSE.reliability_window),
    }


def _parts_of(place: str) -> list[str]:
    """Return a part for each panel of a place that says where there is something to show."""
    return [
        part("panel", f"WHERE EXISTS ({query})", number=str(number))
        for number, query in panels.concerns(place).items()
    ]


def _note(user: User, place: str, found: Mapping[str, Sequence[Mark]]) -> None:
    """Keep with the reader what the frame of the page asks, too."""
    panels.note(user, place, {mark.number for mark in found.get("panel", ())})
    _count(user, found)


def _count(user: User, found: Mapping[str, Sequence[Mark]]) -> None:
    """Keep with the reader how many games wait for them."""
    asked = {mark.game for mark in found.get("seat", ()) if mark.number == 2}
    unseen = {mark.game for mark in found.get("unseen", ()) if not _is_aborted(mark)}
    vars(user)["waiting_count"] = len(asked | unseen)


def _in_order(marks: Sequence[Mark]) -> list[Mark]:
    """Return one seat of each game: those that are asked first, by time left, then the newest."""
    first: dict[int, Mark] = {}
    for mark in sorted(marks, key=lambda m: (not m.number, m.at is None, m.at or 0, -m.game, m.row)):
        first.setdefault(mark.game, mark)  # whoever plays every seat has one line for all of them
    return list(first.values())


def _is_aborted(mark: Mark) -> bool:
    """Return whether a game was broken off in its first moves, by the result that its mark says."""
    return bool(mark.words) and (orjson.loads(mark.words) or {}).get("reason") == ABORTED


def _shown(*lists: Sequence[Mark]) -> dict[int, Game]:
    """Return the games of some lists."""
    return games(mark.game for marks in lists for mark in marks)


def _games(marks: Iterable[Mark], shown: Mapping[int, Game]) -> Iterator[tuple[Mark, Game]]:
    """Yield marks with their games, but for a game that was deleted meanwhile."""
    return ((mark, shown[mark.game]) for mark in marks if mark.game in shown)


def _newest(marks: Iterable[Mark], shown: Mapping[int, Game], by: str) -> list[Game]:
    """Return each game once, by one of its moments, the newest first."""
    found = {game.pk: game for _, game in _games(marks, shown)}
    return sorted(found.values(), key=lambda game: (str(getattr(game, by)), game.pk), reverse=True)


def _seats(marks: Iterable[Mark], shown: Mapping[int, Game]) -> list[Seat]:
    return [seat for mark, game in _games(marks, shown) for seat in game.seats.all() if seat.pk == mark.row]


def _invited(marks: Sequence[Mark], shown: Mapping[int, Game]) -> list[Invited]:
    """Return invitations, the newest first; who sends one mostly sits at the table."""
    seats = [seat for game in shown.values() for seat in game.seats.all()]
    people = {seat.user.pk: seat.user for seat in seats if seat.user is not None}
    missing = {mark.number for mark in marks} - people.keys()
    people |= User.objects.in_bulk(missing) if missing else {}
    in_order = sorted(marks, key=lambda mark: mark.at, reverse=True)
    return [Invited(mark.row, game, people[mark.number]) for mark, game in _games(in_order, shown)]
