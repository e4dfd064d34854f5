"""Giving a game up: at two seats it ends, at three or more the seat is offered to others (MOV-10)."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings
from django.db import transaction

import rules
from games.hours import absence
from games.hours.absence import PERSON_FIELDS
from games.ledger import ledger
from games.models import Game, Seat
from games.play.endings import ABORTED, EVERYBODY_LEFT, conclude, others
from games.refusals import Refused


@transaction.atomic
def resign(game_key: str, seat_name: str) -> int:
    """Resign: the other seat wins; of three or more, the seat is offered to others (MOV-10). Returns the version.

    In the first moves nobody wins: the game is broken off and counts for nothing (DEF-8), but in an event.
    """
    opened = ledger.load(game_key)
    seat = opened.seat(seat_name)
    if len(opened.seats) > 2:
        leave(opened, seat)
        if absence.all_are_absent(opened):
            return conclude(opened, "void", seat_name, EVERYBODY_LEFT)
        return int(opened.row.published_version)
    name = opened.play.title.seat_name(seat_name)
    if is_early(opened.row, opened.seats):
        text = f"{name} broke the game off in the first moves: it does not count."
        return conclude(opened, "void", seat_name, rules.Result((), ABORTED, text))
    result = rules.Result(others(opened, seat_name), "resignation", f"{name} resigned.")
    return conclude(opened, "resign", seat_name, result)


def is_early(game: Game, seats: Sequence[Seat]) -> bool:
    """Return whether giving a game of two up now breaks it off instead of losing it (DEF-8)."""
    two = len(seats) == 2 and not game.in_event
    return two and any(seat.full_decisions < settings.HOUSE.aborted_decisions for seat in seats)


def leave(opened: ledger.Open, seat: Seat) -> None:
    """Let a player of three or more go: the server answers for the seat, and others may take it (journey 8)."""
    if seat.absent_since is not None and seat.user is None:
        raise Refused("resigned-already", "This seat has been left already.", 409)
    absence.pass_on(opened, seat)
    seat.user, seat.guest_name, seat.guest_email = None, "", ""
    absence.mark_absent(opened, seat, by=seat.name)
    seat.save(update_fields=[*PERSON_FIELDS, "draw_offered_version", "cancel_asked"])
    ledger.save_seats(opened)
