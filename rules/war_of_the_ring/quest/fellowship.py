"""The Fellowship as its player moves it: phase 2, declaring, moving, hiding (WR-3.2, WR-14)."""

from rules.core.decisions import Decision, OneOf
from rules.core.forced_choices import leaves_out
from rules.core.settled import Settled
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position import dice, outcome, table_cards
from rules.war_of_the_ring.position.catalogue import (
    FP,
    FP_NATIONS,
    GREAT,
    GROUPS,
    ORIGINAL,
    REGIONS,
    distances,
    region_name,
)
from rules.war_of_the_ring.position.moments import DECLARED, Journey
from rules.war_of_the_ring.position.roles import leader
from rules.war_of_the_ring.position.state import State, controller, nation_of
from rules.war_of_the_ring.position.voices import Voice
from rules.war_of_the_ring.quest import company, hunt, mordor
from rules.war_of_the_ring.war import politics

TRACK_END = 12
#: Whether something hangs on declaring the Fellowship in a region, beside healing, Nations and cards that it ends.
declaring_matters: Voice[[str], bool] = Voice(any)


# -- phase 2 -----------------------------------------------------------------------------------------


def fellowship_phase(t: Table[State]) -> Procedure[None]:
    """Declare, heal, enter Mordor, choose the Guide (WR-3.2)."""
    s = t.state
    fellowship = s.fellowship
    if fellowship.hidden and fellowship.region is not None:
        yield from offer_declaration(t)
    if fellowship.region in GROUPS["mordorEntry"]:
        enter = yield Decision(
            leader(s, FP),
            "enter-mordor",
            "The Ring-bearers stand before Mordor. What do they do?",
            OneOf(("enter",), {"enter": "Enter Mordor"}),
            "WR-3.2",
            may_pass=True,
            pass_label="Stay",
        )
        if enter is not None:
            mordor.enter(t)
    yield from company.choose_guide(t)


def offer_declaration(t: Table[State]) -> Procedure[None]:
    """Let the Free Peoples declare the Fellowship (WR-14.6)."""
    s = t.state
    fellowship = s.fellowship
    assert fellowship.region is not None
    steps = distances(fellowship.region)
    reach = [r for r in REGIONS if steps.get(r, 99) <= fellowship.progress]
    question = Decision(
        leader(s, FP),
        "declare",
        "Declare the Fellowship, and where is it?",
        OneOf(reach, region_name),
        "WR-14.6",
        may_pass=True,
        pass_label="Do not declare",
    )
    idle = leaves_out(s.options) and _declaring_changes_nothing(s)
    target = yield Settled(question, None, reach) if idle else question
    if target is None:
        return
    yield from declare(t, target)


def _declaring_changes_nothing(s: State) -> bool:
    """Return whether the Fellowship stands where it was declared last, and nothing hangs on declaring it."""
    fellowship = s.fellowship
    if fellowship.progress or fellowship.region is None:
        return False
    heals = fellowship.corruption > 0 and is_haven(s, fellowship.region)
    rouses = _passive_nation(s, fellowship.region) is not None
    ends = table_cards.ended_by_declaring(s, fellowship.region)
    return not (heals or rouses or ends or declaring_matters(s, fellowship.region))


def is_haven(s: State, region: str) -> bool:
    """Return whether the Ring-bearers are healed where they are declared."""
    return region in GREAT and ORIGINAL[region] == FP and controller(s, region) == FP


def _passive_nation(s: State, region: str) -> str | None:
    """Return the Nation that a declaration in a region may make active, whoever controls it now (WR-13.3c)."""
    nation = nation_of(s, region)
    return nation if region in GREAT and nation in FP_NATIONS and nation not in s.active else None


def declare(t: Table[State], target: str) -> Procedure[None]:
    """Move the Ring-bearers to where they are declared, with all that follows (WR-14.6, 14.8)."""
    s = t.state
    fellowship = s.fellowship
    assert fellowship.region is not None
    source = fellowship.region
    touched: frozenset[str] = frozenset()
    if marks := company.on_the_way(s):
        touched = yield from company.choose_path(t, source, target, fellowship.progress, marks)
    fellowship.region = target
    fellowship.progress = 0
    s.declared = True
    t.announce("fellowship-declared", region=target)
    nation = _passive_nation(s, target)
    if nation is not None:
        politics.activate(t, nation, "declared", target)
    if is_haven(s, target):
        outcome.heal(t, 1, "declared")
    table_cards.declared(t, target)
    yield from DECLARED.come(t, Journey(source, target, touched))


# -- moving and hiding -------------------------------------------------------------------------------


def move(t: Table[State], *, die: str | None = None, spared: int = 0) -> Procedure[None]:
    """Move the hidden Fellowship one step, by a die or a card, and resolve the Hunt (WR-14.5, WR-16.3).

    `spared` Hunt dice are not rolled on the way.
    """
    s = t.state
    fellowship = s.fellowship
    s.mordor_attempt = True
    if fellowship.mordor is not None:
        yield from mordor.step(t)
    else:
        stuck = fellowship.progress == TRACK_END
        fellowship.progress = min(TRACK_END, fellowship.progress + 1)
        t.announce("fellowship-moved", progress=fellowship.progress)
        if not stuck or s.options.get("hunt_at_last_step", True):
            yield from hunt.hunt(t, spared=spared)
    if die is not None and not table_cards.die_stays_out_of_hunt(s):
        dice.into_box(s, FP, die)
        t.announce("hunt-box-filled", side=FP, dice=dice.movers_in_box(s))


def hide(t: Table[State]) -> None:
    """Hide a revealed Fellowship (WR-14.9)."""
    t.state.fellowship.hidden = True
    t.state.mordor_attempt = True
    t.announce("fellowship-hidden")
