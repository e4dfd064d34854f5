"""Step 1: cards that open a turn, sets of Territory cards, reinforcements (RK-5.3, RK-6)."""

from collections.abc import Sequence
from itertools import combinations

from rules.core.decisions import Decision, OneOf
from rules.core.table import Procedure, Table
from rules.risk.cards import claim_mission, claims, gain, opening_cards, place, play_opening_card
from rules.risk.data import (
    DIVISOR,
    FEWEST_REINFORCEMENTS,
    ONE_OF_EACH,
    REGIONS,
    SET_VALUES,
    STRONGHOLD_REINFORCEMENT,
    SYMBOL_OF,
    SYMBOLS,
    TERRITORY_HAND,
    WILD,
    title_of,
)
from rules.risk.fellowship import doom
from rules.risk.state import State, held, regions_held, strongholds_held


def worth(cards: Sequence[str]) -> int:
    """Return what three Territory cards are traded for, 0 if they are no set; wild cards are the best (RK-6.3)."""
    plain = [SYMBOL_OF[card] for card in cards if SYMBOL_OF[card] != WILD]
    if len(set(plain)) == len(plain):
        return SET_VALUES[ONE_OF_EACH]
    return SET_VALUES[plain[0]] if len(set(plain)) == 1 else 0


def sets_in(cards: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the sets among Territory cards, the best first, those without wild cards before others."""
    found = [three for three in combinations(sorted(cards), 3) if worth(three)]
    return sorted(found, key=lambda three: (-worth(three), sum(SYMBOL_OF[x] == WILD for x in three)))


def income(s: State, seat: str) -> int:
    """Return the battalions that territories and regions bring (RK-6.2)."""
    regions = sum(REGIONS[region].bonus for region in regions_held(s, seat))
    return max(FEWEST_REINFORCEMENTS, len(held(s, seat)) // DIVISOR) + regions


def reinforce(t: Table[State]) -> Procedure[None]:
    """Play opening cards, trade sets, and place what has come (RK-5.3, RK-6)."""
    s = t.state
    seat = s.active
    army = s.armies[seat]
    while army.hand:
        options = opening_cards(s) | claims(s)
        choice: str | None = yield Decision(
            seat,
            "open",
            "Your turn begins: play a card, claim a Mission, or go on.",
            OneOf(tuple(options), options),
            "RK-5.3",
            may_pass=True,
            pass_label="Go on to reinforcements",
            fallback=None,
        )
        if choice is None:
            break
        verb, _, card = choice.partition(":")
        if verb == "claim":
            yield from claim_mission(t, card)
        elif (yield from play_opening_card(t, card)):
            yield from doom(t)
            if s.winners:
                return
    for territory in strongholds_held(s, seat):
        gain(t, territory, STRONGHOLD_REINFORCEMENT, "stronghold")
    traded = yield from trade(t, keeps=TERRITORY_HAND - 1, may_go_on=True)
    number = income(s, seat)
    t.announce("reinforced", seat=seat, number=number, traded=traded, regions=regions_held(s, seat))
    yield from place(t, held(s, seat), number + traded, "RK-6.5")
    s.step = "combat"


def trade(t: Table[State], *, keeps: int, may_go_on: bool) -> Procedure[int]:
    """Trade sets of Territory cards; with more than `keeps` of them a player must (RK-6.4, RK-10.3).

    Args:
        may_go_on: whether further sets may be traded once no more have to be.
    """
    s = t.state
    seat = s.active
    army = s.armies[seat]
    brought = 0
    while len(army.cards) >= 3:
        must = len(army.cards) > keeps
        if not must and not may_go_on:
            break
        sets = sets_in(army.cards)
        values = ["+".join(three) for three in sets]
        labels = {
            value: f"{', '.join(map(title_of, three))}: {worth(three)} battalions"
            for value, three in zip(values, sets, strict=True)
        }
        choice: str | None = yield Decision(
            seat,
            "trade",
            f"You hold {len(army.cards)} Territory cards and have to trade a set."
            if must
            else "Trade a set?",
            OneOf(values, labels),
            "RK-6.4" if may_go_on else "RK-10.3",
            may_pass=not must,
            pass_label="Keep the cards",
            fallback=values[0] if must else None,
        )
        if choice is None:
            break
        cards = choice.split("+")
        for card in cards:
            army.cards.remove(card)
        s.territory_discards += cards
        brought += worth(cards)
        t.announce("traded", seat=seat, cards=cards, number=worth(cards))
    return brought


assert set(SET_VALUES) == {*SYMBOLS, ONE_OF_EACH}
