"""The roles by which somebody at the table is asked: four words of the rulebook for whoever decides.

A procedure says why a player is asked: as the one who leads the side, whose action it is, who commands the Army in
a place, or who holds a card. With two players each side has one seat, and all four words mean it.
"""

from rules.war_of_the_ring.position.catalogue import CARDS, Side
from rules.war_of_the_ring.position.players import seat_of
from rules.war_of_the_ring.position.state import State, side_of_place


def leader(s: State, side: Side) -> str:
    """Return the seat that decides for a side as a whole: the Fellowship and the Hunt, dice and Rings."""
    return seat_of(s, side)


def actor(s: State, side: Side) -> str:
    """Return the seat of a side whose action this is."""
    return seat_of(s, side)


def commander(s: State, place: str) -> str:
    """Return the seat that commands the Army at a place (`region/side` or `region/inside`)."""
    return seat_of(s, side_of_place(s, place))


def holder(s: State, card: str) -> str:
    """Return the seat that has a card in its hand or before it on the table."""
    return seat_of(s, CARDS[card].side)
