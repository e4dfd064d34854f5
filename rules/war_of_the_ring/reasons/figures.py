"""Reasons why a figure is not chosen: who moves, fights, advances, is lost, leaves or enters play (WR-8 to WR-14)."""

from collections.abc import Callable, Iterable, Mapping

from rules.core.decisions import Counts, Decision, OneOf, Refusal, Subset
from rules.war_of_the_ring.position.catalogue import (
    CHARACTERS,
    COMPANIONS,
    GOLLUM,
    NATION_OF,
    UNIT_SET,
    figure_name,
    region_name,
)
from rules.war_of_the_ring.position.command import command
from rules.war_of_the_ring.position.players import side_of
from rules.war_of_the_ring.position.state import Force, State, belligerent, level_of, places, region_of
from rules.war_of_the_ring.quest import company
from rules.war_of_the_ring.war import armies, casualties

Reason = Callable[[State, Decision, str], Refusal]


def _named(decision: Decision) -> list[str]:
    """Return the figures that can be chosen."""
    options = decision.options
    if isinstance(options, Counts):
        return list(options.limits)
    return list(
        options.items if isinstance(options, Subset) else options.values if isinstance(options, OneOf) else ()
    )


def _armies(s: State, decision: Decision) -> list[Force]:
    """Return the Armies that a question may be about: those that have all the figures to choose from."""
    assert isinstance(decision.options, Counts)
    limits = dict(decision.options.limits)
    found = [
        (region, force)
        for _, region, force in places(s, side_of(s, decision.seat))
        if all(force.count(kind) >= number for kind, number in limits.items())
    ]
    context = decision.context or {}
    for source in (context.get("source"), context.get("region")):
        there = [force for region, force in found if region == source]
        if there:
            return there
    return [force for _, force in found]


def _nowhere(s: State, decision: Decision, kind: str) -> bool:
    return not any(force.count(kind) for force in _armies(s, decision))


def _everywhere(s: State, decision: Decision, kind: str) -> bool:
    return all(force.count(kind) for force in _armies(s, decision))


def _region(decision: Decision) -> str:
    return str((decision.context or {}).get("region", ""))


def bare(kind: str) -> str:
    """Return a figure's name without its article, to stand behind a word that counts (`No North Regular`)."""
    return figure_name(kind).removeprefix("The ")


def never_leaves(s: State, kind: str) -> Refusal:
    """Why a Character of Level 0 goes nowhere."""
    if kind in CHARACTERS and level_of(s, kind) == 0:
        return "never-leaves", f"{figure_name(kind)} never leaves the region.", "WR-8.9"
    return None


# -- Armies ------------------------------------------------------------------------------------------


def _partners(s: State, decision: Decision, kind: str) -> Refusal:
    """Why a figure of a separate Army in the same region is not to be chosen; in one that is his to command all are."""
    his = command(s, side_of(s, decision.seat))
    if his.is_whole or any(his.no_figure(s, named) for named in _named(decision)):
        return None
    return his.no_figure(s, kind)


def _attackers(s: State, decision: Decision, kind: str) -> Refusal:
    if _nowhere(s, decision, kind):
        return "not-there", f"No {bare(kind)} is in this Army.", "WR-10.2"
    if refusal := _partners(s, decision, kind):
        return refusal
    if not belligerent(s, kind):
        return "not-at-war", f"{figure_name(kind)} is not at war and cannot attack.", "WR-10.2"
    return None


def _army_units(s: State, decision: Decision, kind: str) -> Refusal:
    name, target = figure_name(kind), _region(decision)
    if _nowhere(s, decision, kind):
        return "not-there", f"No {bare(kind)} is in this Army.", "WR-8.1"
    if refusal := _partners(s, decision, kind):
        return refusal
    if target and armies.kept_out(s, (kind,), target):
        return "not-at-war", f"{name} is not at war and may not enter {region_name(target)}.", "WR-8.6"
    if not _everywhere(s, decision, kind):
        return None
    every = name if kind in CHARACTERS else f"Every {bare(kind)} here"
    return never_leaves(s, kind) or ("moved", f"{every} has moved already in this action.", "WR-8.3")


def _advance(s: State, decision: Decision, kind: str) -> Refusal:
    source = s.battle.source if s.battle else ""
    beside = any(
        force.count(kind) for _, region, force in places(s, side_of(s, decision.seat)) if region == source
    )
    if not beside:
        return "not-there", f"There was no {bare(kind)} in this attack.", "WR-10.17"
    return never_leaves(s, kind) or (
        "rearguard",
        f"{figure_name(kind)} stayed behind as the rearguard: only attackers advance.",
        "WR-10.17",
    )


def _disband(s: State, decision: Decision, kind: str) -> Refusal:
    if kind not in UNIT_SET:
        return "no-unit", f"{figure_name(kind)} does not count: only Army units are too many.", "WR-7.1"
    return "not-there", f"No {bare(kind)} stands in {region_name(_region(decision))}.", "WR-7.2"


def _hit(s: State, decision: Decision, value: str) -> Refusal:
    verb, _, kind = value.partition(":")
    name = figure_name(kind)
    if kind not in UNIT_SET:
        return "no-unit", f"{name} takes no hits: only Army units do.", "WR-10.12"
    if not any(option.endswith(f":{kind}") for option in _named(decision)):
        return "not-there", f"No {bare(kind)} is left in this Army.", "WR-10.12"
    if verb == "reduce":
        return "no-elite", f"{name} cannot be reduced: only an Elite can.", "WR-10.12"
    return "two-hits", f"{name} falls to two hits, and one is left to take: it can be reduced.", "WR-10.12"


