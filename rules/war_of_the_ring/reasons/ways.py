"""Reasons why nobody goes there: the Fellowship, Companions, Nazgûl, Minions, retreats, marches (WR-8, 9, 10, 14)."""

from collections.abc import Callable, Mapping

from rules.core.decisions import Decision, OneOf, Refusal
from rules.war_of_the_ring.position import table_cards
from rules.war_of_the_ring.position.catalogue import (
    CARDS,
    CHARACTERS,
    FP,
    GREAT,
    NAZGUL,
    ORIGINAL,
    REGIONS,
    SH,
    STRONGHOLDS,
    Side,
    distances,
    enemy,
    figure_name,
    flies,
    region_name,
)
from rules.war_of_the_ring.position.command import command
from rules.war_of_the_ring.position.players import side_of
from rules.war_of_the_ring.position.state import (
    State,
    controller,
    field,
    garrison,
    has_army,
    is_free,
    is_free_for_movement,
    level_of,
    nation_of,
    place_of,
    places,
)
from rules.war_of_the_ring.reasons.figures import never_leaves
from rules.war_of_the_ring.war import armies, characters, hindrances

#: No way on the map is longer.
_FARTHEST = len(REGIONS)


def regions_away(number: int) -> str:
    """Return a distance in words."""
    return "1 region" if number == 1 else f"{number} regions"


def within(kind: str) -> str:
    """Return a figure's name as it stands within a sentence (`the Witch-king`)."""
    name = figure_name(kind)
    return f"the {name[4:]}" if name.startswith("The ") else name


def _options(decision: Decision) -> list[str]:
    assert isinstance(decision.options, OneOf)
    return list(decision.options.values)


def _from_context(decision: Decision, name: str) -> str:
    return str((decision.context or {}).get(name, ""))


# -- the Fellowship ----------------------------------------------------------------------------------


def _too_far(s: State, target: str) -> Refusal:
    fellowship = s.fellowship
    start = fellowship.region or ""
    way = distances(start)[target] if start else 0
    if way <= fellowship.progress:
        return None
    return (
        "too-far",
        f"{region_name(target)} is {regions_away(way)} from {region_name(start)},"
        f" and the Progress of the Fellowship is {fellowship.progress}.",
        "WR-14.6",
    )


def _declare(s: State, decision: Decision, target: str) -> Refusal:
    return _too_far(s, target)


def _reveal(s: State, decision: Decision, target: str) -> Refusal:
    if target in GREAT and ORIGINAL[target] == FP and controller(s, target) == FP:
        kind = "Stronghold" if target in STRONGHOLDS else "City"
        return (
            "haven",
            f"{region_name(target)} is a {kind} of the Free Peoples: nobody finds the Ring-bearers there.",
            "WR-14.11",
        )
    return _too_far(s, target)


# -- Companions --------------------------------------------------------------------------------------


def _companions_way(s: State, decision: Decision, start: str, target: str) -> Refusal:
    """Why Companions who set out from `start` do not come to `target`.

    How far they go depends on the card that sends them: it is as far as the farthest region that they can choose.
    """
    ways = characters.companion_ways(s, start, _FARTHEST, into_siege=True)
    way = ways.get(target)
    most = max((ways[r] for r in _options(decision) if r in ways), default=0)
    where = region_name(target)
    if way is None:
        return (
            "no-way",
            f"Every way from {region_name(start)} to {where} leads through a Stronghold where Companions must stop.",
            "WR-9.2",
        )
    if way > most:
        return (
            "too-far",
            f"{where} is {regions_away(way)} from {region_name(start)}, and they go no farther than {most}.",
            "WR-9.2",
        )
    if characters.is_shut(s, target):
        return "besieged", f"{where} is besieged: no Companion gets in or out.", "WR-9.2"
    return None


def _companions_to(s: State, decision: Decision, target: str) -> Refusal:
    start = _from_context(decision, "from")
    if target == start:
        return "there-already", f"They are in {region_name(target)} already.", "WR-9.2"
    return _companions_way(s, decision, start, target)


def _separate_to(s: State, decision: Decision, target: str) -> Refusal:
    return _companions_way(s, decision, s.fellowship.region or "", target)


def _companions_from(s: State, decision: Decision, region: str) -> Refusal:
    where = region_name(region)
    force, inside = field(s, region, FP), garrison(s, region)
    if force is None or not force.characters:
        if inside is not None and controller(s, region) == FP and inside.characters:
            return "besieged", f"The Companions in {where} are besieged: none of them gets out.", "WR-9.2"
        return "nobody", f"No Companion stands in {where}.", "WR-9.2"
    if region not in characters.free_companions(s):
        return never_leaves(s, force.characters[0])
    if characters.is_surrounded(s, region):
        return "no-way", f"No way out of {where} is open to Companions.", "WR-9.2"
    return "moved", f"The Companions in {where} have moved already.", "WR-9.2"


# -- Nazgûl and Minions ------------------------------------------------------------------------------


