"""Battles with Kings of Middle-earth to write examples with: who fights, which cards are held, and dice as told."""

from typing import Any

from rules import Game
from rules.war_of_the_ring.position.catalogue import CARDS, FP, SH, Side
from rules.war_of_the_ring.position.state import State, deck_name, initial_state
from rules.war_of_the_ring.sets.kings.state import LEADER_OF, Kings
from tests.rules.lines import told
from tests.rules.war_of_the_ring import battles
from tests.rules.war_of_the_ring.kings.positions import KINGS
from tests.rules.war_of_the_ring.positions import kinds

#: Asked on the way to the Combat cards, and what is answered to it unless a test is about it.
BEFORE = {"stand": "field", "white-rider": None, "sorcerer": None}


def dealt(*cards: str, table: tuple[str, ...] = (), options: dict[str, Any] = KINGS) -> dict[str, Any]:
    """Return the parts of a position in which the sides hold exactly these cards, and have these on the table."""
    decks = initial_state(options).decks
    for card in (*cards, *table):
        decks[deck_name(card)].remove(card)
    return {
        "hands": {side: [c for c in cards if CARDS[c].side == side] for side in (FP, SH)},
        "table": {side: [c for c in table if CARDS[c].side == side] for side in (FP, SH)},
        "decks": decks,
        "options": options,
    }


def begin(
    script: list[list[Any]],
    *cards: str,
    table: tuple[str, ...] = (),
    corrupted: dict[str, str] | None = None,
    options: dict[str, Any] = KINGS,
    **parts: Any,
) -> Game[State]:
    """Let one side attack, up to the first question of the battle; the sides hold these cards.

    `corrupted` names Sovereigns who are so, with their regions.
    """
    if corrupted:
        parts["sets"] = {"kings": Kings(corrupted=corrupted)}
    others = {*parts["free"], *(corrupted or ())}
    parts["off_map"] = tuple(leader for sovereign, leader in LEADER_OF.items() if sovereign in others)
    return battles.begin(script, **dealt(*cards, table=table, options=options), **parts)


def fight(script: list[list[Any]], *cards: str, **parts: Any) -> Game[State]:
    """Attack, stand in the field where that is asked, and lay the cards that are held."""
    return lay(begin(script, *cards, **parts), *cards)


def lay(play: Game[State], *cards: str) -> Game[State]:
    """Go on with a battle up to the first question that is not which card is laid."""
    while kinds(play)[0] in BEFORE or kinds(play) == ["combat-card"]:
        asked = play.pending[0]
        if asked.kind == "combat-card":
            held = asked.options.values
            play.choose(
                asked.seat, next((c for c in cards if CARDS[c].side == asked.seat and c in held), None)
            )
        else:
            play.choose(asked.seat, BEFORE[asked.kind])
    return play


def offers(play: Game[State], side: Side) -> list[str]:
    """Return the Combat cards that a side could lay, the other side having laid none."""
    while play.pending[0].seat != side or kinds(play)[0] in BEFORE:
        asked = play.pending[0]
        play.choose(asked.seat, BEFORE.get(asked.kind))
    assert kinds(play) == ["combat-card"]
    return list(play.pending[0].options.values)


def rolled(play: Game[State], side: Side) -> list[tuple[list[int], int, int]]:
    """Return the Combat rolls of a side: dice, what is added to each, hits."""
    return _rolls(play, side, "combat-rolled")


def rerolled(play: Game[State], side: Side) -> list[tuple[list[int], int, int]]:
    """Return the Leader re-rolls of a side: dice, what is added to each, hits."""
    return _rolls(play, side, "leader-rerolled")


def _rolls(play: Game[State], side: Side, kind: str) -> list[tuple[list[int], int, int]]:
    found = [line for line in told(play, kind) if line["side"] == side]
    return [(line["dice"], line["bonus"], line["hits"]) for line in found]
