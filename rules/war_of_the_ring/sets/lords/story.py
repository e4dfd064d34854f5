"""The sentences of Lords of Middle-earth, and where readers find its lines."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.core.sentences import begun, several
from rules.war_of_the_ring.position.catalogue import (
    CARDS,
    CHARACTERS,
    DICE,
    FP,
    SH,
    figure_name,
    region_name,
    within,
)
from rules.war_of_the_ring.position.dice import called
from rules.war_of_the_ring.position.event_cards import combat_label
from rules.war_of_the_ring.position.players import NAMES
from rules.war_of_the_ring.sets.lords.state import OUT, TOKENS

Data = dict[str, Any]


def _side(d: Data, of_free_peoples: str, of_shadow: str) -> str:
    """Return a side and what it does."""
    return f"The Free Peoples {of_free_peoples}" if d["side"] == FP else f"The Shadow {of_shadow}"


def _whose(holder: str) -> str:
    """Return a side, or one of two players of it, as the owner of something."""
    sides = {FP: "the Free Peoples'", SH: "the Shadow's"}
    return sides.get(holder) or f"{NAMES[holder]}'s"


def _tiles(d: Data) -> str:
    number = len(d["tiles"])
    return f"{number} Sméagol {'tile joins' if number == 1 else 'tiles join'} the Hunt Pool."


def _titles(d: Data) -> str:
    return several(CARDS[card].title for card in d["cards"])


def _from(source: str) -> str:
    return "from out of the game" if source == OUT else "from the Shadow"


def _chosen(d: Data) -> str:
    if not d["characters"]:
        return "All your Companions have the form of the base game."
    return f"In their other form: {'; '.join(map(figure_name, d['characters']))}."  # their names have commas


def _shown(d: Data) -> str:
    """Return which of his two forms a Companion has; that of the base game bears the name of the person."""
    character, person = d["character"], CHARACTERS[d["character"]].person
    form = "that of the base game" if character == person else figure_name(character)
    return f"The form of {figure_name(person)} is shown: {form}."


_WHY_LOST = {
    "star": "its star tells",
    "owner": "its Character is gone",
    "yields": "the Black Captain is in play",
}


SENTENCES: dict[str, Callable[[Data], str]] = {
    "forms-chosen": lambda d: "The Free Peoples have chosen in secret in which form their Companions come.",
    "forms-known": _chosen,
    "form-shown": _shown,
    "token-used": lambda d: f"The Shadow uses an Action Token: {TOKENS[d['token']]}.",
    "tokens-taken": lambda d: (
        f"The Shadow takes {'both Action Tokens' if len(d['tokens']) > 1 else 'an Action Token'}:"
        f" {'; '.join(TOKENS[token] for token in d['tokens'])}."
    ),
    "smeagol-joins": lambda d: "Sméagol joins the Fellowship.",
    "smeagol-becomes-gollum": lambda d: "Sméagol is alone: he is Gollum from now on.",
    "card-comes": lambda d: f"{CARDS[d['card']].title} comes into play.",
    "fire-and-shadow": lambda d: f"Fire and Shadow at {region_name(d['region'])}: one more tile.",
    "ring-power": lambda d: f"The power of {d['ring'].capitalize()} is used; the Ring goes to the Shadow.",
    "ring-named": lambda d: f"The Ring is {d['ring'].capitalize()}.",
    "die-kept": lambda d: f"{_side(d, 'may use', 'may use')} the {called(d['die'])} again.",
    "hunt-die-fewer": lambda d: f"{begun(within(d['by']))} guides: the Hunt has one die fewer.",
    "die-lost": lambda d: f"The {DICE[d['die']].name} die leaves the game: {_WHY_LOST[d['why']]}.",
    "special-die-kept": lambda d: (
        f"{_side(d, 'keep', 'keeps')} the {called(d['die'])}; set aside: the {several(map(called, d['aside']))}."
    ),
    "tiles-added": _tiles,
    "hand-looked-at": lambda d: f"{_side(d, 'look', 'looks')} at {_whose(d.get('player') or d['of'])} hand.",
    "hand-seen": lambda d: f"You see {_whose(d['of'])} hand: {_titles(d)}.",
    "hand-card-discarded": lambda d: (
        f"{CARDS[d['card']].title} is discarded from {_whose(d['side'])} hand, face up."
    ),
    "ring-returned": lambda d: (
        f"{d['ring'].capitalize()} comes back to the Free Peoples, {_from(d['source'])}."
    ),
    "balrog-inactive": lambda d: "The Balrog is inactive.",
    "evil-knowledge": lambda d: (
        f"Evil Knowledge: the assault on {region_name(d['region'])} goes on without a price."
    ),
    "balrog-activated": lambda d: "The Balrog is active.",
    "leadership-cancelled": lambda d: (
        f"{_side(d, 'lose', 'loses')} {d['points']} Leadership for this round, by {combat_label(d['card'])}."
    ),
    "sixes-count-more": lambda d: (
        f"Each natural 6 of the {'Free Peoples' if d['side'] == FP else 'Shadow'} scores"
        f" {d['hits']} more {'hit' if d['hits'] == 1 else 'hits'} this round, by {combat_label(d['card'])}."
    ),
    "orderly-withdrawal": lambda d: f"{_side(d, 'withdraw', 'withdraws')} after this round.",
    "no-retreat": lambda d: f"{_side(d, 'find', 'finds')} no way to retreat from {region_name(d['region'])}.",
}

LOG_GROUPS: Mapping[str, frozenset[str]] = {
    "dice": frozenset(("special-die-kept", "die-lost", "die-kept")),
    "cards": frozenset(("card-comes", "hand-looked-at", "hand-seen", "hand-card-discarded")),
    "fellowship": frozenset(
        (
            "forms-chosen",
            "forms-known",
            "form-shown",
            "token-used",
            "tokens-taken",
            "smeagol-joins",
            "smeagol-becomes-gollum",
            "fire-and-shadow",
            "hunt-die-fewer",
            "ring-power",
            "tiles-added",
        )
    ),
    "battles": frozenset(
        ("leadership-cancelled", "sixes-count-more", "orderly-withdrawal", "no-retreat", "evil-knowledge")
    ),
}
