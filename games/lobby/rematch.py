"""A finished game once more: the same terms and players, everybody one seat on, so that two swap sides (LOB-18)."""

from django.db import transaction

import rules
from accounts.models import User
from games.lobby import invitations, search, tables
from games.lobby.new_tables import Company, Doors, NewTable, TimeTerms, open_table
from games.models import Game, Invitation, Seat
from games.refusals import Refused
from games.time.terms import as_asked


def rematch_of(game: Game) -> Game | None:
    """Return the rematch of a game that somebody has opened already; None where there is none, or it was closed."""
    opened = game.rematches.exclude(status=Game.Status.CANCELLED).prefetch_related("seats__user")
    return opened.order_by("-pk").first()


def seat_after(game: Game, seat: Seat) -> str:
    """Return the seat that whoever sat in `seat` has in the rematch."""
    names = rules.title(game.title).seats(game.options)
    return names[(seat.position + 1) % len(names)]


def play_again(key: str, user: User, *, salt: str = "", commitment: str = "", connection: str = "") -> Game:
    """Open the rematch of a finished game, or sit down at the one that another of its players has opened.

    Against bots it begins at once; people are invited, and guests get a link to their seat. `salt` and `commitment`
    as for a new table, `connection` as in `tables.join`. Whoever asks again gets the same table. Raises Refused.
    """
    table = _find_or_open(key, user, salt, commitment)
    if table.status != Game.Status.OPEN or table.seats.filter(user=user).exists():
        return table
    # A word that came after a seed of one's own was not said to this table's.
    word = "" if commitment else salt
    invitation = Invitation.objects.filter(game=table, user=user, state=Invitation.State.OPEN).first()
    if invitation is not None:
        invitations.answer_invitation(invitation.pk, user, True, word, connection)
    else:
        tables.join(table.key, user=user, salt=word, connection=connection)
    return table


@transaction.atomic
def _find_or_open(key: str, user: User, salt: str, commitment: str) -> Game:
    # Under the lock of the finished game nobody else opens its rematch.
    game = tables.lock_table(key)
    seats = list(game.seats.select_related("user"))
    own = next((seat for seat in seats if seat.user_id == user.pk), None)
    if own is None:
        if not search.may_see(game, user, ""):
            raise search.no_such_table()
        raise Refused("not-seated", "A rematch is for those who have played.", 403)
    if game.status != Game.Status.FINISHED:
        raise Refused("still-running", "A rematch can be asked for when the game has ended.", 409)
    found = rematch_of(game)
    if found is not None:
        return found
    if any(not seat.is_taken or (seat.user is not None and seat.user.deleted) for seat in seats):
        raise Refused("player-gone", "Somebody who played here is gone. Open a new table instead.", 409)
    return _open(game, seats, own, user, salt, commitment)


def _open(game: Game, seats: list[Seat], own: Seat, user: User, salt: str, commitment: str) -> Game:
    """Open the table of a rematch, and ask the others."""
    alone, title = game.is_solo, rules.title(game.title)
    options = title.known_options(game.options)
    stage = title.stage_of(options)
    company = Company(
        seat=None if alone else seat_after(game, own),
        bots={seat_after(game, seat): seat.bot for seat in seats if seat.bot},
        solo=alone,
        salt=salt,
        commitment=commitment,
    )
    wanted = NewTable(
        game.title,
        options,
        company,
        TimeTerms(game.clock_preset, game.zero_policy, as_asked(game.terms)),
        Doors(Game.Visibility.PRIVATE if stage == "draft" else game.visibility, game.spectators, game.chat),
        name=game.name,
        note=game.note,
        rated=game.rated and not game.in_event and stage == "complete",
        auto_start=game.auto_start,
    )
    table = open_table(user, wanted)
    table.rematch_of = game
    table.save(update_fields=["rematch_of"])
    for seat in seats:
        if alone or seat.bot or seat.user_id == user.pk:
            continue
        if seat.user is not None:
            invitations.invite(table.key, user, seat.user.username, seat_after(game, seat))
        else:
            invitations.seat_link(table.key, user, seat_after(game, seat))
    return table
