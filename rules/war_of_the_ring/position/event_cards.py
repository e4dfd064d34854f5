"""Drawing, holding and discarding Event cards (WR-5)."""

from collections import Counter

from rules.core.chance import Draw
from rules.core.decisions import Decision, OneOf, Subset, offer
from rules.core.settled import unless_settled
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position.catalogue import CARDS, COMBAT_CARDS, SIDES, Side
from rules.war_of_the_ring.position.players import hand_limit, hand_of, keep, seats_of, side_of, told
from rules.war_of_the_ring.position.roles import actor
from rules.war_of_the_ring.position.state import State


def deck_label(deck: str) -> str:
    """Return a deck's name."""
    return f"{deck.capitalize()} deck"


def card_label(card: str) -> str:
    """Return a card's title."""
    return CARDS[card].title


def combat_label(card: str) -> str:
    """Return a card's name in a battle: the title of its Combat half, and its own."""
    return f"{COMBAT_CARDS[CARDS[card].combat].title} ({CARDS[card].title})"


def draw(t: Table[State], seat: str, deck: str, cause: str) -> Procedure[str | None]:
    """Draw one card from a deck (`character` or `strategy`) into the hand of a seat; None if it is empty."""
    s = t.state
    side = side_of(s, seat)
    pile = s.decks[f"{side}/{deck}"]
    if not pile:
        t.announce("deck-empty", side=side, deck=deck)
        return None
    drawn: list[str] = yield Draw(f"{side}-{deck}-card", tuple(pile), 1)
    card = drawn[0]
    pile.remove(card)
    hand_of(s, seat).append(card)
    t.announce("card-drawn", side=side, deck=deck, cause=cause, **told(s, seat))
    t.whisper(seat, "card-seen", card=card, cause=cause)
    return card


def offer_draw(t: Table[State], seat: str, deck: str, kind: str, power: str, cause: str) -> Procedure[None]:
    """Let a seat draw from one deck by a character's ability, if there is a card left (WR-18).

    `kind` is the kind of the decision, `power` the ability in the question, `cause` what the log says.
    """
    if deck not in decks_left(t.state, side_of(t.state, seat)):
        return
    use = yield offer(
        seat,
        kind,
        f"Draw from the {deck.capitalize()} deck by {power}?",
        OneOf(("draw",), {"draw": "Draw"}),
        "WR-18",
        pass_label="Do not draw",
    )
    if use is not None:
        yield from draw(t, seat, deck, cause)
        yield from enforce_limit(t, seat)


def decks_left(s: State, side: Side) -> list[str]:
    """Return the decks of a side that have cards left."""
    return [d for d in ("character", "strategy") if s.decks[f"{side}/{d}"]]


def choose_deck(t: Table[State], side: Side, cause: str) -> Procedure[str | None]:
    """Draw one card from a deck of the side's choice."""
    seat, decks = actor(t.state, side), decks_left(t.state, side)
    if not decks:
        t.announce("deck-empty", side=side, deck="both")
        return None
    question = Decision(seat, "deck", "From which deck do you draw?", OneOf(decks, deck_label), "WR-4.9")
    deck = yield unless_settled(question)
    card = yield from draw(t, seat, deck, cause)
    return card


def over_limit(s: State, seat: str) -> int:
    """Return how many cards a seat holds above the limit."""
    return max(0, len(hand_of(s, seat)) - hand_limit(s, seat))


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


def limit_decision(s: State, seat: str) -> Decision:
    """Return the question which cards to discard down to the hand limit (WR-5.4)."""
    excess = over_limit(s, seat)
    hand = list(hand_of(s, seat))
    return Decision(
        seat,
        "discard",
        f"You may hold {hand_limit(s, seat)} cards: discard {excess}.",
        Subset(hand, excess, excess, card_label),
        "WR-5.4",
        weight="light",
        fallback=first_to_go(hand, excess),
        standing=True,
    )


def discard_hidden(t: Table[State], seat: str, cards: list[str]) -> None:
    """Put cards from the hand of a seat face down on the discard pile."""
    s = t.state
    hand = hand_of(s, seat)
    for card in cards:
        hand.remove(card)
        s.hidden_discards.append(card)
        keep(t, card, seat)
    t.announce(
        "cards-discarded", side=side_of(s, seat), decks=sorted(CARDS[c].deck for c in cards), **told(s, seat)
    )
    t.whisper(seat, "discard-seen", cards=cards)


def enforce_limit(t: Table[State], seat: str) -> Procedure[None]:
    """Discard down to the limit, at once after a draw (WR-5.4)."""
    if over_limit(t.state, seat):
        cards = yield limit_decision(t.state, seat)
        discard_hidden(t, seat, cards)


def enforce_limits_together(t: Table[State]) -> Procedure[None]:
    """All discard down to the limit, nobody seeing what the others discard (WR-3.1)."""
    s = t.state
    seats = [seat for side in SIDES for seat in seats_of(s, side) if over_limit(s, seat)]
    if len(seats) == 1:
        yield from enforce_limit(t, seats[0])
    elif seats:
        answers = yield tuple(limit_decision(s, seat) for seat in seats)
        for seat in seats:
            discard_hidden(t, seat, answers[seat])


def discard_played(t: Table[State], card: str) -> None:
    """Put a used card face up on the discard pile (WR-6.6)."""
    t.state.discards.append(card)


def decks_of(hand: list[str]) -> dict[str, int]:
    """Return how many cards of each deck a hand holds: public (WR-5.3)."""
    counts = {"character": 0, "strategy": 0}
    for card in hand:
        counts[CARDS[card].deck] += 1
    return counts