def _press(s: State, decision: Decision, kind: str) -> Refusal:
    name = figure_name(kind)
    if not kind.endswith("-elite"):
        return "no-elite", f"{name} cannot be reduced: only an Elite can.", "WR-11.5"
    region = s.battle.region if s.battle else ""
    if not any(force.count(kind) for _, r, force in places(s, side_of(s, decision.seat)) if r == region):
        return "not-there", f"No {bare(kind)} besieges {region_name(region)}.", "WR-11.5"
    if not casualties.regular_available(s, NATION_OF[kind]):
        return "no-regular", f"{name} cannot be reduced: no Regular of its Nation is left.", "WR-11.5"
    return "rearguard", f"No {bare(kind)} takes part in this attack.", "WR-11.5"


def _in_battle(s: State, decision: Decision, kind: str) -> Refusal:
    """Figures that a Combat card is about take part in the battle."""
    battle = s.battle
    if battle is None:
        return None
    regions = (battle.region, battle.source)
    here = any(f.count(kind) for key, f in s.forces.items() if key.partition("/")[0] in regions)
    if not here:
        return "not-there", f"{figure_name(kind)} does not take part in this battle.", "WR-10.3"
    if decision.kind == "forfeit":
        return "no-leadership", f"{figure_name(kind)} has no Leadership to give up now.", "WR-10.8"
    return None


# -- what stands somewhere ---------------------------------------------------------------------------


def _standing(s: State, decision: Decision, value: str) -> Refusal:
    """Why `figure@region` is no choice: it is not there, or not of those who are asked for."""
    kind, _, region = value.partition("@")
    if not region:
        return None
    if not any(f.count(kind) for key, f in s.forces.items() if key.partition("/")[0] == region):
        return "not-there", f"No {bare(kind)} stands in {region_name(region)}.", decision.why
    return None


def _standing_in(s: State, decision: Decision, region: str) -> Refusal:
    """Why none of the units to be replaced is in a region."""
    return "not-there", f"No unit that can be replaced stands in {region_name(region)}.", decision.why


# -- Companions --------------------------------------------------------------------------------------


def _gone(s: State, companion: str) -> Refusal:
    """Why a Character is not among the Companions of the Fellowship."""
    name = figure_name(companion)
    if companion not in COMPANIONS:
        return "no-companion", f"{name} is no Companion.", "WR-1.4"
    if companion in s.eliminated:
        return "eliminated", f"{name} is out of the game.", "WR-14.1"
    region = region_of(s, companion)
    if region is not None:
        return "on-the-map", f"{name} has left the Fellowship and is in {region_name(region)}.", "WR-14.1"
    if companion not in s.fellowship.companions:
        return "not-in-play", f"{name} is not in the Fellowship.", "WR-14.1"
    return None


def _guide(s: State, decision: Decision, companion: str) -> Refusal:
    if companion == GOLLUM:
        return "companions-left", "Gollum guides only when no Companion is left.", "WR-14.4"
    best = max(level_of(s, c) for c in company.guide_candidates(s))
    return _gone(s, companion) or (
        "lower-level",
        f"{figure_name(companion)} has Level {level_of(s, companion)}:"
        f" the Guide is of the highest Level, and that is {best}.",
        "WR-14.3",
    )


def _separate(s: State, decision: Decision, companion: str) -> Refusal:
    return _gone(s, companion)


def _companions(s: State, decision: Decision, companion: str) -> Refusal:
    """Why a Companion does not go together with those of a region."""
    group = _named(decision)
    here, there = region_of(s, group[0]), region_of(s, companion)
    name = figure_name(companion)
    if companion in s.fellowship.companions:
        return "in-the-fellowship", f"{name} is in the Fellowship.", "WR-9.2"
    if there is None or there != here:
        return _elsewhere(s, companion, there, here)
    return never_leaves(s, companion) or ("moved", f"{name} has moved already.", "WR-9.2")


def _elsewhere(s: State, companion: str, there: str | None, here: str | None) -> Refusal:
    if there is None:
        gone = _gone(s, companion)
        if gone and gone[0] == "not-in-play":
            return "not-in-play", f"{figure_name(companion)} is not on the map.", "WR-9.2"
        return gone
    if companion not in COMPANIONS:
        return "no-companion", f"{figure_name(companion)} is no Companion.", "WR-1.4"
    return (
        "elsewhere",
        f"{figure_name(companion)} is in {region_name(there)}, not in {region_name(here or '')}.",
        "WR-9.2",
    )


def _event_companions(s: State, decision: Decision, companion: str) -> Refusal:
    if _named(decision)[0] in s.fellowship.companions:
        return _gone(s, companion)
    return _companions(s, decision, companion)


def _each(kinds: Iterable[str], told: Reason) -> dict[str, Reason]:
    return dict.fromkeys(kinds, told)


REASONS: Mapping[str, Reason] = {
    "attackers": _attackers,
    "army-units": _army_units,
    "advance": _advance,
    "disband": _disband,
    "hit": _hit,
    "press-siege": _press,
    **_each(("heroic-death", "strike", "forfeit", "silence"), _in_battle),
    **_each(("event-figure", "event-units"), _standing),
    "event-replace": _standing_in,
    "guide": _guide,
    "separate": _separate,
    "companions": _companions,
    "event-companions": _event_companions,
}
