"""One round of a battle: Combat cards, Combat roll, Leader re-roll, casualties (WR-10, steps B2 to B7)."""

import msgspec

from rules.core.chance import Dice
from rules.core.decisions import OneOf, offer
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position import event_cards, table_cards
from rules.war_of_the_ring.position.catalogue import CARDS, COMBAT_CARDS, FP, SH, Side
from rules.war_of_the_ring.position.combat import (
    Effect,
    Round,
    Tally,
    combat_dice,
    combat_modifiers,
    hits_of,
    reroll_dice,
    reroll_modifiers,
    to_hit,
)
from rules.war_of_the_ring.position.moments import CARDS_LAID, CARDS_SHOWN
from rules.war_of_the_ring.position.players import hand_of, keep
from rules.war_of_the_ring.position.roles import commander_of, holder
from rules.war_of_the_ring.position.state import State
from rules.war_of_the_ring.war.casualties import leaders_fall, take_hits
from rules.war_of_the_ring.war.combat_cards import COMBAT

#: Initiative number, 0 for the defender, side, and what it does then.
Step = tuple[int, int, Side, Effect]


def fight_round(t: Table[State], fight: Round) -> Procedure[None]:
    """Fight one round to its end; `fight` tells what has become of both Armies."""
    yield from _lay_cards(t, fight)
    yield from _exchange(t, fight)
    _discard_cards(t, fight)
    fight.fought = True
    if not fight.withdrawn:
        for side in (fight.attacker, fight.defender):
            leaders_fall(t, fight.own(side))


def _exchange(t: Table[State], fight: Round) -> Procedure[None]:
    """From the first card effect to the last; an Army lost before the Combat roll ends the round."""
    order = _initiative(fight)
    for low, high in ((0, 2), (3, 3)):
        yield from _resolve_cards(t, fight, order, low, high)
        if fight.withdrawn or fight.is_decided():
            return
    yield from _combat_roll(t, fight)
    yield from _resolve_cards(t, fight, order, 4, 4)
    yield from _leader_reroll(t, fight)
    yield from _resolve_cards(t, fight, order, 5, 6)
    hits = {side: fight.tally[fight.foe_side(side)].total() for side in (fight.attacker, fight.defender)}
    for side, count in hits.items():
        yield from take_hits(t, fight.own(side), count, fight.region)
    yield from _resolve_cards(t, fight, order, 7, 7)


# -- Combat cards ------------------------------------------------------------------------------------


def playable_combat_cards(s: State, fight: Round, side: Side) -> list[str]:
    """Return the cards that a side could lay now, each by its condition (WR-10.6)."""
    seat = commander_of(s, fight.own(side))
    hand = hand_of(s, seat)
    return [c for c in [*hand, *_before(s, side, seat)] if _condition_holds(s, fight, side, c)]


def _before(s: State, side: Side, seat: str) -> list[str]:
    """Return the cards before a player whose Combat halves can be used where they lie."""
    return [card for card in table_cards.from_table(s, side) if holder(s, card) == seat]


def _condition_holds(s: State, fight: Round, side: Side, card: str) -> bool:
    return COMBAT[CARDS[card].combat].condition(s, fight, side)


def _may_be_asked(s: State, fight: Round, side: Side) -> bool:
    """Whether a side is asked for a card: by public facts alone, never by what its hand can do."""
    if not table_cards.combat_card_allowed(s, side, fight.region):
        return False
    if fight.number == 1 and side in fight.terms.no_cards_first_round:
        return False
    seat = commander_of(s, fight.own(side))
    ready = _before(s, side, seat)  # where everybody sees it
    return bool(hand_of(s, seat)) or any(_condition_holds(s, fight, side, card) for card in ready)


def _lay_cards(t: Table[State], fight: Round) -> Procedure[None]:
    """Both sides lay a Combat card face down, the attacker first; then both are shown (WR-10.6)."""
    s = t.state
    for side in (fight.attacker, fight.defender):
        if _may_be_asked(s, fight, side):
            yield from _lay_card(t, fight, side)
    yield from CARDS_LAID.come(t, fight)
    for side in (fight.attacker, fight.defender):
        card = fight.tally[side].card
        if card is not None:
            t.announce("combat-card-shown", side=side, card=card)
            if s.battle is not None:
                s.battle.cards[side] = card
    yield from CARDS_SHOWN.come(t, fight)


