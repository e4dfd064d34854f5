"""Finding tables and games: the lobby's lists and who may see what (LOB-1 to LOB-4, WAT-2)."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import BooleanField, Count, Exists, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.expressions import RawSQL
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.models import User
from games import titles
from games.hours import reliability
from games.models import Game, Invitation, Seat
from games.refusals import Refused

#: Which games everybody may watch: written out, for SQLite uses a partial index only where it reads the condition.
WATCHABLE = "{0}.status = 'running' AND {0}.visibility = 'public' AND {0}.spectators = 'all'"


def open_seats(game: Game) -> list[Seat]:
    """Return the seats that anybody may take: not taken, not kept for a link or an invitation."""
    held = set(game.invitations.filter(state=Invitation.State.OPEN).values_list("seat", flat=True))
    return [s for s in game.seats.all() if not s.is_taken and not s.link_digest and s.name not in held]


def open_tables(user: User | None, filters: Mapping[str, str] | None = None) -> QuerySet[Game]:
    """Return the public tables that wait for players, newest first, each with its `free_seats`.

    Args:
        filters: `title`, `preset`, `seats` (at least so many free), `joinable` ("1": only where `user`
            may sit down now). Values that mean nothing are ignored.
    """
    filters = filters or {}
    held = Invitation.objects.filter(
        game=OuterRef("game"), seat=OuterRef("name"), state=Invitation.State.OPEN
    )
    free = (
        Seat.objects.filter(game=OuterRef("pk"), user__isnull=True, bot="", guest_name="", link_digest="")
        .exclude(Exists(held))
        .order_by()
        .values("game")
        .annotate(number=Count("pk"))
        .values("number")
    )
    tables = (
        Game.objects.filter(status=Game.Status.OPEN, visibility=Game.Visibility.PUBLIC)
        .annotate(free_seats=Coalesce(Subquery(free, output_field=IntegerField()), 0))
        .select_related("owner")
        .prefetch_related("seats__user")
        .order_by("-created_at", "-pk")
    )
    if user is not None:
        tables = tables.annotate(kept_for_reader=Exists(_open_invitations(user).filter(game=OuterRef("pk"))))
    if filters.get("title"):
        tables = tables.filter(title=filters["title"])
    if filters.get("preset"):
        tables = tables.filter(clock_preset=filters["preset"])
    if filters.get("seats", "").isdecimal():
        tables = tables.filter(free_seats__gte=int(filters["seats"][:3]))
    if filters.get("joinable") == "1":
        if user is None:
            return tables.none()
        tables = tables.filter(Q(free_seats__gte=1) | Q(kept_for_reader=True)).exclude(seats__user=user)
    return tables


def _open_invitations(user: User) -> QuerySet[Invitation]:
    return Invitation.objects.filter(user=user, state=Invitation.State.OPEN)


def invitations_of(user: User) -> list[Invitation]:
    """Return the invitations that wait for the user's answer, newest first."""
    found = _open_invitations(user).filter(game__status=Game.Status.OPEN)
    rows = found.select_related("game__owner", "sender").prefetch_related("game__seats__user")
    return list(rows.order_by("-created_at"))


def habits_at(games: Iterable[Game], more: Iterable[User] = ()) -> dict[int, reliability.BrokenOff]:
    """Return by account how many rated games those have broken off who sit at some tables, and `more`."""
    seated = {seat.user_id for game in games for seat in game.seats.all() if seat.user_id is not None}
    return reliability.habits(seated | {user.pk for user in more}, timezone.now())


def habits_in_words(game: Game, habits: Mapping[int, reliability.BrokenOff]) -> list[str]:
    """Return who of those at a table has broken games off, a clause each."""
    people = [seat.user for seat in game.seats.all() if seat.user is not None]
    return [f"{user.shown_name} {words}" for user in people if (words := habits[user.pk].words)]


def watchable_games() -> QuerySet[Game]:
    """Return the running public games that everybody may watch, those that moved last first."""
    games = Game.objects.filter(RawSQL(WATCHABLE.format("games_game"), (), BooleanField()))
    return games.prefetch_related("seats__user").order_by("-moved_at", "-pk")


