"""Private games against a bot or oneself, begun with one click (LOB-13), with or without a guide (LOB-19)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

import rules
from accounts.models import User
from games.lobby.new_tables import Company, Doors, NewTable, TimeTerms, open_table, options_of
from games.models import Game
from games.play.access import Viewer
from games.refusals import Refused


@dataclass(frozen=True)
class Practice:
    """The practice that somebody wants.

    Attributes:
        bot: who plays the other seats; "" for oneself.
        seat: one's own seat; "" has it drawn.
        options: those of the title that are not as usual.
        guided: whether the first turn is explained.
        salt, commitment: as at any new table (games.lobby.new_tables).
    """

    bot: str = ""
    seat: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    guided: bool = False
    salt: str = ""
    commitment: str = ""


@transaction.atomic
def begin(user: User, title: rules.Title[Any], wanted: Practice) -> Game:
    """Begin a practice game of a title, with bots in all other seats. Raises Refused."""
    seats = title.seats(options_of(title, wanted.options))
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
    game = open_table(user, NewTable(title.id, wanted.options, company, TimeTerms("untimed"), doors))
    if wanted.guided:
        game.seats.filter(user=user).update(guided=True)
    return game


def guide(viewer: Viewer, *, wanted: bool) -> None:
    """Let the guide speak to a seat of its player, or fall silent. Raises Refused."""
    if viewer.seat is None or viewer.by_turn_link:
        raise Refused("not-seated", "You do not sit at this table.", 403)
    viewer.game.seats.filter(pk=viewer.seat.pk).update(guided=wanted)
