"""What the record of a game tells, however it ended: the figures that the community writes down."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.core.table import LogLine
from rules.war_of_the_ring import seating
from rules.war_of_the_ring.board import FP, SH, SIDES
from rules.war_of_the_ring.state import State, victory_points

#: The Character whose crowning is written down.
KING = "aragorn"


def facts(state: State, lines: Iterable[LogLine]) -> dict[str, Any]:
    """Return the figures at the end, and those of the story: first Eyes, crowning, Dwarven Rings given."""
    turn = 0
    allocated: int | None = None
    eyes: int | None = None
    crowned: int | None = None
    rings = {side: int(state.options.get(f"{side.replace('-', '_')}_dwarven_rings", 0)) for side in SIDES}
    for line in lines:
        data = line.data
        if line.kind == "turn-begins":
            turn = data["turn"]
        elif line.kind == "hunt-allocated" and allocated is None:
            allocated = data["dice"]
        elif line.kind == "action-dice-rolled" and data["side"] == SH and eyes is None:
            eyes = (allocated or 0) + list(data["dice"]).count("eye")
        elif line.kind == "character-entered" and data["character"] == KING:
            crowned = crowned or turn
        elif line.kind == "sides-settled":
            rings[data["side"]] += data["rings"]
    return {
        "turns": state.turn,
        "corruption": state.fellowship.corruption,
        "mordor": state.fellowship.mordor,
        "points": {side: victory_points(state, side) for side in SIDES},
        "captured": list(state.captured),
        "seats": seating.sides_by_seat(state),
        "initial_eyes": eyes,
        "aragorn_turn": crowned,
        "handicap": rings,
        "dwarven_rings": rings[FP] + rings[SH],
    }
