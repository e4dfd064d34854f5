"""The worth of Event cards, by simple hints that each set keeps in `cards-for-bots.json`."""

from rules.war_of_the_ring.position.catalogue import CARDS, told
from rules.war_of_the_ring.position.state import State

#: Worth of the Event half by card: `worth`, and what is added by circumstances.
EVENTS: dict[str, dict[str, float]] = {}
#: Worth of the Combat half by its name, in a battle of middling importance.
COMBAT: dict[str, float] = {}
#: Worth of a Minion who enters play: `worth`, what each Nation that he would rouse adds (`roused`), and what an Army
#: that he would lead adds by its size (`led`).
MINIONS: dict[str, dict[str, float]] = {}
ANY_MINION: dict[str, float] = {"worth": 5.0, "led": 1.0}
for _, _hints in told("cards-for-bots.json"):
    EVENTS |= _hints["events"]
    COMBAT |= _hints["combat"]
    MINIONS |= _hints.get("minions", {})


def event_worth(s: State, card: str) -> float:
    """Return what playing the Event half now is worth, in actions' worth."""
    hint = EVENTS[card]
    worth = hint["worth"]
    worth += hint.get("corruption", 0.0) * s.fellowship.corruption
    if not s.fellowship.hidden:
        worth += hint.get("revealed", 0.0)
    return worth


def combat_worth(card: str) -> float:
    """Return what the Combat half adds in a round of battle; a card without one adds nothing."""
    return COMBAT.get(CARDS[card].combat, 0.0)


def keep_worth(s: State, card: str) -> float:
    """Return what holding a card is worth: its better half, later."""
    return max(event_worth(s, card), 0.8 * combat_worth(card))
