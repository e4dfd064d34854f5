"""Why an Army cannot make a move or an attack, and why a figure cannot be recruited, in a player's words.

Each function returns the `why_not` of a decision: it is asked only about choices that are not legal, and knows
only what lies open to everybody.
"""

from __future__ import annotations

from collections.abc import Callable

from rules.core.decisions import Refusal
from rules.war_of_the_ring.position import entries, table_cards
from rules.war_of_the_ring.position.catalogue import (
    ADJACENT,
    CARDS,
    CHARACTERS,
    IMPASSABLE,
    LEADER_SET,
    NATION_OF,
    NATIONS,
    NAZGUL,
    REGIONS,
    STRONGHOLDS,
    TOTALS,
    UNIQUE,
    UNIT_SET,
    Side,
    distances,
    enemy,
    figure_name,
    region_name,
)
from rules.war_of_the_ring.position.state import (
    STACKING,
    Force,
    State,
    at_war,
    belligerent,
    besieged,
    can_lead,
    controller,
    field,
    garrison,
    has_army,
    is_free,
    is_free_for_movement,
    level_of,
    nation_of,
    settlements_of,
)
from rules.war_of_the_ring.war.armies import may_come, open_in_siege, room

WhyNot = Callable[[object], Refusal]


def _pair(choice: object, sign: str) -> tuple[str, str] | None:
    if not isinstance(choice, str) or choice.count(sign) != 1:
        return None
    first, _, second = choice.partition(sign)
    return first, second


def move(s: State, side: Side, *, with_leader: bool) -> WhyNot:
    """Explain why an Army does not move `from>to` (WR-8)."""

    def why_not(choice: object) -> Refusal:
        pair = _pair(choice, ">")
        if pair is None or not set(pair) <= set(REGIONS):
            return None
        source, target = pair
        return _no_start(s, side, source, target) or _no_march(s, side, source, target, with_leader)

    return why_not


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


def _no_start(s: State, side: Side, source: str, target: str) -> Refusal:
    """Why no Army of `side` sets out from `source` to `target`, whatever it wants there."""
    refusal = not_beside(source, target)
    if refusal:
        return refusal
    force = field(s, source, side)
    if force is None or not force.units():
        if garrison(s, source) is not None and controller(s, source) == side:
            return "besieged", f"The Army in {region_name(source)} is besieged.", "WR-8.8"
        return "no-army", f"You have no Army in {region_name(source)}.", "WR-1.7"
    if not table_cards.entry_allowed(s, side, target):
        return "closed", f"A card on the table closes {region_name(target)} to your Armies.", "WR-6.5"
    return None


def _no_march(s: State, side: Side, source: str, target: str, with_leader: bool) -> Refusal:
    force = field(s, source, side)
    assert force is not None
    if has_army(s, target, enemy(side)):
        return "enemy-army", f"An enemy Army is in {region_name(target)}: it can only be attacked.", "WR-8.2"
    if not is_free_for_movement(s, target, side):
        return "not-free", f"{region_name(target)} is not free for your Armies.", "WR-8.1"
    if with_leader and not can_lead(s, force):
        return "no-leader", f"Nobody leads the Army in {region_name(source)}.", "WR-8.4"
    home = nation_of(s, target)
    able = [k for k in force.figures if belligerent(s, k) or home in (None, NATION_OF[k])]
    if not any(k in UNIT_SET for k in able):
        return (
            "not-at-war",
            f"The units in {region_name(source)} are not at war and may not enter {region_name(target)}.",
            "WR-8.6",
        )
    return full_region(s, side, target) or _no_party(s, force, able, source, target, with_leader)


def full_region(s: State, side: Side, target: str) -> Refusal:
    """Why no unit enters a region that is full where stacking is strict (WR-7.2)."""
    if room(s, target, side) > 0:
        return None
    return (
        "stacking",
        f"{region_name(target)} holds {STACKING} Army units already, and this table lets no more in.",
        "WR-7.2",
    )


