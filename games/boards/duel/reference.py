"""The cards, landmarks, alliance tokens and regions of Duel in words, for readers who have no page before them."""

from collections.abc import Mapping
from typing import Any

from games.boards.duel.cards import gains, landmark_text, price_words
from games.boards.references import Reference
from rules.duel.data import CARDS, LANDMARKS, NAMES, REGIONS, TOKENS, Card, seat_name


def card(id: str) -> list[str]:
    """Return what a card, a landmark or a token says."""
    if id in LANDMARKS:
        tile = LANDMARKS[id]
        needs = ", ".join(f"{n} {skill}" for skill, n in tile.skills.items())
        return [f"{tile.name} (landmark)", f"Costs: {needs}", f"Gives: {landmark_text(tile)}."]
    if id in TOKENS:
        token = TOKENS[id]
        return [f"{token.label} (alliance token, {token.race})", token.text]
    says = CARDS[id]
    chain = f"; nothing for whoever has the chain symbol {says.chain}" if says.chain else ""
    return [
        f"{says.label} ({says.colour} card of chapter {says.chapter})",
        f"Costs: {price_words(says)}{chain}",
        f"Gives: {'; '.join(printed(says))}.",
    ]


def printed(says: Card) -> list[str]:
    """Return what a card gives, its chain symbol last."""
    chain = [f"the chain symbol {says.provides_chain}"] if says.provides_chain else []
    return [*gains(says), *chain]


def place(view: Mapping[str, Any], id: str) -> str:
    """Return where something lies, as far as the view shows it."""
    for side, own in view["sides"].items():
        if id in (*own["cards"], *own["landmarks"], *own["tokens"]):
            return f"{seat_name(side)} has it."
    if id in view["discards"]["seen"]:
        return "It lies in the discard pile."
    if id in view["discards"]["own"]:
        return "It was set aside, as you have seen."
    slot = next((x for x in view["display"] if x["card"] == id), None)
    if slot is not None:
        return f"It lies in the display{'' if slot['available'] else ', under others'}."
    if any(x["id"] == id for x in view["landmarks"]):
        return "It lies face up."
    return ""


def region(view: Mapping[str, Any], id: str) -> list[str]:
    """Return who stands in a region and what lies around it."""
    here, facts = view["regions"][id], REGIONS[id]
    lines = [
        f"{seat_name(side)}: {n} Unit{'' if n == 1 else 's'}" for side, n in here["units"].items() if n
    ] or ["No Units stand here."]
    if here["fortress"]:
        lines.append(f"Fortress of {seat_name(here['fortress'])}")
    near = ", ".join(REGIONS[r].name for r in facts.adjacent)
    return [facts.name, *lines, f"Landmark: {LANDMARKS[facts.landmark].name}", f"Next to it: {near}"]


_THINGS = (*CARDS, *LANDMARKS, *TOKENS)
REFERENCE = Reference(
    cards={id: (NAMES[id],) for id in _THINGS},
    regions={id: (facts.name,) for id, facts in REGIONS.items()},
    card=card,
    region=region,
    place=place,
)
