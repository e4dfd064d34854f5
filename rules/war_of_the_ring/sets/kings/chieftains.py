"""The Dark Chieftains: how they enter play, and what Uglúk does for the Hunt (KM-8)."""

from typing import Any

from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position import dice, entries, uses
from rules.war_of_the_ring.position.catalogue import (
    ADJACENT,
    REGIONS,
    SH,
)
from rules.war_of_the_ring.position.entries import Way, too_late
from rules.war_of_the_ring.position.moments import HUNT_ROLL, HuntRoll
from rules.war_of_the_ring.position.state import State, at_war, is_free, region_of
from rules.war_of_the_ring.sets.base.people import minion, no_army_of
from rules.war_of_the_ring.sets.kings.ruler_dice import RULER
from rules.war_of_the_ring.sets.kings.state import SET, WORDS
from rules.war_of_the_ring.turns import muster

T = Table[Any]

SERPENT, MIRKWOOD, UGLUK = "black-serpent", "shadow-of-mirkwood", "ugluk"
#: By what they come, as any Minion does; they have a way of their own because a Ruler die brings no other.
CHIEFTAIN = "chieftain"
entries.add_way(
    CHIEFTAIN,
    Way(
        SH,
        "Which Dark Chieftain enters play, and where?",
        "KM-8.1",
        ("no-chieftain", "{} is no Dark Chieftain."),
    ),
)


def _beside_the_fellowship(s: State) -> list[str]:
    """Return where Uglúk may come to a revealed Fellowship: its region, or one beside it, if free."""
    here = s.fellowship.region
    if s.fellowship.hidden or here is None:
        return []
    return [region for region in (here, *ADJACENT[here]) if is_free(s, region, SH)]


minion(
    SERPENT,
    way=CHIEFTAIN,
    ready=lambda s: at_war(s, "gondor"),
    needs="Gondor at war",
    regions=lambda s: REGIONS,
    not_there=no_army_of("southrons-easterlings"),
)
minion(
    MIRKWOOD,
    way=CHIEFTAIN,
    ready=lambda s: any(at_war(s, nation) for nation in ("dwarves", "elves", "north")),
    needs="the Dwarves, the Elves or the North at war",
    regions=lambda s: REGIONS,
    not_there=no_army_of("sauron"),
)
_no_army_of_isengard = no_army_of("isengard")
minion(
    UGLUK,
    way=CHIEFTAIN,
    ready=lambda s: at_war(s, "rohan") or not s.fellowship.hidden,
    needs="Rohan at war, or the Fellowship revealed",
    regions=lambda s: dict.fromkeys(
        (*(r for r in REGIONS if not _no_army_of_isengard(s, r)), *_beside_the_fellowship(s))
    ),
    not_there=lambda s, region: (
        None if region in _beside_the_fellowship(s) else _no_army_of_isengard(s, region)
    ),
)


def without_condition(s: State) -> list[str]:
    """Return which Chieftains could come, if the game were ready for them, as `chieftain@region`."""
    new = [entries.entry_of(s, who) for who in (SERPENT, MIRKWOOD, UGLUK) if too_late(s, who) is None]
    return [value for entry in new if entry for value in entry.in_reach(s)]


# -- by a die ------------------------------------------------------------------------------------------


def by_ruler_die(die: str) -> bool:
    """Return whether the Shadow's Ruler die has no Eye and no Muster, and so brings a Chieftain (KM-8.1)."""
    return {dice.EYE, "muster"}.isdisjoint((dice.face_of(die), *dice.results_of(die)))


uses.add(
    muster.entrance(
        CHIEFTAIN,
        WORDS["uses"][CHIEFTAIN],
        ("No Dark Chieftain can enter play now.", "KM-8.1"),
        result="muster",
        set=SET,
        missed=False,
    )
)
uses.also(
    CHIEFTAIN,
    lambda s, side, die: by_ruler_die(die) and entries.may_enter(s, CHIEFTAIN),
    side=SH,
    set=SET,
    kind=RULER[SH],
)


# -- We March Day and Night -------------------------------------------------------------------------------


def near_the_fellowship(s: State) -> bool:
    """Return whether Uglúk is where the Fellowship is, or beside it."""
    here, there = s.fellowship.region, region_of(s, UGLUK)
    return here is not None and there is not None and there in (here, *ADJACENT[here])


@HUNT_ROLL.reaction(30, lambda s, due: near_the_fellowship(s))
def we_march_day_and_night(t: T, due: HuntRoll) -> Procedure[None]:
    """One more on every die that the Hunt rolls again (KM-8.3)."""
    due.again_bonus += 1
    yield from ()
