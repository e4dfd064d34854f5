"""The bots' knowledge of the sets: the package of each may offer a `KNOWLEDGE`, as it offers what it declares.

What every game has is known to the bots' own modules; of what a set adds they name nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import Any, Generic, TypeVar

from rules.core.decisions import Choice, Decision
from rules.core.sums import added as added_up
from rules.war_of_the_ring.position.state import State

#: Who weighs a position: `judgement.Judgement`, which asks what is known.
J = TypeVar("J")

#: What a value of a question is worth.
Answer = Callable[[J, Decision, str], float]


@dataclass(frozen=True, kw_only=True)
class Knowledge(Generic[J]):
    """What one set tells the bots; whatever it leaves out, they answer in a general way.

    Attributes:
        positions: put the set's part of a view into a position made from it.
        uses: worth of a use of a die.
        acts: worth of what takes no die.
        answers: worth of a value, by kind of question.
        added: what is added to the worth of a value, by kinds of questions that the bots know already.
        entering: what is added to the worth of a character who enters play, by where.
        cards: what is added to the worth of an Event card, by circumstances.
        wholes: answers to questions that are not one of several, by kind.
        passes: worth of a pass, by kind of question.
        hunters: how many dice more the Shadow had better put into the Hunt Box.
        captains: how many dice a character adds to any battle of his Army, where the bots count them.
    """

    positions: tuple[Callable[[State, Mapping[str, Any]], None], ...] = ()
    uses: Mapping[str, Callable[[J], float]] = field(default_factory=dict)
    acts: Mapping[str, Callable[[J], float]] = field(default_factory=dict)
    answers: Mapping[str, Answer[J]] = field(default_factory=dict)
    added: Mapping[str, Answer[J]] = field(default_factory=dict)
    entering: Mapping[str, Callable[[J, str], float]] = field(default_factory=dict)
    cards: Mapping[str, Callable[[J], float]] = field(default_factory=dict)
    wholes: Mapping[str, Callable[[J, Decision], Choice]] = field(default_factory=dict)
    passes: Mapping[str, float] = field(default_factory=dict)
    hunters: tuple[Callable[[J], int], ...] = ()
    captains: Mapping[str, int] = field(default_factory=dict)


#: What each set tells, the base game first; `sets.load` fills it.
KNOWN: dict[str, Knowledge[Any]] = {}

#: What is not told by a name, but in a row.
_LISTS = ("positions", "hunters")


@lru_cache
def of(sets: tuple[str, ...]) -> Knowledge[Any]:
    """Return what these sets tell, joined; of what two of them tell the later one is heard, but all that is added."""
    told = [KNOWN[name] for name in sets if name in KNOWN]
    joined: dict[str, Any] = {
        one.name: {key: value for known in told for key, value in getattr(known, one.name).items()}
        for one in fields(Knowledge)
        if one.name not in (*_LISTS, "added")
    }
    joined |= {name: tuple(one for known in told for one in getattr(known, name)) for name in _LISTS}
    kinds = dict.fromkeys(kind for known in told for kind in known.added)
    added = {kind: _sum([known.added[kind] for known in told if kind in known.added]) for kind in kinds}
    return Knowledge(added=added, **joined)


def _sum(answers: Sequence[Answer[J]]) -> Answer[J]:
    """Return the sum of what several sets add to the worth of a value."""
    if len(answers) == 1:
        return answers[0]
    return lambda j, decision, value: added_up(answer(j, decision, value) for answer in answers)
