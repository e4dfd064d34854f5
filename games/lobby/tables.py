"""Tables before the game: joining, leaving, starting (LOB-1 to LOB-8).

Opening one is `new_tables`, keeping seats is `invitations`.
Every function is one transaction with the game's row locked, and raises `Refused` in a player's words.
"""

import logging
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from secrets import SystemRandom

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts import visits
from accounts.blocks import is_blocked
from accounts.models import SharedConnection, User
from games import titles
from games.ledger import notices
from games.ledger.records import whole_milliseconds
from games.ledger.text import clean_text
from games.lobby import search
from games.models import Game, Invitation, Seat
from games.play import seat_links
from games.play.start import start_game
from games.refusals import Refused
from notifications import act_limits
from rules.core.chance import LONGEST_WORD

log = logging.getLogger(__name__)

#: Characters of what a seat mixes into the draws.
LONGEST_SALT = LONGEST_WORD

#: The word of a seat, and how it came.
SALT_FIELDS = ("salt", "salt_at", "salt_known", "salt_by_server")

#: What moves when the seats are drawn: everything about who sits there.
OCCUPANT_FIELDS = ("user_id", "bot", "guest_name", "guest_email", "link_nonce", "link_digest", *SALT_FIELDS)


# -- sitting down and getting up ---------------------------------------------------------------


def join(
    game_key: str,
    *,
    user: User | None = None,
    seat: str | None = None,
    salt: str = "",
    connection: str = "",
) -> Seat:
    """Seat `user` in a free seat of a public table, or in the one that an invitation keeps for them.

    None takes the first that is theirs to take. Guests come by seat links only. `salt` is what the seat
    mixes into the draws, `connection` what they say if somebody there shares theirs (MOD-12).
    """
    if user is not None:
        public = Game.objects.filter(key=game_key, visibility=Game.Visibility.PUBLIC)
        others = Seat.objects.filter(game__in=public, user__isnull=False).values_list("user", flat=True)
        ask_about_connection(user, others, connection)
    return _join(game_key, user, seat, salt)


def ask_about_connection(user: User, others: Iterable[int], answer: str) -> None:
    """Ask somebody who is about to play with `others` (ids) from one connection what is behind it (MOD-12).

    Whoever has answered plays: the answer is for the moderators. Nobody is named. Call it outside of any
    transaction, for that the question was asked is kept even though it refuses.

    Raises:
        Refused: `same-connection`, until `answer` is one of those in `extra["connection"]`.
    """
    now = timezone.now()
    known = [a for a in SharedConnection.Answer.values if a]
    with transaction.atomic():
        due = visits.to_ask(user, others, now)
        if answer in known:
            visits.say(user, due, answer, now)
    if due and answer not in known:
        raise Refused(
            "same-connection",
            "Somebody here seems to use the same connection as you: the same household, perhaps, or a school. "
            "Say so, and nobody wonders. Nobody may play against themselves with two accounts.",
            409,
            extra={"connection": known},
        )


@transaction.atomic
def _join(game_key: str, user: User | None, seat: str | None, salt: str) -> Seat:
    game = _lock_open(game_key)
    if user is None:
        raise Refused("sign-in-first", "Sign in to take a seat, or ask for a private link.", 403)
    if not search.may_see(game, user, ""):
        raise search.no_such_table()
    refuse_second_seat(game, user)
    invitation = game.invitations.filter(user=user, state=Invitation.State.OPEN).first()
    if invitation is not None and seat in (None, invitation.seat):
        return sit(game, seat_named(game, invitation.seat), user, salt)
    if game.visibility == Game.Visibility.PRIVATE:
        raise Refused("private-table", "This table is private: its seats go by invitation.", 403)
    free = search.open_seats(game)
    if seat is None:
        if not free:
            raise Refused("table-full", "Every seat is taken or kept for somebody.", 409)
        place = free[0]
    else:
        place = seat_named(game, seat)
        if place not in free:
            raise Refused("seat-taken", "That seat is taken or kept for somebody.", 409)
    return sit(game, place, user, salt)


@transaction.atomic
def leave(game_key: str, *, user: User | None = None, secret: str = "") -> None:
    """Free the seat of `user`, or of the guest with this link, before the game begins."""
    game = _lock_open(game_key)
    seat = _own_seat(game, user, secret)
    if seat is None:
        raise Refused("not-seated", "You do not sit at this table.", 403)
    if user is not None and game.owner_id == user.pk:
        raise Refused("owner-stays", "This is your table: cancel it instead of leaving it.", 409)
    _vacate(seat)
    note_fullness(game)


