"""Recruiting, the diplomatic action, and Characters that enter play (WR-7.4 to 7.9, WR-9.6, WR-9.7)."""

from collections.abc import Iterator
from functools import partial

from rules.core.decisions import Decision, OneOf, Refusal
from rules.core.forced_choices import unless_unavoidable
from rules.core.listings import Listing
from rules.core.settled import unless_settled
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position import entries, table_cards
from rules.war_of_the_ring.position.catalogue import (
    CHARACTERS,
    FP,
    FP_NATIONS,
    LEADER_SET,
    NATION_OF,
    NATIONS,
    NAZGUL,
    REGIONS,
    SH_NATIONS,
    STRONGHOLDS,
    TOTALS,
    UNIQUE,
    UNIT_SET,
    Side,
    figure_name,
    region_name,
)
from rules.war_of_the_ring.position.command import command
from rules.war_of_the_ring.position.moments import INVOLVED, Involved
from rules.war_of_the_ring.position.roles import actor
from rules.war_of_the_ring.position.state import (
    FIELD,
    INSIDE,
    State,
    add,
    at_war,
    besieged,
    controller,
    is_free,
    place_of,
    recruit,
    settlements_of,
    take,
)
from rules.war_of_the_ring.position.uses import Answer, Use, Words
from rules.war_of_the_ring.war import armies, politics
from rules.war_of_the_ring.war.hindrances import WhyNot


def recruit_label(value: str) -> str:
    """Return `kind@region` in words."""
    kind, _, region = value.partition("@")
    return f"{figure_name(kind)} in {region_name(region)}"


#: What a die can bring for each Nation, in the order in which it is listed.
KINDS = {
    nation: tuple(
        kind
        for kind in (*(f"{nation}-{sort}" for sort in ("regular", "elite", "leader")), NAZGUL)
        if kind in TOTALS and NATION_OF[kind] == nation
    )
    for nation in NATIONS
}


def not_open(s: State, region: str, side: Side) -> str | None:
    """Return the code of what keeps a die from recruiting in a Settlement of a Nation at war (WR-7.5, 7.7, 12.4)."""
    if controller(s, region) != side:
        return "captured"
    if besieged(s, region):
        return None if armies.open_in_siege(s, region, side) else "besieged"
    return None if is_free(s, region, side) else "not-free"


def _no_figure(s: State, side: Side, kind: str, region: str) -> str | None:
    """Return the code of what keeps a figure from a Settlement that takes recruits (WR-7.2, 7.6, 7.8)."""
    if not s.pools[kind]:
        return "empty-pool"
    if kind in UNIT_SET:
        return None if armies.room(s, region, side) > 0 else "no-room"
    return "leader-alone" if kind in LEADER_SET and not holds_with_units(s, region, side) else None


def recruits(s: State, side: Side, *, elites: bool, used: str | None = None) -> list[str]:
    """Return what a Muster die can bring, as `kind@region`; `used` is the Settlement of the first figure."""
    return list(_recruits(s, side, elites, used))


def _recruits_listed(s: State, side: Side, *, elites: bool, used: str | None = None) -> Listing:
    """Return the `recruits` as the values of a question."""

    def holds(value: str) -> bool:
        return value in _recruits(s, side, elites, used, NATION_OF.get(value.partition("@")[0]))

    return Listing(partial(_recruits, s, side, elites, used), holds)


def may_recruit(s: State, side: Side) -> bool:
    """Return whether a Muster die can bring any figure."""
    return next(_recruits(s, side, True, None), None) is not None


def _recruits(s: State, side: Side, elites: bool, used: str | None, only: str | None = None) -> Iterator[str]:
    his = command(s, side)
    for nation in FP_NATIONS if side == FP else SH_NATIONS:
        if only is not None and nation != only:
            continue
        if not (at_war(s, nation) and (his.is_whole or his.may_use(s, nation))):
            continue
        for region in settlements_of(s, nation):
            if region == used or not_open(s, region, side):
                continue
            for kind in KINDS[nation]:
                if (
                    not _no_figure(s, side, kind, region)
                    and (elites or not _is_elite(kind))
                    and (kind != NAZGUL or region in STRONGHOLDS)
                    and armies.may_come(s, kind, region)
                ):
                    yield f"{kind}@{region}"


def _is_elite(kind: str) -> bool:
    return kind.endswith("-elite")


def holds_with_units(s: State, region: str, side: Side) -> bool:
    """Return whether a side has a unit in a region, in the open or under siege: a Leader may come to it."""
    force = s.forces.get(own_place(s, side, region))
    return force is not None and force.has_unit()


