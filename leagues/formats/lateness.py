"""Coming in after the beginning, and rounds without a game: what formats say about it."""

from collections.abc import Iterable

from leagues.formats.base import WIN, Meeting, Settings
from rules import OptionField

#: The slot of a round that somebody missed who came later.
LATE = "late"
#: The slot of a round in which somebody does not play at their own wish.
ASKED = "asked"

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

BYES = OptionField(
    "byes",
    "Byes on request, for everybody",
    "number",
    0,
    minimum=0,
    maximum=10,
    help="Rounds that one may sit out, announced before they are paired. 0: none.",
)
BYE_WORTH = OptionField(
    "bye_worth",
    "A bye on request counts",
    "choice",
    HALF,
    choices={HALF: "as a draw", ZERO: "nothing"},
)


def most_byes(settings: Settings) -> int:
    """Return how many byes everybody may ask for."""
    return int(settings.get(BYES.name, 0))


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


def bye_words(settings: Settings) -> list[str]:
    """Return what byes on request are, as sentences for players; none where there are none."""
    most = most_byes(settings)
    if not most:
        return []
    worth = {ZERO: "nothing", HALF: "as a draw"}[settings[BYE_WORTH.name]]
    often = "one round" if most == 1 else f"{most} rounds"
    return [
        f"You may sit out {often}, if you say so here before the round is paired. A bye on request counts {worth}, "
        "and does not keep you from a bye of your own where the number is odd."
    ]


def bracket_words(settings: Settings) -> str:
    """Return what stands in brackets in a table, in a sentence; "" where nothing does."""
    if is_taken(settings) or most_byes(settings):
        return " In brackets stands what a round without a game counts: missed by coming later, or sat out on request."
    return ""


def pool_words(settings: Settings) -> list[str]:
    """Return the same for pools."""
    if not is_taken(settings):
        return []
    return [
        "People may enter late, until half of the games are decided or their deadline has passed, where a pool has "
        "room: everybody of the pool then plays against them too."
    ]