@transaction.atomic
def dismiss(game_key: str, user: User, seat: str) -> None:
    """Let the owner free somebody's seat before the game begins."""
    game = lock_own_table(game_key, user)
    place = seat_named(game, seat)
    if place.user_id == user.pk:
        raise Refused("owner-stays", "This is your table: cancel it instead of leaving it.", 409)
    if not place.is_taken:
        raise Refused("seat-empty", "Nobody sits there.", 409)
    _vacate(place)
    note_fullness(game)


@transaction.atomic
def choose_salt(game_key: str, salt: str, *, user: User | None = None, secret: str = "") -> None:
    """Set what one's seat mixes into the draws (MOV-8), before the game begins; "" for nothing.

    The hash of the server's seed is public by then, so neither side can suit its part to the other's.
    """
    seat = _own_seat(_lock_open(game_key), user, secret)
    if seat is None:
        raise Refused("not-seated", "You do not sit at this table.", 403)
    give_salt(seat, salt)
    seat.save(update_fields=SALT_FIELDS)


def give_salt(seat: Seat, salt: str) -> None:
    """Note what a seat of an open table mixes into the draws, and when. Not saved. Raises Refused.

    The same word again came when it came first, and one that the server knew before it fixed the seed is so for ever.
    """
    word = clean_text(salt, LONGEST_SALT, "salt")
    if word == seat.salt:
        return
    seat.salt = word
    seat.salt_at = whole_milliseconds(timezone.now()) if seat.salt else None


def lock_table(key: str) -> Game:
    """Return the table with its row locked. Raises Refused if there is none. Call it inside a transaction."""
    game = Game.objects.select_for_update().filter(key=key).first()
    if game is None:
        raise search.no_such_table()
    return game


def _lock_open(key: str) -> Game:
    game = lock_table(key)
    if game.status != Game.Status.OPEN:
        raise Refused("not-open", "This table is no longer open.", 409)
    return game


def lock_own_table(key: str, user: User | None) -> Game:
    """Return `user`'s own open table with its row locked.

    Raises:
        Refused: if there is none that they may see, it is somebody else's, or no longer open.
    """
    game = lock_table(key)
    if user is None or game.owner_id != user.pk:
        if not search.may_see(game, user, ""):
            raise search.no_such_table()
        raise Refused("not-your-table", "Only the owner of the table may do that.", 403)
    if game.status != Game.Status.OPEN:
        raise Refused("not-open", "This table is no longer open.", 409)
    return game


def seat_named(game: Game, name: str) -> Seat:
    """Return a seat of the table. Raises Refused if there is none of this name."""
    seat = game.seats.filter(name=name).first()
    if seat is None:
        raise no_such_seat(name, list(game.seats.values_list("name", flat=True)))
    return seat


def no_such_seat(name: str, names: Sequence[str]) -> Refused:
    """Return the refusal for a seat that a table does not have; `names` are those that it has."""
    words = f"There is no seat “{name[:40]}” at this table. Its seats are {', '.join(names)}."
    return Refused("no-such-seat", words, extra={"field": "seat", "seats": list(names)})


def _own_seat(game: Game, user: User | None, secret: str) -> Seat | None:
    if user is not None:
        return game.seats.filter(user=user).first()
    if secret:
        return game.seats.filter(link_digest=Seat.digest_of(secret)).exclude(guest_name="").first()
    return None


def refuse_second_seat(game: Game, user: User) -> None:
    """Raise Refused for who sits there already, plays too many games, or is kept apart from somebody there."""
    if game.seats.filter(user=user).exists():
        raise Refused("already-seated", "You already sit at this table.", 409)
    refuse_too_many_games(user, {})
    if is_blocked(user, game.seats.filter(user__isnull=False).values_list("user", flat=True)):
        raise Refused("kept-apart", "You and somebody at this table want nothing to do with each other.", 403)


def refuse_too_many_games(user: User, bots: Mapping[str, str]) -> None:
    """Raise Refused for who plays as many games as they may; a game against a bot at once is no burden on others."""
    if not bots and not search.games_left(user):
        raise Refused(
            "too-many-games",
            "You play as many games as you may at once. Every game that you finish makes room for more.",
            409,
        )


