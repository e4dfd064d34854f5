"""Drawing, holding and discarding Event cards (WR-5)."""

from collections import Counter

from rules.core.chance import Draw
from rules.core.decisions import Decision, OneOf, Subset, offer, unless_settled
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position.catalogue import CARDS, COMBAT_CARDS, FP, SH, Side
from rules.war_of_the_ring.position.roles import actor
from rules.war_of_the_ring.position.seat_sides import seat_of
from rules.war_of_the_ring.position.state import State

HAND_LIMIT = 6


def deck_label(deck: str) -> str:
    """Return a deck's name."""
    return f"{deck.capitalize()} deck"


def card_label(card: str) -> str:
    """Return a card's title."""
    return CARDS[card].title


def combat_label(card: str) -> str:
    """Return a card's name in a battle: the title of its Combat half, and its own."""
    return f"{COMBAT_CARDS[CARDS[card].combat].title} ({CARDS[card].title})"


def draw(t: Table[State], side: Side, deck: str, cause: str) -> Procedure[str | None]:
    """Draw one card from a deck (`character` or `strategy`) into the hand; None if it is empty."""
    s = t.state
    pile = s.decks[f"{side}/{deck}"]
    if not pile:
        t.announce("deck-empty", side=side, deck=deck)
        return None
    drawn: list[str] = yield Draw(f"{side}-{deck}-card", tuple(pile), 1)
    card = drawn[0]
    pile.remove(card)
    s.hands[side].append(card)
    t.announce("card-drawn", side=side, deck=deck, cause=cause)
    t.whisper(seat_of(s, side), "card-seen", card=card, cause=cause)
    return card


def offer_draw(t: Table[State], side: Side, deck: str, kind: str, power: str, cause: str) -> Procedure[None]:
    """Let a side draw from one deck by a character's ability, if there is a card left (WR-18).

    `kind` is the kind of the decision, `power` the ability in the question, `cause` what the log says.
    """
    if not t.state.decks[f"{side}/{deck}"]:
        return
    use = yield offer(
        actor(t.state, side),
        kind,
        f"Draw from the {deck} deck by {power}?",
        OneOf(("draw",), {"draw": "Draw"}),
        "WR-18",
        pass_label="Do not draw",
    )
    if use is not None:
        yield from draw(t, side, deck, cause)
        yield from enforce_limit(t, side)


def decks_left(s: State, side: Side) -> list[str]:
    """Return the decks of a side that have cards left."""
    return [d for d in ("character", "strategy") if s.decks[f"{side}/{d}"]]


def choose_deck(t: Table[State], side: Side, cause: str) -> Procedure[str | None]:
    """Draw one card from a deck of the side's choice."""
    decks = decks_left(t.state, side)
    if not decks:
        t.announce("deck-empty", side=side, deck="both")
        return None
    question = Decision(
        actor(t.state, side), "deck", "From which deck do you draw?", OneOf(decks, deck_label), "WR-4.9"
    )
    deck = yield unless_settled(question)
    card = yield from draw(t, side, deck, cause)
    return card


def over_limit(s: State, side: Side) -> int:
    """Return how many cards a hand holds above the limit."""
    return max(0, len(s.hands[side]) - HAND_LIMIT)


def first_to_go(hand: list[str], number: int) -> list[str]:
    """Return what the clock discards: each time the oldest card of the deck with more cards (WR-23.10)."""
    left = list(hand)
    gone: list[str] = []
    for _ in range(number):
        decks = Counter(CARDS[card].deck for card in left)
        fuller = max(decks, key=lambda deck: decks[deck])
        gone.append(next(card for card in left if CARDS[card].deck == fuller))
        left.remove(gone[-1])
    return gone


def limit_decision(s: State, side: Side) -> Decision:
    """Return the question which cards to discard down to the hand limit (WR-5.4)."""
    excess = over_limit(s, side)
    hand = list(s.hands[side])
    return Decision(
        side,
        "discard",
        f"You may hold {HAND_LIMIT} cards: discard {excess}.",
        Subset(hand, excess, excess, card_label),
        "WR-5.4",
        weight="light",
        fallback=first_to_go(hand, excess),
        standing=True,
    )


def discard_hidden(t: Table[State], side: Side, cards: list[str]) -> None:
    """Put cards from the hand face down on the discard pile."""
    s = t.state
    for card in cards:
        s.hands[side].remove(card)
        s.hidden_discards.append(card)
    t.announce("cards-discarded", side=side, decks=sorted(CARDS[c].deck for c in cards))
    t.whisper(seat_of(s, side), "discard-seen", cards=cards)


def enforce_limit(t: Table[State], side: Side) -> Procedure[None]:
    """Discard down to the limit, at once after a draw (WR-5.4)."""
    if over_limit(t.state, side):
        cards = yield limit_decision(t.state, side)
        discard_hidden(t, side, cards)


def enforce_limits_together(t: Table[State]) -> Procedure[None]:
    """Both sides discard down to the limit, neither seeing the other's discard (WR-3.1)."""
    s = t.state
    asked = tuple(limit_decision(s, side) for side in (FP, SH) if over_limit(s, side))
    if len(asked) == 2:
        answers = yield asked
        for side in (FP, SH):
            discard_hidden(t, side, answers[side])
    elif asked:
        side = asked[0].seat
        cards = yield asked[0]
        discard_hidden(t, side, cards)


def discard_played(t: Table[State], card: str) -> None:
    """Put a used card face up on the discard pile (WR-6.6)."""
    t.state.discards.append(card)


def hand_decks(s: State, side: Side) -> dict[str, int]:
    """Return how many cards of each deck a hand holds: public (WR-5.3)."""
    counts = {"character": 0, "strategy": 0}
    for card in s.hands[side]:
        counts[CARDS[card].deck] += 1
    return counts
