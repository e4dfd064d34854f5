"""The Fellowship: declaring, moving, hiding, revealing, separating, the Guide (WR-14)."""

from __future__ import annotations

from rules.core.chance import Draw
from rules.core.decisions import Decision, OneOf, Subset, Weight
from rules.core.table import Procedure, Table
from rules.war_of_the_ring import characters, hunt, mordor, outcome, politics, table_cards
from rules.war_of_the_ring.board import (
    ADJACENT,
    CHARACTERS,
    FP,
    FP_NATIONS,
    GREAT,
    GROUPS,
    HOBBITS,
    ORIGINAL,
    REGIONS,
    SH,
    STRONGHOLDS,
    distances,
    figure_name,
    region_name,
)
from rules.war_of_the_ring.state import FIELD, INSIDE, State, add, besieged, controller

TRACK_END = 12


# -- the Guide ---------------------------------------------------------------------------------------


def guide_candidates(s: State) -> list[str]:
    """Return the Companions of the highest Level, or Gollum when nobody is left (WR-14.3, 14.4)."""
    companions = s.fellowship.companions
    if not companions:
        return ["gollum"]
    best = max(CHARACTERS[c].level for c in companions)
    return [c for c in companions if CHARACTERS[c].level == best]


def choose_guide(t: Table[State]) -> Procedure[None]:
    """Appoint the Guide, in phase 2 and whenever Companions have left; asked where several share the highest Level."""
    s = t.state
    candidates = guide_candidates(s)
    now = s.fellowship.guide
    chosen = candidates[0]
    if len(candidates) > 1:
        chosen = yield Decision(
            FP,
            "guide",
            "Who guides the Fellowship?",
            OneOf(candidates, figure_name),
            "WR-14.3",
            weight="light",
            fallback=now if now in candidates else candidates[0],
            standing=True,
        )
    if chosen != now:
        s.fellowship.guide = chosen
        t.announce("guide-appointed", character=chosen)


# -- phase 2 -----------------------------------------------------------------------------------------


def fellowship_phase(t: Table[State]) -> Procedure[None]:
    """Declare, heal, enter Mordor, choose the Guide (WR-3.2)."""
    s = t.state
    fellowship = s.fellowship
    if fellowship.hidden and fellowship.region is not None:
        yield from offer_declaration(t)
    if fellowship.region in GROUPS["mordorEntry"]:
        enter = yield Decision(
            FP,
            "enter-mordor",
            "Enter Mordor?",
            OneOf(("enter",), {"enter": "Enter Mordor"}),
            "WR-3.2",
            may_pass=True,
            pass_label="Stay",
        )
        if enter is not None:
            mordor.enter(t)
    yield from choose_guide(t)


def offer_declaration(t: Table[State]) -> Procedure[None]:
    """Let the Free Peoples declare the Fellowship (WR-14.6)."""
    s = t.state
    fellowship = s.fellowship
    assert fellowship.region is not None
    steps = distances(fellowship.region)
    reach = [r for r in REGIONS if steps.get(r, 99) <= fellowship.progress]
    target = yield Decision(
        FP,
        "declare",
        "Declare the Fellowship, and where is it?",
        OneOf(reach, region_name),
        "WR-14.6",
        may_pass=True,
        pass_label="Do not declare",
    )
    if target is None:
        return
    yield from declare(t, target)


def declare(t: Table[State], target: str) -> Procedure[None]:
    """Move the Ring-bearers to where they are declared, with all that follows (WR-14.6, 14.8)."""
    s = t.state
    fellowship = s.fellowship
    assert fellowship.region is not None
    moria = yield from _moria_path(t, fellowship.region, target, fellowship.progress)
    fellowship.region = target
    fellowship.progress = 0
    s.declared = True
    t.announce("fellowship-declared", region=target)
    nation = REGIONS[target].nation
    if target in GREAT and nation in FP_NATIONS:  # whoever controls it now (WR-13.3c)
        politics.activate(t, nation, "declared", target)
    haven = target in GREAT and ORIGINAL[target] == FP and controller(s, target) == FP
    if haven:
        outcome.heal(t, 1, "declared")
    table_cards.declared(t, target)
    if moria:
        yield from balrog(t, ignore_reveal=haven)


# -- moving and hiding -------------------------------------------------------------------------------


