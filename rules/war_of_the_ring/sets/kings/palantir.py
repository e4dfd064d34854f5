"""The Palantír of Barad-dûr: once in a turn a Muster result of the Shadow is as good as an Event result (KM-13)."""

from typing import Any

from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position import event_cards, uses
from rules.war_of_the_ring.position.catalogue import SH, Side
from rules.war_of_the_ring.position.moments import AFTER_ACTION, Spent
from rules.war_of_the_ring.position.state import State
from rules.war_of_the_ring.position.table_cards import on_table
from rules.war_of_the_ring.sets.kings.state import PALANTIR, SET, kings
from rules.war_of_the_ring.turns import card_play
from rules.war_of_the_ring.turns.action_dice import faces_of

T = Table[Any]

#: What an Event result is used for.
BY_EVENT = ("draw", "play-event")


def _turns(s: State, side: Side, die: str) -> bool:
    """Whether a die is used as an Event result by the stone alone: it has a Muster result, and no Event."""
    faces = faces_of(s, side, die)
    return side == SH and "muster" in faces and "event" not in faces


def _looked_into(s: State, side: Side, die: str) -> bool:
    """Whether the stone can turn a die now."""
    return on_table(s, PALANTIR) and not kings(s).palantir_used and _turns(s, side, die)


def _may_draw(s: State, side: Side, die: str) -> bool:
    return _looked_into(s, side, die) and bool(event_cards.decks_left(s, side))


def _may_play(s: State, side: Side, die: str) -> bool:
    return _looked_into(s, side, die) and card_play.may_play(s, side, None)


uses.also("draw", _may_draw, side=SH, set=SET)
uses.also("play-event", _may_play, side=SH, set=SET)


@AFTER_ACTION.reaction(10, lambda s, spent: spent.use in BY_EVENT and _turns(s, spent.side, spent.die))
def once_in_a_turn(t: T, spent: Spent) -> Procedure[None]:
    """A Muster has been used as an Event: no other one is this turn."""
    kings(t.state).palantir_used = True
    yield from ()
