"""Kings of Middle-earth in the report of a game: Sovereigns by turn, attempts, Ruler dice and tokens."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules.war_of_the_ring.position.catalogue import FP, SH, figure_name
from rules.war_of_the_ring.position.dice import split
from rules.war_of_the_ring.sets.kings.ruler_dice import RULER

Line = Mapping[str, Any]
#: What becomes of Sovereigns, by the kind of the line.
FATES = {
    "sovereign-awakened": "awakened",
    "sovereign-corrupted": "corrupted",
    "sovereign-removed": "removed",
}


def report(lines: Sequence[Line], side: str) -> list[tuple[str, str]]:
    """Return headings and words: nothing of what did not happen."""
    found = [
        ("Sovereigns", "; ".join(_fates(lines)) if side == FP else ""),
        ("Corruption attempts", _attempts(lines) if side == SH else ""),
        ("Ruler die", _die(lines, side)),
        ("Ruler tokens", "; ".join(_tokens(lines, "ruler-token-used")) if side == FP else ""),
        ("Dismay tokens", "; ".join(_tokens(lines, "dismay-used")) if side == SH else ""),
    ]
    return [(heading, words) for heading, words in found if words]


def _by_turn(lines: Sequence[Line]) -> Iterator[tuple[int, Line]]:
    turn = 0
    for line in lines:
        if line["kind"] == "turn-begins":
            turn = line["data"]["turn"]
        yield turn, line


def _fates(lines: Sequence[Line]) -> list[str]:
    return [
        f"{figure_name(line['data']['sovereign'])} {FATES[line['kind']]} in turn {turn}"
        for turn, line in _by_turn(lines)
        if line["kind"] in FATES
    ]


def _attempts(lines: Sequence[Line]) -> str:
    """Return how often the Shadow tried to corrupt a Sovereign, and how often that was the end of him."""
    tried = sum(line["kind"] == "corruption-attempted" for line in lines)
    done = sum(line["kind"] == "sovereign-corrupted" for line in lines)
    if not tried:
        return ""
    return (
        f"{tried}, {done} of {'it' if tried == 1 else 'them'} with success"
        if done
        else f"{tried}, without success"
    )


def _die(lines: Sequence[Line], side: str) -> str:
    """Return how often a side rolled its Ruler die, and how often it discarded that."""
    kind = RULER[side]
    rolled = sum(
        split(die)[0] == kind
        for line in lines
        if line["kind"] == "action-dice-rolled" and line["data"]["side"] == side
        for die in line["data"]["dice"]
    )
    gone = sum(line["kind"] == "die-discarded" and split(line["data"]["die"])[0] == kind for line in lines)
    return f"rolled {_times(rolled)}{f', discarded {_times(gone)}' if gone else ''}" if rolled else ""


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def _tokens(lines: Sequence[Line], kind: str) -> list[str]:
    return [
        f"{figure_name(line['data']['sovereign'])}'s in turn {turn}"
        for turn, line in _by_turn(lines)
        if line["kind"] == kind
    ]
