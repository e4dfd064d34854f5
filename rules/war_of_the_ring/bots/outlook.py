"""What the dice make likely of an attack or of a move of the Fellowship, in words, for players who want to know.

Everything follows from the view of the seat that is asked: Armies, the Hunt Box and the cards on the table are public,
and neither hands nor the order of the tiles are looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.core.decisions import Decision, OneOf
from rules.core.title import Outlook
from rules.war_of_the_ring import battle, hunt, sieges, table_cards
from rules.war_of_the_ring.board import FP, REGIONS, SH, Side, enemy
from rules.war_of_the_ring.bots.dice_odds import field_battle, siege_assault
from rules.war_of_the_ring.bots.odds import strength
from rules.war_of_the_ring.bots.position import position_from
from rules.war_of_the_ring.fellowship import TRACK_END
from rules.war_of_the_ring.state import INSIDE, State

_MOVES = ":move-fellowship"


def outlook(view: dict[str, Any], decision: Decision, options: Mapping[str, Any]) -> dict[str, Outlook]:
    """Return what may be expected of the choices of a decision, by their values; {} where the table hides the odds.

    With the choices of an action stand the attacks behind it, by their ways.
    """
    if not options.get("odds") or not isinstance(decision.options, OneOf):
        return {}
    values = [str(value) for value in decision.options.values]
    moves: list[str] = []
    if decision.kind == "attack":
        attacks = values
    elif decision.kind == "action":
        moves = [value for value in values if value.endswith(_MOVES)]
        behind = decision.ahead()["next"].values() if decision.ahead is not None else ()
        attacks = [
            value for question in behind if question["kind"] == "attack" for value in question["values"]
        ]
    else:
        return {}
    if not (attacks or moves):
        return {}
    s = position_from(view)
    side: Side = view["sides"].get(decision.seat, decision.seat)
    return {
        **{way: _of_attack(s, side, *way.split(">")) for way in attacks},
        **(dict.fromkeys(moves, _of_hunt(s, options)) if moves else {}),
    }


# -- battles -----------------------------------------------------------------------------------------


def _of_attack(s: State, side: Side, source: str, target: str) -> Outlook:
    """Return what becomes of an attack with the whole Army, without cards; `source>target` names it."""
    own_key, foe_key = battle.places_of_attack(s, side, source, target)
    own = strength(s, s.forces[own_key], attacking=True)
    foe = strength(s, s.forces[foe_key])
    if foe_key == INSIDE.get(target):
        found = siege_assault(own, foe)
        return _words(found.win, found.attacker_lost, "to take it in one round")
    found = field_battle(own, foe, target)
    more = ""
    if own_key == INSIDE.get(source):
        what = "to break the siege"
    elif INSIDE.get(target) in s.forces:
        what = "to relieve it"
    else:
        settled = REGIONS[target].settlement != "none"
        what = "to take it" if settled else "to win"
        more = (
            "; they may withdraw into the Stronghold" if sieges.may_withdraw(s, enemy(side), target) else ""
        )
    return _words(found.win, found.attacker_lost, what, more)


def _words(chance: float, lost: float, what: str, more: str = "") -> Outlook:
    percent, hits = _percent(chance), round(lost)
    cost = "about 1 hit lost" if hits == 1 else f"about {hits or 'no'} hits lost"
    return Outlook(f"{percent} % {what}, {cost}{more}", percent)


def _percent(chance: float) -> int:
    """Return a chance in percent; what may happen is neither sure nor impossible."""
    return min(99, max(1, round(100 * chance)))


# -- the Hunt ----------------------------------------------------------------------------------------


def _of_hunt(s: State, options: Mapping[str, Any]) -> Outlook:
    """Return how likely a tile is drawn when the Fellowship moves now."""
    if s.fellowship.mordor is not None:
        return Outlook("a Hunt tile is drawn", 100)
    if s.fellowship.progress == TRACK_END and not options.get("hunt_at_last_step", True):
        return Outlook("no Hunt", 0)
    count = min(hunt.HUNT_DICE, s.hunt_box[SH])
    if count == 0:
        return Outlook("no dice in the Hunt Box: no tile is drawn", 0)
    chance, needed = _drawn(s, count, s.hunt_box[FP])
    dice = f"1 die hits on {needed}" if count == 1 else f"{count} dice hit on {needed}"
    words = f"{dice}: {chance} % that a tile is drawn"
    if table_cards.on_table(s, table_cards.CREBAIN):
        words += f" ({_drawn(s, count, s.hunt_box[FP] + 1)[0]} % with the Flocks of Crebain)"
    return Outlook(words, chance)


def _drawn(s: State, count: int, bonus: int) -> tuple[int, str]:
    """Return the chance in percent that one of some dice hits, and what they need: where all fail, some roll again."""
    least = max(2, 6 - bonus)
    miss = (least - 1) / 6
    rolls = count + min(hunt.rerolls(s), count)
    return _percent(1 - miss**rolls), "6" if least == 6 else f"{least} or more"
