"""Playing an Event card from the hand (WR-6)."""

from functools import partial

from rules.core.decisions import Decision, OneOf
from rules.core.listings import Listing
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.cards.events import EVENTS
from rules.war_of_the_ring.position import event_cards, table_cards
from rules.war_of_the_ring.position.catalogue import CARDS, Side
from rules.war_of_the_ring.position.command import Command, command
from rules.war_of_the_ring.position.moments import EVENT_PLAYED, Played
from rules.war_of_the_ring.position.players import hand_of, keep, told
from rules.war_of_the_ring.position.roles import actor
from rules.war_of_the_ring.position.state import State


def playable(s: State, side: Side, icons: frozenset[str] | None) -> list[str]:
    """Return the cards that whoever acts for a side may play; `icons` limits the printed icon (None: any)."""
    his = command(s, side)
    return [card for card in hand_of(s, actor(s, side)) if _may_be_played(s, his, icons, card)]


def may_play(s: State, side: Side, icons: frozenset[str] | None) -> bool:
    """Return whether any card is `playable`."""
    his = command(s, side)
    return any(_may_be_played(s, his, icons, card) for card in hand_of(s, actor(s, side)))


def _may_be_played(s: State, his: Command, icons: frozenset[str] | None, card: str) -> bool:
    return (
        (icons is None or CARDS[card].play_with in icons)
        and card in EVENTS
        and (his.is_whole or his.no_card(s, card) is None)
        and EVENTS[card].condition(s)
    )


def listing(s: State, side: Side, icons: frozenset[str] | None) -> Listing:
    """Return the `playable` cards as the values of a question."""

    def holds(card: str) -> bool:
        return card in hand_of(s, actor(s, side)) and _may_be_played(s, command(s, side), icons, card)

    return Listing(partial(playable, s, side, icons), holds)


def choose_and_play(
    t: Table[State], side: Side, icons: frozenset[str] | None, *, by_event: bool
) -> Procedure[None]:
    """Ask which card is played and play it; `by_event`: a die showing Event paid for it."""
    card = yield Decision(
        actor(t.state, side),
        "card",
        "Which Event card do you play?",
        OneOf(listing(t.state, side, icons), event_cards.card_label),
        "WR-6.1",
    )
    yield from play(t, side, card, by_event=by_event)


def play(t: Table[State], side: Side, card: str, *, by_event: bool = False) -> Procedure[None]:
    """Resolve the Event half of a card and lay it where it belongs (WR-6.3, 6.5, 6.6).

    `by_event`: a die showing Event paid for it.
    """
    s = t.state
    seat = actor(s, side)
    hand_of(s, seat).remove(card)
    keep(t, card, seat)
    t.announce("card-played", side=side, card=card, **told(s, seat))
    if CARDS[card].duration == "table":
        s.table[side].append(card)
        yield from EVENTS[card].effect(t)
    else:
        s.resolving.append(card)
        yield from EVENTS[card].effect(t)
        s.resolving.remove(card)
        event_cards.discard_played(t, card)
    table_cards.sweep(t)
    yield from EVENT_PLAYED.come(t, Played(side, card, by_event))
