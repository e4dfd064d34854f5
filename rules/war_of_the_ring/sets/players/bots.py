"""What bots know of a partner: the dice that he needs, one Army where that helps, and no swap blindly (WR-19)."""

from collections.abc import Mapping
from typing import Any
from weakref import WeakKeyDictionary

import msgspec

from rules.core.decisions import Decision
from rules.war_of_the_ring.bots.judgement import Judgement
from rules.war_of_the_ring.bots.knowledge import Knowledge
from rules.war_of_the_ring.position.catalogue import ADJACENT, FP, Side, enemy
from rules.war_of_the_ring.position.state import FIELD, INSIDE, State, has_army
from rules.war_of_the_ring.position.uses import USES
from rules.war_of_the_ring.sets.players import armies
from rules.war_of_the_ring.sets.players.state import SET, Deed, Players, table_of

#: What part of the partner's loss counts when a die is taken that he could use better.
CARE = 0.5
#: An offer takes no die, and comes before whatever else is done; where it does not help it is never made.
OFFER, NO_OFFER = 9.0, -9.0
_partners: WeakKeyDictionary[Judgement, Judgement] = WeakKeyDictionary()


def fill(s: State, view: Mapping[str, Any]) -> None:
    """Put what a seat sees of who plays what into a position."""
    told = view["players"]
    player = {seat: facts["player"] for seat, facts in told["seats"].items()}
    s.options["players"] = str(len(player))
    s.seats = {who: seat for seat, who in player.items() if who != seat}
    kept = {} if s.sets is msgspec.UNSET else s.sets
    s.sets = {
        **kept,
        SET: Players(
            leading={facts["side"]: facts["player"] for facts in told["seats"].values() if facts["leads"]},
            acting={side: player[seat] for side, seat in told["acting"].items()},
            mixed=[
                INSIDE[shared["region"]] if shared["besieged"] else FIELD[shared["side"]][shared["region"]]
                for shared in told["armies"]
                if shared["mixed"]
            ],
            keepers={card: player.get(seat, seat) for card, seat in told["table"].items()},
            takers={region: player.get(seat, seat) for region, seat in told["takers"].items()},
            last=Deed(told["last"]["nations"], [FIELD[FP][region] for region in told["last"]["regions"]]),
        ),
    }


def partners_eyes(j: Judgement) -> Judgement | None:
    """Return the judgement of the partner, if the next action were his; None for who plays a side alone."""
    seats = j.view["players"]["seats"]
    mine = j.view["players"]["acting"].get(j.side)
    other = next((seat for seat, facts in seats.items() if facts["side"] == j.side and seat != mine), None)
    if mine is None or other is None:
        return None
    if j not in _partners:
        acting = {**j.view["players"]["acting"], j.side: other}
        _partners[j] = Judgement({**j.view, "players": {**j.view["players"], "acting": acting}}, j.side)
    return _partners[j]


def leave_dice(j: Judgement, decision: Decision, value: str) -> float:
    """Return what an action costs the partner: the only die of its kind, if he can do more with it."""
    die, _, use = value.partition(":")
    if use not in USES or j.s.dice[j.side].count(die) != 1:
        return 0.0
    partner = partners_eyes(j)
    if partner is None:
        return 0.0
    return -CARE * max(0.0, partner.best_use(die) - j.use(die, use))


def _enemy_is_near(s: State, side: Side, place: str) -> bool:
    region = place.partition("/")[0]
    return any(has_army(s, near, enemy(side)) for near in (region, *ADJACENT[region]))


def _offers(j: Judgement) -> float:
    """Return what an offer of a mixed Army is worth: something where an enemy is near, and the bot would command."""
    mine = table_of(j.s).acting.get(j.side)
    helps = any(
        armies.commanding(j.s, j.side, j.s.forces[place].figures) == mine
        and _enemy_is_near(j.s, j.side, place)
        for place in armies.may_join(j.s, j.side)
    )
    return OFFER if helps else NO_OFFER


def _where(j: Judgement, decision: Decision, value: str) -> float:
    return float(_enemy_is_near(j.s, j.side, FIELD[j.side][value]))


def _agree(j: Judgement, decision: Decision, value: str) -> float:
    """Return what one Army is worth: something where an enemy is near that it can meet together."""
    region = str((decision.context or {}).get("region", ""))
    return 1.0 if region and _enemy_is_near(j.s, j.side, FIELD[j.side][region]) else -1.0


KNOWLEDGE: Knowledge[Judgement] = Knowledge(
    positions=(fill,),
    acts={armies.JOIN: _offers},
    answers={"join-region": _where, "join-armies": _agree},
    added={"action": leave_dice},
    passes={"swap-card": 1.0},
)
