"""The Event halves of the cards: when they may be played and what they do."""

from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec

from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position.state import State

Condition: TypeAlias = Callable[[State], bool]
Effect: TypeAlias = Callable[[Table[Any]], Procedure[None]]


class EventCard(msgspec.Struct, frozen=True):
    """An Event card's top half.

    Attributes:
        condition: whether it may be played now (WR-6.2).
        effect: what it does when it is played; what a table card does later is in `table_cards`.
    """

    condition: Condition
    effect: Effect


#: Every Event card by id; filled by the modules of the four decks.
EVENTS: dict[str, EventCard] = {}


def always(s: State) -> bool:
    """Condition of a card without one."""
    return True


def stays(t: Table[Any]) -> Procedure[None]:
    """Effect of a card that only lies on the table."""
    yield from ()


def event(card: str, condition: Condition = always) -> Callable[[Effect], Effect]:
    """Register a procedure as the Event half of `card`. Raises ValueError if it has one already."""

    def register(effect: Effect) -> Effect:
        if card in EVENTS:
            raise ValueError(f"{card} has an Event half already")
        EVENTS[card] = EventCard(condition, effect)
        return effect

    return register
