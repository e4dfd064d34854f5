"""Cards of Kings to write examples with: in a hand, and on the table, with Sovereigns in whatever state."""

from typing import Any

from rules import Game
from rules.war_of_the_ring.cards.events import EVENTS
from rules.war_of_the_ring.position.catalogue import CARDS, FP, SH, Side
from rules.war_of_the_ring.position.state import FIELD, State, initial_state
from rules.war_of_the_ring.sets.kings.state import FACTS, kings
from tests.rules.war_of_the_ring.events import answer
from tests.rules.war_of_the_ring.kings.positions import KINGS, kept, kings_game


def realm(
    *,
    awakened: tuple[str, ...] = (),
    corrupted: tuple[str, ...] = (),
    gone: tuple[str, ...] = (),
    tiles: dict[str, list[str]] | None = None,
    forces: dict[str, Any] | None = None,
    **facts: Any,
) -> dict[str, Any]:
    """Return the parts of a position with Sovereigns in these states, each at home, and with `tiles` on some.

    `forces` sets up other regions, or a home otherwise; `facts` are what the set keeps besides.
    """
    homes: dict[str, Any] = {}
    for sovereign in (*awakened, *gone):
        home = FACTS[sovereign].home
        own = initial_state({}).forces[FIELD[FP][home]].items()
        homes[home] = {**own, **({sovereign: 1} if sovereign in awakened else {})}
    laid = {tile for many in (tiles or {}).values() for tile in many}
    return {
        "forces": {**homes, **(forces or {})},
        "hunt_pool": [tile for tile in initial_state(KINGS).hunt_pool if tile not in laid],
        **kept(
            corrupted={sovereign: FACTS[sovereign].home for sovereign in corrupted},
            tiles={sovereign: sorted(many) for sovereign, many in (tiles or {}).items()},
            **facts,
        ),
    }


def lies_on(play: Game[State], sovereign: str) -> list[str]:
    """Return the Corruption tiles on a Sovereign."""
    return kings(play.state).tiles.get(sovereign, [])


def begin(
    script: list[list[Any]] | None = None,
    *,
    cards: tuple[str, ...] = (),
    table: tuple[str, ...] = (),
    options: dict[str, Any] = KINGS,
    **parts: Any,
) -> Game[State]:
    """Begin where the sides hold exactly these cards, and have these on the table."""

    def of(side: Side, those: tuple[str, ...]) -> list[str]:
        return [card for card in those if CARDS[card].side == side]

    hands, lying = ({side: of(side, those) for side in (FP, SH)} for those in (cards, table))
    return kings_game(script, options=options, hands=hands, table=lying, **parts)


def hold(
    card: str,
    *,
    script: list[list[Any]] | None = None,
    also: tuple[str, ...] = (),
    dice: tuple[str, ...] = (),
    enemy_dice: tuple[str, ...] = ("character",),
    **parts: Any,
) -> Game[State]:
    """Begin where the owner of `card` acts, with an Event die and `dice` besides."""
    side = CARDS[card].side
    own = ["event", *dice]
    pools = (own, list(enemy_dice)) if side == FP else (list(enemy_dice), own)
    return begin(script, cards=(card, *also), dice=pools, to_act=side, **parts)


def play_card(card: str, *choices: Any, **parts: Any) -> Game[State]:
    """Play `card` with the Event die and answer what it asks, whoever is asked."""
    play = hold(card, **parts)
    play.choose(CARDS[card].side, "event:play-event")
    play.choose(CARDS[card].side, card)
    return answer(play, *choices)


def may_play(card: str, **parts: Any) -> bool:
    """Whether the condition of the card holds."""
    return EVENTS[card].condition(hold(card, **parts).state)