def tables_of(user: User) -> QuerySet[Game]:
    """Return the tables at which the user sits, each once, however many seats are theirs."""
    return Game.objects.filter(Exists(Seat.objects.filter(game=OuterRef("pk"), user=user)))


def games_left(user: User) -> int:
    """Return how many more games somebody may begin now (LOB-10); those alone or against bots are not counted."""
    house = settings.HOUSE
    others = Seat.objects.filter(game=OuterRef("pk"), bot="").filter(~Q(user=user) | Q(user__isnull=True))
    games = tables_of(user).filter(Exists(others))
    playing = games.filter(status__in=(Game.Status.OPEN, Game.Status.RUNNING)).count()
    finished = games.filter(status=Game.Status.FINISHED).count()
    most = min(house.games_at_once_most, house.games_at_once + house.games_at_once_step * finished)
    return max(0, most - playing)


def games_of(user: User) -> list[Seat]:
    """Return the user's seats in running games: those that wait first, by time left; then the newest."""
    seats = list(
        Seat.objects.filter(user=user, game__status=Game.Status.RUNNING)
        .select_related("game", "game__owner")
        .prefetch_related("game__seats__user")
    )
    far = timezone.now() + timedelta(days=36500)

    def order(seat: Seat) -> tuple[bool, datetime, int]:
        return seat.waiting_since is None, seat.due_at or far, -seat.game_id

    first: dict[int, Seat] = {}
    for seat in sorted(seats, key=order):
        first.setdefault(seat.game_id, seat)  # whoever plays every seat has one line for all of them
    return list(first.values())


def why_not_join(game: Game, user: User | None, is_barred: bool | None = None) -> str:
    """Return why `user` may not sit down at this table now, in a sentence; "" if they may.

    `is_barred` is what `reliability.is_barred` says of them, None if nobody has asked it yet.
    """
    if game.status != Game.Status.OPEN:
        return "This table is no longer open."
    if not titles.is_here(game.title):
        return "The rules of this game are not here at present."
    if user is not None and any(seat.user_id == user.pk for seat in game.seats.all()):
        return "You already sit here."
    if user is not None:
        kept = getattr(game, "kept_for_reader", None)
        if kept is None:
            kept = _open_invitations(user).filter(game=game).exists()
        if kept:
            return ""
    free = getattr(game, "free_seats", None)
    if free is None:
        free = len(open_seats(game))
    if not free:
        return "The table is full." if game.full_at else "The free seats are kept for somebody."
    if user is None:
        return "Sign in to take a seat."
    if game.rated and (reliability.is_barred(user, timezone.now()) if is_barred is None else is_barred):
        games = settings.HOUSE.reliability_mend
        return f"Rated tables are for reliable players: finish {games} games in time first."
    return ""


def find_table(key: str, user: User | None, links: Mapping[str, str] | None = None) -> Game:
    """Return a table that `user` may see.

    A private table is shown to its owner, the people seated or invited, and holders of a seat link; for
    everybody else it does not exist.
    """
    game = Game.objects.filter(key=key).select_related("owner").prefetch_related("seats__user").first()
    if game is None or not may_see(game, user, (links or {}).get(key, "")):
        raise no_such_table()
    return game


def may_see(game: Game, user: User | None, secret: str) -> bool:
    """Return whether a reader may know of a table: it is public, or they are concerned (LOB-4)."""
    if game.visibility == Game.Visibility.PUBLIC:
        return True
    if secret and any(seat.link_digest == Seat.digest_of(secret) for seat in game.seats.all()):
        return True
    if user is None:
        return False
    if game.owner_id == user.pk or any(seat.user_id == user.pk for seat in game.seats.all()):
        return True
    return game.invitations.filter(user=user, state=Invitation.State.OPEN).exists()


def no_such_table() -> Refused:
    """Return the refusal for a table that is not there, or not for this reader."""
    return Refused("no-such-game", "There is no such table.", 404)
