"""Previews of the questions behind an action: ways, figures, Nations, piles, for boards that answer them at once.

It rests on what the seat that is asked may know, and it is worked out only where a board wants it.
"""

from collections.abc import Mapping
from typing import Any

from rules.war_of_the_ring.position import uses
from rules.war_of_the_ring.position.catalogue import NATIONS, Side
from rules.war_of_the_ring.position.state import State
from rules.war_of_the_ring.turns import muster
from rules.war_of_the_ring.war import battle, movement


def of_action(s: State, side: Side) -> dict[str, Any]:
    """Return what can be answered together with an action.

    Returns:
        `next`: by use of a die the kind of the question behind it and the values that can be chosen there; `who`
        and `stay`: who is where a way of an Army begins, and who of them cannot go it (`movement.ahead`); `labels`:
        assaults and sorties in words; `held`: why Nations of the side cannot advance.
    """
    led, attacks = {}, {}
    for use, with_leader in (("move-armies", False), ("leader-move", True)):
        led[use] = movement.move_pairs(s, side, with_leader=with_leader)
    for use, with_leader in (("attack", False), ("leader-attack", True)):
        attacks[use] = battle.attack_pairs(s, side, with_leader=with_leader)
    others = [use for use in uses.in_game(s) if use.side in (None, side)]
    following: dict[str, tuple[str, list[str]]] = {
        **{use: ("army-move", pairs) for use, pairs in led.items()},
        **{use: ("attack", pairs) for use, pairs in attacks.items()},
        **{use.id: use.behind(s, side) for use in others if use.behind},
    }
    parties = [
        movement.ahead("army-move", movement.who_goes(s, side, led["move-armies"], {})),
        movement.ahead("attack", battle.who_attacks(s, side, attacks["attack"])),
    ]
    assaults = [pair for pair in attacks["attack"] if len(set(pair.split(">"))) == 1]
    return {
        "next": {
            use: {"kind": kind, "values": values} for use, (kind, values) in following.items() if values
        },
        "who": _together(parties, "who"),
        "stay": _together(parties, "stay"),
        "labels": battle.attack_labels(s, side, assaults),
        "held": _held(s, side, muster.diplomatic_nations(s, side)),
    }


def _held(s: State, side: Side, able: list[str]) -> dict[str, str]:
    why_not = muster.why_no_step(s, side)
    refusals = {n: why_not(n) for n, facts in NATIONS.items() if facts.side == side and n not in able}
    return {nation: refusal[1] for nation, refusal in refusals.items() if refusal}


def _together(parts: list[dict[str, Any]], name: str) -> Mapping[str, Any]:
    return {key: value for part in parts for key, value in part[name].items()}
