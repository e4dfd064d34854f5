"""Reasons why a card is not played, laid, paid or used: what it asks for, and where it is not (WR-5, 6, 10, 15).

Of a hand only its owner is told anything. Whatever else is named is refused alike, wherever the card lies and
whether there is one at all, and no more of it is repeated than was sent.
"""

from collections.abc import Callable, Mapping
from typing import Any

from rules.core.decisions import Decision, Refusal
from rules.core.errors import quoted
from rules.war_of_the_ring.cards.events import EVENTS
from rules.war_of_the_ring.position.catalogue import CARDS, FP, told
from rules.war_of_the_ring.position.command import command
from rules.war_of_the_ring.position.event_cards import combat_label
from rules.war_of_the_ring.position.players import hand_of, side_of
from rules.war_of_the_ring.position.state import State


def _conditions(file: str) -> dict[str, str]:
    """Return what cards ask for in words, by id, where they ask for anything."""
    cards: list[dict[str, Any]] = []
    for _, data in told(file):
        cards += data if isinstance(data, list) else [{"id": id, **card} for id, card in data.items()]
    return {card["id"]: card["condition"] for card in cards if card.get("condition")}


EVENT_CONDITIONS = _conditions("event-cards.json")
COMBAT_CONDITIONS = _conditions("combat-cards.json")
_ICONS = {"character": "Character", "army": "Army", "muster": "Muster"}


def _not_held(s: State, decision: Decision, card: str) -> Refusal:
    """Why a card that is not in the own hand cannot be chosen from it."""
    if card in hand_of(s, decision.seat):
        return None
    if card in s.table[side_of(s, decision.seat)]:
        return "on-the-table", f"“{CARDS[card].title}” lies on the table, not in your hand.", "WR-5.5"
    return "not-held", f"You hold no card “{quoted(card)}”.", "WR-5.3"


def _card(s: State, decision: Decision, card: str) -> Refusal:
    refusal = _not_held(s, decision, card)
    if refusal:
        return refusal
    if refusal := command(s, CARDS[card].side).no_card(s, card):
        return refusal
    title = CARDS[card].title
    if card in EVENTS and not EVENTS[card].condition(s):
        asked = EVENT_CONDITIONS.get(card, "it would find nothing to act on now.")
        return "condition", f"“{title}” cannot be played now. It asks for this: {asked}", "WR-6.2"
    if decision.kind == "free-card":
        return "other-deck", f"“{title}” is no Character card.", "WR-6.3"
    icon = _ICONS[CARDS[card].play_with or ""]
    return "other-icon", f"“{title}” has the icon {icon}: this die does not pay for it.", "WR-6.1"


def _combat_card(s: State, decision: Decision, card: str) -> Refusal:
    refusal = _not_held(s, decision, card)
    if refusal:
        return refusal
    asked = COMBAT_CONDITIONS.get(CARDS[card].combat, "its Combat half does nothing here.")
    return "condition", f"{combat_label(card)} cannot be laid here. It asks for this: {asked}", "WR-10.6"


def _paid(s: State, decision: Decision, card: str) -> Refusal:
    refusal = _not_held(s, decision, card)
    if refusal:
        return refusal
    needs = "the icon Army" if decision.kind == "pay-army-card" else "the back of a Character card"
    return "wrong-price", f"“{CARDS[card].title}” does not pay for this: it has not {needs}.", "WR-6.5"


def _table_card(s: State, decision: Decision, card: str) -> Refusal:
    if not any(card in laid for laid in s.table.values()):
        return "not-on-table", f"No card “{quoted(card)}” lies on the table.", "WR-15.7"
    return "no-help", f"“{CARDS[card].title}” does nothing about this.", "WR-15.7"


def _worn(s: State, decision: Decision, card: str) -> Refusal:
    if card not in s.table[FP]:
        return "not-on-table", f"No card “{quoted(card)}” lies on the table of the Free Peoples.", "WR-15.8"
    return "other-deck", f"“{CARDS[card].title}” is no Character card.", "WR-15.8"


REASONS: Mapping[str, Callable[[State, Decision, str], Refusal]] = {
    "card": _card,
    "free-card": _card,
    "combat-card": _combat_card,
    "discard": _not_held,
    "pay-army-card": _paid,
    "pay-character-card": _paid,
    "table-card": _table_card,
    "worn-with-sorrow": _worn,
}
