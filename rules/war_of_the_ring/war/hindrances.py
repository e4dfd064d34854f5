"""Hindrances of an Army's move or attack: one predicate for what is offered and for why it is not (WR-8, WR-10).

Whoever lists what an Army may do takes what has no hindrance; what hinders is a code, which `march` and `attack` put
into a player's words. All of it rests on what lies open to everybody.
"""

from collections.abc import Callable, Mapping

from rules.core.decisions import Counts, Refusal
from rules.core.sentences import begun
from rules.war_of_the_ring.position import table_cards
from rules.war_of_the_ring.position.catalogue import (
    ADJACENT,
    CARDS,
    IMPASSABLE,
    LEADER_SET,
    NAZGUL,
    REGIONS,
    UNIT_SET,
    Side,
    distances,
    enemy,
    figure_name,
    region_name,
    within,
)
from rules.war_of_the_ring.position.command import Command, command
from rules.war_of_the_ring.position.state import (
    FIELD,
    INSIDE,
    STACKING,
    Force,
    State,
    besieged,
    can_lead,
    controller,
    has_army,
    is_free_for_movement,
    not_at_war,
)
from rules.war_of_the_ring.war.armies import Figures, is_led, kept_out, own_garrison, room, who_may_enter

WhyNot = Callable[[object], Refusal]
#: No figure in particular has to go with an Army.
NOBODY: frozenset[str] = frozenset()


def of_ways(told: Callable[[str, str], Refusal]) -> WhyNot:
    """Return the `why_not` of a question for a way `from>to`, by what is told of each."""

    def why_not(choice: object) -> Refusal:
        source, _, target = choice.partition(">") if isinstance(choice, str) else ("", "", "")
        return told(source, target) if source in REGIONS and target in REGIONS else None

    return why_not


def escort_names(escort: frozenset[str]) -> str:
    """Return who has to go along, as words within a sentence (`a Nazgûl or the Witch-king`)."""
    names = dict.fromkeys("a Nazgûl" if kind == NAZGUL else within(kind) for kind in sorted(escort))
    *others, last = names or [""]
    return f"{', '.join(others)} or {last}" if others else last


# -- where an Army stands, and where it wants to go ----------------------------------------------------


def not_beside(source: str, target: str) -> Refusal:
    """Why nobody goes from a region straight to one that he cannot step into from there (WR-1.8)."""
    where, start = region_name(target), region_name(source)
    if target in ADJACENT[source]:
        return None
    if target == source:
        return "not-adjacent", f"{where} is where they are: name a region beside it.", "WR-1.8"
    if target in IMPASSABLE[source]:
        return "impassable", f"Nobody crosses the border between {start} and {where}.", "WR-1.8"
    away = distances(source)[target]
    return "not-adjacent", f"{where} does not border on {start}: it is {away} regions away.", "WR-1.8"


def no_army(s: State, side: Side, region: str) -> Refusal:
    """Why no Army of a side sets out from a region (WR-1.7, 8.8)."""
    if has_army(s, region, side):
        return None
    if own_garrison(s, region, side) is not None:
        return "besieged", f"The Army in {region_name(region)} is besieged.", "WR-8.8"
    return "no-army", f"You have no Army in {region_name(region)}.", "WR-1.7"


def full_region(s: State, side: Side, target: str) -> Refusal:
    """Why no unit enters a region that is full where stacking is strict (WR-7.2)."""
    if room(s, target, side) > 0:
        return None
    return (
        "stacking",
        f"{region_name(target)} holds {STACKING} Army units already, and this table lets no more in.",
        "WR-7.2",
    )


def no_command(own: Figures, test: Callable[[Figures], Refusal]) -> Refusal:
    """Why no party of a mixed Army may act: all that could, another would command (WR-19.6)."""
    if next(Counts(own, 1, test=test).legal(), None) is not None:
        return None
    return "lost-command", "Whoever of this Army could act so would obey your partner.", "WR-19.6"


# -- moves -------------------------------------------------------------------------------------------


