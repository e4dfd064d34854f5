"""Teams at a table: who wins and loses together, as its title says (`Title.allies`), and what the others are called.

Where the title is not here, lists show every seat alone.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TypedDict

import rules
from games import titles
from games.models import Game, Seat
from games.time import clocks
from games.time.presets import preset_of
from games.titles import Words


class SideTime(TypedDict):
    """The time that the seats of a side have left together, in milliseconds."""

    seats: list[str]
    label: str
    remaining_ms: int


def allies_of(game: Game, seat: str) -> tuple[str, ...]:
    """Return the names of the seats that win and lose with `seat`, itself among them, in seating order."""
    return titles.words_of(game.title).allies(game.options, seat)


def teams_of(game: Game) -> tuple[tuple[str, ...], ...]:
    """Return the names of all seats, those who are allied together, in seating order."""
    if not titles.is_here(game.title):
        return tuple((seat.name,) for seat in game.seats.all())
    return rules.title(game.title).teams(game.options)


def are_two(game: Game) -> bool:
    """Return whether two teams play against each other: what one of them loses, the other has won."""
    return len(teams_of(game)) == 2


def opponents(game: Game, seats: Iterable[Seat], seat: str) -> list[Seat]:
    """Return those of the seats that are no allies of `seat`."""
    allied = allies_of(game, seat)
    return [other for other in seats if other.name not in allied]


def opponents_of(game: Game, seat: str) -> tuple[str, ...]:
    """Return the names of the seats that are no allies of `seat`, in seating order."""
    allied = allies_of(game, seat)
    return tuple(name for name in _seats_of(game) if name not in allied)


def whole(game: Game, seats: Iterable[str]) -> tuple[str, ...]:
    """Return the names of the seats with all their allies, in seating order: nobody wins without the partner."""
    named = set(seats)
    return tuple(name for name in _seats_of(game) if named & set(allies_of(game, name)))


def _seats_of(game: Game) -> tuple[str, ...]:
    return rules.title(game.title).seats(game.options)


def time_left(game: Game, seats: Sequence[Seat], now: datetime) -> list[SideTime]:
    """Return what each side of a running game has left on the clocks of all its people together.

    Nothing where everybody stands alone, and where clocks have no bank: there what one leaves is of no use to another.
    """
    sides = teams_of(game)
    if game.status != Game.Status.RUNNING or len(sides) == len(seats) or not preset_of(game).cap:
        return []
    title = rules.title(game.title)
    left = {seat.name: clocks.remaining_ms(game, seat, now) for seat in seats}
    return [
        {"seats": list(side), "label": listed(title, side), "remaining_ms": sum(left[s] or 0 for s in side)}
        for side in sides
        if any(left[name] is not None for name in side)
    ]


# -- words -------------------------------------------------------------------------------------


def listed(title: Words, seats: Sequence[str]) -> str:
    """Return seats in words: `North`, `North and South`, `Red, Green and Blue`."""
    names = [title.seat_name(seat) for seat in seats]
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def partners_in_words(game: Game, seat: str) -> str:
    """Return the allies of a seat in words, without itself; "" if it stands alone."""
    return listed(rules.title(game.title), [name for name in allies_of(game, seat) if name != seat])


def opponents_in_words(game: Game, seat: str) -> str:
    """Return what a seat's opponents are called: `the other side` of two seats, a team by its names, `the others`."""
    against = opponents_of(game, seat)
    if not are_two(game):
        return "the others"
    return "the other side" if len(against) == 1 else listed(rules.title(game.title), against)
