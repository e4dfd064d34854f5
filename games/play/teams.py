"""Who wins and loses together at a table, as its title says (`Title.allies`)."""

from __future__ import annotations

from collections.abc import Iterable

import rules
from games.models import Game, Seat


def allies_of(game: Game, seat: str) -> tuple[str, ...]:
    """Return the names of the seats that win and lose with `seat`, itself among them, in seating order."""
    return rules.title(game.title).allies(game.options, seat)


def teams_of(game: Game) -> tuple[tuple[str, ...], ...]:
    """Return the names of all seats, those who are allied together, in seating order."""
    return rules.title(game.title).teams(game.options)


def opponents(game: Game, seats: Iterable[Seat], seat: str) -> list[Seat]:
    """Return those of the seats that are no allies of `seat`."""
    allied = allies_of(game, seat)
    return [other for other in seats if other.name not in allied]
