"""The Event cards of War of the Ring as our own faces: title, icons, both halves in our words."""

import re
from functools import cache
from typing import Any

from rules.war_of_the_ring.position.catalogue import CARDS, told
from rules.war_of_the_ring.position.dice import die_name, results_of
from rules.war_of_the_ring.position.names import key
from rules.war_of_the_ring.words.notation import VERBS

ICONS = {"character": "sword", "army": "banner", "muster": "horn"}
#: The Combat half of a card that has none.
_NO_HALF: dict[str, Any] = {"title": "", "effect": "", "initiative": ()}
#: Where the long words of titles may be parted on a narrow card.
SYLLABLES = (
    "Bom·ba·dil Break·ing Cele·born's Chal·lenge Com·mands Cor·sairs Cír·dan's Dene·thor's Doubt·ful Dread·ful "
    "Dun·harrow Dun·lend·ings Fara·mir's Fellow·ship Fight·ing Galadh·rim Gala·driel Glor·findel Grim·beorn "
    "Iron·foot's Isil·dur's Length·ens Mazar·bul Mon·sters Moun·tains Multi·ply·ing Muster·ings Palan·tír "
    "Prom·ises Re·vealed Ring·wraiths She·lob's Stew·ards Storm·crow Thran·duil's Tree·beard Under·world "
    "Un·looked Vil·lages Wind·lord Wiz·ard's Worm·tongue"
)
_PARTED = {word.replace("·", ""): word.replace("·", "\u00ad") for word in SYLLABLES.split()}
DURATIONS = {"table": "stays on the table", "immediate": ""}


@cache
def _texts() -> tuple[dict[str, Any], dict[str, Any]]:
    events = {card["id"]: card for _, cards in told("event-cards.json") for card in cards}
    combat = {name: half for _, halves in told("combat-cards.json") for name, half in halves.items()}
    return events, combat


def heading(title: str) -> str:
    """Return a title with soft hyphens where its long words may be parted."""
    return " ".join(
        "-".join(_PARTED.get(part, part) for part in word.split("-")) for word in title.split(" ")
    )


@cache
def face(card: str) -> dict[str, Any]:
    """Return what a card says; one that lies in no deck has no icon, and no Combat half."""
    events, combats = _texts()
    event, facts = events[card], CARDS[card]
    combat = combats.get(facts.combat, _NO_HALF)
    return {
        "id": card,
        "title": facts.title,
        "heading": heading(facts.title),
        "side": facts.side,
        "deck": facts.deck,
        "icon": ICONS.get(facts.play_with or "", ""),
        "play_with": facts.play_with or "",
        "duration": DURATIONS.get(facts.duration, facts.duration.replace("-", " ")),
        "condition": event.get("condition") or "",
        "effect": event["effect"],
        "combat_title": combat["title"],
        "combat_condition": combat.get("condition") or "",
        "combat_effect": combat["effect"],
        "combat_gist": combat.get("gist") or _gist(combat["effect"]),
        "initiative": " and ".join(map(str, combat["initiative"])),
    }


#: The most letters of two lines of an option.
TWO_LINES = 96


def in_battle(card: str) -> dict[str, str]:
    """Return what a card is as an answer in a battle: what is given away, which half is used, when, and what for.

    >>> in_battle("fp-str-16")["half"]
    'Daylight'
    """
    told = face(card)
    return {
        "name": told["title"],
        "half": told["combat_title"],
        "first": told["initiative"],
        "says": told["combat_gist"],
    }


def _gist(words: str) -> str:
    """Return the first sentences, as many as stand in two lines; "" where the first one is longer: the card says it."""
    gist = ""
    for sentence in re.split(r"(?<=[a-z)]\.) ", words):
        longer = f"{gist} {sentence}".strip()
        if len(longer) > TWO_LINES:
            break
        gist = longer
    return gist


def plays(card: str, actions: dict[str, str]) -> list[dict[str, str]]:
    """Return the dice that could play a card now, as chains of two moves in the notation."""
    found: dict[str, dict[str, str]] = {}
    for value in actions:
        die, _, use = value.partition(":")
        if use == "play-event" or (use == "play" and serves(die, CARDS[card].play_with or "")):
            chain = f"use {die}: {use}; {VERBS['card'][0]}: {key(CARDS[card].title)}"
            found.setdefault(die, {"value": chain, "label": die_name(die), "die": die})
    return list(found.values())


def serves(die: str, icon: str) -> bool:
    """Return whether a die shows an icon."""
    return icon in results_of(die)