def sit(game: Game, seat: Seat, user: User, salt: str = "") -> Seat:
    """Seat `user` at the locked table; whatever link or invitation led there has served."""
    seat.user = user
    if salt and game.status == Game.Status.OPEN:
        give_salt(seat, salt)
    seat.guest_name = seat.guest_email = ""
    seat_links.revoke(seat)
    seat.save()
    _note_accepted(game, user)
    note_fullness(game)
    return seat


def _note_accepted(game: Game, user: User) -> None:
    """Note that somebody has accepted what they were invited to; what is welcome does not count."""
    for invitation in game.invitations.filter(user=user, state=Invitation.State.OPEN):
        invitation.state = Invitation.State.ACCEPTED
        invitation.save(update_fields=["state"])
        act_limits.give_back(notices.act_of_invitation(game, user), by=invitation.sender, to=user)


def _vacate(seat: Seat) -> None:
    seat.user = None
    seat.bot = seat.guest_name = seat.guest_email = ""
    give_salt(seat, "")
    seat_links.revoke(seat)
    seat.save()


def note_fullness(game: Game) -> None:
    """Note since when the locked table is full, or that it no longer is."""
    full = all(seat.is_taken for seat in game.seats.all())
    if full != (game.full_at is not None):
        game.full_at = timezone.now() if full else None
        game.save(update_fields=["full_at"])


# -- ending the wait ---------------------------------------------------------------------------


@transaction.atomic
def cancel_table(game_key: str, user: User) -> Game:
    """Close the owner's table before the game begins."""
    game = lock_own_table(game_key, user)
    _close(game)
    return game


@transaction.atomic
def start_now(game_key: str, user: User) -> Game:
    """Begin the game without waiting, as the owner of a full table."""
    game = lock_own_table(game_key, user)
    if game.full_at is None:
        raise Refused("seats-free", "The game can begin when every seat is taken.", 409)
    begin(game)
    return game


def sweep_tables(now: datetime | None = None) -> int:
    """Begin the games of tables that have been full for a moment, and close tables that expired.

    Safe with any number of workers: each table is looked at again under its lock, and one that fails does not hold up
    the others. Returns how many changed.
    """
    now = now or timezone.now()
    ready = Q(auto_start=True, full_at__lte=now - settings.HOUSE.table_start)
    expired = Q(expires_at__lte=now)
    changed = 0
    open_now = Game.objects.filter(status=Game.Status.OPEN, title__in=titles.here())
    for key in list(open_now.filter(ready | expired).order_by("pk").values_list("key", flat=True)[:500]):
        try:
            with transaction.atomic():
                game = open_now.select_for_update().filter(ready | expired, key=key).first()
                if game is None:
                    continue
                if game.full_at and game.auto_start:
                    begin(game)
                else:
                    _close(game)
        except Exception:
            log.exception("a table could not be dealt with", extra={"game": key})
            continue
        changed += 1
    return changed


def begin(game: Game) -> None:
    """Begin the game of a locked, full table."""
    if game.seat_choice == Game.SeatChoice.RANDOM:
        _draw_seats(game)
    start_game(game)


def _draw_seats(game: Game) -> None:
    """Seat everybody at random. Who sits where changes nothing about the game's chance (rules.core.chance)."""
    seats = list(game.seats.all())
    occupants = [{field: getattr(seat, field) for field in OCCUPANT_FIELDS} for seat in seats]
    SystemRandom().shuffle(occupants)
    for seat, occupant in zip(seats, occupants, strict=True):
        for field, value in occupant.items():
            setattr(seat, field, value)
        seat.save()


def _close(game: Game) -> None:
    game.status = Game.Status.CANCELLED
    game.save(update_fields=["status"])
    game.invitations.filter(state=Invitation.State.OPEN).update(state=Invitation.State.WITHDRAWN)


# -- leaving for good --------------------------------------------------------------------------


def close_tables_of(user: User) -> None:
    """Close the open tables of somebody whose account is being closed, and free their other seats."""
    for key in Game.objects.filter(owner=user, status=Game.Status.OPEN).values_list("key", flat=True):
        cancel_table(key, user)
    waiting = Game.objects.filter(status=Game.Status.OPEN, seats__user=user)
    for key in waiting.values_list("key", flat=True):
        leave(key, user=user)
