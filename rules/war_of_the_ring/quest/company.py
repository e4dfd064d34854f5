"""The company: who guides it, who leaves it or is lost, where it is found (WR-14, WR-15.8, WR-15.14).

It lies below the Hunt, which takes its toll of the company, and knows nothing of tiles.
"""

from functools import partial
from typing import Any

from rules.core.chance import Draw
from rules.core.decisions import Decision, OneOf, Subset, Weight
from rules.core.settled import unless_settled
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position import table_cards
from rules.war_of_the_ring.position.catalogue import (
    ADJACENT,
    CHARACTERS,
    FP,
    GOLLUM,
    GREAT,
    GROUPS,
    ORIGINAL,
    REGIONS,
    SH,
    STRONGHOLDS,
    distances,
    figure_name,
    region_name,
)
from rules.war_of_the_ring.position.moments import COMES_TO_LIGHT, COMPANIONS_LEFT, Journey, Left
from rules.war_of_the_ring.position.roles import actor, leader
from rules.war_of_the_ring.position.state import (
    FIELD,
    INSIDE,
    State,
    add,
    besieged,
    controller,
    is_of_shadow,
    level_of,
    places,
)
from rules.war_of_the_ring.position.voices import Voice, union
from rules.war_of_the_ring.war import characters

# -- the Guide ---------------------------------------------------------------------------------------


def guide_candidates(s: State) -> list[str]:
    """Return the Companions of the highest Level, or Gollum when nobody is left (WR-14.3, 14.4)."""
    companions = s.fellowship.companions
    if not companions:
        return [GOLLUM]
    always = [c for c in companions if CHARACTERS[c].always_guides]
    if always:
        return always
    best = max(level_of(s, c) for c in companions)
    return [c for c in companions if level_of(s, c) == best]


#: Whether several may share the highest Level, by what everybody knows of the Companions.
guide_in_doubt: Voice[[], bool] = Voice(any)


def choose_guide(t: Table[State]) -> Procedure[None]:
    """Appoint the Guide, in phase 2 and whenever Companions have left; asked where several share the highest Level.

    It is asked, too, where only the Free Peoples know that nobody else does: whether they are asked tells nothing.
    """
    s = t.state
    candidates = guide_candidates(s)
    now = s.fellowship.guide
    question = Decision(
        leader(s, FP),
        "guide",
        "Who guides the Fellowship?",
        OneOf(candidates, figure_name),
        "WR-14.3",
        weight="light",
        fallback=now if now in candidates else candidates[0],
        standing=True,
    )
    chosen = yield question if guide_in_doubt(s) else unless_settled(question)
    if chosen != now:
        COMES_TO_LIGHT.follow(t, chosen)
        s.fellowship.guide = chosen
        t.announce("guide-appointed", character=chosen)
        table_cards.sweep(t)


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


def dangers(s: State, region: str) -> int:
    """Return how many of Stronghold, Army and Nazgûl the Shadow has in a region."""
    here = [force for _, r, force in places(s, SH) if r == region]
    stronghold = region in STRONGHOLDS and controller(s, region) == SH
    return stronghold + any(f.has_unit() for f in here) + any(f.has_flyer() for f in here)


def refuge(s: State, targets: list[str]) -> str:
    """Return where the clock reveals the Ring-bearers: clear of the enemy, then near the gates (WR-23.8)."""

    def hurt(region: str) -> tuple[bool, int]:
        return dangers(s, region) > 0, min(distances(gate)[region] for gate in GROUPS["mordorEntry"])

    return min(targets, key=hurt)


def paths(
    s: State,
    source: str,
    target: str,
    length: int,
    *,
    marks: frozenset[str],
    wanted: frozenset[str] = frozenset(),
) -> list[frozenset[str]]:
    """Return the smallest sets of marked regions that a path of at most `length` steps can touch.

    The smallest with and without each of those that may be `wanted`.
    """

    def covers(less: frozenset[str], more: frozenset[str]) -> bool:
        return less <= more and less & wanted == more & wanted

    start = frozenset((source,)) & marks
    best: dict[str, list[frozenset[str]]] = {source: [start]}
    frontier = [(source, start)]
    for _ in range(length):
        following: list[tuple[str, frozenset[str]]] = []
        for here, touched in frontier:
            for there in ADJACENT[here]:
                after = touched | (frozenset((there,)) & marks)
                known = best.setdefault(there, [])
                if any(covers(k, after) for k in known):
                    continue
                known[:] = [k for k in known if not covers(after, k)]
                known.append(after)
                following.append((there, after))
        frontier = following
    return sorted(best.get(target, []), key=lambda k: (len(k), sorted(k)))


