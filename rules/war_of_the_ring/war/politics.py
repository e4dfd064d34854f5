"""The Political Track: activation and the advance to war (WR-13)."""

from rules.core.table import Table
from rules.war_of_the_ring.position import table_cards
from rules.war_of_the_ring.position.catalogue import CHARACTERS, FP, FP_NATIONS, GREAT, SH, TOP_STEP, Side
from rules.war_of_the_ring.position.moments import NATION_MOVED, NATION_ROUSED, Stepped
from rules.war_of_the_ring.position.state import Force, State, controller, nation_of

#: Why a Nation moves by what a Companion can do.
COMPANION_ABILITY = "companion-ability"


def may_advance(s: State, nation: str) -> bool:
    """Return whether a Nation can take a step: a passive one never the last (WR-13.2)."""
    step = s.steps[nation]
    return step > (0 if nation in s.active else 1)


def activate(t: Table[State], nation: str, cause: str, region: str | None = None) -> None:
    """Activate a Free Peoples Nation, for good (WR-13.3). `cause` names why, for the log and the cards."""
    s = t.state
    if nation in s.active or not table_cards.activation_allowed(s, nation, cause, region):
        return
    s.active.append(nation)
    t.announce("nation-activated", nation=nation, cause=cause)
    table_cards.sweep(t)
    NATION_ROUSED.follow(t, Stepped(nation, cause))


def advance(t: Table[State], nation: str, cause: str) -> None:
    """Advance a Nation one step, if it may (WR-13.5, 13.6)."""
    s = t.state
    if not may_advance(s, nation):
        return
    s.steps[nation] -= 1
    t.announce("nation-advanced", nation=nation, step=s.steps[nation], cause=cause)
    table_cards.nation_advanced(t, nation, cause)
    NATION_MOVED.follow(t, Stepped(nation, cause))


def go_to_war(t: Table[State], nation: str, cause: str) -> None:
    """Put an active Nation At War at once, however many steps are left (WR-13.6)."""
    s = t.state
    if s.steps[nation] and nation in s.active:
        s.steps[nation] = 0
        t.announce("nation-advanced", nation=nation, step=0, cause=cause)
        table_cards.nation_advanced(t, nation, cause)
        NATION_MOVED.follow(t, Stepped(nation, cause))


def retreat(t: Table[State], nation: str) -> None:
    """Move a Nation one step away from war, at most to the top of the track (WR-13.9)."""
    s = t.state
    if s.steps[nation] < TOP_STEP:
        s.steps[nation] += 1
        t.announce("nation-retreated", nation=nation, step=s.steps[nation])


def army_attacked(t: Table[State], force: Force, region: str) -> None:
    """Every Nation with units in an attacked Army is activated, then advances (WR-13.3b, 13.6a)."""
    for nation in force.nations():
        activate(t, nation, "attack", region)
        advance(t, nation, "attack")


def army_entered(t: Table[State], region: str, side: Side) -> None:
    """A Shadow Army in a region of a passive Free Peoples Nation activates it (WR-13.3a)."""
    nation = nation_of(t.state, region)
    if side == SH and nation in FP_NATIONS:
        activate(t, nation, "entered", region)


def companion_arrived(t: Table[State], companion: str, region: str) -> None:
    """A Companion in a City or Stronghold of a Nation that he can activate activates it (WR-9.3)."""
    nation = nation_of(t.state, region)
    if region in GREAT and nation in CHARACTERS[companion].can_activate and controller(t.state, region) == FP:
        activate(t, nation, "companion", region)
