"""The Characters of War of the Ring to look up: their numbers, whom they rouse, what they can do in our words."""

from functools import cache
from typing import Any

from rules.war_of_the_ring.position.catalogue import CHARACTERS, FP_NATIONS, NATIONS, told


@cache
def characters() -> list[dict[str, Any]]:
    """Return every Character, and the Nazgûl, with set, name, side, numbers and abilities."""
    return [
        {
            "set": one.id,
            "id": c["id"],
            "name": c["name"],
            "side": c["side"],
            "facts": ", ".join(_facts(c)),
            "text": c["text"],
        }
        for one, people in told("characters.json")
        for c in people
    ]


def _at_home(nation: str | None) -> str:
    return f" where {NATIONS[nation].name} is defended" if nation else ""


def _facts(character: dict[str, Any]) -> list[str]:
    facts = ["flies" if character["level"] == "unlimited" else f"Level {character['level']}"]
    facts.append(f"Leadership {character['leadership']}")
    roused = character["can_activate"]
    if len(roused) == len(FP_NATIONS):
        facts.append("rouses every Nation")
    elif roused:
        facts.append(f"rouses {' and '.join(NATIONS[n].name.replace('The ', 'the ') for n in roused)}")
    strength = CHARACTERS[character["id"]].strength if character["id"] in CHARACTERS else None
    if "captain-of-the-west" in character["abilities"]:
        facts.append("Captain of the West: +1 Combat Strength")
    elif strength:
        facts.append(f"+{strength.amount} Combat Strength{_at_home(strength.defending)}")
    if character["extra_die"]:
        facts.append("one more Action die")
    return facts