def choose_path(
    t: Table[State], source: str, target: str, length: int, marks: frozenset[str]
) -> Procedure[frozenset[str]]:
    """Ask by which of the marked regions the path leads, where there is a choice; returns those it touches."""
    wanted = worth_a_way(t.state) & marks
    options = paths(t.state, source, target, length, marks=marks, wanted=wanted)
    if not options:
        return frozenset()
    names = {"+".join(sorted(o)) or "none": o for o in options}
    question = Decision(
        leader(t.state, FP),
        "path",
        "By which of these dangers does the path lead?",
        OneOf(
            list(names),
            lambda v: ", ".join(region_name(r) for r in v.split("+") if r in REGIONS) or "By none of them",
        ),
        "WR-14.12",
        weight="light",
        standing=True,
    )
    chosen = yield unless_settled(question)
    return names[chosen]


#: The regions that count on the way of the Fellowship beside those that cards on the table name.
marked: Voice[[], frozenset[str]] = Voice(union)
#: Those of them by which the Free Peoples may want to go although they need not.
worth_a_way: Voice[[], frozenset[str]] = Voice(union)


def on_the_way(s: State) -> frozenset[str]:
    """Return the regions that count on the way of a Fellowship that is declared or revealed."""
    return table_cards.on_the_way(s) | marked(s)


def enemy_strongholds(s: State) -> frozenset[str]:
    """Return the Strongholds that cost a tile each where the way of a revealed Fellowship touches them."""
    return frozenset(r for r in STRONGHOLDS if is_of_shadow(s, r) and controller(s, r) == SH)


def reveal(t: Table[State], cause: str) -> Procedure[Journey | None]:
    """Reveal the Fellowship; returns its way, or None where it had none to go (WR-14.11, 14.12)."""
    s = t.state
    fellowship = s.fellowship
    if not fellowship.hidden:
        return None
    fellowship.hidden = False
    t.announce("fellowship-revealed", cause=cause)
    table_cards.revealed(t)
    if fellowship.region is None:
        return None
    source = fellowship.region
    targets = reveal_targets(s)
    question = Decision(
        leader(s, FP),
        "reveal",
        "The Fellowship is revealed: where is it?",
        OneOf(targets, region_name),
        "WR-14.11",
        weight="light",
        standing=True,
        fallback=refuge(s, targets),
    )
    target = yield unless_settled(question)
    marks = enemy_strongholds(s) | on_the_way(s)
    touched = yield from choose_path(t, source, target, fellowship.progress, marks)
    fellowship.region = target
    fellowship.progress = 0
    t.announce("fellowship-found", region=target)
    return Journey(source, target, touched, cause)


# -- separating --------------------------------------------------------------------------------------


def leave(t: Table[State], companions: list[str]) -> None:
    """Take Companions out of the Fellowship, for everybody to see; the caller puts them somewhere."""
    for companion in companions:
        COMES_TO_LIGHT.follow(t, companion)
        t.state.fellowship.companions.remove(companion)


def _discard_who_stays_inside(t: Table[State], group: list[str]) -> list[str]:
    """Discard those of a group who are never outside the Fellowship; returns the others."""
    inside = [c for c in group if CHARACTERS[c].only_inside]
    for companion in inside:
        t.state.eliminated.append(companion)
        t.announce("companion-lost", character=companion)
    return [c for c in group if c not in inside]


def separate(
    t: Table[State],
    *,
    extra: int = 0,
    level: int | None = None,
    into_siege: bool = False,
    why: str = "WR-14.10",
) -> Procedure[None]:
    """Separate one Companion or one group; on the Mordor Track they are lost (WR-14.10, WR-16.2)."""
    companions = list(t.state.fellowship.companions)
    question = Decision(
        actor(t.state, FP),
        "separate",
        "Who leaves the Fellowship?",
        Subset(companions, 1, labels=figure_name),
        why,
        fallback=companions[-1:],
        ahead=partial(_where_to, t.state, extra=extra, level=level, into_siege=into_siege),
    )
    group = yield unless_settled(question)
    yield from separate_group(t, group, extra=extra, level=level, into_siege=into_siege, weight="full")


