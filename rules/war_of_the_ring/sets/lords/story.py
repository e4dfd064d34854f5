"""The sentences of Lords of Middle-earth, and where readers find its lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.war_of_the_ring.catalogue import CARDS, DICE, FP, figure_name, region_name
from rules.war_of_the_ring.dice import die_name

_WHY_LOST = {
    "star": "its star tells",
    "owner": "its Character is gone",
    "yields": "the Black Captain is in play",
}


def _side(side: str, one: str, many: str) -> str:
    return f"The Free Peoples {many}" if side == FP else f"The Shadow {one}"


SENTENCES: dict[str, Callable[[dict[str, Any]], str]] = {
    "smeagol-joins": lambda d: "Sméagol joins the Fellowship.",
    "smeagol-becomes-gollum": lambda d: "Sméagol is alone: he is Gollum from now on.",
    "card-comes": lambda d: f"{CARDS[d['card']].title} comes into play.",
    "fire-and-shadow": lambda d: f"Fire and Shadow at {region_name(d['region'])}: one more tile.",
    "ring-power": lambda d: f"The power of {d['ring'].capitalize()} is used; the Ring goes to the Shadow.",
    "hunt-die-fewer": lambda d: f"{figure_name(d['by'])} guides: the Hunt has one die fewer.",
    "die-lost": lambda d: f"The {DICE[d['die']].name} die leaves the game: {_WHY_LOST[d['why']]}.",
    "special-die-kept": lambda d: (
        f"{_side(d['side'], 'keeps', 'keep')} {die_name(d['die'])};"
        f" set aside: {', '.join(map(die_name, d['aside']))}."
    ),
}

LOG_GROUPS: Mapping[str, frozenset[str]] = {
    "dice": frozenset(("special-die-kept", "die-lost")),
    "cards": frozenset(("card-comes",)),
    "fellowship": frozenset(
        ("smeagol-joins", "smeagol-becomes-gollum", "fire-and-shadow", "hunt-die-fewer", "ring-power")
    ),
}
