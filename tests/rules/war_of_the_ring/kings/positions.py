"""Hand-written positions with Kings of Middle-earth."""

from typing import Any

import pytest

from rules import Game
from rules.war_of_the_ring.position.catalogue import CARDS, FP, SETS, SH
from rules.war_of_the_ring.position.state import State, deck_name, initial_state
from rules.war_of_the_ring.sets.kings.state import FACTS, LEADER_OF, SOVEREIGNS, Kings, kings
from tests.rules.war_of_the_ring.positions import game

KINGS: dict[str, Any] = {"kings": True}
BOTH: dict[str, Any] = {"kings": True, "lords": True}
#: What is about both expansions cannot be told where the other one is not there.
with_lords = pytest.mark.skipif("lords" not in SETS, reason="Lords of Middle-earth is not there")


def kings_game(
    script: list[list[Any]] | None = None, *, options: dict[str, Any] = KINGS, **parts: Any
) -> Game[State]:
    """Begin from a position with Kings; cards in hands and on the table are in no deck.

    Who is named as a Character in `forces`, or as corrupted or gone, stands nowhere as a Leader. Tiles that lie
    elsewhere are not in the Hunt Pool; sets of which nothing is said are as at the start.
    """
    start = initial_state(options)
    parts["sets"] = {**(start.sets or {}), **parts.get("sets", {})}
    elsewhere = [
        card for place in ("hands", "table") for held in parts.get(place, {}).values() for card in held
    ]
    decks = start.decks
    for card in elsewhere:
        if CARDS[card].deck != "special":
            decks[deck_name(card)].remove(card)
    parts.setdefault("decks", decks)
    part = parts["sets"]["kings"]
    lying = [tile for tiles in part.tiles.values() for tile in tiles]
    lying += [*parts.get("tiles_drawn", ()), *parts.get("tiles_removed", ())]
    parts.setdefault("hunt_pool", [tile for tile in start.hunt_pool if tile not in lying])
    others = {kind for figures in parts.get("forces", {}).values() for kind in figures}
    others |= {*part.corrupted, *part.removed, *parts.get("eliminated", ())}
    parts.setdefault("off_map", tuple(LEADER_OF[one] for one in SOVEREIGNS if one in others))
    return game(script, options=options, **parts)


def at_home(*sovereigns: str, awake: bool = False) -> dict[str, dict[str, int]]:
    """Return the forces of two Regulars at home with each of these Sovereigns, as a Leader or awake."""
    return {
        FACTS[one].home: {f"{FACTS[one].nation}-regular": 2, one if awake else LEADER_OF[one]: 1}
        for one in sovereigns
    }


def kept(**parts: Any) -> dict[str, Any]:
    """Return the part of a position in which Kings keeps these things."""
    return {"sets": {"kings": Kings(**parts)}}


def held(side: str, *cards: str) -> dict[str, Any]:
    """Return the parts of a position in which a side holds cards, and the other none."""
    return {"hands": {FP: [], SH: []} | {side: list(cards)}}


def on_the_table(*cards: str) -> dict[str, Any]:
    """Return the parts of a position in which cards of the Shadow lie on the table."""
    return {"table": {FP: [], SH: list(cards)}}


def dwindled(*left: str, **parts: Any) -> dict[str, Any]:
    """Return the parts of a position in which only these tiles are left in the Hunt Pool; the others are drawn."""
    lying = [tile for tiles in parts.get("tiles", {}).values() for tile in tiles]
    gone = [tile for tile in initial_state(KINGS).hunt_pool if tile not in (*left, *lying)]
    return {"hunt_pool": list(left), "tiles_drawn": gone, **kept(**parts)}


def tempting(
    script: list[list[Any]] | None = None,
    *,
    eyes: int = 4,
    free: tuple[str, ...] = ("character",),
    shadow: tuple[str, ...] = ("army", "army"),
    **parts: Any,
) -> Game[State]:
    """Begin where the Shadow may try to corrupt somebody, with so many Eyes in the Hunt Box; `script` draws tiles."""
    parts.setdefault("hunt_box", {FP: 0, SH: eyes})
    return kings_game(script, dice=(list(free), list(shadow)), to_act=SH, **parts)


def kings_of(play: Game[State]) -> Kings:
    """Return what Kings keeps of the position of a game."""
    return kings(play.state)