def no_recruit(
    s: State, side: Side, kind: str, region: str, *, elites: bool = True, used: str | None = None
) -> Refusal:
    """Return why a die does not bring a figure to a region, None where it does (WR-7.4 to 7.9).

    `used` has taken the first figure.
    """
    name, where = figure_name(kind), region_name(region)
    if kind in CHARACTERS or kind in UNIQUE:
        return "no-recruit", f"{name} is not recruited: only Army units and Leaders are.", "WR-7.4"
    nation = NATION_OF[kind]
    if NATIONS[nation].side != side:
        return "not-yours", f"{name} is not yours to recruit.", "WR-7.5"
    if region not in settlements_of(s, nation) or (kind == NAZGUL and region not in STRONGHOLDS):
        return "not-home", f"{name} cannot be recruited in {where}.", "WR-7.7"
    if refusal := command(s, side).no_use(s, nation):
        return refusal
    if not at_war(s, nation):
        return "not-at-war", f"{NATIONS[nation].name} cannot recruit: not at war.", "WR-7.9"
    if region == used:
        return "same-place", f"The second figure comes to another Settlement than {where}.", "WR-7.4"
    if not elites and _is_elite(kind):
        return "elite", "An Elite unit is recruited alone.", "WR-7.4"
    if not armies.may_come(s, kind, region):
        return "barred", f"{name} does not come to {where}, but by a card.", "WR-7.7"
    words = {
        "captured": (f"The enemy holds {where}.", "WR-12.4"),
        "besieged": (f"{where} is besieged.", "WR-7.7"),
        "not-free": (f"{where} is not free.", "WR-7.5"),
        "empty-pool": (f"No {name} is left in the reinforcements.", "WR-7.8"),
        "leader-alone": (f"A Leader needs an Army unit in {where}.", "WR-7.6"),
        "no-room": (f"{where} holds as many Army units as it may.", "WR-7.2"),
    }
    code = not_open(s, region, side) or _no_figure(s, side, kind, region)
    return (code, *words[code]) if code else None


def why_not_recruited(s: State, side: Side, *, elites: bool = True, used: str | None = None) -> WhyNot:
    """Explain why a figure is not recruited, `kind@region` (WR-7.4 to 7.9)."""

    def why_not(choice: object) -> Refusal:
        kind, region = _figure_at(choice)
        if region not in REGIONS or not (kind in TOTALS or kind in CHARACTERS):
            return None
        return no_recruit(s, side, kind, region, elites=elites, used=used)

    return why_not


def _figure_at(choice: object) -> tuple[str, str]:
    """Return the figure and the region of `figure@region`."""
    kind, _, region = choice.partition("@") if isinstance(choice, str) else ("", "", "")
    return kind, region


def muster_figures(t: Table[State], side: Side) -> Procedure[None]:
    """Recruit one Elite, or up to two other figures in different Settlements (WR-7.4)."""
    s = t.state
    question = Decision(
        actor(s, side),
        "recruit",
        "Recruit an Elite unit, or the first of two other figures.",
        OneOf(_recruits_listed(s, side, elites=True), recruit_label),
        "WR-7.4",
        why_not=why_not_recruited(s, side),
    )
    first: str = yield unless_unavoidable(s.options, question)
    regions = [_bring(t, side, first)]
    elite = first.partition("@")[0].endswith("elite")
    question = Decision(
        actor(s, side),
        "recruit-second",
        "Recruit a second figure in another Settlement?",
        OneOf([] if elite else _recruits_listed(s, side, elites=False, used=regions[0]), recruit_label),
        "WR-7.4",
        may_pass=True,
        pass_label="No second figure",
        why_not=why_not_recruited(s, side, elites=False, used=regions[0]),
    )
    second: str | None = yield unless_settled(question)
    if second is not None:
        regions.append(_bring(t, side, second))
    for region in regions:  # at the end of the action: nobody removed is recruited again by it
        yield from armies.trim(t, own_place(s, side, region))


def _bring(t: Table[State], side: Side, value: str) -> str:
    kind, _, region = value.partition("@")
    recruit(t.state, own_place(t.state, side, region), kind)
    INVOLVED.follow(t, Involved(side, (NATION_OF[kind],)))
    t.announce("recruited", side=side, region=region, figures={kind: 1})
    return region


# -- diplomacy ---------------------------------------------------------------------------------------


def no_step(s: State, nation: str) -> str | None:
    """Return the code of what keeps a Muster result from advancing a Nation (WR-6.5, 13.2, 13.5)."""
    if politics.may_advance(s, nation) and table_cards.diplomacy_allowed(s, nation):
        return None
    if at_war(s, nation):
        return "at-war"
    return "passive" if table_cards.diplomacy_allowed(s, nation) else "held-back"


def diplomatic_nations(s: State, side: Side) -> list[str]:
    """Return the Nations that a Muster result can advance (WR-13.5)."""
    return list(_diplomatic_nations(s, side))


def may_advance(s: State, side: Side) -> bool:
    """Return whether a Muster result can advance any Nation."""
    return next(_diplomatic_nations(s, side), None) is not None


def _diplomatic_nations(s: State, side: Side) -> Iterator[str]:
    his = command(s, side)
    for nation in FP_NATIONS if side == FP else SH_NATIONS:
        if no_step(s, nation) is None and his.may_use(s, nation):
            yield nation


