"""The cards of a team: who draws from which deck, and the swap of one card for one (WR-19.3)."""

from typing import Any

from rules.core.decisions import Decision, OneOf
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position import event_cards
from rules.war_of_the_ring.position.catalogue import CARDS, Side
from rules.war_of_the_ring.position.moments import CARD_KEPT, DRAWING, HANDS_READY, Drawing, Kept
from rules.war_of_the_ring.position.players import hand_of, keeps, seat_of, side_of
from rules.war_of_the_ring.position.state import State
from rules.war_of_the_ring.sets.players.state import partner, table_of, teams

T = Table[Any]
DECKS = ("character", "strategy")
CAUSE = "phase-1"


@DRAWING.reaction(0, lambda s, drawing: bool(teams(s)))
def draw(t: T, drawing: Drawing) -> Procedure[None]:
    """In the first turn a card of each deck, later one of a deck of his choice; who does not lead draws first."""
    s = t.state
    if s.turn == 1:
        for seat in _in_order(s):
            for deck in DECKS:
                yield from event_cards.draw(t, seat, deck, CAUSE)
    else:
        chosen = yield from _choose(s)
        for seat in _in_order(s):
            if seat in chosen:
                yield from _draw_from(t, seat, chosen[seat])
    drawing.done = teams(s)


def _in_order(s: State) -> list[str]:
    """Return the seats of all teams, of each first who does not lead it."""
    leading = table_of(s).leading
    players = [player for side in teams(s) for player in (partner(s, leading[side]), leading[side])]
    return [seat_of(s, player) for player in players]


def _choose(s: State) -> Procedure[dict[str, str]]:
    """Ask everybody at once from which deck they draw; returns the deck by seat, of those whose side has cards."""
    left = {seat: event_cards.decks_left(s, side_of(s, seat)) for seat in _in_order(s)}
    chosen = {seat: decks[0] for seat, decks in left.items() if len(decks) == 1}
    asked = tuple(
        Decision(
            seat,
            "deck",
            "From which deck do you draw?",
            OneOf(decks, event_cards.deck_label),
            "WR-19.3",
            fallback=decks[0],
        )
        for seat, decks in left.items()
        if len(decks) > 1
    )
    if asked:
        chosen |= yield asked
    return chosen


def _draw_from(t: T, seat: str, deck: str) -> Procedure[None]:
    """Draw from a deck, or from the other one if the partner has just taken its last card."""
    left = event_cards.decks_left(t.state, side_of(t.state, seat))
    if left:
        yield from event_cards.draw(t, seat, deck if deck in left else left[0], CAUSE)


def may_swap(s: State) -> list[Side]:
    """Return the sides whose players both hold a card."""
    leading = table_of(s).leading
    return [side for side in teams(s) if all(s.hands[p] for p in (leading[side], partner(s, leading[side])))]


@HANDS_READY.reaction(0, lambda s, about: bool(may_swap(s)))
def swap(t: T, about: None) -> Procedure[None]:
    """Let partners swap one card for one: both offer one, or nothing happens and nobody hears of an offer."""
    s = t.state
    sides = may_swap(s)
    seats = [seat for seat in _in_order(s) if side_of(s, seat) in sides]
    answers: dict[str, str | None] = yield tuple(_swap_question(s, seat) for seat in seats)
    for side in sides:
        one, other = (seat for seat in seats if side_of(s, seat) == side)
        first, second = answers[one], answers[other]
        if first is None or second is None:
            continue
        _hand_over(t, one, other, first)
        _hand_over(t, other, one, second)
        t.announce("cards-swapped", side=side)
        for seat, gained in ((one, second), (other, first)):
            t.whisper(seat, "card-seen", card=gained, cause="swap")


def _swap_question(s: State, seat: str) -> Decision:
    hand = sorted(hand_of(s, seat))
    return Decision(
        seat,
        "swap-card",
        "Offer your partner a card for one of theirs?",
        OneOf(hand, event_cards.card_label),
        "WR-19.3",
        weight="light",
        may_pass=True,
        pass_label="No swap",
        standing=True,
    )


def _hand_over(t: T, giver: str, taker: str, card: str) -> None:
    s = t.state
    hand_of(s, giver).remove(card)
    hand_of(s, taker).append(card)


# -- who keeps what ------------------------------------------------------------------------------------


@CARD_KEPT.effect
def kept(t: T, about: Kept) -> None:
    """Note whose a card of a team is that leaves a hand."""
    if CARDS[about.card].side in teams(t.state):
        table_of(t.state).keepers[about.card] = about.player


@keeps.answer
def keeper(s: State, card: str) -> str | None:
    """Return who of a team keeps a card that is in no hand."""
    return table_of(s).keepers.get(card)
