"""Armies in a place: stacking, entering regions, capturing Settlements, the ends of sieges (WR-7, WR-12)."""

from collections.abc import Iterable

from rules.core.decisions import Counts, Decision
from rules.core.settled import Settled
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position import table_cards
from rules.war_of_the_ring.position.catalogue import (
    CHARACTERS,
    FP,
    LEADER_SET,
    NATION_OF,
    ORIGINAL,
    REGIONS,
    UNIT_SET,
    Side,
    enemy,
    figure_name,
    region_name,
)
from rules.war_of_the_ring.position.moments import CONTROL_CHANGED, OVERFULL, Overfull, Taken
from rules.war_of_the_ring.position.players import told
from rules.war_of_the_ring.position.roles import commander
from rules.war_of_the_ring.position.state import (
    FIELD,
    GARRISON,
    INSIDE,
    LEADING,
    STACKING,
    Force,
    State,
    can_lead,
    controller,
    eliminate,
    field,
    garrison,
    has_army,
    led_units,
    nation_of,
    not_at_war,
    shift,
    take,
)
from rules.war_of_the_ring.position.voices import Voice
from rules.war_of_the_ring.war import politics

Figures = dict[str, int]
NO_LIMIT = 999
#: Whether a die or an ability may not bring figures of a kind to a region.
is_barred: Voice[[str, str], bool] = Voice(any)
#: Whether a die may recruit in a besieged Stronghold of a side's own, which is closed to recruits else (WR-7.7).
is_open: Voice[[str, Side], bool] = Voice(any)


def capture(t: Table[State], region: str, side: Side) -> None:
    """Take control of a Settlement without defenders (WR-12.1 to 12.3)."""
    s = t.state
    if region not in ORIGINAL or controller(s, region) == side:
        return
    points, whose = REGIONS[region].vp, told(s, commander(s, FIELD[side][region]))
    if ORIGINAL[region] == side:
        s.captured.remove(region)
        t.announce("settlement-recaptured", region=region, side=side, points=points, **whose)
    else:
        s.captured.append(region)
        t.announce("settlement-captured", region=region, side=side, points=points, **whose)
        nation = REGIONS[region].nation
        assert nation is not None
        politics.advance(t, nation, "capture")
    CONTROL_CHANGED.follow(t, Taken(region, side))
    table_cards.sweep(t)


def army_enters(t: Table[State], region: str, side: Side) -> None:
    """What follows from an Army entering a region: activation, capture, or a siege that goes on."""
    politics.army_entered(t, region, side)
    if garrison(t.state, region) is None:
        capture(t, region, side)


def army_left(t: Table[State], region: str) -> None:
    """End the siege of a region that no besieging unit holds any longer (WR-11.7)."""
    s = t.state
    inside = garrison(s, region)
    owner = controller(s, region)
    if inside is None or owner is None or has_army(s, region, enemy(owner)):
        return
    shift(s, INSIDE[region], FIELD[owner][region], inside.items())
    t.announce("siege-ended", region=region)


def garrison_lost(t: Table[State], region: str) -> None:
    """A besieged Stronghold without units falls to the besiegers, if any are left (WR-12.1b)."""
    s = t.state
    owner = controller(s, region)
    assert owner is not None
    inside = garrison(s, region)
    if inside is not None and inside.units() > 0:
        return
    if inside is not None:
        drop_lonely_leaders(t, INSIDE[region])
        inside = garrison(s, region)
    if inside is not None:
        come_out(t, region, owner)
    if has_army(s, region, enemy(owner)):
        capture(t, region, enemy(owner))


def come_out(t: Table[State], region: str, side: Side) -> None:
    """Put whoever is inside a Stronghold back into the open, where no siege holds them."""
    s = t.state
    figures = s.forces[INSIDE[region]].items()
    shift(s, INSIDE[region], FIELD[side][region], figures)
    t.announce("came-out", side=side, region=region, figures=figures)