def why_no_step(s: State, side: Side) -> WhyNot:
    """Explain why a Nation is not advanced by a Muster result (WR-13.2, 13.5)."""

    def why_not(choice: object) -> Refusal:
        if not isinstance(choice, str) or choice not in NATIONS:
            return None
        name = NATIONS[choice].name
        if NATIONS[choice].side != side:
            return "not-yours", f"{name}: for the other side to advance.", "WR-13.5"
        if refusal := command(s, side).no_use(s, choice):
            return refusal
        words = {
            "at-war": (f"{name} cannot advance: at war already.", "WR-13.2"),
            "held-back": (f"{name} cannot advance: passive, and held back by a card on the table.", "WR-6.5"),
            "passive": (f"{name} cannot go to war: not yet roused.", "WR-13.2"),
        }
        code = no_step(s, choice)
        return (code, *words[code]) if code else None

    return why_not


def diplomacy(t: Table[State], side: Side) -> Procedure[None]:
    """Advance one Nation (WR-13.5)."""
    question = Decision(
        actor(t.state, side),
        "advance-nation",
        "Which Nation takes a step towards war?",
        OneOf(diplomatic_nations(t.state, side), {n: x.name for n, x in NATIONS.items()}),
        "WR-13.5",
        why_not=why_no_step(t.state, side),
    )
    nation = yield unless_unavoidable(t.state.options, question)
    INVOLVED.follow(t, Involved(side, (nation,)))
    politics.advance(t, nation, "diplomacy")


# -- who enters play ---------------------------------------------------------------------------------


def own_place(s: State, side: Side, region: str) -> str:
    """Return where a figure that comes to a region stands: inside its own besieged Stronghold, else in the field."""
    if besieged(s, region) and controller(s, region) == side:
        return INSIDE[region]
    return FIELD[side][region]


def why_not_entering(s: State, use: str) -> WhyNot:
    """Explain why somebody does not enter play by a use of a die, `character@region` (WR-9.6, WR-9.7)."""

    def why_not(choice: object) -> Refusal:
        character, region = _figure_at(choice)
        if region not in REGIONS or not (character in CHARACTERS or character in TOTALS):
            return None
        reason = entries.why_not(s, use, character, region)
        return (*reason, entries.WAYS[use].rule) if reason else None

    return why_not


def enter(t: Table[State], use: str) -> Procedure[None]:
    """Bring somebody into play by a use of a die (WR-9.6, WR-9.7)."""
    s = t.state
    way = entries.WAYS[use]
    question = Decision(
        actor(s, way.side),
        use,
        way.question,
        OneOf(entries.open_to(s, use), recruit_label),
        way.rule,
        why_not=why_not_entering(s, use),
    )
    value: str = yield unless_unavoidable(s.options, question)
    character, _, region = value.partition("@")
    yield from arrive(t, way.side, character, region)


def entrance(
    use: str,
    label: str,
    not_now: Words,
    *,
    result: str,
    set: str = "base",
    missed: bool = True,
    whose: str | None = None,
) -> Use:
    """Return the use of a die that brings somebody into play, as its `Way` says; `whose` as in `Use`."""
    return Use(
        id=use,
        label=label,
        may=lambda s, side, die: entries.may_enter(s, use),
        run=lambda t, side, die: enter(t, use),
        not_now=not_now,
        result=result,
        side=entries.WAYS[use].side,
        set=set,
        whose=whose,
        missed=missed,
        behind=lambda s, side: (use, entries.open_to(s, use)),
        answer=Answer(
            like="saruman@orthanc",
            values=lambda s, side: entries.open_to(s, use),
            why_not=lambda s, side: why_not_entering(s, use),
            who=lambda: entries.who_comes(use),
        ),
    )


def arrive(t: Table[State], side: Side, character: str, region: str) -> Procedure[None]:
    """Put somebody who enters play on the map, in the place of who he was before, with all that follows."""
    s = t.state
    entry = entries.entry_of(s, character)
    assert entry is not None
    former = entries.replaced_by(s, character)
    place = place_of(s, former) if former else None
    if former and place:
        take(s, place, former)
        if not entry.spares_former:
            s.eliminated.append(former)
    add(s, place or own_place(s, side, region), character)
    if CHARACTERS[character].kind == "minion" and not CHARACTERS[character].lesser:
        s.minion_seen = True
    t.announce(
        "character-entered", character=character, region=region, **({"former": former} if former else {})
    )
    politics.companion_arrived(t, character, region)
    yield from entry.follows(t, region)


# -- exchanging units --------------------------------------------------------------------------------


def replace(t: Table[State], key: str, old: str, new: str, number: int) -> None:
    """Replace units in a place by others of the pool; Shadow units go back to it."""
    s = t.state
    take(s, key, old, number)
    s.pools[old] += number
    s.pools[new] -= number
    add(s, key, new, number)
    t.announce("units-replaced", region=key.partition("/")[0], old=old, new=new, count=number)