def _lay_card(t: Table[State], fight: Round, side: Side) -> Procedure[None]:
    s = t.state
    seat = commander_of(s, fight.own(side))
    card: str | None = yield offer(
        seat,
        "combat-card",
        "Lay a Combat card?",
        OneOf(playable_combat_cards(s, fight, side), event_cards.combat_label),
        "WR-10.6",
        pass_label="No card",
        context={
            "region": fight.region,
            "round": fight.number,
            "dice": combat_dice(fight, side),
            "enemy_deck": laid_deck(fight, fight.foe_side(side)),
        },
    )
    if card is None:
        t.announce("no-combat-card", side=side)
        return
    fight.tally[side].card = card
    hand = hand_of(s, seat)
    from_table = {} if card in hand else {"card": card}  # everybody sees which one is gone from there
    (s.table[side] if from_table else hand).remove(card)
    s.battle_cards[side] = card
    keep(t, card, seat)
    t.announce("combat-card-laid", side=side, deck=CARDS[card].deck, **from_table)


def laid_deck(fight: Round, side: Side) -> str | None:
    """Return the deck of the Combat card that a side has laid, or None."""
    card = fight.tally[side].card
    return CARDS[card].deck if card else None


def _discard_cards(t: Table[State], fight: Round) -> None:
    for side in (FP, SH):
        card = t.state.battle_cards.pop(side, None)
        if card is not None:
            event_cards.discard_played(t, card)


def _initiative(fight: Round) -> list[Step]:
    """Return every effect of the laid cards, lower numbers first, then the defender's (WR-10.7)."""
    order = [
        (number, place, side, effect)
        for place, side in enumerate((fight.defender, fight.attacker))
        for number, effect in _effects(fight.tally[side])
    ]
    return sorted(order, key=lambda step: step[:2])


def _effects(tally: Tally) -> list[tuple[int, Effect]]:
    """Return what the card of a side does, or what somebody does in its place, by initiative number."""
    if tally.card is None:
        return []
    if tally.feats:
        return list(tally.feats.items())
    half = CARDS[tally.card].combat
    return [(number, COMBAT[half].steps[number]) for number in COMBAT_CARDS[half].initiative]


def _resolve_cards(t: Table[State], fight: Round, order: list[Step], low: int, high: int) -> Procedure[None]:
    """Carry out the effects of some initiative numbers; nothing follows a withdrawal or a lost Army."""
    for number, _, side, effect in order:
        if not low <= number <= high or fight.tally[side].card_cancelled or fight.withdrawn:
            continue
        if number < 4 and fight.is_decided():
            continue
        yield from effect(t, fight, side)


# -- rolls -------------------------------------------------------------------------------------------


def _combat_roll(t: Table[State], fight: Round) -> Procedure[None]:
    """Step B5: both Combat rolls."""
    s = t.state
    for side in (fight.attacker, fight.defender):
        tally = fight.tally[side]
        tally.combat_dice = yield Dice(f"{side}-combat", combat_dice(fight, side))
        tally.combat_hits = hits_of(tally.combat_dice, to_hit(fight, side), tally.combat_bonus)
        t.announce(
            "combat-rolled",
            side=side,
            dice=tally.combat_dice,
            needed=to_hit(fight, side),
            bonus=tally.combat_bonus,
            hits=tally.combat_hits,
            modifiers=msgspec.to_builtins(combat_modifiers(fight, side)),
        )
        tally.extra_hits += _count_sixes(t, fight, side, tally.combat_dice)
        if s.battle is not None:
            s.battle.dice[side] = list(tally.combat_dice)


def _leader_reroll(t: Table[State], fight: Round) -> Procedure[None]:
    """Step B6: both sides roll failed dice again; how many is fixed before either does."""
    counts = {side: reroll_dice(t.state, fight, side) for side in (fight.attacker, fight.defender)}
    for side, count in counts.items():
        if not count:
            continue
        tally = fight.tally[side]
        tally.reroll_dice = yield Dice(f"{side}-reroll", count)
        tally.reroll_hits = hits_of(tally.reroll_dice, to_hit(fight, side), tally.reroll_bonus)
        t.announce(
            "leader-rerolled",
            side=side,
            dice=tally.reroll_dice,
            needed=to_hit(fight, side),
            bonus=tally.reroll_bonus,
            hits=tally.reroll_hits,
            modifiers=msgspec.to_builtins(reroll_modifiers(fight, side)),
        )
        tally.reroll_hits += _count_sixes(t, fight, side, tally.reroll_dice)


def _count_sixes(t: Table[State], fight: Round, side: Side, dice: list[int]) -> int:
    """Return the hits that a card adds to a roll for each natural 6.

    Those of the Combat roll are no dice that have hit: as many as have failed are rolled again.
    """
    tally = fight.tally[side]
    more = tally.hits_by_sixes * dice.count(6)
    if more:
        t.announce("hits-added", side=side, hits=more, card=tally.sixes_by)
    return more
