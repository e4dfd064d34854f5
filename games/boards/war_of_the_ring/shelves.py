"""The cards and Characters of War of the Ring to read: of each set a shelf for each side's Characters and each deck."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from games.boards.shelves import Face, Options, Part, Shelf
from games.boards.war_of_the_ring.cards import face
from games.boards.war_of_the_ring.characters import characters
from games.boards.war_of_the_ring.pieces import SIDE_NAMES
from rules.war_of_the_ring.position.box import box_of
from rules.war_of_the_ring.position.catalogue import CARDS, CHARACTERS, HOBBITS, SETS, SIDES, Set
from rules.war_of_the_ring.position.event_cards import combat_label

PLURALS = {"free-peoples": "Companions and Gollum", "shadow": "Minions and Nazgûl"}
#: Who is often called by one name only.
FIRST_NAMES = {c: x.name.partition(" ")[0] for c, x in CHARACTERS.items() if x.person in HOBBITS}
DECKS = ("character", "strategy")
ICONS = {"character": "Character", "army": "Army", "muster": "Muster"}


def shelves(options: Options | None = None) -> tuple[Shelf, ...]:
    """Return what is in a game with these options, or else everything, set by set.

    Each set has the Characters of both sides, then its cards by their decks.
    """
    if options is None:
        return _shelves(tuple(SETS), tuple(CARDS))
    box = box_of(options)
    return _shelves(box.sets, box.cards)


@cache
def _shelves(sets: tuple[str, ...], cards: tuple[str, ...]) -> tuple[Shelf, ...]:
    found = [shelf for name in sets for shelf in _of_set(SETS[name], cards)]
    phrases = Counter(phrase for shelf in found for face in shelf.faces for phrase in face.phrases)
    alike = frozenset(phrase for phrase, count in phrases.items() if count > 1)
    return tuple(
        replace(shelf, faces=tuple(_told_apart(face, alike) for face in shelf.faces)) for shelf in found
    )


def _told_apart(face: Face, alike: frozenset[str]) -> Face:
    """Return a face whose names mean it alone, those that another one has only where its id is named."""
    own = tuple(phrase for phrase in face.phrases if phrase not in alike)
    return replace(face, phrases=own, shared=tuple(phrase for phrase in face.phrases if phrase in alike))


def _of_set(one: Set, cards: tuple[str, ...]) -> Iterator[Shelf]:
    """Yield the shelves of a set; those of an expansion bear its name, and there is none without anything on it."""
    before, name = (f"{one.id}-", f"{one.name}: ") if one.option else ("", "")
    for side in SIDES:
        people = tuple(_who(c) for c in characters() if (c["set"], c["side"]) == (one.id, side))
        if people:
            words = f"{name}Characters of the {SIDE_NAMES[side]}" if one.option else PLURALS[side]
            yield Shelf(f"{before}{side}-characters", words, people, one.option or "")
    for side in SIDES:
        for deck in dict.fromkeys((*DECKS, *(card.deck for card in CARDS.values()))):
            faces = tuple(
                _card(id)
                for id in cards
                if (CARDS[id].set, CARDS[id].side, CARDS[id].deck) == (one.id, side, deck)
            )
            if faces:
                pile = "cards of no deck" if deck not in DECKS else f"{deck.capitalize()} deck"
                words = f"{name}{SIDE_NAMES[side]}: {pile}"
                yield Shelf(f"{before}{side}-{deck}", words, faces, one.option or "")


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
    """Return an Event card with both its halves, or with its only one."""
    says = face(id)
    event = Part("Event", says["effect"], says["condition"])
    stays = [says["duration"]] if says["duration"] else []
    if not says["combat_title"]:
        return Face(
            id, says["title"], (event,), marks=tuple(stays), look=says["side"], phrases=(says["title"],)
        )
    combat = Part(
        f"In battle: {says['combat_title']}",
        says["combat_effect"],
        says["combat_condition"],
        f"Initiative {says['initiative']}",
    )
    return Face(
        id,
        says["title"],
        (event, combat),
        marks=(f"{says['deck'].capitalize()} deck", f"{ICONS[says['play_with']]} icon", *stays),
        look=says["side"],
        phrases=(says["title"], combat_label(id)),
    )
