"""Stages: how far a title is, or what an option brings to it, and what a player may expect of it.

Whoever writes rules begins with a draft. What people play who look for faults is on trial. What has passed the gate
(`rules.core.gate`) may be called complete: only that is played for ratings.
"""

from collections.abc import Iterable, Mapping
from typing import Literal, get_args

import msgspec

Stage = Literal["draft", "trial", "complete"]

#: From the weakest on.
STAGES: tuple[Stage, ...] = get_args(Stage)
#: What players read where something is chosen; of what is complete nothing is said there.
WORDS: Mapping[Stage, str] = {"draft": "draft", "trial": "on trial", "complete": "complete"}


class OptionSet(msgspec.Struct, frozen=True):
    """A set that an option brings to a table.

    Attributes:
        name: what players call it. stage: how far it is.
        values: those of the option that bring it; each is examined by itself.
    """

    name: str
    stage: Stage = "draft"
    values: tuple[str | bool | int, ...] = (True,)

    def is_brought_by(self, value: object) -> bool:
        """Return whether its option brings it to a table with this value.

        >>> OptionSet("Dragons").is_brought_by(True), OptionSet("Dragons").is_brought_by(None)
        (True, False)
        """
        return value in self.values


def label_of(name: str, stage: Stage) -> str:
    """Return a name as it stands where it is chosen: of what is complete nothing is said.

    >>> label_of("Hoard", "complete"), label_of("Dragons", "trial")
    ('Hoard', 'Dragons (on trial)')
    """
    return name if stage == "complete" else f"{name} ({WORDS[stage]})"


def weakest(stages: Iterable[Stage]) -> Stage:
    """Return the weakest of these stages; of nothing everything is complete.

    >>> weakest(("complete", "draft", "trial"))
    'draft'
    """
    return min(stages, key=STAGES.index, default="complete")
