"""What a submitted chain has come to."""

from typing import Any

import msgspec

from rules.core.chance import Outcome
from rules.core.decisions import Choice, Decision
from rules.core.settled import Settled
from rules.core.title import Title


class Applied(msgspec.Struct, frozen=True):
    """The outcome of a submitted chain.

    Attributes:
        title: what is played.
        choices: the choices applied, in canonical form.
        outcomes: the chance that was answered on the way.
        draft: the choices behind the first information barrier, not looked at.
        barrier: whether a barrier was crossed (these choices can no longer be taken back).
        places: for each of `choices` the place, from 0, of what was submitted that it came from: a line of notation
            may stand for several.
        draft_places: the same for each of `draft`.
        settled: what answered itself on the way, before anything was revealed: one choice only was legal.
        named_places: the places of what named such a choice, rightly: nothing is applied for it.
        asked: the decision that each of `choices` has answered.
        hands_over: whether nothing but a question to other seats follows: nothing was drawn or shown.
    """

    title: Title[Any]
    choices: list[Choice]
    outcomes: list[Outcome]
    draft: list[Any]
    barrier: bool
    places: list[int] = []
    draft_places: list[int] = []
    settled: list[Settled] = []
    named_places: list[int] = []
    asked: list[Decision] = []
    hands_over: bool = False

    @property
    def written(self) -> list[str]:
        """The choices applied, in the title's notation."""
        return [self.title.write(d, c) for d, c in zip(self.asked, self.choices, strict=True)]
