"""The facts in the record of a game, however it ended: the figures that the community writes down."""

from collections.abc import Sequence
from typing import Any, TypedDict

from rules.core.fields import FactField
from rules.core.table import LogLine
from rules.war_of_the_ring.position import players
from rules.war_of_the_ring.position.box import box_of
from rules.war_of_the_ring.position.catalogue import (
    CHARACTERS,
    FP,
    ORIGINAL,
    SETS,
    SH,
    SIDES,
    Side,
    region_name,
)
from rules.war_of_the_ring.position.declarations import of
from rules.war_of_the_ring.position.dice import face_of
from rules.war_of_the_ring.position.state import State

#: The Character whose crowning is written down: he takes the place of Isildur's heir.
(KING,) = (
    c for c, x in CHARACTERS.items() if x.former and "heir-to-isildur" in CHARACTERS[x.former].abilities
)

#: Expansions by the names that the community's league tracker has for them.
EXPANSIONS = {
    "LoME": "Lords of Middle-earth",
    "WoME": "Warriors of Middle-earth",
    "KoME": "Kings of Middle-earth",
    "Cities": "Cities",
    "FateOfErebor": "The Fate of Erebor",
    "ReturnOfTheKing": "The Return of the King",
    "Treebeard": "Treebeard",
}
#: The columns of the tracker, in its order; those of the expansions stay empty in the base game.
FIELDS = (
    FactField("expansions", "Expansions", "list", EXPANSIONS, is_filter=True),
    FactField("treebeard_used", "Treebeard used", "boolean"),
    FactField("action_tokens", "Action tokens", "number", is_filter=True),
    FactField(
        "dwarven_rings",
        "Dwarven Rings",
        "number",
        is_filter=True,
        help="How many were given to both sides together, as a handicap or by bidding.",
    ),
    FactField("muster_points", "Muster points", "number"),
    FactField("turns", "Turns", "number", is_filter=True),
    FactField("corruption", "Corruption", "number", is_filter=True),
    FactField("mordor", "Mordor Track", "number", help="The step of the Fellowship, if it came to Mordor."),
    FactField(
        "initial_eyes",
        "First Eyes",
        "number",
        is_filter=True,
        help="Eyes of the Shadow in the first turn, those put into the Hunt Box among them.",
    ),
    FactField("aragorn_turn", "Aragorn's turn", "number", help="The turn in which Aragorn was crowned."),
    FactField("captured", "Captured", "list", {region: region_name(region) for region in ORIGINAL}),
)


class Facts(TypedDict):
    """The facts of the base game in the record of a game."""

    expansions: list[str]
    turns: int | None
    corruption: int
    mordor: int | None
    captured: list[str]
    seats: dict[str, Side]
    initial_eyes: int | None
    aragorn_turn: int | None
    handicap: dict[str, int]
    dwarven_rings: int


def facts(state: State, lines: Sequence[LogLine]) -> dict[str, Any]:
    """Return the figures at the end, and those of the story: first Eyes, crowning, Dwarven Rings given."""
    sets = box_of(state.options).sets
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
            eyes = (allocated or 0) + [face_of(die) for die in data["dice"]].count("eye")
        elif line.kind == "character-entered" and data["character"] == KING:
            crowned = crowned or turn
        elif line.kind == "sides-settled":
            rings[data["side"]] += data["rings"]
    told: Facts = {
        "expansions": [key for key, name in EXPANSIONS.items() if name in {SETS[one].name for one in sets}],
        "turns": state.turn or None,
        "corruption": state.fellowship.corruption,
        "mordor": state.fellowship.mordor,
        "captured": list(state.captured),
        "seats": players.sides_by_seat(state),
        "initial_eyes": eyes,
        "aragorn_turn": crowned,
        "handicap": rings,
        "dwarven_rings": rings[FP] + rings[SH],
    }
    more: dict[str, Any] = {}
    for declared in of(sets):
        if declared.facts is not None:
            more |= declared.facts(state, lines)
    return {**told, **more}
