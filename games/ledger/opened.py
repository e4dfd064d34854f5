"""A game that is open for change: what is loaded of it, and what will be written with it."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import rules
from games.ledger import rows
from games.models import Game, Seat
from games.refusals import Refused


@dataclass
class Open:
    """A game loaded for change: its row is locked, its position restored.

    Attributes:
        written: how many of `play.lines` are stored already.
        changed: the seats whose rows have to be saved, by name.
        writes: what is sent to the database with the next `save`.
        nudged: what the streams will be nudged about after the commit.
        also: the fields of the game's row that have changed beside those of every move.
        is_settled: whether nothing could be taken back when it was opened.
    """

    row: Game
    seats: list[Seat]
    play: rules.Game[Any]
    now: datetime
    written: int = 0
    changed: set[str] = field(default_factory=set)
    writes: rows.Writes = field(default_factory=rows.Writes)
    nudged: set[str] = field(default_factory=set)
    also: list[str] = field(default_factory=list)
    is_settled: bool = field(init=False)

    def __post_init__(self) -> None:
        self.is_settled = not self.play.unpublished

    def seat(self, name: str) -> Seat:
        """Return the seat called `name`. Raises Refused."""
        for seat in self.seats:
            if seat.name == name:
                return seat
        raise Refused("no-such-seat", "There is no such seat at this table.", 404)
