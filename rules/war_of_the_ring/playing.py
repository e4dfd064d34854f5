"""Playing an Event card from the hand (WR-6)."""

from __future__ import annotations

from rules.core.decisions import Decision, OneOf
from rules.core.table import Procedure, Table
from rules.war_of_the_ring import event_cards, table_cards
from rules.war_of_the_ring.cards.events import EVENTS
from rules.war_of_the_ring.catalogue import CARDS, CHARACTERS, FP, SH, Side
from rules.war_of_the_ring.state import State, guide_can


def playable(s: State, side: Side, icons: frozenset[str] | None) -> list[str]:
    """Return the cards of a hand that may be played; `icons` limits the printed icon (None: any)."""
    return [
        card
        for card in s.hands[side]
        if (icons is None or CARDS[card].play_with in icons) and card in EVENTS and EVENTS[card].condition(s)
    ]


def choose_and_play(
    t: Table[State], side: Side, icons: frozenset[str] | None, *, by_event: bool
) -> Procedure[None]:
    """Ask which card is played and play it; `by_event`: a die showing Event paid for it."""
    card = yield Decision(
        side,
        "card",
        "Which Event card do you play?",
        OneOf(playable(t.state, side, icons), event_cards.card_label),
        "WR-6.1",
    )
    yield from play(t, side, card)
    if by_event:
        yield from _after_event_die(t, side, card)


def play(t: Table[State], side: Side, card: str) -> Procedure[None]:
    """Resolve the Event half of a card and lay it where it belongs (WR-6.3, 6.5, 6.6)."""
    s = t.state
    s.hands[side].remove(card)
    t.announce("card-played", side=side, card=card)
    if CARDS[card].duration == "table":
        s.table[side].append(card)
        yield from EVENTS[card].effect(t)
        table_cards.sweep(t)
        return
    s.resolving.append(card)
    yield from EVENTS[card].effect(t)
    s.resolving.remove(card)
    event_cards.discard_played(t, card)
    table_cards.sweep(t)


def _after_event_die(t: Table[State], side: Side, card: str) -> Procedure[None]:
    """Draws that follow a card played with an Event result (WR-18, The Palantír of Orthanc)."""
    s = t.state
    if side == FP and guide_can(s, "the-grey-wanderer"):
        deck = CARDS[card].deck
        yield from event_cards.offer_draw(
            t, FP, deck, "gandalf-draw", "Gandalf's guidance", CHARACTERS[s.fellowship.guide].person
        )
    if side == SH and card != table_cards.PALANTIR and table_cards.on_table(s, table_cards.PALANTIR):
        yield from event_cards.choose_deck(t, SH, "palantir")
        yield from event_cards.enforce_limit(t, SH)
