"""Cards of Lords to write examples with: in a hand, on the table, in a battle."""

from typing import Any

from rules import Game
from rules.war_of_the_ring.cards.events import EVENTS
from rules.war_of_the_ring.position.catalogue import CARDS, FP, SH, Side
from rules.war_of_the_ring.position.state import State, deck_name, initial_state
from rules.war_of_the_ring.sets.lords.state import Lords
from tests.rules.war_of_the_ring import battles
from tests.rules.war_of_the_ring.events import answer
from tests.rules.war_of_the_ring.positions import game, kinds, position

LORDS: dict[str, Any] = {"lords": True}


def dealt(*cards: str, table: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return the parts of a position in which the sides hold exactly these cards, and have these on the table."""
    decks = initial_state(LORDS).decks
    for card in (*cards, *table):
        if CARDS[card].deck != "special":
            decks[deck_name(card)].remove(card)
    return {
        "hands": {side: [c for c in cards if CARDS[c].side == side] for side in (FP, SH)},
        "table": {side: [c for c in table if CARDS[c].side == side] for side in (FP, SH)},
        "decks": decks,
        "options": LORDS,
    }


def kept(**facts: Any) -> dict[str, Any]:
    """Return what Lords keeps of a position."""
    return {"lords": Lords(**facts)}


def hold(
    card: str,
    *,
    script: list[list[Any]] | None = None,
    also: tuple[str, ...] = (),
    table: tuple[str, ...] = (),
    dice: tuple[str, ...] = (),
    enemy_dice: tuple[str, ...] = ("character",),
    **parts: Any,
) -> Game[State]:
    """Begin where the owner of `card` acts, with an Event die and `dice` besides."""
    side = CARDS[card].side
    own = ["event", *dice]
    pools = (own, list(enemy_dice)) if side == FP else (list(enemy_dice), own)
    return game(script, dice=pools, to_act=side, **{**dealt(card, *also, table=table), **parts})


def play_card(card: str, *choices: Any, **parts: Any) -> Game[State]:
    """Play `card` with the Event die and answer what it asks, whoever is asked."""
    play = hold(card, **parts)
    play.choose(CARDS[card].side, "event:play-event")
    play.choose(CARDS[card].side, card)
    return answer(play, *choices)


def may_play(card: str, **parts: Any) -> bool:
    """Whether the condition of the card holds."""
    return EVENTS[card].condition(position(**{**dealt(card), **parts}))


def begin(script: list[list[Any]], *cards: str, **parts: Any) -> Game[State]:
    """Let one side attack, up to the first question of the battle; the sides hold these cards."""
    return battles.begin(script, **{**dealt(*cards), **parts})


def fight(script: list[list[Any]], *cards: str, **parts: Any) -> Game[State]:
    """Attack, stand in the field where that is asked, and lay the cards that are held."""
    return lay(begin(script, *cards, **parts), *cards)


def lay(play: Game[State], *cards: str) -> Game[State]:
    """Go on with a battle up to the first question that is not which card is laid."""
    while kinds(play) in (["stand"], ["combat-card"], ["white-rider"]):
        asked = play.pending[0]
        laid = next((c for c in cards if CARDS[c].side == asked.seat), None)
        play.choose(asked.seat, {"stand": "field", "combat-card": laid, "white-rider": None}[asked.kind])
    return play


def offers(play: Game[State], side: Side) -> list[str]:
    """Return the Combat cards that a side could lay, the other side having laid none."""
    while play.pending[0].seat != side or kinds(play) == ["stand"]:
        stands = kinds(play) == ["stand"]
        play.choose(play.pending[0].seat, "field" if stands else None)
    assert kinds(play) == ["combat-card"]
    return list(play.pending[0].options.values)
