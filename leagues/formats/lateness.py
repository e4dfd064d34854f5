"""Coming in after the beginning, and rounds without a game: what formats say about it."""

from __future__ import annotations

from collections.abc import Iterable

from leagues.formats.base import WIN, Meeting, Settings
from rules import OptionField

#: The slot of a round that somebody missed who came later.
LATE = "late"

NO, YES, ZERO, HALF = "no", "yes", "zero", "half"

#: What a round without a game is worth, in parts of a win in each of its games.
WORTH = {ZERO: 0.0, HALF: 0.5}

SWISS_LATE = OptionField(
    "late_entry",
    "Entering late",
    "choice",
    NO,
    choices={
        NO: "Nobody, once it has begun",
        ZERO: "Until half of the rounds are paired; rounds that were missed count nothing",
        HALF: "Until half of the rounds are paired; rounds that were missed count as draws",
    },
)
POOL_LATE = OptionField(
    "late_entry",
    "Entering late",
    "choice",
    NO,
    choices={
        NO: "Nobody, once it has begun",
        YES: "Until half of the games are decided, where a pool has room",
    },
    help="Only where all games begin at once.",
)


def is_taken(settings: Settings) -> bool:
    """Return whether an event takes people who come late at all."""
    return bool(settings.get("late_entry", NO) != NO)


def empty_round(number: int, entrant: int, slot: str, worth: str, games: int) -> Meeting:
    """Return a round of so many games in which somebody does not play: nobody has won it.

    Args:
        worth: a key of `WORTH`.
    """
    points = WIN * games * WORTH[worth]
    return Meeting(number, (entrant,), slot=slot, points=(points,), winners=(), played=False)


def latecomers(meetings: Iterable[Meeting]) -> set[int]:
    """Return who has come later than the first round."""
    return {meeting.sides[0] for meeting in meetings if meeting.slot == LATE}


def swiss_words(settings: Settings) -> list[str]:
    """Return what coming late means in a Swiss, as sentences for players; none where nobody can."""
    if not is_taken(settings):
        return []
    worth = {ZERO: "nothing", HALF: "as a draw"}[settings["late_entry"]]
    return [
        "People may enter late, until half of the rounds are paired. They begin in the next round, as the last seeds; "
        f"every round that was paired without them counts {worth}, and they do not make it longer."
    ]


def pool_words(settings: Settings) -> list[str]:
    """Return the same for pools."""
    if not is_taken(settings):
        return []
    return [
        "People may enter late, until half of the games are decided or their deadline has passed, where a pool has "
        "room: everybody of the pool then plays against them too."
    ]