def move(t: Table[State], *, by_die: bool) -> Procedure[None]:
    """Move the hidden Fellowship one step and resolve the Hunt (WR-14.5, WR-16.3)."""
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
            yield from hunt.hunt(t)
    if by_die and not table_cards.die_stays_out_of_hunt(s):
        s.hunt_box[FP] += 1


def hide(t: Table[State]) -> None:
    """Hide a revealed Fellowship (WR-14.9)."""
    t.state.fellowship.hidden = True
    t.state.mordor_attempt = True
    t.announce("fellowship-hidden")


# -- revealing ---------------------------------------------------------------------------------------


def reveal_targets(s: State) -> list[str]:
    """Return where the Ring-bearers may end when revealed (WR-14.11)."""
    fellowship = s.fellowship
    assert fellowship.region is not None
    if fellowship.progress == 0:
        return [fellowship.region]
    steps = distances(fellowship.region)
    allowed = [
        r
        for r in REGIONS
        if steps.get(r, 99) <= fellowship.progress
        and not (r in GREAT and ORIGINAL[r] == FP and controller(s, r) == FP)
    ]
    return allowed or [fellowship.region]


def refuge(s: State, targets: list[str]) -> str:
    """Return where the clock reveals the Ring-bearers: clear of the enemy, then near the gates (WR-23.8)."""

    def hurt(region: str) -> tuple[bool, int]:
        return hunt.dangers(s, region) > 0, min(distances(gate)[region] for gate in GROUPS["mordorEntry"])

    return min(targets, key=hurt)


def paths(s: State, source: str, target: str, length: int, *, marks: frozenset[str]) -> list[frozenset[str]]:
    """Return the smallest sets of marked regions that a path of at most `length` steps can touch."""
    start = frozenset((source,)) & marks
    best: dict[str, list[frozenset[str]]] = {source: [start]}
    frontier = [(source, start)]
    for _ in range(length):
        following: list[tuple[str, frozenset[str]]] = []
        for here, touched in frontier:
            for there in ADJACENT[here]:
                after = touched | (frozenset((there,)) & marks)
                known = best.setdefault(there, [])
                if any(k <= after for k in known):
                    continue
                known[:] = [k for k in known if not after <= k]
                known.append(after)
                following.append((there, after))
        frontier = following
    return sorted(best.get(target, []), key=lambda k: (len(k), sorted(k)))


def _choose_path(
    t: Table[State], source: str, target: str, length: int, marks: frozenset[str]
) -> Procedure[frozenset[str]]:
    options = paths(t.state, source, target, length, marks=marks)
    if len(options) < 2:
        return options[0] if options else frozenset()
    names = {"+".join(sorted(o)) or "none": o for o in options}
    chosen = yield Decision(
        FP,
        "path",
        "By which of these dangers does the path lead?",
        OneOf(
            list(names), lambda v: ", ".join(region_name(r) for r in v.split("+") if r in REGIONS) or "none"
        ),
        "WR-14.12",
        weight="light",
        standing=True,
    )
    return names[chosen]


def _moria_path(t: Table[State], source: str, target: str, length: int) -> Procedure[bool]:
    """Whether the declared path touches Moria while the Balrog waits there."""
    if not table_cards.on_table(t.state, table_cards.BALROG):
        return False
    touched = yield from _choose_path(t, source, target, length, frozenset((table_cards.MORIA,)))
    return bool(touched) and source != target


def reveal(t: Table[State], cause: str) -> Procedure[list[str]]:
    """Reveal the Fellowship; returns the Shadow Strongholds that cost a tile each (WR-14.11, 14.12)."""
    s = t.state
    fellowship = s.fellowship
    if not fellowship.hidden:
        return []
    fellowship.hidden = False
    t.announce("fellowship-revealed", cause=cause)
    table_cards.revealed(t)
    if fellowship.region is None:
        return []
    source = fellowship.region
    targets = reveal_targets(s)
    target = targets[0]
    if len(targets) > 1:
        target = yield Decision(
            FP,
            "reveal",
            "The Fellowship is revealed: where is it?",
            OneOf(targets, region_name),
            "WR-14.11",
            weight="light",
            standing=True,
            fallback=refuge(s, targets),
        )
    shadow = frozenset(r for r in STRONGHOLDS if ORIGINAL[r] == SH and controller(s, r) == SH)
    lair = frozenset((table_cards.MORIA,)) if table_cards.on_table(s, table_cards.BALROG) else frozenset()
    touched = yield from _choose_path(t, source, target, fellowship.progress, shadow | lair)
    fellowship.region = target
    fellowship.progress = 0
    t.announce("fellowship-found", region=target)
    if table_cards.MORIA in touched and source != target:
        yield from balrog(t, ignore_reveal=False)
    return sorted(touched & shadow)


