"""What Event cards are worth, by simple hints kept in `cards.json`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rules.war_of_the_ring.catalogue import CARDS
from rules.war_of_the_ring.state import State

_HINTS: dict[str, Any] = json.loads((Path(__file__).parent / "cards.json").read_text(encoding="utf-8"))
#: Worth of the Event half by card: `worth`, and what is added by circumstances.
EVENTS: dict[str, dict[str, float]] = _HINTS["events"]
#: Worth of the Combat half by its name, in a battle of middling importance.
COMBAT: dict[str, float] = _HINTS["combat"]


def event_worth(s: State, card: str) -> float:
    """Return what playing the Event half now is worth, in actions' worth."""
    hint = EVENTS[card]
    worth = hint["worth"]
    worth += hint.get("corruption", 0.0) * s.fellowship.corruption
    if not s.fellowship.hidden:
        worth += hint.get("revealed", 0.0)
    return worth


def combat_worth(card: str) -> float:
    """Return what the Combat half adds in a round of battle."""
    return COMBAT[CARDS[card].combat]


def keep_worth(s: State, card: str) -> float:
    """Return what holding a card is worth: its better half, later."""
    return max(event_worth(s, card), 0.8 * combat_worth(card))
