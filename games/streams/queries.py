"""Reading what listeners may see: once for all who look at a game with the same rights. Everything here blocks."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, TypeVar

from django.db.models import Count, Max, Sum

from accounts.models import User
from games.chat.rooms import Ear
from games.ledger import lookups
from games.models import Game, Seat
from games.models.chat import ChatRoom
from games.play import access, feed
from games.refusals import Refused, no_such_game
from games.streams.admission import SEAT, Rank
from games.streams.callers import Caller, Eye
from games.streams.live import live_of, version_of

Key = TypeVar("Key", str, int)

#: Games or accounts that one statement asks for.
TOGETHER = 500


@dataclass(frozen=True, slots=True)
class Now:
    """The part of a game that an eye may see now: what changes with the position, or with the chat.

    Attributes:
        version, chat: None where it was not looked for.
        is_asked: whether the eye's own seat is asked, so that it sees what it can still take back.
    """

    version: str | None
    chat: str | None
    is_asked: bool


@dataclass(frozen=True, slots=True)
class Stamp:
    """The parts that streams of a game depend on, each with those who may hear of it when it changes.

    Attributes:
        shown: what everybody who watches may see. kept: what can still be taken back. said: lines by channel.
        rights: who may see the game at all.
    """

    shown: tuple[Any, ...]
    kept: int
    said: tuple[tuple[str, int], ...]
    rights: tuple[Any, ...]


# -- when somebody comes -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Entry:
    """The first news for somebody who comes in, up to which cursor, and what they take a place as.

    Attributes:
        who: whose the request was: an account's or, without one, a seat's; "" for nobody's in particular.
        stamp: that of the game which they have come to see.
    """

    rank: Rank
    who: str
    name: str
    events: Sequence[Mapping[str, Any]]
    cursor: str
    stamp: Stamp | None = None


def account_of(caller: Caller) -> str:
    """Return the account for which somebody comes, as it is counted; "" for none."""
    return "" if caller.eye.account is None else f"account-{caller.eye.account}"


def enter(caller: Caller, cursor: str) -> Entry:
    """Return what a caller who has heard everything up to `cursor` is told first.

    Raises:
        Refused: there is nothing for them to listen to.
    """
    return _enter_game(caller, cursor) if caller.game else _enter_news(caller, cursor)


def _enter_game(caller: Caller, cursor: str) -> Entry:
    eye = caller.eye
    user = User.objects.filter(pk=eye.account or 0, is_active=True).first() if eye.account else None
    game, seats = _read(caller.game)
    viewer = _viewer(game, seats, eye, user)
    stamp = stamps([caller.game]).get(caller.game)
    now = live_of(Ear(viewer))
    plays = viewer.seat is not None and game.status == Game.Status.RUNNING
    rank = Rank.PLAYER if plays else Rank.ACCOUNT if user is not None else Rank.VISITOR
    seat = f"{SEAT}{viewer.seat.pk}" if viewer.seat is not None else ""
    who = account_of(caller) if user is not None else seat
    name = who if rank != Rank.VISITOR else ""
    mark = f"{now['version']}/{now['chat']}"
    return Entry(rank, who, name, [] if mark == cursor else [now], mark, stamp)


def _enter_news(caller: Caller, cursor: str) -> Entry:
    user = User.objects.filter(pk=caller.eye.account or 0, is_active=True).first()
    if user is None:
        raise Refused("not-signed-in", "Sign in, or send a token with the scope “read”.", 404)
    events, mark = _heard(user, cursor)
    plays = Seat.objects.filter(user=user, game__status=Game.Status.RUNNING).exists()
    who = account_of(caller)
    return Entry(Rank.PLAYER if plays else Rank.ACCOUNT, who, who, events, mark)


# -- games -------------------------------------------------------------------------------------


def look(key: str, eyes: Collection[Eye], *, version: bool, chat: bool) -> dict[Eye, Now | None]:
    """Return what each of `eyes` may see of a game now; None for those who may not see that there is one."""
    try:
        game, seats = _read(key)
    except Refused:
        return dict.fromkeys(eyes)
    users = User.objects.in_bulk({eye.account for eye in eyes if eye.account is not None})
    talk: dict[tuple[int | None, str | None, bool], str] = {}
    found: dict[Eye, Now | None] = {}
    for eye in eyes:
        try:
            viewer = _viewer(game, seats, eye, users.get(eye.account or 0))
        except Refused:
            found[eye] = None
            continue
        said = None
        if chat:
            ear = (viewer.user.pk if viewer.user else None, viewer.seat_name, viewer.by_turn_link)
            said = talk[ear] if ear in talk else talk.setdefault(ear, Ear(viewer).newest())
        is_asked = viewer.seat is not None and viewer.seat.waiting_since is not None
        found[eye] = Now(version_of(viewer) if version else None, said, is_asked)
    return found


def _read(key: str) -> tuple[Game, list[Seat]]:
    game = lookups.game_of(key)
    if game is None:
        raise no_such_game()
    return game, lookups.seats_of(game)


def _viewer(game: Game, seats: list[Seat], eye: Eye, user: User | None) -> access.Viewer:
    """Return who looks. Raises Refused."""
    return access.viewer_for(
        game, user, eye.link or None, seats, playing=eye.playing, turn_link=eye.turn_link
    )


# -- whether anything has changed at all -------------------------------------------------------


def stamps(keys: Collection[str]) -> dict[str, Stamp]:
    """Return the stamps of games, of hundreds with a few statements; games that are not there are left out."""
    found = {}
    for some in _chunks(keys):
        games = Game.objects.filter(key__in=some).order_by()
        values = list(
            games.values_list(
                "pk",
                "key",
                "version",
                "published_version",
                "status",
                "visibility",
                "spectators",
                "owner",
                "chat",
            )
        )
        numbers = [row[0] for row in values]
        rooms = ChatRoom.objects.filter(game__in=numbers).order_by("game", "channel")
        said = _grouped(rooms.values_list("game", "channel", "length"))
        seats = Seat.objects.filter(game__in=numbers).order_by("game", "position")
        seated = _grouped(seats.values_list("game", "name", "user", "link_digest"))
        for pk, key, version, published, status, *rights in values:
            found[key] = Stamp((published, status), version, said.get(pk, ()), (*rights, seated.get(pk, ())))
    return found


def moved(accounts: Collection[int]) -> dict[int, tuple[Any, ...]]:
    """Return by account what changes whenever there is news for it; those without games are left out."""
    found = {}
    for some in _chunks(accounts):
        seats = Seat.objects.filter(user__in=some, game__moved_at__isnull=False).order_by()
        rows_of = seats.values_list("user").annotate(
            Max("game__moved_at"), Sum("game__published_version"), Count("pk")
        )
        found.update({user: tuple(rest) for user, *rest in rows_of})
    return found


def news(account: int, cursors: Iterable[str]) -> dict[str, tuple[list[feed.MovedGame], str]] | None:
    """Return by cursor the news of an account since then and the next cursor; None if it is closed."""
    user = User.objects.filter(pk=account, is_active=True).first()
    return None if user is None else {cursor: _heard(user, cursor) for cursor in cursors}


def _heard(user: User, cursor: str) -> tuple[list[feed.MovedGame], str]:
    """Return the news of an account; all of them after a cursor that nobody has given out.

    A browser that was refused a stream never comes back, and it cannot forget the cursor that it sends.
    """
    try:
        return feed.news(user, cursor)
    except Refused:
        return feed.news(user)


def _chunks(items: Collection[Key]) -> list[list[Key]]:
    every = list(items)
    return [every[start : start + TOGETHER] for start in range(0, len(every), TOGETHER)]


def _grouped(found: Iterable[tuple[Any, ...]]) -> dict[int, tuple[tuple[Any, ...], ...]]:
    return {pk: tuple(row[1:] for row in some) for pk, some in groupby(found, key=lambda row: row[0])}
