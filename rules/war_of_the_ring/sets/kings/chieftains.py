"""The Dark Chieftains: how they enter play, and what Uglúk does for the Hunt (KM-8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position import dice, entries, uses
from rules.war_of_the_ring.position.catalogue import (
    ADJACENT,
    NATION_OF,
    NATIONS,
    REGIONS,
    SH,
    UNITS,
    figure_name,
    region_name,
)
from rules.war_of_the_ring.position.entries import Entry, Reason, Way, enters, too_late
from rules.war_of_the_ring.position.moments import HUNT_ROLL, HuntRoll
from rules.war_of_the_ring.position.state import State, at_war, is_free, region_of
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
        "muster",
        "Which Dark Chieftain enters play, and where?",
        "KM-8.1",
        ("no-chieftain", "{} is no Dark Chieftain."),
    ),
)


#: Where each Chieftain could come now, whether the game is ready for him or not.
PLACES: dict[str, Callable[[State], list[str]]] = {}


def _armies_with(s: State, nation: str) -> list[str]:
    """Return where a Shadow Army with a unit of a Nation stands, in the open or under siege."""
    own = {kind for kind in UNITS if NATION_OF[kind] == nation}
    here = {key.partition("/")[0] for key, force in s.forces.items() if not own.isdisjoint(force.figures)}
    return [region for region in REGIONS if region in here]


def _beside_the_fellowship(s: State) -> list[str]:
    """Return where Uglúk may come to a revealed Fellowship: its region, or one beside it, if free."""
    here = s.fellowship.region
    if s.fellowship.hidden or here is None:
        return []
    return [region for region in (here, *ADJACENT[here]) if is_free(s, region, SH)]


def _revealed(s: State) -> bool:
    return not s.fellowship.hidden


def _chieftain(
    character: str,
    nation: str,
    *,
    ready: Callable[[State], bool],
    needs: str,
    more: Callable[[State], Iterable[str]] = lambda s: (),
) -> None:
    """Enter how a Chieftain comes, once the game is `ready` for him: to an Army of his people, or where else he may."""
    name = figure_name(character)

    def places(s: State) -> list[str]:
        return list(dict.fromkeys((*_armies_with(s, nation), *more(s))))

    def why_not(s: State, region: str) -> Reason:
        late = too_late(s, character)
        if late:
            return late
        if not ready(s):
            return "too-early", f"{name} needs {needs}."
        return "not-there", f"No Army with a unit of {NATIONS[nation].name} stands in {region_name(region)}."

    PLACES[character] = places
    enters(
        Entry(
            character=character,
            way=CHIEFTAIN,
            regions=lambda s: places(s) if ready(s) else (),
            why_not=why_not,
        )
    )


_chieftain(
    SERPENT,
    "southrons-easterlings",
    ready=lambda s: at_war(s, "gondor"),
    needs="Gondor at war",
)
_chieftain(
    MIRKWOOD,
    "sauron",
    ready=lambda s: any(at_war(s, nation) for nation in ("dwarves", "elves", "north")),
    needs="the Dwarves, the Elves or the North at war",
)
_chieftain(
    UGLUK,
    "isengard",
    ready=lambda s: at_war(s, "rohan") or _revealed(s),
    needs="Rohan at war, or the Fellowship revealed",
    more=_beside_the_fellowship,
)


# -- by a die ------------------------------------------------------------------------------------------


def by_ruler_die(die: str) -> bool:
    """Return whether the Shadow's Ruler die has no Eye and no Muster, and so brings a Chieftain (KM-8.1)."""
    return {dice.EYE, "muster"}.isdisjoint((dice.face_of(die), *dice.results_of(die)))


def _may_enter(s: State) -> bool:
    return bool(entries.open_to(s, CHIEFTAIN))


uses.add(
    uses.Use(
        id=CHIEFTAIN,
        label=WORDS["uses"][CHIEFTAIN],
        side=SH,
        set=SET,
        result="muster",
        may=lambda s, side, die: _may_enter(s),
        run=lambda t, side, die: muster.enter(t, CHIEFTAIN),
        not_now=("No Dark Chieftain can enter play now.", "KM-8.1"),
        behind=lambda s, side: (CHIEFTAIN, entries.open_to(s, CHIEFTAIN)),
        answer=muster.arrival(CHIEFTAIN),
        missed=False,
    )
)
uses.also(
    CHIEFTAIN, lambda s, side, die: by_ruler_die(die) and _may_enter(s), side=SH, set=SET, kind=RULER[SH]
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
