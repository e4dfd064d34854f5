"""The declarations of a set beside its data and its cards: options, words, secrets, checks.

The package of a set (`sets/NAME/__init__.py`) may offer a `DECLARED`. The title and the faces join what the sets say;
whatever is about a position (what a seat may see, what is wrong with it) is asked of the sets in the box of its game.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from rules.core.buttons import Button
from rules.core.fields import FactField, OptionField
from rules.core.stories import Together
from rules.core.table import LogLine
from rules.war_of_the_ring.position.structs import State

Problems = Iterator[str]


@dataclass(frozen=True)
class Victory:
    """A way to win: the side that wins so, a sentence for players, and the kind that records call it."""

    side: str
    text: str
    kind: str


@dataclass(frozen=True, kw_only=True)
class Declared:
    """The additions of a set; whatever it leaves out it adds nothing to. A name that is there already is refused.

    Attributes:
        option_fields: its options, that which brings it to a table among them.
        former_defaults: see `Title.former_defaults`.
        handicap_options: those of its options that favour a side.
        aids: those of its options that help to decide.
        buttons: what the main buttons of its questions say, by their kinds.
        standing_kinds: what standing orders may answer, in words.
        victories: ways to win, by the reason of the result.
        sentences: the sentences of its lines of the story, by their kinds.
        together: how lines of it in a row become one, by their kinds (`Title.together`).
        foretells: which lines go without saying before its own (`Title.foretells`).
        log_groups: which of its lines readers find in the groups that there are.
        shows: which of its lines show something hidden (`Title.shows`).
        fact_fields: what it adds to the records of finished games, whose values `facts` tells.
        facts: tells them of a finished game.
        outcome: what it adds to the details of a result.
        verdict: a sentence that it adds to the words of a result, "" for none.
        set_up: what it does to a position in which the base game is set up.
        views: parts of the view of a seat, in order; a part that an earlier one has told takes its place. What one
            returns is a TypedDict: the types of a view are read from there.
        twins: exchange in a position what a seat may not know, each for one kind of secret.
        text: sections of the board in text, made from a view, before the cards.
        checks: find what is true of no moment of a game.
        checks_between: find what is wrong with a position to begin from: it is complete, and between two actions.
        fillers: complete a position written by hand from the parts that were given.
    """

    option_fields: tuple[OptionField, ...] = ()
    former_defaults: Mapping[str, Any] = field(default_factory=dict)
    handicap_options: tuple[str, ...] = ()
    aids: tuple[str, ...] = ()
    buttons: Mapping[str, Button] = field(default_factory=dict)
    standing_kinds: Mapping[str, str] = field(default_factory=dict)
    victories: Mapping[str, Victory] = field(default_factory=dict)
    sentences: Mapping[str, Callable[[dict[str, Any]], str]] = field(default_factory=dict)
    together: Mapping[str, Together] = field(default_factory=dict)
    foretells: Mapping[str, frozenset[str]] = field(default_factory=dict)
    log_groups: Mapping[str, frozenset[str]] = field(default_factory=dict)
    shows: tuple[str, ...] = ()
    fact_fields: tuple[FactField, ...] = ()
    facts: Callable[[State, Sequence[LogLine]], Mapping[str, Any]] | None = None
    outcome: Callable[[State], Mapping[str, Any]] | None = None
    verdict: Callable[[State], str] | None = None
    set_up: Callable[[State], None] | None = None
    views: tuple[Callable[[State, str | None], Mapping[str, Any]], ...] = ()
    twins: tuple[Callable[[State, str | None, Random], None], ...] = ()
    text: tuple[Callable[[Mapping[str, Any]], Iterator[str]], ...] = ()
    checks: tuple[Callable[[State], Problems], ...] = ()
    checks_between: tuple[Callable[[State], Problems], ...] = ()
    fillers: tuple[Callable[[State, Mapping[str, Any]], None], ...] = ()


#: What each set has declared, the base game first; `sets.load` fills it.
DECLARED: dict[str, Declared] = {}


def of(sets: Sequence[str]) -> list[Declared]:
    """Return what these sets have declared, in their order."""
    return [DECLARED[name] for name in sets if name in DECLARED]


def joined(what: str, own: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return a table to which every set adds, `own` first.

    Raises ValueError: two of them have the same name in it.
    """
    table = dict(own or {})
    for name, declared in DECLARED.items():
        more = getattr(declared, what)
        doubles = sorted(table.keys() & more.keys())
        if doubles:
            raise ValueError(f"{what} of the set {name}: {', '.join(doubles)} is there already")
        table |= more
    return table


def listed(what: str) -> tuple[Any, ...]:
    """Return a list to which every set adds."""
    return tuple(item for declared in DECLARED.values() for item in getattr(declared, what))


def set_of(kind: str) -> str:
    """Return the set that has declared the sentence of a kind of line, or a kind of question; "" for none."""
    told = (name for name, one in DECLARED.items() if kind in one.sentences or kind in one.standing_kinds)
    return next(told, "")
