"""The likely course, by dice, of an attack, of another round, of a stand, and of giving way (WR-10, WR-11).

Cards are not counted, and nobody is thought to give way later on.
"""

from collections.abc import Mapping
from typing import Any

from rules.core.decisions import Decision, OneOf
from rules.core.title import Outlook
from rules.war_of_the_ring.bots.dice_odds import Ending, field_battle, siege_assault
from rules.war_of_the_ring.bots.odds import Strength, strength
from rules.war_of_the_ring.bots.words import percent, units
from rules.war_of_the_ring.position.catalogue import NATION_OF, REGIONS, UNIT_SET, Side, enemy, region_name
from rules.war_of_the_ring.position.combat import added_strength
from rules.war_of_the_ring.position.state import (
    GARRISON,
    INSIDE,
    STACKING,
    Battle,
    Force,
    State,
    belligerent,
    field,
    leadership,
)
from rules.war_of_the_ring.war import battle, casualties, sieges

#: The value under which stands what may be expected of passing.
PASS = "pass"


# -- before an attack --------------------------------------------------------------------------------


def of_attack(s: State, side: Side, source: str, target: str) -> Outlook:
    """Return what becomes of an attack with the whole Army; `source>target` names it."""
    own_key, foe_key = battle.places_of_attack(s, side, source, target)
    own = _strength(s, _attackers(s, s.forces[own_key]), source, target, attacks=True)
    foe = _strength(s, s.forces[foe_key], target, target, attacks=False)
    if foe_key == INSIDE.get(target):
        found = siege_assault(own, foe)
        return _words(found.win, "taken in one round", found.attacker_lost, found.defender_lost)
    found = field_battle(own, foe, target)
    kind = "sortie" if own_key == INSIDE.get(source) else "field"
    return _attack_words(s, side, kind, target, found)


def _attackers(s: State, force: Force) -> Force:
    """Return who of an Army may attack: who is not at war stays, with a unit for company (WR-10.2)."""
    figures = {kind: n for kind, n in force.figures.items() if belligerent(s, kind)}
    stay = force.figures.keys() - figures.keys()
    if stay and stay.isdisjoint(UNIT_SET):
        least = min((k for k in figures if k in UNIT_SET), key=lambda k: k.endswith("elite"))
        figures[least] -= 1
    return Force(figures, force.characters)


def _strength(s: State, force: Force, standing: str, region: str, *, attacks: bool) -> Strength:
    """Return the strength of who stands somewhere in a battle that is fought in `region`."""
    captains = sum(added_strength(c, region, attacks=attacks) for c in force.characters)
    return strength(s, force, standing)._replace(captains=captains)


# -- between two rounds ------------------------------------------------------------------------------


def of_another_round(
    s: State, side: Side, decision: Decision, options: Mapping[str, Any]
) -> dict[str, Outlook]:
    """Return what becomes of the attacker who fights on, or who ceases (WR-10.15)."""
    at = s.battle
    if at is None:
        return {}
    own, foe = _parties(side, decision)
    if at.kind == "siege":
        found, left = siege_assault(own, foe, rounds=_rounds_left(decision)), _rounds_left(decision)
        what = "taken in the next round" if left == 1 else f"taken in {left} rounds"
        more = _words(found.win, what, found.attacker_lost, found.defender_lost)
    else:
        more = _attack_words(s, side, at.kind, at.region, field_battle(own, foe, at.region, begun=True))
    return {"continue": more, PASS: Outlook(_ceasing(s, side, at))}


def of_a_press(s: State, side: Side, decision: Decision, options: Mapping[str, Any]) -> dict[str, Outlook]:
    """Return what one more round of a siege brings for each Elite that may be reduced for it (WR-11.5)."""
    if s.battle is None or not isinstance(decision.options, OneOf):
        return {}
    own, foe = _parties(side, decision)
    told: dict[str, Outlook] = {PASS: Outlook(_ceasing(s, side, s.battle))}
    for kind in decision.options.values:
        is_lost = not casualties.regular_available(s, NATION_OF[kind])
        found = siege_assault(_reduced(s, own, kind, is_lost=is_lost), foe)
        price = "; the Elite is lost" if is_lost else "; the Elite becomes a Regular"
        told[kind] = _words(
            found.win, "taken in the next round", found.attacker_lost, found.defender_lost, price
        )
    return told