def drop_lonely_leaders(t: Table[State], key: str) -> None:
    """Remove Free Peoples Leaders from a place without an Army unit (WR-1.2)."""
    s = t.state
    force = s.forces.get(key)
    if force is None or force.units():
        return
    region = key.partition("/")[0]
    for kind, count in [(k, n) for k, n in force.figures.items() if k in LEADER_SET]:
        eliminate(s, key, kind, count)
        t.announce("fell-with-army", side=FP, figure=kind, count=count, region=region)


def trim(t: Table[State], key: str, limit: int = 0, *, why: str = "WR-7.2") -> Procedure[None]:
    """Let the owner remove units above the stacking limit, back to the pool (WR-7.2).

    Asked only where there are units of several kinds.
    """
    s = t.state
    limit = limit or (GARRISON if key.endswith("/inside") else STACKING)
    yield from OVERFULL.come(t, Overfull(key, limit, why))
    force = s.forces.get(key)
    excess = (force.units() if force else 0) - limit
    if force is None or excess <= 0:
        return
    region = key.partition("/")[0]
    units = {kind: n for kind, n in force.figures.items() if kind in UNIT_SET}
    weakest = _weakest(units, excess)
    question = Decision(
        commander(s, key),
        "disband",
        f"{region_name(region)} may hold {limit} Army units: remove {excess}.",
        Counts(units, excess, excess, figure_name),
        why,
        weight="light",
        fallback=weakest,
        standing=True,
        context={"region": region},
    )
    gone = yield question if len(units) > 1 else Settled(question, weakest)
    for kind, count in gone.items():
        take(s, key, kind, count)
        s.pools[kind] += count
    t.announce("disbanded", region=region, figures=dict(gone))


def _weakest(units: Figures, count: int) -> Figures:
    chosen: Figures = {}
    for kind in sorted(units, key=lambda k: (k.endswith("elite"), k)):
        taken = min(units[kind], count)
        if taken:
            chosen[kind] = taken
            count -= taken
    return {kind: chosen[kind] for kind in units if kind in chosen}


def may_come(s: State, kind: str, region: str) -> bool:
    """Return whether a die or an ability may bring figures of a kind to a region; cards are not asked."""
    return not is_barred(s, kind, region)


def kept_out(s: State, kinds: Iterable[str], region: str) -> list[str]:
    """Return those of some figures whose politics keep them from entering a region with a moving Army (WR-8.6)."""
    nation = nation_of(s, region)
    return [kind for kind in not_at_war(s, kinds) if NATION_OF[kind] != nation] if nation else []


def who_may_enter(s: State, what: Figures, region: str) -> Figures:
    """Return those of figures whose politics let them enter a region with a moving Army (WR-8.6)."""
    out = kept_out(s, what, region)
    return {k: n for k, n in what.items() if k not in out} if out else what


def as_force(what: Figures) -> Force:
    """Return figures and Characters, by kind and number, as those of one place."""
    return Force({k: n for k, n in what.items() if k not in CHARACTERS}, [k for k in what if k in CHARACTERS])


def is_led(s: State, what: Figures, *, attack_from: str | None = None) -> bool:
    """Return whether figures and Characters, by kind and number, `can_lead` themselves (WR-1.6)."""
    if not LEADING.isdisjoint(what):
        return True
    if CHARACTERS.keys().isdisjoint(what) and led_units(s).keys().isdisjoint(what):
        return False
    return can_lead(s, as_force(what), attack_from=attack_from)


def room(s: State, region: str, side: Side) -> int:
    """Return how many units may still enter a region; without strict stacking the owner trims (WR-7.2)."""
    if not s.options.get("strict_stacking"):
        return NO_LIMIT
    if inside := own_garrison(s, region, side):
        return GARRISON - inside.units()
    there = field(s, region, side)
    return STACKING - (there.units() if there else 0)


def own_garrison(s: State, region: str, side: Side) -> Force | None:
    """Return whom the enemy besieges in a Stronghold of `side`, or None."""
    return garrison(s, region) if controller(s, region) == side else None


def open_in_siege(s: State, region: str, side: Side) -> bool:
    """Return whether a die may recruit in a besieged Stronghold of `side`."""
    return own_garrison(s, region, side) is not None and is_open(s, region, side)
