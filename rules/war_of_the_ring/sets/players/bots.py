"""What bots know of a partner: what each sees of the table, one Army where that helps, and no swap blindly (WR-19)."""

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.core.decisions import Decision
from rules.war_of_the_ring.bots.judgement import Judgement
from rules.war_of_the_ring.bots.knowledge import Knowledge
from rules.war_of_the_ring.position.catalogue import FP
from rules.war_of_the_ring.position.state import FIELD, INSIDE, State
from rules.war_of_the_ring.sets.players.armies import JOIN
from rules.war_of_the_ring.sets.players.state import SET, Deed, Players


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


def _join(j: Judgement) -> float:
    """An offer costs the partner a visit: it is worth it only where both together are strong enough to act."""
    return -0.5


def _agree(j: Judgement, decision: Decision, value: str) -> float:
    """One Army stands better than two, whoever commands it."""
    return 0.5


KNOWLEDGE: Knowledge[Judgement] = Knowledge(
    positions=(fill,),
    acts={JOIN: _join},
    answers={"join-armies": _agree},
    passes={"swap-card": 1.0},
)