def _no_party(
    s: State, force: Force, able: list[str], source: str, target: str, with_leader: bool
) -> Refusal:
    """Why nobody of an Army moves on, though some of its units may enter `target`."""
    where, start = region_name(target), region_name(source)
    led = [c for c in force.characters if level_of(s, c) > 0]
    if with_leader and not can_lead(s, Force({k: force.figures[k] for k in able}, led)):
        return "no-leader", f"Nobody who may lead the Army in {start} may enter {where}.", "WR-8.4"
    stay = [k for k in force.figures if k in LEADER_SET and k not in able]
    if stay and sum(force.figures[k] for k in able if k in UNIT_SET) == force.units() == 1:
        return (
            "leader-alone",
            f"{figure_name(stay[0])} may not enter {where} and cannot stay behind without an Army unit.",
            "WR-8.5",
        )
    if s.resolving:
        card = CARDS[s.resolving[-1]].title
        return "cannot-move", f"Nobody in {start} can move to {where} as “{card}” asks.", "WR-6.7"
    return (
        "cannot-move",
        f"Whoever could go from {start} to {where} has moved already in this action.",
        "WR-8.3",
    )


def attack(s: State, side: Side, *, with_leader: bool) -> WhyNot:
    """Explain why an Army does not attack `from>to` (WR-10.1, 10.2)."""

    def why_not(choice: object) -> Refusal:
        pair = _pair(choice, ">")
        if pair is None or not set(pair) <= set(REGIONS):
            return None
        source, target = pair
        if source == target:
            if not besieged(s, source):
                return "no-siege", f"{region_name(source)} is not besieged.", "WR-10.1"
            force = garrison(s, source) if controller(s, source) == side else field(s, source, side)
        else:
            refusal = _no_start(s, side, source, target)
            if refusal:
                return refusal
            if not has_army(s, target, enemy(side)):
                return "no-enemy", f"No enemy Army is in the open in {region_name(target)}.", "WR-10.1"
            force = field(s, source, side)
        return _no_fight(s, source, force, with_leader)

    return why_not


def hindrance(
    s: State, source: str, force: Force, *, with_leader: bool, escort: frozenset[str] = frozenset()
) -> str | None:
    """Return the code of what keeps an Army from attacking anybody, None if nothing does (WR-10.1, 10.2)."""
    if escort and not any(force.count(kind) for kind in escort):
        return "no-escort"
    fighters = {k: n for k, n in force.items().items() if belligerent(s, k)}
    ready = sum(n for k, n in fighters.items() if k in UNIT_SET)
    if ready < 1:
        return "not-at-war"
    if ready == force.units() == 1 and _not_at_war(s, force):
        return "leader-alone"
    if not with_leader:
        return None
    people = [c for c in fighters if c in CHARACTERS]
    led = Force({k: n for k, n in fighters.items() if k not in CHARACTERS}, people)
    return None if can_lead(s, led, attack_from=source) else "no-leader"


def _not_at_war(s: State, force: Force) -> list[str]:
    """Return the Leaders of an Army who may not attack: a unit has to stay with them."""
    return [kind for kind in force.figures if kind in LEADER_SET and not belligerent(s, kind)]


def _no_fight(s: State, source: str, force: Force | None, with_leader: bool) -> Refusal:
    where = region_name(source)
    code = hindrance(s, source, force, with_leader=with_leader) if force else "not-at-war"
    if code == "not-at-war":
        return code, f"No unit in {where} belongs to a Nation at war.", "WR-10.2"
    if code == "leader-alone":
        leader = figure_name(_not_at_war(s, force or Force({}, []))[0])
        words = f"{leader} is not at war, may not attack, and cannot stay in {where} without an Army unit."
        return code, words, "WR-10.2"
    if code == "no-leader":
        return code, f"Nobody leads the Army in {where}.", "WR-10.1"
    return "cannot-attack", f"Nobody in {where} can attack now.", "WR-10.2"


