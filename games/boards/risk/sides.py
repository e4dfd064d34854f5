"""The armies of Risk beside the map: points, battalions, cards."""

from collections.abc import Mapping
from typing import Any

import rules
from games.boards.choices import Choices
from games.boards.risk.cards import TERRITORY, face
from rules.risk.data import ADVENTURES, ARMIES, IN_REGION, REGIONS, TERRITORY_CARDS, title_of
from rules.risk.story import who

#: What a choice begins with that names a card, and the word of its button.
ACTS = {"play": "Play", "claim": "Claim", "with": "With it", "": "Discard"}


def plate(
    view: Mapping[str, Any], seat: str, decision: rules.Decision | None, choices: Choices
) -> dict[str, Any]:
    """Return what a seat has; `decision` and its `choices` are those of this seat, if it is the viewer's."""
    army = view["armies"][seat]
    return {
        "side": seat,
        "is_out": seat in view["out"],
        "score": army["score"],
        "territories": army["territories"],
        "battalions": army["battalions"],
        "strongholds": army["strongholds"],
        "income": army["income"],
        "stock": army["stock"],
        "hand": hand(army, decision, choices),
    }


def hand(army: Mapping[str, Any], decision: rules.Decision | None, choices: Choices) -> dict[str, Any]:
    """Return the cards of a seat: to read, where they are known, else how many there are."""
    known = _is_known(army)
    found = []
    if known:
        for card in (*army["hand"], *army["cards"]):
            found.append(
                {"face": face(card), "acts": _acts(card, choices), "is_traded": _is_traded(card, decision)}
            )
    return {
        "seen": known,
        "cards": found,
        "backs": [
            {"sort": sort, "name": name, "count": len(cards), "each": range(len(cards))}
            for sort, name, cards in (
                ("adventure", "Adventure", army["hand"]),
                (TERRITORY, "Territory", army["cards"]),
            )
            if cards
        ],
    }


def _is_known(army: Mapping[str, Any]) -> bool:
    """Return whether the viewer may read the cards of a seat."""
    return None not in army["cards"] and None not in army["hand"]


def _acts(card: str, choices: Choices) -> list[dict[str, str]]:
    """Return what can be done with a card of the hand."""
    found = []
    for value in choices:
        head, _, rest = value.rpartition(":")
        if rest == card and head in ACTS:
            found.append({"value": value, "label": ACTS[head]})
    return found


def _is_traded(card: str, decision: rules.Decision | None) -> bool:
    """Return whether a card is part of a set that can be traded."""
    if decision is None or decision.kind != "trade" or not isinstance(decision.options, rules.OneOf):
        return False
    return any(card in value.split("+") for value in decision.options.values)


def regions(view: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the regions with what they bring, and how much of each everybody holds."""
    found = []
    for id, facts in REGIONS.items():
        inside = [view["territories"][x]["holder"] for x in IN_REGION[id]]
        parts = [
            {"holder": holder, "name": who(holder), "count": inside.count(holder)}
            for holder in sorted({h for h in inside if h}, key=lambda h: (-inside.count(h), h))
        ]
        whole = view["regions"][id]
        words = ", ".join(f"{part['name']} {part['count']}" for part in parts) or "nobody"
        found.append(
            {
                "id": id,
                "name": facts.name,
                "bonus": facts.bonus,
                "size": len(inside),
                "cells": sorted(inside, key=lambda h: (not h, -inside.count(h), h)),
                "whole": whole,
                "words": f"{facts.name}, {facts.bonus} for all {len(inside)} territories: "
                + (f"held by {ARMIES[whole].name}" if whole else words),
            }
        )
    return found


def papers(view: Mapping[str, Any], seat: str | None) -> dict[str, Any]:
    """Return the cards that lie on the table, hands of others that `seat` may read, and what is left to draw."""
    return {
        "decks": [
            {
                "name": "Territory cards",
                "left": view["territory_deck"],
                "away": names(view["territory_discards"]),
            },
            {
                "name": "Adventure cards",
                "left": view["adventure_deck"],
                "away": names(view["adventure_discards"]),
            },
        ],
        "face_down": view["face_down"],
        "own_discards": names(view["own_discards"]),
        "lasting": [
            {
                "title": title_of(x["card"]),
                "by": who(x["by"]),
                "side": x["by"],
                "until": "until their next turn" if x["by"] != seat else "until your next turn",
            }
            for x in view["lasting"]
        ],
        "uprising": who(view["uprising"]["by"]) if view["uprising"] else "",
        "hands": [
            {
                "side": s,
                "name": ARMIES[s].name,
                "parts": [
                    {"name": name, "cards": names(army[pile])}
                    for name, pile in (("Adventure cards", "hand"), ("Territory cards", "cards"))
                    if army[pile]
                ],
            }
            for s, army in view["armies"].items()
            if s != seat and _is_known(army) and (army["hand"] or army["cards"])
        ],
        "claimed": [
            {"side": s, "name": ARMIES[s].name, "cards": names(view["armies"][s]["played"])}
            for s in view["seats"]
            if view["armies"][s]["played"]
        ],
    }


def names(cards: list[str]) -> list[str]:
    """Return the titles of cards, in their order; Territory cards by their territories."""
    order = {card: n for n, card in enumerate((*ADVENTURES, *TERRITORY_CARDS))}
    return [title_of(card) for card in sorted(cards, key=order.__getitem__)]