def no_entry(s: State, side: Side, target: str, closed: frozenset[str]) -> str | None:
    """Return the code of what keeps every Army of a side out of a region (WR-6.5, 8.1, 8.2)."""
    if target in closed:
        return "closed"
    if is_free_for_movement(s, target, side):
        return None
    return "enemy-army" if has_army(s, target, enemy(side)) else "not-free"


def no_start(s: State, force: Force, own: Figures, with_leader: bool, escort: frozenset[str]) -> str | None:
    """Return the code of what keeps an Army, of which `own` have not moved yet, where it is (WR-8.3, 8.4)."""
    if with_leader and not is_led(s, own):
        return "cannot-move" if can_lead(s, force) else "no-leader"
    if escort and escort.isdisjoint(own):
        return "no-escort" if escort.isdisjoint(force.items()) else "cannot-move"
    return None


def may_go(s: State, his: Command, force: Force, able: Figures, with_leader: bool) -> bool:
    """Return whether a party of those who are `able` to may move, leaving no Leader without a unit (WR-8.4 to 8.6)."""
    if (
        UNIT_SET.isdisjoint(able)
        or not (his.is_whole or his.obeys(able))
        or (with_leader and not is_led(s, able))
    ):
        return False
    if LEADER_SET.isdisjoint(force.figures) or force.units() > 1:
        return True
    return all(able.get(kind) == n for kind, n in force.figures.items() if kind in LEADER_SET)


def _no_party(
    s: State, his: Command, force: Force, own: Figures, target: str, with_leader: bool
) -> str | None:
    """Return the code of what keeps every party of `own` from moving on to `target`."""
    able = who_may_enter(s, own, target)
    if may_go(s, his, force, able, with_leader):
        return None
    if UNIT_SET.isdisjoint(who_may_enter(s, force.figures, target)):
        return "not-at-war"
    if with_leader and not is_led(s, able):
        return "no-leader-there"
    units = sum(n for k, n in able.items() if k in UNIT_SET)
    return "leader-alone" if units and _kept_out(s, force, target) else "cannot-move"


def _kept_out(s: State, force: Force, target: str) -> list[str]:
    """Return the Leaders of an Army who may not enter a region."""
    return [k for k in kept_out(s, force.figures, target) if k in LEADER_SET]


def march(
    s: State,
    side: Side,
    source: str,
    target: str,
    own: Figures,
    *,
    with_leader: bool = False,
    escort: frozenset[str] = NOBODY,
) -> Refusal:
    """Return why an Army, of which `own` have not moved yet, does not move; None where it does (WR-8)."""
    key, his = FIELD[side][source], command(s, side)
    refusal = not_beside(source, target) or no_army(s, side, source)
    if refusal:
        return refusal
    force = his.movers(s, key)
    if force is None:
        return his.not_his(s, key)
    code = no_entry(s, side, target, table_cards.closed_regions(s, side))
    code = code or no_start(s, force, own, with_leader, escort)
    if code is None:
        code = _no_party(s, his, force, own, target, with_leader)
        full = None if code == "not-at-war" else full_region(s, side, target)
        if full:
            return full
    return _of_march(s, code, force, source, target, escort) if code else None


def _of_march(s: State, code: str, force: Force, source: str, target: str, escort: frozenset[str]) -> Refusal:
    """Return what hinders a move in words."""
    where, start = region_name(target), region_name(source)
    if code in ("cannot-move", "no-escort") and s.resolving:
        card = CARDS[s.resolving[-1]].title
        return "cannot-move", f"Nobody in {start} can move to {where} as “{card}” asks.", "WR-6.7"
    leader = " ".join(map(figure_name, _kept_out(s, force, target)[:1]))
    words: Mapping[str, tuple[str, str, str]] = {
        "closed": ("closed", f"A card on the table closes {where} to your Armies.", "WR-6.5"),
        "enemy-army": ("enemy-army", f"An enemy Army is in {where}: it can only be attacked.", "WR-8.2"),
        "not-free": ("not-free", f"{where} is not free for your Armies.", "WR-8.1"),
        "no-leader": ("no-leader", f"Nobody leads the Army in {start}.", "WR-8.4"),
        "no-escort": ("no-escort", f"{begun(escort_names(escort))} must move with this Army.", "WR-6.6"),
        "not-at-war": (
            "not-at-war",
            f"The units in {start} are not at war and may not enter {where}.",
            "WR-8.6",
        ),
        "no-leader-there": (
            "no-leader",
            f"Nobody who may lead the Army in {start} may enter {where}.",
            "WR-8.4",
        ),
        "leader-alone": (
            "leader-alone",
            f"{leader} may not enter {where} and cannot stay behind without an Army unit.",
            "WR-8.5",
        ),
        "cannot-move": (
            "cannot-move",
            f"Whoever could go from {start} to {where} has moved already in this action.",
            "WR-8.3",
        ),
    }
    return words[code]


