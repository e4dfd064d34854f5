"""What bots know of an expansion: each set registers it with its declaration (`Declared.for_bots`).

The base game is known to the bots' own modules; of the other sets they name nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from rules.core.decisions import Choice, Decision
from rules.war_of_the_ring import declaring
from rules.war_of_the_ring.state import State

if TYPE_CHECKING:
    from rules.war_of_the_ring.bots.judgement import Judgement

#: What a value of a question is worth.
Answer = Callable[["Judgement", Decision, str], float]


@dataclass(frozen=True, kw_only=True)
class Knowledge:
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
        captains: how many dice a character adds to any battle of his Army, where the bots count them.
    """

    positions: tuple[Callable[[State, Mapping[str, Any]], None], ...] = ()
    uses: Mapping[str, Callable[[Judgement], float]] = field(default_factory=dict)
    acts: Mapping[str, Callable[[Judgement], float]] = field(default_factory=dict)
    answers: Mapping[str, Answer] = field(default_factory=dict)
    added: Mapping[str, Answer] = field(default_factory=dict)
    entering: Mapping[str, Callable[[Judgement, str], float]] = field(default_factory=dict)
    cards: Mapping[str, Callable[[Judgement], float]] = field(default_factory=dict)
    wholes: Mapping[str, Callable[[Judgement, Decision], Choice]] = field(default_factory=dict)
    passes: Mapping[str, float] = field(default_factory=dict)
    captains: Mapping[str, int] = field(default_factory=dict)


@lru_cache
def of(sets: tuple[str, ...]) -> Knowledge:
    """Return what these sets tell, joined; of what two of them tell the later one is heard."""
    told = [declared.for_bots for declared in declaring.of(sets) if declared.for_bots]
    joined: dict[str, Any] = {
        one.name: {key: value for known in told for key, value in getattr(known, one.name).items()}
        for one in fields(Knowledge)
        if one.name != "positions"
    }
    return Knowledge(positions=tuple(fill for known in told for fill in known.positions), **joined)
