"""Private games against a bot or oneself, begun with one click (LOB-13), with or without a guide (LOB-19)."""

from dataclasses import dataclass
from typing import Any

from django.db import transaction

import rules
from accounts.models import User
from games.lobby.new_tables import Company, Doors, NewTable, TimeTerms, open_table
from games.models import Game
from games.play.access import Viewer
from games.refusals import Refused


@dataclass(frozen=True)
class Practice:
    """The practice that somebody wants.

    Attributes:
        bot: who plays the other seats; "" for oneself.
        seat: one's own seat; "" has it drawn.
        guided: whether the first turn is explained.
        salt, commitment: as at any new table (games.lobby.new_tables).
    """

    bot: str = ""
    seat: str = ""
    guided: bool = False
    salt: str = ""
    commitment: str = ""


@transaction.atomic
def begin(user: User, title: rules.Title[Any], wanted: Practice) -> Game:
    """Begin a practice game with the usual options of a title. Raises Refused."""
    seats = title.seats(title.normalise_options({}))
    own = wanted.seat or seats[0]
    drawn = wanted.bot and not wanted.seat
    company = Company(
        seat=own,
        seat_choice=Game.SeatChoice.RANDOM if drawn else Game.SeatChoice.PICK,
        bots={seat: wanted.bot for seat in seats if seat != own} if wanted.bot else {},
        solo=not wanted.bot,
        salt=wanted.salt,
        commitment=wanted.commitment,
    )
    doors = Doors(visibility=Game.Visibility.PRIVATE)
    game = open_table(user, NewTable(title.id, company=company, time=TimeTerms("untimed"), doors=doors))
    if wanted.guided:
        game.seats.filter(user=user).update(guided=True)
    return game


def guide(viewer: Viewer, *, wanted: bool) -> None:
    """Let the guide speak to a seat of its player, or fall silent. Raises Refused."""
    if viewer.seat is None or viewer.by_turn_link:
        raise Refused("not-seated", "You do not sit at this table.", 403)
    viewer.game.seats.filter(pk=viewer.seat.pk).update(guided=wanted)
