"""The Characters of War of the Ring to look up: their numbers, whom they rouse, what they can do in our words."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from rules.war_of_the_ring.board import CAPTAINS, DATA, FP_NATIONS, NATIONS


@cache
def characters() -> list[dict[str, Any]]:
    """Return every Character, and the Nazgûl, with name, side, numbers and abilities."""
    entries = json.loads((DATA / "characters.json").read_text(encoding="utf-8"))
    return [
        {
            "id": c["id"],
            "name": c["name"],
            "side": c["side"],
            "facts": ", ".join(_facts(c)),
            "text": c["text"],
        }
        for c in entries
    ]


def _facts(character: dict[str, Any]) -> list[str]:
    facts = ["flies" if character["level"] == "unlimited" else f"Level {character['level']}"]
    facts.append(f"Leadership {character['leadership']}")
    roused = character["can_activate"]
    if len(roused) == len(FP_NATIONS):
        facts.append("rouses every Nation")
    elif roused:
        facts.append(f"rouses {' and '.join(NATIONS[n].name.replace('The ', 'the ') for n in roused)}")
    if character["id"] in CAPTAINS:
        facts.append("Captain of the West: +1 Combat Strength")
    if character["extra_die"]:
        facts.append("one more Action die")
    return facts
