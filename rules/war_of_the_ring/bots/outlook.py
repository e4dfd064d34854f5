"""The outlook, by dice, on attacks, fighting on and the Hunt, in words, for players who want to know.

Everything follows from the view of the seat that is asked: Armies, the Hunt Box and the cards on the table are public,
and neither hands nor the order of the tiles are looked at.
"""

from collections.abc import Callable, Mapping
from typing import Any

from rules.core.decisions import Amount, Decision, OneOf
from rules.core.title import Outlook
from rules.war_of_the_ring.bots import battle_outlook, hunt_outlook
from rules.war_of_the_ring.bots.position import position_from
from rules.war_of_the_ring.position.catalogue import Side
from rules.war_of_the_ring.position.state import State

_MOVES = ":move-fellowship"
_Telling = Callable[[State, Side, Decision, Mapping[str, Any]], dict[str, Outlook]]


def outlook(view: Mapping[str, Any], decision: Decision, options: Mapping[str, Any]) -> dict[str, Outlook]:
    """Return what may be expected of the choices of a decision, by their values; {} where the table hides the odds.

    With the choices of an action stand the attacks behind it, by their ways.
    """
    telling = _TELLING.get(decision.kind)
    if telling is None or not options.get("odds"):
        return {}
    side: Side = view["sides"].get(decision.seat, decision.seat)
    return telling(position_from(view), side, decision, options)


def _of_attacks(s: State, side: Side, decision: Decision, options: Mapping[str, Any]) -> dict[str, Outlook]:
    return {way: battle_outlook.of_attack(s, side, *way.split(">")) for way in _values(decision)}


def _of_action(s: State, side: Side, decision: Decision, options: Mapping[str, Any]) -> dict[str, Outlook]:
    behind = decision.ahead()["next"].values() if decision.ahead is not None else ()
    attacks = {way: None for question in behind if question["kind"] == "attack" for way in question["values"]}
    moves = [value for value in _values(decision) if value.endswith(_MOVES)]
    return {
        **{way: battle_outlook.of_attack(s, side, *way.split(">")) for way in attacks},
        **(dict.fromkeys(moves, hunt_outlook.of_move(s, options)) if moves else {}),
    }


def _of_allocation(
    s: State, side: Side, decision: Decision, options: Mapping[str, Any]
) -> dict[str, Outlook]:
    if not isinstance(decision.options, Amount):
        return {}
    numbers = range(decision.options.low, decision.options.high + 1)
    return {str(number): hunt_outlook.of_dice(s, number, options) for number in numbers}


def _values(decision: Decision) -> list[str]:
    return [str(value) for value in decision.options.values] if isinstance(decision.options, OneOf) else []


_TELLING: dict[str, _Telling] = {
    "action": _of_action,
    "attack": _of_attacks,
    "hunt-allocation": _of_allocation,
    **battle_outlook.BETWEEN_ROUNDS,
}
