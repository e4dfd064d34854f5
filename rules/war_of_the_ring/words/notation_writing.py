"""Writing choices in the notation: ids by the names that players read and type."""

import re
from collections.abc import Mapping

from rules.core.decisions import Choice
from rules.war_of_the_ring.position import names
from rules.war_of_the_ring.position.catalogue import (
    CARDS,
    CHARACTERS,
    FIGURES,
    NATION_OF,
    NAZGUL,
    TILES,
    UNIQUE,
)
from rules.war_of_the_ring.position.names import key

#: What joins the parts of an option.
JOINTS = re.compile(r"([>@:+/])")
#: Cards that share their title with another one that may be in the same box: they are written by their ids.
_ALIKE: frozenset[str] = frozenset(
    id
    for id, card in CARDS.items()
    for other in CARDS.values()
    if other.title == card.title and id not in (other.id, other.replaces) and card.replaces != other.id
)
_JOINED = {">": " > ", "@": " at ", ":": ": ", "+": " + ", "/": "/"}


def begins_action(word: str) -> bool:
    """Return whether an action begins with a word: a die, what is done with one but its use, or no die at all."""
    return word in names.GROUPS["die"] or word in names.GROUPS["act"] or word in ("skip", "ring")


def by_person(choice: Choice) -> Choice:
    """Return a choice with everybody named by his person, whatever form of him it names."""
    if isinstance(choice, str):
        return "".join(CHARACTERS[id].person if id in CHARACTERS else id for id in JOINTS.split(choice))
    if isinstance(choice, list):
        return [str(by_person(id)) for id in choice]
    if isinstance(choice, dict):
        return {str(by_person(id)): count for id, count in choice.items()}
    return choice


def write_action(value: str) -> str:
    """Return an action as text (`use muster: recruit`, `ring: event > muster`)."""
    head, _, rest = value.replace("/", " ").partition(":")
    if not rest:
        return head
    if head in ("skip", "ring") or head in names.GROUPS["act"]:
        return f"{head}: {rest.replace('>', ' > ')}"
    return f"use {head}: {rest}"


def write_body(choice: Choice) -> str:
    """Return a choice as text, by its shape."""
    if isinstance(choice, str):
        return write_value(choice)
    if isinstance(choice, list):
        return ", ".join(map(write_value, choice)) or "none"
    if isinstance(choice, dict):
        return write_counts(choice)
    return str(choice)


def write_value(value: str) -> str:
    """Return an option as text: its parts by their names, its joints as words or signs."""
    parts = JOINTS.split(value)
    if ":" in value and begins_action(value.partition(":")[0]):
        return write_action(value)
    if len(parts) == 3 and parts[1] == ":":
        return f"{write_name(parts[0])} {write_name(parts[2])}"
    return "".join(_JOINED.get(part) or write_name(part) for part in parts)


def write_name(id: str) -> str:
    """Return what a part of an option is called: a card by its title, a tile by its face, a unit `gondor regular`."""
    if id in CARDS:
        return id if id in _ALIKE else key(CARDS[id].title)
    if id in TILES:
        return TILES[id].words
    if id in FIGURES and id != NAZGUL and id not in UNIQUE:
        nation, _, sort = id.rpartition("-")
        return f"{nation} {sort}"
    return id


def write_counts(counts: Mapping[str, int]) -> str:
    """Return figures by Nation (`gondor 3r 1e 1l, boromir`), other things one by one (`2 minas-tirith`)."""
    if not all(kind in FIGURES or kind in CHARACTERS for kind in counts):
        return ", ".join(f"{n} {write_value(kind)}" for kind, n in counts.items()) or "none"
    groups: dict[str, list[str]] = {}
    for kind, number in counts.items():
        if kind in CHARACTERS or kind in UNIQUE:
            groups[kind] = []
        elif kind == NAZGUL:
            groups[kind] = [str(number)]
        else:
            groups.setdefault(NATION_OF[kind], []).append(f"{number}{kind.rpartition('-')[2][0]}")
    return ", ".join(" ".join((name, *numbers)) for name, numbers in groups.items()) or "none"
