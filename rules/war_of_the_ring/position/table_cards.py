"""Cards that lie on the table: what they forbid and change, and when they are discarded (WR-6.5).

What a card does there is entered by its set (`lies`); the procedures ask what lies there and name no card.
"""

from collections.abc import Callable, Iterator

import msgspec

from rules.core.table import Table
from rules.war_of_the_ring.position.catalogue import CARDS, SIDES, Side, enemy
from rules.war_of_the_ring.position.moments import LOSSES_COUNTED
from rules.war_of_the_ring.position.state import State

NOWHERE: frozenset[str] = frozenset()


class TableCard(msgspec.Struct, frozen=True):
    """The effects of a card while it lies on the table, and what ends it.

    Attributes:
        lost: whether its condition no longer holds: it is discarded at once.
        closes: regions that no Army of the other side may enter or attack.
        holds_passive: whether it keeps a Nation from being activated, by `cause` and where.
        bars_diplomacy: whether it keeps a Muster result from advancing a Nation.
        bars_combat_cards: whether it keeps a side from laying Combat cards in a battle.
        keeps_dice_out: the dice of Fellowship moves do not go into the Hunt Box.
        hunt_bonus: what it can add to every die of a Hunt roll.
        combat_from_table: its Combat half can be used where it lies.
        on_the_way: the regions that count on the way of a Fellowship that is declared or revealed.
        ends_declared: whether declaring the Fellowship in a region ends it.
        ends_revealed: revealing the Fellowship ends it.
        ends_advanced: whether the advance of a Nation ends it, by `cause`.
    """

    lost: Callable[[State], bool] | None = None
    closes: frozenset[str] = NOWHERE
    holds_passive: Callable[[str, str, str | None], bool] | None = None
    bars_diplomacy: Callable[[State, str], bool] | None = None
    bars_combat_cards: Callable[[State, Side, str], bool] | None = None
    keeps_dice_out: bool = False
    hunt_bonus: int = 0
    combat_from_table: bool = False
    on_the_way: frozenset[str] = NOWHERE
    ends_declared: Callable[[State, str], bool] | None = None
    ends_revealed: bool = False
    ends_advanced: Callable[[str, str], bool] | None = None


#: What cards do on the table, by card; others only lie there.
LYING: dict[str, TableCard] = {}
_PLAIN = TableCard()


def lies(card: str, does: TableCard) -> None:
    """Enter what a card does on the table. Raises ValueError if it does something already."""
    if card in LYING:
        raise ValueError(f"{card} lies on the table already")
    LYING[card] = does


def lying(s: State) -> Iterator[tuple[str, TableCard]]:
    """Yield every card on the table and what it does there, the Free Peoples' first."""
    for side in SIDES:
        for card in s.table[side]:
            yield card, LYING.get(card, _PLAIN)


def on_table(s: State, card: str) -> bool:
    """Return whether a card lies on the table."""
    return card in s.table[CARDS[card].side]


def discard(t: Table[State], card: str, why: str) -> None:
    """Move a card from the table to the discard pile."""
    s = t.state
    s.table[CARDS[card].side].remove(card)
    s.discards.append(card)
    t.announce("table-card-discarded", card=card, why=why)


def closed_regions(s: State, side: Side) -> frozenset[str]:
    """Return the regions that no Army of `side` may move into, or attack in, because of a card."""
    closed = NOWHERE
    for card in s.table[enemy(side)]:
        if card in LYING:
            closed |= LYING[card].closes
    return closed


def entry_allowed(s: State, side: Side, region: str) -> bool:
    """Return whether an Army of `side` may move into, or attack in, a region as far as cards go."""
    return region not in closed_regions(s, side)


def diplomacy_allowed(s: State, nation: str) -> bool:
    """Return whether a Muster result may advance a Nation."""
    return not any(does.bars_diplomacy and does.bars_diplomacy(s, nation) for _, does in lying(s))


def activation_allowed(s: State, nation: str, cause: str, region: str | None) -> bool:
    """Return whether a Nation may be activated."""
    return not any(does.holds_passive and does.holds_passive(nation, cause, region) for _, does in lying(s))


def combat_card_allowed(s: State, side: Side, region: str) -> bool:
    """Return whether a side may lay Combat cards in a battle."""
    return not any(does.bars_combat_cards and does.bars_combat_cards(s, side, region) for _, does in lying(s))


def from_table(s: State, side: Side) -> list[str]:
    """Return the cards of a side whose Combat halves can be used where they lie."""
    return [card for card in s.table[side] if card in LYING and LYING[card].combat_from_table]


def on_the_way(s: State) -> frozenset[str]:
    """Return the regions that count on the way of the Fellowship because of cards."""
    return NOWHERE.union(*(does.on_the_way for _, does in lying(s)))


def die_stays_out_of_hunt(s: State) -> bool:
    """Return whether Fellowship moves keep their die out of the Hunt Box."""
    return any(does.keeps_dice_out for _, does in lying(s))


def nation_advanced(t: Table[State], nation: str, cause: str) -> None:
    """Discard what the advance of a Nation ends."""
    _end(t, lambda does: bool(does.ends_advanced and does.ends_advanced(nation, cause)), "nation-advanced")


def declared(t: Table[State], region: str) -> None:
    """Discard what a declaration of the Fellowship ends."""
    for card in ended_by_declaring(t.state, region):
        discard(t, card, "declared")


def ended_by_declaring(s: State, region: str) -> list[str]:
    """Return the cards on the table that a declaration of the Fellowship in a region ends."""
    return [
        card
        for side in SIDES
        for card in sorted(s.table[side])
        if (ends := LYING.get(card, _PLAIN).ends_declared) and ends(s, region)
    ]


def revealed(t: Table[State]) -> None:
    """Discard what revealing the Fellowship ends."""
    _end(t, lambda does: does.ends_revealed, "revealed")


def _end(t: Table[State], ended: Callable[[TableCard], bool], why: str) -> None:
    for card in [card for card, does in lying(t.state) if ended(does)]:
        discard(t, card, why)


def sweep(t: Table[State]) -> None:
    """Tell what losses have brought about, and discard every table card whose condition no longer holds (WR-6.5)."""
    LOSSES_COUNTED.follow(t, None)
    s = t.state
    for card, does in list(lying(s)):
        if does.lost is not None and does.lost(s):
            discard(t, card, "condition-lost")