def of_a_stand(s: State, side: Side, decision: Decision, options: Mapping[str, Any]) -> dict[str, Outlook]:
    """Return what becomes of the defender who fights in the field, or withdraws into the Stronghold (WR-10.5)."""
    at = s.battle
    if at is None:
        return {}
    return {"field": _standing(side, at, decision), sieges.INTO_THE_STRONGHOLD: _behind_walls(side, decision)}


def _behind_walls(side: Side, decision: Decision) -> Outlook:
    own, _ = _parties(side, decision)
    inside, lost = min(GARRISON, own.units), max(0, own.units - GARRISON)
    words = f"{_holds(inside)} the Stronghold, where only a 6 hits them"
    if lost:
        words += f"; {lost} more {'finds' if lost == 1 else 'find'} no room"
    return Outlook(words)


def of_a_retreat(s: State, side: Side, decision: Decision, options: Mapping[str, Any]) -> dict[str, Outlook]:
    """Return what becomes of the defender who stands, or leaves the field (WR-10.16)."""
    at = s.battle
    if at is None or not isinstance(decision.options, OneOf):
        return {}
    going = field(s, at.region, side)
    told = {PASS: _standing(side, at, decision)}
    left = "the siege ends" if INSIDE.get(at.region) in s.forces else f"{region_name(at.region)} lies open"
    for region in decision.options.values:
        if region == sieges.INTO_THE_STRONGHOLD:
            told[region] = _behind_walls(side, decision)
            continue
        there = field(s, region, side)
        number = (going.units() if going else 0) + (there.units() if there else 0)
        words = f"{units(min(STACKING, number))} there; {left}"
        told[region] = Outlook(
            words + (f"; {number - STACKING} too many must go" if number > STACKING else "")
        )
    return told


def _parties(side: Side, decision: Decision) -> tuple[Strength, Strength]:
    """Return how strong both sides of a battle are for the rounds to come, the own one first."""
    told: Mapping[str, Mapping[str, int]] = (decision.context or {})["strength"]
    return Strength(**told[side]), Strength(**told[enemy(side)])


def _rounds_left(decision: Decision) -> int:
    return int((decision.context or {})["rounds_left"])


def _reduced(s: State, own: Strength, elite: str, *, is_lost: bool) -> Strength:
    """Return a party that has reduced an Elite, who may have led it, too (WR-18: Saruman)."""
    led = leadership(s, Force({elite: 1}, []), s.battle.source if s.battle else None)
    return own._replace(
        units=own.units - is_lost, hits=own.hits - 1 - is_lost, leadership=own.leadership - led
    )


def _standing(side: Side, at: Battle, decision: Decision) -> Outlook:
    """Return what becomes of the defender who fights it out: he is asked where no walls count any more."""
    own, foe = _parties(side, decision)
    found = field_battle(foe, own, at.region, begun=True)
    return _words(found.held, "held", found.defender_lost, found.attacker_lost)


def _ceasing(s: State, side: Side, at: Battle) -> str:
    """Return who stands where when the attack has ceased."""
    own_key, foe_key = battle.places_of_attack(s, side, at.source, at.region)
    own, foe = s.forces[own_key].units(), s.forces[foe_key].units()
    if at.kind == "siege":
        return f"the siege goes on, {own} against {foe}"
    if at.kind == "sortie":
        return f"{units(own)} inside, the siege goes on"
    return f"{units(own)} in {region_name(at.source)}; {_holds(foe)} {region_name(at.region)}"


def _holds(number: int) -> str:
    return f"{units(number)} {'holds' if number == 1 else 'hold'}"


# -- words -------------------------------------------------------------------------------------------


def _attack_words(s: State, side: Side, kind: str, region: str, found: Ending) -> Outlook:
    """Return what a battle in the open, or a sortie, is likely to bring its attacker."""
    foe, more = enemy(side), ""
    if kind == "sortie":
        what = "siege broken"
    elif INSIDE.get(region) in s.forces:
        what = "relieved"
    else:
        what = "taken" if REGIONS[region].settlement != "none" else "won"
        more = "; they may withdraw into the Stronghold" if sieges.may_withdraw(s, foe, region) else ""
    return _words(found.win, what, found.attacker_lost, found.defender_lost, more)


def _words(chance: float, what: str, lost: float, dealt: float, more: str = "") -> Outlook:
    likely = percent(chance)
    return Outlook(f"{likely} % {what}; costs {round(lost)}, kills {round(dealt)}{more}", likely)


#: What is told of each question between two rounds, by its kind.
BETWEEN_ROUNDS = {
    "continue": of_another_round,
    "press-siege": of_a_press,
    "stand": of_a_stand,
    "retreat": of_a_retreat,
}
