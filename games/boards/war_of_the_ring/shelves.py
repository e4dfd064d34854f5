"""The cards and Characters of War of the Ring to read: one shelf for each side's Characters and each deck."""

from __future__ import annotations

from functools import cache

from games.boards.shelves import Face, Part, Shelf
from games.boards.war_of_the_ring.cards import face
from games.boards.war_of_the_ring.characters import characters
from games.boards.war_of_the_ring.pieces import SIDE_NAMES
from rules.war_of_the_ring.catalogue import CARDS, CHARACTERS, HOBBITS, SIDES
from rules.war_of_the_ring.event_cards import combat_label

PLURALS = {"free-peoples": "Companions and Gollum", "shadow": "Minions and Nazgûl"}
#: Who is often called by one name only.
FIRST_NAMES = {c: x.name.partition(" ")[0] for c, x in CHARACTERS.items() if x.person in HOBBITS}
ICONS = {"character": "Character", "army": "Army", "muster": "Muster"}


@cache
def shelves() -> tuple[Shelf, ...]:
    """Return the Characters of both sides, then the four decks."""
    people = [
        Shelf(f"{side}-characters", PLURALS[side], tuple(_who(c) for c in characters() if c["side"] == side))
        for side in SIDES
    ]
    decks = [
        Shelf(
            f"{side}-{deck}",
            f"{SIDE_NAMES[side]}: {deck.capitalize()} deck",
            tuple(_card(id) for id, card in CARDS.items() if (card.side, card.deck) == (side, deck)),
        )
        for side in SIDES
        for deck in ("character", "strategy")
    ]
    return (*people, *decks)


def _who(told: dict[str, str]) -> Face:
    """Return a Character, or the Nazgûl; these are named in too many lines to be marked there."""
    names = {told["name"], told["name"].removeprefix("The "), FIRST_NAMES.get(told["id"], told["name"])}
    return Face(
        told["id"],
        told["name"],
        (Part("", told["text"]),),
        kind="character",
        marks=tuple(told["facts"].split(", ")),
        look=told["side"],
        phrases=tuple(sorted(names)) if told["id"] in CHARACTERS else (),
    )


def _card(id: str) -> Face:
    """Return an Event card with both its halves."""
    says = face(id)
    return Face(
        id,
        says["title"],
        (
            Part("Event", says["effect"], says["condition"]),
            Part(
                f"In battle: {says['combat_title']}",
                says["combat_effect"],
                says["combat_condition"],
                f"Initiative {says['initiative']}",
            ),
        ),
        marks=(
            f"{says['deck'].capitalize()} deck",
            f"{ICONS[says['play_with']]} icon",
            *([says["duration"]] if says["duration"] else []),
        ),
        look=says["side"],
        phrases=(says["title"], combat_label(id)),
    )
