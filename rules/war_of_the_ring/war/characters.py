"""Companions, Nazgûl and Minions on the map (WR-9)."""

from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial

from rules.core.decisions import Decision, OneOf, Subset
from rules.core.forced_choices import unless_unavoidable
from rules.core.sentences import several
from rules.core.settled import Settled, unless_settled
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position import table_cards
from rules.war_of_the_ring.position.catalogue import (
    ADJACENT,
    CHARACTERS,
    FP,
    HOBBITS,
    NAZGUL,
    REGIONS,
    SH,
    STRONGHOLDS,
    distances,
    figure_name,
    flies,
    region_name,
    within,
)
from rules.war_of_the_ring.position.command import command
from rules.war_of_the_ring.position.roles import actor
from rules.war_of_the_ring.position.state import (
    FIELD,
    IN_THE_FIELD,
    INSIDE,
    State,
    besieged,
    controller,
    has_army,
    level_of,
    places,
    shift,
)
from rules.war_of_the_ring.war import politics

ANYWHERE = 99
#: How far Shadowfax carries his rider, alone or with one Hobbit.
SHADOWFAX = 4


def group_range(s: State, group: list[str]) -> int:
    """Return how far Companions move together: the highest Level; Shadowfax carries one Hobbit (WR-9.2)."""
    best = max(level_of(s, c) for c in group)
    others = [c for c in group if "shadowfax" not in CHARACTERS[c].abilities]
    if len(others) < len(group) <= 2 and all(CHARACTERS[c].person in HOBBITS for c in others):
        return max(best, SHADOWFAX)
    return best


def is_shut(s: State, region: str) -> bool:
    """Return whether a Free Peoples Stronghold of the region is besieged: no way in or out (WR-9.2)."""
    return besieged(s, region) and controller(s, region) == FP


def companion_ways(s: State, start: str, distance: int, *, into_siege: bool = False) -> dict[str, int]:
    """Return how many regions away everything is that Companions can come to from `start`, itself too (WR-9.2).

    `into_siege`: they may end in a besieged Stronghold of theirs.
    """
    seen = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        if seen[here] == distance:
            continue
        if here != start and here in STRONGHOLDS and (controller(s, here) == SH or besieged(s, here)):
            continue
        for there in ADJACENT[here]:
            if there not in seen and (into_siege or not is_shut(s, there)):
                seen[there] = seen[here] + 1
                queue.append(there)
    return seen


def companion_reach(s: State, start: str, distance: int, *, into_siege: bool = False) -> list[str]:
    """Return where Companions can go, `start` left out, in the order of the map (WR-9.2)."""
    ways = companion_ways(s, start, distance, into_siege=into_siege)
    return [r for r in REGIONS if r in ways and r != start]


def companion_groups(s: State, moved: Collection[str]) -> dict[str, list[str]]:
    """Return the Companions that can still move, by the region where they stand."""
    return {r: group for r, group in free_companions(s, moved).items() if not is_surrounded(s, r)}


def is_surrounded(s: State, region: str) -> bool:
    """Return whether Companions find no way out of a region (WR-9.2)."""
    return all(is_shut(s, near) for near in ADJACENT[region])


def free_companions(s: State, moved: Collection[str] = ()) -> dict[str, list[str]]:
    """Return the Companions outside sieges who ever leave their region and have not moved, by region."""
    groups: dict[str, list[str]] = {}
    for key, force in s.forces.items():
        if force.characters and key in IN_THE_FIELD[FP]:
            free = [c for c in force.characters if level_of(s, c) > 0 and c not in moved]
            if free:
                groups[IN_THE_FIELD[FP][key]] = free
    return groups


def _go_together(s: State, there: list[str]) -> Procedure[list[str]]:
    """Choose who of the Companions in one region moves as a group (WR-9.2)."""
    question = Decision(
        actor(s, FP),
        "companions",
        "Who goes together?",
        Subset(there, 1, labels=figure_name),
        "WR-9.2",
        fallback=[there[0]],
    )
    group: list[str] = yield unless_settled(question)
    return group


def where_they_go(companions: Sequence[str]) -> str:
    """Return the words of the question where Companions go."""
    return f"Where {'do' if len(companions) > 1 else 'does'} {several(map(figure_name, companions))} go?"


def _where_to(s: State, source: str, group: list[str], regions: list[str]) -> Decision:
    """Return the question where Companions go; the clock takes them no farther than it must."""
    return Decision(
        actor(s, FP),
        "companions-to",
        where_they_go(group),
        OneOf(regions, region_name),
        "WR-9.2",
        fallback=partial(_nearest, source, regions),
        context={"from": source, "companions": group},
    )


