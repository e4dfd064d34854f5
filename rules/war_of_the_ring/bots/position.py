"""The position as a seat knows it: the engine's own `State`, rebuilt from the seat's view.

What the seat cannot know is filled with something possible, so that the questions of the rules (where an
Army may go, what a die may do) can be asked of it.
"""

from collections.abc import Mapping
from typing import Any

from rules.war_of_the_ring.bots import knowledge
from rules.war_of_the_ring.position.box import box_of_view
from rules.war_of_the_ring.position.catalogue import SETS, SIDES, Side
from rules.war_of_the_ring.position.dice import movers_in_box
from rules.war_of_the_ring.position.state import (
    FIELD,
    INSIDE,
    Battle,
    Fellowship,
    Force,
    State,
    minion_has_come,
)


def position_from(view: Mapping[str, Any]) -> State:
    """Return a State that shows what `view` shows. Read it only: it shares the view's lists."""
    sets = box_of_view(view).sets
    s = State(
        options=_options(sets),
        turn=view["turn"],
        phase=view["phase"],
        forces={_key(f): Force(f["figures"], f["characters"]) for f in view["forces"]},
        captured=view["captured"],
        pools=view["pools"],
        casualties=view["casualties"],
        steps={n: p["step"] for n, p in view["politics"].items()},
        active=[n for n, p in view["politics"].items() if p["active"]],
        dice=view["dice"],
        hunt_box=view["hunt_box"],
        rings=view["rings"],
        ring_used=view["ring_used"],
        hands={player: hand["cards"] or [] for player, hand in view["hands"].items()},
        decks=_decks(view),
        discards=view["discards"],
        table=view["table"],
        fellowship=Fellowship(**view["fellowship"]),
        hunt_pool=view["hunt_pool"]["in"] or [],  # a set that hides it tells what may be in it
        tiles_drawn=view["hunt_pool"]["drawn"],
        tiles_removed=view["hunt_pool"]["removed"],
        specials=view["hunt_pool"]["specials"],
        eliminated=view["eliminated"],
        resolving=view["resolving"],
        battle=Battle(**view["battle"]) if view["battle"] else None,
    )
    for fill in knowledge.of(sets).positions:
        fill(s, view)
    s.minion_seen = minion_has_come(s)
    s.mordor_attempt = movers_in_box(s) > 0
    return s


def _options(sets: tuple[str, ...]) -> dict[str, str | bool | int]:
    """Return options that bring these sets to a table."""
    return {option: True for name in sets if SETS[name].is_expansion and (option := SETS[name].option)}


def _key(force: dict[str, Any]) -> str:
    region: str = force["region"]
    side: Side = force["side"]
    return INSIDE[region] if force["besieged"] else FIELD[side][region]


def _decks(view: Mapping[str, Any]) -> dict[str, list[str]]:
    """Decks of the right size, of any cards that may still be in them or in the enemy's hand."""
    decks = box_of_view(view).decks
    seen = {*view["discards"], *view["resolving"], *view["hidden_discards"]["cards"]}
    for side in SIDES:
        seen.update(view["table"][side])
    for hand in view["hands"].values():
        seen.update(hand["cards"] or ())
    return {name: [c for c in decks[name] if c not in seen][:count] for name, count in view["decks"].items()}
