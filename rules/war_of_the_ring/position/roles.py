"""The roles by which somebody at the table is asked: words of the rulebook for whoever decides.

A procedure says why a player is asked: as the one who leads the side, whose action it is, who commands the Army in
a place, who holds a card, or whose a Nation or a person is. With one player to a side every role is his, which is seen
without a call, as `state.is_for_two` says; a set in which a side has several players answers who of them.
"""

from collections.abc import Mapping

from rules.war_of_the_ring.position.catalogue import CARDS, SH, Side
from rules.war_of_the_ring.position.combat import Fighters
from rules.war_of_the_ring.position.players import keeps, of_side, seat_of
from rules.war_of_the_ring.position.state import State, is_for_two, side_of_place
from rules.war_of_the_ring.position.voices import Voice, first

#: Who of several players of a side leads it, whose action it is, and who commands an Army: all at a place, or a party.
leads: Voice[[Side], str | None] = Voice(first)
acts: Voice[[Side], str | None] = Voice(first)
commands: Voice[[str, Mapping[str, int] | None], str | None] = Voice(first)


def leader(s: State, side: Side) -> str:
    """Return the seat that decides for a side as a whole: the Fellowship and the Hunt, dice and Rings."""
    return s.seats.get(side, side) if SH in s.hands else seat_of(s, leads(s, side) or side)


def actor(s: State, side: Side) -> str:
    """Return the seat of a side whose action this is."""
    return s.seats.get(side, side) if SH in s.hands else seat_of(s, acts(s, side) or side)


def commander(s: State, place: str, party: Mapping[str, int] | None = None) -> str:
    """Return the seat that commands the Army at a place (`region/side` or `region/inside`), or a party of it."""
    side = side_of_place(s, place)
    return s.seats.get(side, side) if SH in s.hands else seat_of(s, commands(s, place, party) or side)


def commander_of(s: State, fighters: Fighters) -> str:
    """Return the seat that commands those who take part in a battle."""
    return commander(s, fighters.key, fighters.party)


def master(s: State, side: Side, whose: str) -> str:
    """Return the seat of a side that decides for a Nation or a person; else who leads."""
    if SH in s.hands:
        return seat_of(s, side)
    his = (p.id for p in of_side(s, side) if whose in p.nations or whose in p.persons)
    return seat_of(s, next(his, None) or leads(s, side) or side)


def holder(s: State, card: str) -> str:
    """Return the seat that has a card in its hand, plays it, or has it before it on the table; else who leads."""
    side = CARDS[card].side
    if is_for_two(s):
        return seat_of(s, side)
    held = (player.id for player in of_side(s, CARDS[card].side) if card in s.hands[player.id])
    return seat_of(s, next(held, None) or keeps(s, card) or leads(s, side) or side)
