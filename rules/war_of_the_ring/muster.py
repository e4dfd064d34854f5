"""Recruiting, the diplomatic action, and Characters that enter play (WR-7.4 to 7.9, WR-9.6, WR-9.7)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.decisions import Decision, OneOf, unless_settled
from rules.core.table import Procedure, Table
from rules.core.unasked import unless_unavoidable
from rules.war_of_the_ring import armies, explain, politics, table_cards
from rules.war_of_the_ring.catalogue import (
    CHARACTERS,
    FP,
    FP_NATIONS,
    NATIONS,
    NAZGUL,
    ORTHANC,
    REGIONS,
    SETTLEMENTS_OF,
    SH,
    SH_NATIONS,
    STRONGHOLDS,
    Side,
    figure_name,
    region_name,
)
from rules.war_of_the_ring.state import (
    FIELD,
    INSIDE,
    State,
    add,
    at_war,
    besieged,
    controller,
    field,
    has_army,
    is_free,
    recruit,
    region_of,
    take,
    unconquered,
)


def recruit_label(value: str) -> str:
    """Return `kind@region` in words."""
    kind, _, region = value.partition("@")
    return f"{figure_name(kind)} in {region_name(region)}"


def can_muster_in(s: State, region: str, side: Side) -> bool:
    """Return whether a die can recruit in a Settlement (WR-7.5)."""
    return is_free(s, region, side) and controller(s, region) == side and not besieged(s, region)


def recruits(s: State, side: Side, *, elites: bool, used: str | None = None) -> list[str]:
    """Return what a Muster die can bring, as `kind@region`; `used` is the Settlement of the first figure."""
    return list(_recruits(s, side, elites, used))


def may_recruit(s: State, side: Side) -> bool:
    """Return whether a Muster die can bring any figure."""
    return any(True for _ in _recruits(s, side, True, None))


def _recruits(s: State, side: Side, elites: bool, used: str | None) -> Iterator[str]:
    for nation in FP_NATIONS if side == FP else SH_NATIONS:
        if not at_war(s, nation):
            continue
        for region in SETTLEMENTS_OF[nation]:
            if region == used or not can_muster_in(s, region, side):
                continue
            room = armies.room(s, region, side) > 0
            if room and s.pools[f"{nation}-regular"]:
                yield f"{nation}-regular@{region}"
            if room and elites and s.pools[f"{nation}-elite"]:
                yield f"{nation}-elite@{region}"
            if side == FP and s.pools[f"{nation}-leader"] and has_army(s, region, FP):
                yield f"{nation}-leader@{region}"
            if nation == "sauron" and region in STRONGHOLDS and s.pools[NAZGUL]:
                yield f"{NAZGUL}@{region}"


def muster_figures(t: Table[State], side: Side) -> Procedure[None]:
    """Recruit one Elite, or up to two other figures in different Settlements (WR-7.4)."""
    s = t.state
    first: str = yield unless_unavoidable(
        s.options,
        Decision(
            side,
            "recruit",
            "Recruit an Elite unit, or the first of two other figures.",
            OneOf(recruits(s, side, elites=True), recruit_label),
            "WR-7.4",
            why_not=explain.recruit(s, side),
        ),
    )
    regions = [_bring(t, side, first)]
    elite = first.partition("@")[0].endswith("elite")
    second: str | None = yield unless_settled(
        Decision(
            side,
            "recruit-second",
            "Recruit a second figure in another Settlement?",
            OneOf([] if elite else recruits(s, side, elites=False, used=regions[0]), recruit_label),
            "WR-7.4",
            may_pass=True,
            pass_label="No second figure",
            why_not=explain.recruit(s, side, second=True, used=regions[0]),
        )
    )
    if second is not None:
        regions.append(_bring(t, side, second))
    for region in regions:  # at the end of the action: nobody removed is recruited again by it
        yield from armies.trim(t, FIELD[side][region])


def _bring(t: Table[State], side: Side, value: str) -> str:
    kind, _, region = value.partition("@")
    recruit(t.state, FIELD[side][region], kind)
    t.announce("recruited", side=side, region=region, figures={kind: 1})
    return region


# -- diplomacy ---------------------------------------------------------------------------------------


def diplomatic_nations(s: State, side: Side) -> list[str]:
    """Return the Nations that a Muster result can advance (WR-13.5)."""
    nations = FP_NATIONS if side == FP else SH_NATIONS
    return [n for n in nations if politics.may_advance(s, n) and table_cards.diplomacy_allowed(s, n)]


def diplomacy(t: Table[State], side: Side) -> Procedure[None]:
    """Advance one Nation (WR-13.5)."""
    nation = yield unless_unavoidable(
        t.state.options,
        Decision(
            side,
            "advance-nation",
            "Which Nation takes a step towards war?",
            OneOf(diplomatic_nations(t.state, side), {n: x.name for n, x in NATIONS.items()}),
            "WR-13.5",
            why_not=explain.diplomacy(t.state, side),
        ),
    )
    politics.advance(t, nation, "diplomacy")


# -- minions -----------------------------------------------------------------------------------------


def minion_entries(s: State) -> list[str]:
    """Return the Minions that can enter play now, as `minion@region` (WR-9.7)."""
    values: list[str] = []
    if _available(s, "saruman") and at_war(s, "isengard") and unconquered(s, ORTHANC):
        values.append(f"saruman@{ORTHANC}")
    if _available(s, "witch-king") and at_war(s, "sauron") and any(at_war(s, n) for n in FP_NATIONS):
        values += [
            f"witch-king@{region}"
            for region in REGIONS
            if (force := field(s, region, SH) or s.forces.get(INSIDE.get(region, "")))
            and any(kind in force.figures for kind in ("sauron-regular", "sauron-elite"))
        ]
    if _available(s, "mouth-of-sauron") and (
        all(at_war(s, n) for n in FP_NATIONS) or s.fellowship.mordor is not None
    ):
        values += [
            f"mouth-of-sauron@{region}"
            for region in SETTLEMENTS_OF["sauron"]
            if region in STRONGHOLDS and unconquered(s, region)
        ]
    return values


def _available(s: State, character: str) -> bool:
    return character not in s.eliminated and region_of(s, character) is None


def shadow_place(s: State, region: str) -> str:
    """Return where a Shadow figure that arrives in a region stands: inside its own besieged Stronghold."""
    if controller(s, region) == SH and besieged(s, region):
        return INSIDE[region]
    return FIELD[SH][region]


def enter_minion(t: Table[State]) -> Procedure[None]:
    """Bring one Minion into play (WR-9.7)."""
    s = t.state
    value: str = yield unless_unavoidable(
        s.options,
        Decision(
            SH,
            "minion",
            "Which Minion enters play, and where?",
            OneOf(minion_entries(s), recruit_label),
            "WR-9.7",
            why_not=explain.minion(s),
        ),
    )
    minion, _, region = value.partition("@")
    add(s, shadow_place(s, region), minion)
    s.minion_seen = True
    t.announce("character-entered", character=minion, region=region)
    if minion == "witch-king":
        for nation in FP_NATIONS:
            politics.activate(t, nation, "witch-king")


# -- Aragorn and Gandalf the White -------------------------------------------------------------------


def upgrades(s: State) -> list[str]:
    """Return who can enter play by a Will of the West, as `character@region` (WR-9.6)."""
    values: list[str] = []
    strider = region_of(s, "strider")
    if strider in CHARACTERS["aragorn"].regions and unconquered(s, strider):
        values.append(f"aragorn@{strider}")
    grey = region_of(s, "gandalf-the-grey")
    white_done = region_of(s, "gandalf-the-white") or "gandalf-the-white" in s.eliminated
    grey_out = grey is not None or "gandalf-the-grey" in s.eliminated
    if not white_done and grey_out and s.minion_seen:
        if grey is not None:
            values.append(f"gandalf-the-white@{grey}")
        else:
            havens = [r for r in CHARACTERS["gandalf-the-white"].regions if unconquered(s, r)]
            values += [f"gandalf-the-white@{r}" for r in havens]
    return values


def upgrade(t: Table[State]) -> Procedure[None]:
    """Crown Aragorn or bring Gandalf the White (WR-9.6)."""
    s = t.state
    value: str = yield unless_unavoidable(
        s.options,
        Decision(
            FP,
            "upgrade",
            "Who enters play, and where?",
            OneOf(upgrades(s), recruit_label),
            "WR-9.6",
        ),
    )
    character, _, region = value.partition("@")
    former = "strider" if character == "aragorn" else "gandalf-the-grey"
    place = FIELD[FP][region]
    inside = s.forces.get(INSIDE.get(region, ""))
    if inside is not None and controller(s, region) == FP:
        place = INSIDE[region]
    replaces = region_of(s, former) is not None
    if replaces:
        place = next(k for k, f in s.forces.items() if former in f.characters)
        take(s, place, former)
        s.eliminated.append(former)
    add(s, place, character)
    t.announce(
        "character-entered", character=character, region=region, **({"former": former} if replaces else {})
    )
    politics.companion_arrived(t, character, region)


def replace(t: Table[State], key: str, old: str, new: str, number: int) -> None:
    """Replace units in a place by others of the pool; Shadow units go back to it."""
    s = t.state
    take(s, key, old, number)
    s.pools[old] += number
    s.pools[new] -= number
    add(s, key, new, number)
    t.announce("units-replaced", region=key.partition("/")[0], old=old, new=new, count=number)
