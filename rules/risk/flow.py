"""The sequence of play: setting up, then turn after turn in seven steps (RK-4, RK-5)."""

from collections.abc import Callable

from rules.core.decisions import Decision, OneOf
from rules.core.table import CHECKPOINT, Procedure, Table
from rules.risk import setup
from rules.risk.cards import carry_out, draw_adventure, draw_territory_card, end_of
from rules.risk.combat import combat
from rules.risk.data import ADVENTURE_HAND, EVENTS, TERRITORY_HAND, title_of
from rules.risk.ending import count
from rules.risk.fellowship import fellowship
from rules.risk.fortify import fortify
from rules.risk.reinforcement import reinforce
from rules.risk.state import State, after, knowers, points_of


def flow(t: Table[State]) -> Procedure[None]:
    """Play on from the step that comes next."""
    while not t.state.winners:
        yield CHECKPOINT
        yield from STEPS[t.state.step](t)


def begin(t: Table[State]) -> Procedure[None]:
    """A turn begins: what cards of its player did until now ends (RK-5.3)."""
    s = t.state
    s.turn += 1
    s.conquered = s.site_conquered = s.has_drawn = s.has_doomed = False
    s.extra_cards = 0
    s.pinned = []
    end_of(s, s.active)
    t.announce("turn-begins", seat=s.active, turn=s.turn, round=s.round)
    s.step = "reinforce"
    yield from ()


def cards(t: Table[State]) -> Procedure[None]:
    """Steps 4 and 5: a Territory card for a conquest, an Adventure card for a Site of Power (RK-14, RK-15)."""
    s = t.state
    seat = s.active
    army = s.armies[seat]
    for number in range(s.conquered + s.extra_cards):
        if number >= s.conquered and len(army.cards) >= TERRITORY_HAND:
            break
        if number < s.conquered and not (yield from takes_territory_card(t)):
            continue
        card = yield from draw_territory_card(t)
        if card:
            army.cards = sorted((*army.cards, card))
            t.announce("card-drawn", seat=seat, deck="territory")
            t.whisper(knowers(s, seat), "territory-card", seat=seat, card=card)
    s.step = "adventure" if s.site_conquered else "leader"


def takes_territory_card(t: Table[State]) -> Procedure[bool]:
    """Ask whether a conqueror takes the card, where it would be the fifth and force a trade (RK-14.1, RK-6.4).

    How many cards lie in a hand, and whether any is left to draw, is known to all.
    """
    s = t.state
    if len(s.armies[s.active].cards) != TERRITORY_HAND - 1 or not (s.territory_deck or s.territory_discards):
        return True
    labels = {"draw": "Draw a Territory card"}
    choice: str | None = yield Decision(
        s.active,
        "territory-card",
        "Draw a fifth Territory card? With five you have to trade a set in your next turn.",
        OneOf(("draw",), labels),
        "RK-14.1",
        may_pass=True,
        pass_label="Draw no card",
        fallback="draw",
    )
    return choice is not None


def adventure(t: Table[State]) -> Procedure[None]:
    """Step 5: a Site of Power was conquered with a Leader, and a card may be drawn for it (RK-15.1)."""
    s = t.state
    seat = s.active
    s.step = "leader"
    labels = {"draw": "Draw an Adventure card"}
    choice: str | None = yield Decision(
        seat,
        "adventure",
        "A Site of Power is conquered. Draw a card for it?",
        OneOf(("draw",), labels),
        "RK-15.1",
        may_pass=True,
        pass_label="Draw no card",
        fallback="draw",
    )
    if choice is not None:
        s.step = "draw"


def draw(t: Table[State]) -> Procedure[None]:
    """Draw one Adventure card; after an Event another one follows (RK-15.2).

    Whoever has drawn one plays no other in this turn; where none was left to draw, they still may (RK-15.4).
    """
    s = t.state
    seat = s.active
    army = s.armies[seat]
    card = yield from draw_adventure(t)
    s.has_drawn = s.has_drawn or bool(card)
    if card in EVENTS:
        yield from carry_out(t, card)
        return
    if card:
        army.hand = sorted((*army.hand, card))
        t.announce("card-drawn", seat=seat, deck="adventure")
        t.whisper(knowers(s, seat), "adventure-card", seat=seat, card=card)
    if len(army.hand) > ADVENTURE_HAND:
        yield from discard(t)
    s.step = "leader"


def discard(t: Table[State]) -> Procedure[None]:
    """Discard one of five Adventure cards face down (RK-15.3)."""
    s = t.state
    army = s.armies[s.active]
    labels = {card: title_of(card) for card in army.hand}
    card: str = yield Decision(
        s.active,
        "discard",
        "You hold five Adventure cards: which one do you discard?",
        OneOf(tuple(army.hand), labels),
        "RK-15.3",
        fallback=min(army.hand, key=lambda card: points_of(card, s.active)),
    )
    army.hand.remove(card)
    s.face_down[card] = list(knowers(s, s.active))
    t.announce("discarded", seat=s.active)
    t.whisper(knowers(s, s.active), "discarded-card", seat=s.active, card=card)


def leader(t: Table[State]) -> Procedure[None]:
    """Step 6: whoever has no Leader on the board places one (RK-16.1)."""
    s = t.state
    if not s.armies[s.active].leaders:
        yield from setup.ask_leader(t, s.active, "RK-16.1")
    s.step = "fellowship"


def next_turn(t: Table[State]) -> Procedure[None]:
    """The turn passes to the next who plays; what cards of those who are out do ends where theirs would begin."""
    s = t.state
    for seat in after(s, s.active)[1:]:
        if seat == s.first:
            limit = int(s.options["round_limit"])
            if limit and s.round >= limit:
                yield from count(t, "round-limit")
            s.round += 1
        if seat not in s.out:
            break
        end_of(s, seat)
    s.active = seat
    s.step = "begin"


#: What follows each step is said by the step itself.
STEPS: dict[str, Callable[[Table[State]], Procedure[None]]] = {
    "deal": setup.deal,
    "claim": setup.claim,
    "muster": setup.muster,
    "leaders": setup.leaders,
    "hands": setup.hands,
    "begin": begin,
    "reinforce": reinforce,
    "combat": combat,
    "fortify": fortify,
    "cards": cards,
    "adventure": adventure,
    "draw": draw,
    "leader": leader,
    "fellowship": fellowship,
    "next": next_turn,
}
