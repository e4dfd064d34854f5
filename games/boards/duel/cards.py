"""The cards of Duel as our own faces."""

from functools import cache
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from rules.duel.data import CARDS, REGIONS, Card, Landmark
from rules.duel.flow import coins_text

#: What a card is called by its colour, in the order in which a side lays them out.
KINDS = {
    "grey": "Skill",
    "yellow": "Coins",
    "blue": "Quest",
    "green": "Race",
    "red": "Army",
    "purple": "Maneuver",
}

#: What an effect of a card does.
EFFECTS = {
    "gain-coins": "{n} coin{s} from the reserve",
    "advance-quest": "{n} step{s} on the Quest",
    "place-units": "{n} Unit{s} in {where}; where enemies stand, Units fall one for one",
    "move-units": "up to {n} move{s} of a Unit",
    "remove-enemy-units": "{n} enemy Unit{s} removed",
    "opponent-loses-coins": "{n} coin{s} lost by the opponent",
}


def card_face(id: str) -> dict[str, Any]:
    """Return what a card shows, and that as it is `drawn`."""
    return {**_face(id), "drawn": _drawn(id)}


@cache
def _drawn(id: str) -> SafeString:
    """Return the face of a card as HTML: it is the same wherever the card lies, for everybody."""
    return render_to_string("games/board/duel/card.html", {"face": _face(id)})


def _face(id: str) -> dict[str, Any]:
    card = CARDS[id]
    cost = [{"icon": skill, "word": skill} for skill, n in card.skills.items() for _ in range(n)]
    return {
        "id": id,
        "label": card.label,
        #: What the card's own face says: of Units where they go, for their number is drawn below.
        "title": card.label.partition(": ")[2] if card.colour == "red" else card.label,
        "colour": card.colour,
        "chapter": card.chapter,
        "kind": card.label if card.race else KINDS[card.colour],
        "coins": card.coins,
        "cost": cost,
        "free": not card.coins and not cost,
        "price_words": price_words(card),
        "chain": card.chain,
        "provides": card.provides_chain,
        "gives": [skill for skill, n in card.gives.items() for _ in range(n)],
        "choice": list(card.choice),
        "race": card.race,
        #: Whether the pictures alone say what the title says.
        "is_drawn": bool(card.gives or card.choice or card.race),
        "effects": [_effect(e) for e in card.effects],
        "regions": [REGIONS[r].name for e in card.effects for r in e.get("regions", [])],
        "words": card_words(card),
    }


def gains(card: Card) -> list[str]:
    """Return what a card gives when it is played, in words."""
    words = [f"{n} {skill} in every turn" for skill, n in card.gives.items()]
    if card.choice:
        words.append(f"{' or '.join(card.choice)} in every turn, as you need it")
    if card.race:
        words.append(f"the symbol of the {card.race.capitalize()}")
    for effect in card.effects:
        n = effect.get("amount", effect.get("spaces", 1))
        where = " or in ".join(REGIONS[r].name for r in effect.get("regions", []))
        words.append(EFFECTS[effect["type"]].format(n=n, s="" if n == 1 else "s", where=where))
    return words


def card_words(card: Card) -> str:
    """Return what a card does when it is played, as a sentence."""
    said = ", ".join(gains(card))
    return f"{said[:1].upper()}{said[1:]}."


def price_words(card: Card) -> str:
    """Return what is printed as a card's price: coins, and symbols that who has them need not pay for."""
    words = [coins_text(card.coins)] if card.coins else []
    words += [f"{n} {skill}" for skill, n in card.skills.items()]
    return ", ".join(words) or "free"


def landmark_text(tile: Landmark, *, brief: bool = False) -> str:
    """Return what a landmark does: its Fortress, then its effects; `brief`: beside the name of its region."""
    words = []
    for effect in tile.effects:
        kind = effect["type"]
        amount = effect.get("amount", effect.get("spaces", 1))
        words.append(
            {
                "place-units": f"place {amount} Unit{'s' if amount > 1 else ''} there",
                "move-units": f"move {amount} Unit{'s' if amount > 1 else ''}",
                "gain-coins": f"take {amount} coins",
                "advance-quest": f"Quest {amount}",
                "take-alliance-token": "choose one of two alliance tokens",
                "play-card-from-discard": "play a card from the discard pile",
                "discard-opponent-grey-card": "the enemy loses a grey card",
            }[kind]
        )
    where = "there" if brief else f"in {REGIONS[tile.region].name}"
    return f"Fortress {where}, then {', then '.join(words)}"


def _effect(effect: dict[str, Any]) -> dict[str, Any]:
    kind = effect["type"]
    icon = {
        "gain-coins": "coin",
        "advance-quest": "ring",
        "place-units": "unit",
        "move-units": "move",
        "remove-enemy-units": "strike",
        "opponent-loses-coins": "coin-lost",
    }[kind]
    regions = [REGIONS[r].name for r in effect.get("regions", [])]
    return {
        "icon": icon,
        "amount": effect.get("amount", effect.get("spaces", 1)),
        "text": " or ".join(regions),
    }