# -- attacks -----------------------------------------------------------------------------------------


def no_target(s: State, side: Side, region: str, closed: frozenset[str]) -> str | None:
    """Return the code of what keeps a side from attacking in the open of a region (WR-6.5, 10.1)."""
    if region in closed:
        return "closed"
    return None if has_army(s, region, enemy(side)) else "no-enemy"


def no_siege(s: State, side: Side, region: str, closed: frozenset[str]) -> str | None:
    """Return the code of what keeps a side from an assault on a Stronghold, or a sortie out of it (WR-10.1)."""
    if not besieged(s, region):
        return "no-siege"
    if controller(s, region) == side:
        return no_target(s, side, region, closed)
    return "closed" if region in closed else None


def no_fighters(
    s: State, his: Command, source: str, force: Force, *, with_leader: bool, escort: frozenset[str] = NOBODY
) -> str | None:
    """Return the code of what keeps an Army from attacking anybody (WR-10.1, 10.2)."""
    if escort and not any(force.count(kind) for kind in escort):
        return "no-escort"
    fighters = force
    if peaceful := not_at_war(s, force.figures):
        fighters = Force({k: n for k, n in force.figures.items() if k not in peaceful}, force.characters)
    ready = fighters.units()
    if ready < 1 or not (his.is_whole or his.obeys(fighters.items())):
        return "not-at-war"
    if ready == 1 == force.units() and _not_at_war(s, force):
        return "leader-alone"
    return None if not with_leader or can_lead(s, fighters, attack_from=source) else "no-leader"


def _not_at_war(s: State, force: Force) -> list[str]:
    """Return the Leaders of an Army who may not attack: a unit has to stay with them."""
    return [kind for kind in not_at_war(s, force.figures) if kind in LEADER_SET]


def attack(
    s: State,
    side: Side,
    source: str,
    target: str,
    *,
    with_leader: bool = False,
    escort: frozenset[str] = NOBODY,
) -> Refusal:
    """Return why an Army does not attack, None where it does (WR-10.1, 10.2)."""
    sortie, his = source == target and controller(s, source) == side, command(s, side)
    key = INSIDE.get(source, "") if sortie else FIELD[side][source]
    force = his.fighters(s, key) or Force({}, [])
    closed = table_cards.closed_regions(s, side)
    if source == target:
        code = no_siege(s, side, source, closed)
    else:
        refusal = not_beside(source, target) or no_army(s, side, source)
        if refusal:
            return refusal
        code = no_target(s, side, target, closed)
    if code is None and (refusal := his.not_his(s, key)):
        return refusal
    code = code or no_fighters(s, his, source, force, with_leader=with_leader, escort=escort)
    where, there = region_name(source), region_name(target)
    leader = " ".join(map(figure_name, _not_at_war(s, force)[:1]))
    words = {
        "no-siege": (f"{where} is not besieged.", "WR-10.1"),
        "closed": (f"A card on the table closes {there} to your Armies.", "WR-6.5"),
        "no-enemy": (f"No enemy Army is in the open in {there}.", "WR-10.1"),
        "no-escort": (f"{begun(escort_names(escort))} must take part in this attack.", "WR-6.6"),
        "not-at-war": (f"No unit in {where} belongs to a Nation at war.", "WR-10.2"),
        "leader-alone": (
            f"{leader} is not at war, may not attack, and cannot stay in {where} without an Army unit.",
            "WR-10.2",
        ),
        "no-leader": (f"Nobody leads the Army in {where}.", "WR-10.1"),
    }
    return (code, *words[code]) if code else None
