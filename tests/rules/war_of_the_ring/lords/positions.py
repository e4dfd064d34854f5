"""Hand-written positions with Lords of Middle-earth."""

from typing import Any

from rules import Game
from rules.war_of_the_ring.position.catalogue import CARDS, CHARACTERS, FP, SETUP, SH
from rules.war_of_the_ring.position.state import State, deck_name, initial_state
from rules.war_of_the_ring.sets.lords.state import Lords
from tests.rules.war_of_the_ring.positions import game

LORDS: dict[str, Any] = {"lords": True}
COUNCIL: dict[str, Any] = {"lords": True, "council_of_rivendell": True}
PARTY: tuple[str, ...] = tuple(SETUP["fellowship"]["companions"])


def lords_game(
    script: list[list[Any]] | None = None, *, options: dict[str, Any] = LORDS, **parts: Any
) -> Game[State]:
    """Begin from a position with Lords; cards in hands and on the table are in no deck."""
    elsewhere = [
        card for place in ("hands", "table") for held in parts.get(place, {}).values() for card in held
    ]
    decks = initial_state(options).decks
    for card in elsewhere:
        if CARDS[card].deck != "special":
            decks[deck_name(card)].remove(card)
    parts.setdefault("decks", decks)
    return game(script, options=options, **parts)


def hunted(
    script: list[list[Any]],
    *,
    box: int = 1,
    companions: list[str] | None = None,
    guide: str | None = None,
    seen: bool = False,
    **parts: Any,
) -> Game[State]:
    """Move the Fellowship with a Character die; only these Companions are left; Sméagol may have been `seen`."""
    fellowship = dict(parts.pop("fellowship", {}))
    if companions is not None:
        persons = {CHARACTERS[c].person for c in companions}
        fellowship |= {"companions": companions, "guide": guide}
        parts.setdefault("eliminated", [c for c in PARTY if c not in persons])
    if seen:
        parts.setdefault("sets", {"lords": Lords(smeagol_seen=True)})
    play = lords_game(
        script, dice=(["character"], ["event"]), hunt_box={FP: 0, SH: box}, fellowship=fellowship, **parts
    )
    play.choose(FP, "character:move-fellowship")
    return play


def on_the_table(*cards: str) -> dict[str, Any]:
    """Return the parts of a position in which cards of the Shadow lie on the table."""
    return {"table": {FP: [], SH: list(cards)}}


def held(side: str, *cards: str) -> dict[str, Any]:
    """Return the parts of a position in which a side holds cards, and the other none."""
    return {"hands": {FP: [], SH: []} | {side: list(cards)}}