def _nearest(source: str, regions: list[str]) -> str:
    return min(regions, key=lambda region: distances(source)[region])


def move_companions(t: Table[State], *, must: bool = True, extra: int = 0) -> Procedure[None]:
    """Move every Companion on the map that should move, in groups, each `extra` regions farther (WR-9.2)."""
    s = t.state
    moved: set[str] = set()
    first = True
    while (groups := companion_groups(s, moved)) or not (first and must):
        question = Decision(
            actor(s, FP),
            "companions-from",
            "From which region do Companions move?" if first else "Move more Companions?",
            OneOf(list(groups), region_name),
            "WR-9.2",
            may_pass=not (first and must),
            pass_label="No more" if not first else "Nobody",
        )
        source = yield unless_unavoidable(s.options, question) if groups else Settled(question, None)
        if source is None:
            break
        group = yield from _go_together(s, groups[source])
        regions = companion_reach(s, source, group_range(s, group) + extra)
        target = yield unless_unavoidable(s.options, _where_to(s, source, group, regions))
        moved.update(group)
        arrive(t, group, FIELD[FP][source], target)
        first = False


def move_group(t: Table[State], *, extra: int = 0, level: int | None = None) -> Procedure[None]:
    """Move one group by a card: farther than usual, and into a besieged Stronghold if it likes (WR-9.2).

    `level` replaces the group's own range, `extra` regions are added to it.
    """
    s = t.state

    def reach(source: str, group: list[str]) -> list[str]:
        distance = level if level is not None else group_range(s, group) + extra
        return companion_reach(s, source, distance, into_siege=True)

    groups = {r: g for r, g in free_companions(s).items() if reach(r, g)}
    if not groups:
        return
    question = Decision(
        actor(s, FP),
        "companions-from",
        "From which region do Companions move?",
        OneOf(list(groups), region_name),
        "WR-9.2",
    )
    source = yield unless_settled(question)
    group = yield from _go_together(s, groups[source])
    target = yield unless_unavoidable(s.options, _where_to(s, source, group, reach(source, group)))
    arrive(t, group, FIELD[FP][source], target)


def arrive(t: Table[State], group: list[str], key: str | None, target: str) -> None:
    """Put a group of Companions into a region and activate what they activate (WR-9.3)."""
    s = t.state
    place = INSIDE[target] if is_shut(s, target) else FIELD[FP][target]
    if key is not None:
        shift(s, key, place, dict.fromkeys(group, 1))
    t.announce("companions-moved", companions=group, region=target)
    for companion in group:
        politics.companion_arrived(t, companion, target)
    table_cards.sweep(t)


# -- the Shadow --------------------------------------------------------------------------------------


def no_entry(s: State, region: str, *, on_foot: bool) -> str | None:
    """Return the code of what keeps Nazgûl, or a Minion who goes on foot, out of a region (WR-9.4, 9.5)."""
    if region not in STRONGHOLDS:
        return None
    if controller(s, region) == FP:
        return None if besieged(s, region) and has_army(s, region, SH) else "enemy-stronghold"
    return "besieged" if on_foot and besieged(s, region) else None


def nazgul_may_enter(s: State, region: str) -> bool:
    """Return whether Nazgûl may fly into a region (WR-9.4)."""
    return no_entry(s, region, on_foot=False) is None


def no_start(s: State, figure: str, source: str, *, only_flyers: bool) -> str | None:
    """Return the code of what keeps a Nazgûl or Minion who has not moved yet in a region (WR-9.4, 9.5)."""
    if figure == NAZGUL:
        return None
    if level_of(s, figure) == 0:
        return "never-leaves"
    if flies(figure):
        return None if any(r != source and nazgul_may_enter(s, r) for r in REGIONS) else "besieged"
    if besieged(s, source) and controller(s, source) == SH:
        return "besieged"
    if all(no_entry(s, there, on_foot=True) for there in ADJACENT[source]):
        return "besieged"
    return "nazgul-only" if only_flyers else None