def _nazgul_from(s: State, decision: Decision, value: str) -> Refusal:
    figure, _, region = value.partition("@")
    name, where = figure_name(figure), region_name(region)
    if figure != NAZGUL and (figure not in CHARACTERS or CHARACTERS[figure].side != SH):
        return "not-a-flyer", f"{name} is neither a Nazgûl nor a Minion.", "WR-9.4"
    if figure != NAZGUL and level_of(s, figure) == 0:
        home = CHARACTERS[figure].regions
        return "never-leaves", f"{name} never leaves {region_name(home[0] if home else region)}.", "WR-9.5"
    if not any(force.count(figure) for _, r, force in places(s, SH) if r == region):
        if figure != NAZGUL and place_of(s, figure) is None:
            return "not-in-play", f"{name} is not in play.", "WR-9.4"
        absent = f"No {name} is in {where}." if figure == NAZGUL else f"{name} is not in {where}."
        return "nobody", absent, "WR-9.4"
    code = characters.no_start(s, figure, region, only_flyers=bool(s.resolving))
    if code == "besieged":
        return code, f"{name} cannot leave {where} now.", "WR-9.5"
    if code == "nazgul-only":
        return "nazgul-only", f"“{CARDS[s.resolving[-1]].title}” moves Nazgûl only.", "WR-6.3"
    if figure != NAZGUL and not flies(figure) and (refusal := command(s, SH).no_character(s, figure)):
        return refusal
    every = "Every Nazgûl" if figure == NAZGUL else name
    return "moved", f"{every} in {where} has moved already.", "WR-9.4"


def _nazgul_to(s: State, decision: Decision, target: str) -> Refusal:
    figure, start = _from_context(decision, "figure"), _from_context(decision, "from")
    name, where = figure_name(figure), region_name(target)
    if target == start:
        name = "This Nazgûl" if figure == NAZGUL else name
        return "there-already", f"{name} is in {where} already.", "WR-9.4"
    code = characters.no_entry(s, target, on_foot=not flies(figure))
    if code == "enemy-stronghold":
        return (
            code,
            f"{where} is a Stronghold of the Free Peoples, and no Army of the Shadow besieges it.",
            "WR-9.4",
        )
    if code == "besieged":
        return code, f"{where} is besieged: {within(figure)} does not get in.", "WR-9.5"
    way = distances(start)[target]
    level = level_of(s, figure) if figure in CHARACTERS else _FARTHEST
    if way > level:
        return (
            "too-far",
            f"{where} is {regions_away(way)} from {region_name(start)},"
            f" and {within(figure)} goes no farther than {level}.",
            "WR-9.5",
        )
    return (
        "no-way",
        f"The short ways from {region_name(start)} to {where} lead through Strongholds"
        f" that {within(figure)} does not enter.",
        "WR-9.5",
    )


# -- Armies ------------------------------------------------------------------------------------------


def _enemy_there(s: State, side: Side, target: str) -> Refusal:
    where = region_name(target)
    if has_army(s, target, enemy(side)):
        return "enemy-army", f"An enemy Army is in {where}.", "WR-1.13"
    if not table_cards.entry_allowed(s, side, target):
        return "closed", f"A card on the table closes {where} to your Armies.", "WR-6.5"
    return None


def _no_retreat(s: State, side: Side, start: str, target: str) -> Refusal:
    """Why an Army does not retreat from `start` to `target` (WR-10.16)."""
    refusal = hindrances.not_beside(start, target) or _enemy_there(s, side, target)
    if refusal is None and not is_free(s, target, side):
        return (
            "enemy-settlement",
            f"The enemy holds {region_name(target)}: no Army retreats there.",
            "WR-10.16",
        )
    return refusal


def _retreat(s: State, decision: Decision, target: str) -> Refusal:
    return _no_retreat(s, side_of(s, decision.seat), _from_context(decision, "region"), target)


def _march_from(s: State, decision: Decision, region: str) -> Refusal:
    side, where = side_of(s, decision.seat), region_name(region)
    force = field(s, region, side)
    card = CARDS[_from_context(decision, "card")].title
    if force is None or not force.units():
        if garrison(s, region) is not None and controller(s, region) == side:
            return "besieged", f"The Army in {where} is besieged.", "WR-8.8"
        return "no-army", f"You have no Army in {where}.", "WR-1.7"
    return "cannot-march", f"No part of the Army in {where} can march as “{card}” asks.", "WR-6.7"


def _march_to(s: State, decision: Decision, target: str) -> Refusal:
    side, start = side_of(s, decision.seat), _from_context(decision, "from")
    where = region_name(target)
    refusal = hindrances.not_beside(start, target) or _enemy_there(s, side, target)
    if refusal:
        return refusal
    if not is_free_for_movement(s, target, side):
        return "not-free", f"{where} is not free for your Armies.", "WR-8.1"
    full = hindrances.full_region(s, side, target)
    if full:
        return full
    force = field(s, start, side)
    held = armies.kept_out(s, force.figures, target) if force else []
    if held:
        return "not-at-war", f"{figure_name(held[0])} is not at war and may not enter {where}.", "WR-8.6"
    card = CARDS[_from_context(decision, "card")].title
    return (
        "no-end",
        f"The march does not go by {where}: it never turns back, and it ends only as “{card}” lets it.",
        "WR-6.7",
    )


def _voice_region(s: State, decision: Decision, region: str) -> Refusal:
    where = region_name(region)
    if nation_of(s, region) != "isengard" or ORIGINAL.get(region) is None:
        return "not-home", f"{where} is no Settlement of Isengard.", "WR-18"
    if not is_free(s, region, SH) or controller(s, region) != SH:
        return "not-free", f"{where} is not free for Isengard.", "WR-18"
    return hindrances.full_region(s, SH, region)


REASONS: Mapping[str, Callable[[State, Decision, str], Refusal]] = {
    "declare": _declare,
    "reveal": _reveal,
    "companions-to": _companions_to,
    "separate-to": _separate_to,
    "companions-from": _companions_from,
    "nazgul-from": _nazgul_from,
    "nazgul-to": _nazgul_to,
    "retreat": _retreat,
    "scouts": _retreat,
    "march-from": _march_from,
    "march-to": _march_to,
    "voice-regions": _voice_region,
}
