"""What is kept of a game in play: its newest checkpoint, and what was answered and drawn since."""

from typing import Any

import msgspec

from rules.core.chance import Outcome
from rules.core.title import Result


class Answer(msgspec.Struct, frozen=True, array_like=True):
    """One choice of one seat, as kept since the checkpoint."""

    seat: str
    choice: Any


class Mark(msgspec.Struct, frozen=True, array_like=True):
    """A checkpoint: the encoded state, and how much had been answered, drawn and written by then."""

    state: bytes
    answers: int
    chances: int
    lines: int


class Snapshot(msgspec.Struct, frozen=True, array_like=True):
    """All that is needed to go on with a game without its history.

    Attributes:
        mark: the newest checkpoint at or before the last barrier; its counts are absolute.
        answers: the answers since the mark; outcomes: the outcomes since the mark.
        published: how many answers (absolute) the other seats may see.
        chance_index: the number that the next chance will have.
    """

    mark: Mark
    answers: list[Answer]
    outcomes: list[Outcome]
    published: int
    chance_index: int
    result: Result | None = None