def shadow_reach(s: State, figure: str, source: str) -> list[str]:
    """Return where a Nazgûl or Minion can go, `source` left out (WR-9.4, 9.5)."""
    if flies(figure):
        shut = {r for r in STRONGHOLDS if not nazgul_may_enter(s, r)}
        return [r for r in REGIONS if r != source and r not in shut]
    level = level_of(s, figure)
    if level == 0 or (besieged(s, source) and controller(s, source) == SH):
        return []
    seen = {source: 0}
    queue = deque([source])
    while queue:
        here = queue.popleft()
        if seen[here] == level:
            continue
        for there in ADJACENT[here]:
            if there not in seen and not no_entry(s, there, on_foot=True):
                seen[there] = seen[here] + 1
                queue.append(there)
    return [r for r in REGIONS if r in seen and r != source]


def flyers(
    s: State,
    arrived: Mapping[str, int] | None = None,
    moved: Collection[str] = (),
    *,
    only_flyers: bool = False,
) -> list[str]:
    """Return the Nazgûl and Minions that can move, as `figure@region`; none that goes on foot with `only_flyers`.

    `arrived` counts the Nazgûl at a place that have moved already, `moved` names the Characters.
    """
    return list(_flyers(s, arrived or {}, moved, only_flyers))


def may_fly(s: State) -> bool:
    """Return whether any Nazgûl or Minion can move."""
    return next(_flyers(s, {}, (), False), None) is not None


def _flyers(s: State, arrived: Mapping[str, int], moved: Collection[str], only_flyers: bool) -> Iterator[str]:
    his = command(s, SH)
    for key, region, force in places(s, SH):
        if force.figures.get(NAZGUL, 0) > arrived.get(key, 0):
            yield f"{NAZGUL}@{region}"
        for c in force.characters:
            if c in moved or not (his.is_whole or flies(c) or his.no_character(s, c) is None):
                continue
            if not no_start(s, c, region, only_flyers=only_flyers):
                yield f"{c}@{region}"


def figure_label(value: str) -> str:
    """Return `figure@region` in words."""
    kind, _, region = value.partition("@")
    return f"{figure_name(kind)} from {region_name(region)}"


def _kinds(values: Sequence[str]) -> str:
    """Return what those who may move have in common, for the question who does."""
    kinds = {value.partition("@")[0] for value in values}
    if kinds == {NAZGUL}:
        return "Nazgûl"
    return "Nazgûl or Minion" if NAZGUL in kinds else "Minion"


def move_nazgul(
    t: Table[State],
    *,
    limit: int = ANYWHERE,
    only_flyers: bool = False,
    must: bool = True,
    why: str = "WR-9.4",
) -> Procedure[int]:
    """Move Nazgûl and Minions, each once; returns how many moved."""
    s = t.state
    arrived: dict[str, int] = {}
    moved: set[str] = set()
    done = 0
    while True:
        values = flyers(s, arrived, moved, only_flyers=only_flyers) if done < limit else []
        if not values and must and not done:
            break
        question = Decision(
            actor(s, SH),
            "nazgul-from",
            f"Which {_kinds(values)}?" if done == 0 else f"Another {_kinds(values)}?",
            OneOf(values, figure_label),
            why,
            may_pass=done > 0 or not must,
            pass_label="No more",
        )
        value = yield unless_unavoidable(s.options, question) if values else Settled(question, None)
        if value is None:
            break
        figure, _, source = value.partition("@")
        regions = shadow_reach(s, figure, source)
        target = yield unless_unavoidable(
            s.options,
            Decision(
                actor(s, SH),
                "nazgul-to",
                f"Where does {'the Nazgûl' if figure == NAZGUL else within(figure)} go?",
                OneOf(regions, region_name),
                why,
                fallback=partial(_nearest, source, regions),
                context={"from": source, "figure": figure},
            ),
        )
        place = fly(t, figure, source, target)
        if figure == NAZGUL:
            arrived[place] = arrived.get(place, 0) + 1
        moved.add(figure)
        done += 1
    table_cards.sweep(t)
    return done


def fly(t: Table[State], figure: str, source: str, target: str) -> str:
    """Move one figure; returns the place where it comes down, inside a besieged Stronghold of the Shadow."""
    s = t.state
    key = next(k for k, r, f in places(s, SH) if r == source and f.count(figure))
    place = INSIDE[target] if besieged(s, target) and controller(s, target) == SH else FIELD[SH][target]
    shift(s, key, place, {figure: 1})
    t.announce("nazgul-moved", figure=figure, source=source, target=target)
    return place


def companions_in(s: State, region: str) -> list[str]:
    """Return the Companions on the map in a region, inside a siege or not."""
    return [
        c
        for key in (FIELD[FP][region], INSIDE.get(region, ""))
        if (force := s.forces.get(key))
        for c in force.characters
        if CHARACTERS[c].side == FP
    ]
