"""Lords of Middle-earth as a seat may see it (LM-18), as JSON and in the board's text."""

from collections.abc import Iterator, Mapping
from typing import Any, TypedDict

from rules.war_of_the_ring.position.catalogue import DICE, FP, SH, figure_name
from rules.war_of_the_ring.position.state import State
from rules.war_of_the_ring.sets.lords import forms
from rules.war_of_the_ring.sets.lords.smeagol import is_here
from rules.war_of_the_ring.sets.lords.state import OUT, TOKENS, balrog_is_active, lords


class LordsView(TypedDict):
    """The things of this set on the board: Rings, dice, who is what, tiles, tokens."""

    rings: dict[str, str]
    pool: list[str]
    rolled: dict[str, list[str]]
    kept: dict[str, str]
    starred: list[str]
    lost: list[str]
    balrog_active: bool
    witch_king_changed: bool
    smeagol: str
    tiles_aside: list[str]
    tokens: list[str]
    token_used: bool
    power_used: bool
    despair: dict[str, int]
    forms_hidden: list[str]
    council: dict[str, str]


class Part(TypedDict):
    """This set's part of a view."""

    lords: LordsView


def open_part(s: State, seat: str | None) -> Part:
    """What lies on the board, for everybody to see: Rings, dice, who is what, tiles, tokens."""
    part = lords(s)
    smeagol = "here" if is_here(s) else "gone" if part.smeagol_seen else "to come"
    return {
        "lords": {
            "rings": dict(part.rings),
            "pool": list(part.pool),
            "rolled": {side: list(dice) for side, dice in part.rolled.items()},
            "kept": dict(part.kept),
            "starred": list(part.starred),
            "lost": list(part.lost),
            "balrog_active": balrog_is_active(s),
            "witch_king_changed": part.witch_king_changed,
            "smeagol": smeagol,
            "tiles_aside": list(part.tiles_aside),
            "tokens": list(part.tokens),
            "token_used": part.token_used,
            "power_used": part.power_used,
            "despair": dict(part.despair),
            "forms_hidden": forms.hidden(s),
            "council": forms.council_options(s),
        }
    }


_WHERE = {FP: "with the Free Peoples", SH: "with the Shadow", OUT: "out of the game"}


def in_text(view: Mapping[str, Any]) -> Iterator[str]:
    """Return the section of the board in text."""
    part = view["lords"]
    yield "LORDS OF MIDDLE-EARTH"
    rings = "; ".join(f"{ring.capitalize()} {_WHERE[where]}" for ring, where in part["rings"].items())
    yield f"  Elven Rings: {rings}"
    pool = ", ".join(DICE[kind].name for kind in part["pool"]) or "none"
    lost = ", ".join(DICE[kind].name for kind in part["lost"])
    yield f"  Special dice this turn: {pool}{f'; lost for good: {lost}' if lost else ''}"
    yield f"  Sméagol: {part['smeagol']}; Sméagol tiles aside: {len(part['tiles_aside'])}"
    if any("balrog" in force["characters"] for force in view["forces"]):
        yield f"  The Balrog: {'active' if part['balrog_active'] else 'inactive'}"
    if part["forms_hidden"]:
        yield f"  Forms not shown yet: {', '.join(map(figure_name, part['forms_hidden']))}"
    if part["tokens"]:
        yield f"  Action Tokens of the Shadow: {', '.join(TOKENS[token] for token in part['tokens'])}"