def recruit(s: State, side: Side, *, second: bool = False, used: str | None = None) -> WhyNot:
    """Explain why a figure is not recruited, `kind@region`; `used` has taken the first one (WR-7.4 to 7.9)."""

    def why_not(choice: object) -> Refusal:
        pair = _pair(choice, "@")
        if pair is None or pair[0] not in {*TOTALS, *CHARACTERS} or pair[1] not in REGIONS:
            return None
        kind, region = pair
        if kind in CHARACTERS or kind in UNIQUE:
            return (
                "no-recruit",
                f"{figure_name(kind)} is not recruited: only Army units and Leaders are.",
                "WR-7.4",
            )
        nation = NATION_OF[kind]
        name, where = NATIONS[nation].name, region_name(region)
        if NATIONS[nation].side != side:
            return "not-yours", f"{figure_name(kind)} is not yours to recruit.", "WR-7.5"
        if region not in settlements_of(s, nation) or (kind == NAZGUL and region not in STRONGHOLDS):
            return "not-home", f"{figure_name(kind)} cannot be recruited in {where}.", "WR-7.7"
        if not at_war(s, nation):
            return "not-at-war", f"{name} cannot recruit: not at war.", "WR-7.9"
        if region == used:
            return "same-place", f"The second figure comes to another Settlement than {where}.", "WR-7.4"
        if second and kind.endswith("-elite"):
            return "elite", "An Elite unit is recruited alone.", "WR-7.4"
        if not may_come(s, kind, region):
            return "barred", f"{figure_name(kind)} does not come to {where}, but by a card.", "WR-7.7"
        return _no_room(s, side, kind, region)

    return why_not


def diplomacy(s: State, side: Side) -> WhyNot:
    """Explain why a Nation is not advanced by a Muster result (WR-13.2, 13.5)."""

    def why_not(choice: object) -> Refusal:
        if not isinstance(choice, str) or choice not in NATIONS:
            return None
        name = NATIONS[choice].name
        if NATIONS[choice].side != side:
            return "not-yours", f"{name}: for the other side to advance.", "WR-13.5"
        if at_war(s, choice):
            return "at-war", f"{name} cannot advance: at war already.", "WR-13.2"
        if not table_cards.diplomacy_allowed(s, choice):
            return (
                "held-back",
                f"{name} cannot advance: passive, and held back by a card on the table.",
                "WR-6.5",
            )
        return "passive", f"{name} cannot go to war: not yet roused.", "WR-13.2"

    return why_not


def entering(s: State, use: str) -> WhyNot:
    """Explain why somebody does not enter play by a use of a die, `character@region` (WR-9.6, WR-9.7)."""

    def why_not(choice: object) -> Refusal:
        pair = _pair(choice, "@")
        if pair is None or pair[0] not in {*CHARACTERS, *TOTALS} or pair[1] not in REGIONS:
            return None
        code, sentence = entries.why_not(s, use, *pair)
        return code, sentence, entries.WAYS[use].rule

    return why_not


def _no_room(s: State, side: Side, kind: str, region: str) -> Refusal:
    where = region_name(region)
    if controller(s, region) != side:
        return "captured", f"The enemy holds {where}.", "WR-12.4"
    inside = open_in_siege(s, region, side)
    if besieged(s, region) and not inside:
        return "besieged", f"{where} is besieged.", "WR-7.7"
    if not inside and not is_free(s, region, side):
        return "not-free", f"{where} is not free.", "WR-7.5"
    if not s.pools[kind]:
        return "empty-pool", f"No {figure_name(kind)} is left in the reinforcements.", "WR-7.8"
    if kind in LEADER_SET and not inside and not has_army(s, region, side):
        return "leader-alone", f"A Leader needs an Army unit in {where}.", "WR-7.6"
    return "no-room", f"{where} holds as many Army units as it may.", "WR-7.2"