def _reach(s: State, best: int, *, extra: int = 0, into_siege: bool = False) -> list[str]:
    """Return where a group can go whose highest Level is `best`, where it stands first; nowhere else out of a siege."""
    start = s.fellowship.region
    assert start is not None
    if besieged(s, start) and controller(s, start) == FP:
        return [start]
    distance = s.fellowship.progress + best + extra
    return [start, *characters.companion_reach(s, start, distance, into_siege=into_siege)]


def _where_to(s: State, *, extra: int, level: int | None, into_siege: bool) -> dict[str, Any]:
    """Tell boards what is asked behind who leaves.

    `where` has the least Level with which a group comes to a region, `levels` that of each Companion. Both are empty
    where they are not asked where to.
    """
    told: dict[str, Any] = {"next": {}, "who": {}, "stay": {}, "where": {}, "levels": {}}
    if s.fellowship.region is None:
        return told
    levels = {
        c: 0 if CHARACTERS[c].only_inside else level_of(s, c) if level is None else level
        for c in s.fellowship.companions
    }
    where: dict[str, int] = {}
    for best in sorted(set(levels.values())):
        reach = _reach(s, best, extra=extra, into_siege=into_siege)
        where |= {region: best for region in reach if region not in where}
    return {**told, "where": where, "levels": levels} if len(where) > 1 else told


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
    then it is for who leads them, and a standing order may answer.
    """
    s = t.state
    fellowship = s.fellowship
    leave(t, group)
    gone = list(group)
    if fellowship.region is None:
        s.eliminated += group
        t.announce("companions-lost", companions=group)
    elif group := _discard_who_stays_inside(t, group):
        start = fellowship.region
        t.announce("companions-left", companions=group)
        best = max(level_of(s, c) for c in group) if level is None else level
        reach = _reach(s, best, extra=extra, into_siege=into_siege) if move else [start]
        question = Decision(
            actor(s, FP) if weight == "full" else leader(s, FP),
            "separate-to",
            characters.where_they_go(group),
            OneOf(reach, region_name),
            "WR-14.10",
            weight=weight,
            fallback=start,
            standing=weight == "light",
            context={"companions": group},
        )
        target = yield unless_settled(question)
        place = INSIDE[target] if besieged(s, target) and controller(s, target) == FP else FIELD[FP][target]
        for companion in group:
            add(s, place, companion)
        characters.arrive(t, group, None, target)
    COMPANIONS_LEFT.follow(t, Left(tuple(gone)))
    table_cards.sweep(t)
    yield from choose_guide(t)


def lose_companion(t: Table[State], victim: str) -> Procedure[None]:
    """Eliminate a Companion of the Fellowship; a Hobbit is taken alive outside Mordor (WR-15.14)."""
    s = t.state
    if CHARACTERS[victim].taken_alive and s.fellowship.region is not None:
        yield from separate_group(t, [victim])
        return
    leave(t, [victim])
    s.eliminated.append(victim)
    t.announce("companion-lost", character=victim)
    COMPANIONS_LEFT.follow(t, Left((victim,)))
    table_cards.sweep(t)
    yield from choose_guide(t)


def lose_companions(t: Table[State], victims: list[str]) -> Procedure[None]:
    """Eliminate several Companions of the Fellowship at once, who are nowhere taken alive."""
    leave(t, victims)
    t.state.eliminated += victims
    for victim in victims:
        t.announce("companion-lost", character=victim)
    COMPANIONS_LEFT.follow(t, Left(tuple(victims)))
    table_cards.sweep(t)
    yield from choose_guide(t)


def random_companion(t: Table[State], name: str) -> Procedure[str]:
    """Draw one Companion of the Fellowship at random (WR-15.8)."""
    drawn: list[str] = yield Draw(name, tuple(sorted(t.state.fellowship.companions)), 1)
    return drawn[0]