def balrog(t: Table[State], *, ignore_reveal: bool) -> Procedure[None]:
    """Ask whether the Balrog of Moria comes out, and resolve his tile."""
    if not table_cards.on_table(t.state, table_cards.BALROG):
        return
    use = yield Decision(
        SH,
        "balrog",
        "Use the Balrog of Moria for one more Hunt tile?",
        OneOf(("use",), {"use": "Use the Balrog"}),
        "WR-15.9",
        may_pass=True,
        pass_label="Keep the card",
        weight="light",
        standing=True,
    )
    if use is not None:
        table_cards.discard(t, table_cards.BALROG, "used")
        yield from hunt.draw_by_card(t, "balrog", ignore_reveal=ignore_reveal)


# -- separating --------------------------------------------------------------------------------------


def leave(t: Table[State], companions: list[str]) -> None:
    """Take Companions out of the Fellowship; the caller puts them somewhere."""
    for companion in companions:
        t.state.fellowship.companions.remove(companion)


def separate(
    t: Table[State],
    *,
    extra: int = 0,
    level: int | None = None,
    into_siege: bool = False,
    why: str = "WR-14.10",
) -> Procedure[None]:
    """Separate one Companion or one group; on the Mordor Track they are lost (WR-14.10, WR-16.2)."""
    group = list(t.state.fellowship.companions)
    if len(group) > 1:
        group = yield Decision(
            FP,
            "separate",
            "Who leaves the Fellowship?",
            Subset(group, 1, labels=figure_name),
            why,
            fallback=[group[-1]],
        )
    yield from separate_group(t, group, extra=extra, level=level, into_siege=into_siege, weight="full")


def separate_group(
    t: Table[State],
    group: list[str],
    *,
    extra: int = 0,
    level: int | None = None,
    into_siege: bool = False,
    move: bool = True,
    weight: Weight = "light",
) -> Procedure[None]:
    """Put a separated group on the map and appoint the Guide of those who stay.

    `level` replaces the highest Level of the group, `extra` regions are added to the range; `weight` is that of
    the question where they go: light where something else than a wish of the Free Peoples separates them, and
    then a standing order may answer.
    """
    s = t.state
    fellowship = s.fellowship
    leave(t, group)
    if fellowship.region is None:
        s.eliminated += group
        t.announce("companions-lost", companions=group)
    else:
        start = fellowship.region
        inside = besieged(s, start) and controller(s, start) == FP
        reach = [start]
        if not inside and move:
            best = max(CHARACTERS[c].level for c in group) if level is None else level
            distance = fellowship.progress + best + extra
            reach += characters.companion_reach(s, start, distance, into_siege=into_siege)
        target = start
        if len(reach) > 1:
            target = yield Decision(
                FP,
                "separate-to",
                "Where do they go?",
                OneOf(reach, region_name),
                "WR-14.10",
                weight=weight,
                fallback=start,
                standing=weight == "light",
                context={"companions": group},
            )
        place = INSIDE[target] if besieged(s, target) and controller(s, target) == FP else FIELD[FP][target]
        for companion in group:
            add(s, place, companion)
        characters.arrive(t, group, None, target)
    table_cards.sweep(t)
    yield from choose_guide(t)


def lose_companion(t: Table[State], victim: str) -> Procedure[None]:
    """Eliminate a Companion of the Fellowship; a Hobbit is taken alive outside Mordor (WR-15.14)."""
    s = t.state
    if victim in HOBBITS and s.fellowship.region is not None:
        yield from separate_group(t, [victim])
        return
    leave(t, [victim])
    s.eliminated.append(victim)
    t.announce("companion-lost", character=victim)
    table_cards.sweep(t)
    yield from choose_guide(t)


def random_companion(t: Table[State], name: str) -> Procedure[str]:
    """Draw one Companion of the Fellowship at random (WR-15.8)."""
    drawn: list[str] = yield Draw(name, tuple(sorted(t.state.fellowship.companions)), 1)
    return drawn[0]
