"""Lords of Middle-earth in the report of a game: special dice kept and lost, Elven Rings by name, tokens."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from rules.war_of_the_ring.position.catalogue import DICE, FP, SH
from rules.war_of_the_ring.position.dice import split
from rules.war_of_the_ring.sets.lords.state import SET, TOKENS

Line = Mapping[str, Any]


def report(lines: Sequence[Line], side: str) -> list[tuple[str, str]]:
    """Return headings and words: nothing of what did not happen."""
    found = [
        ("Special dice", _dice(lines, side)),
        ("Elven Rings", "; ".join(_rings(lines, side))),
        ("Action Tokens", "; ".join(_tokens(lines)) if side == SH else ""),
    ]
    return [(heading, words) for heading, words in found if words]


def _dice(lines: Sequence[Line], side: str) -> str:
    """Return how often a side rolled each special die of this set, and set it aside, and which it lost."""
    rolled: Counter[str] = Counter()
    aside: Counter[str] = Counter()
    lost: list[str] = []
    for line in lines:
        data = line["data"]
        if line["kind"] == "action-dice-rolled" and data["side"] == side:
            rolled.update(kind for die in data["dice"] if (kind := split(die)[0]) and DICE[kind].set == SET)
        elif line["kind"] == "special-die-kept" and data["side"] == side:
            aside.update(split(die)[0] for die in data["aside"])
        elif line["kind"] == "die-lost" and DICE[data["die"]].side == side:
            lost.append(data["die"])
    told = [
        f"{DICE[kind].name} rolled {_times(number)}{f', set aside {_times(aside[kind])}' if aside[kind] else ''}"
        for kind, number in rolled.items()
    ]
    return "; ".join([*told, *(f"{DICE[kind].name} lost for good" for kind in lost)])


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def _rings(lines: Sequence[Line], side: str) -> list[str]:
    """Return what became of each Elven Ring, and in which turn."""
    told, turn = [], 0
    for line in lines:
        kind, data = line["kind"], line["data"]
        if kind == "turn-begins":
            turn = data["turn"]
        elif kind == "ring-named" and data["side"] == side:
            told.append(f"{data['ring'].capitalize()} used in turn {turn}")
        elif kind == "ring-power" and side == FP:
            told.append(f"{data['ring'].capitalize()} used for its power in turn {turn}")
        elif kind == "ring-returned" and side == FP:
            told.append(f"{data['ring'].capitalize()} came back in turn {turn}")
    return told


def _tokens(lines: Sequence[Line]) -> list[str]:
    """Return the tokens that the Shadow took, and in which cases it has used them."""
    used = {line["data"]["token"] for line in lines if line["kind"] == "token-used"}
    return [
        f"{TOKENS[token]}{', used' if token in used else ''}"
        for line in lines
        if line["kind"] == "tokens-taken"
        for token in line["data"]["tokens"]
    ]
