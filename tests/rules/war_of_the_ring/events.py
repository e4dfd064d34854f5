"""Event cards to write examples with: a card in the hand, an Event die to play it, and dice as told."""

from typing import Any

from rules import Game
from rules.war_of_the_ring.cards.events import EVENTS
from rules.war_of_the_ring.position.catalogue import CARDS, FP, SH, TILES
from rules.war_of_the_ring.position.state import FIELD, INSIDE, State
from tests.rules.war_of_the_ring.battles import holding
from tests.rules.war_of_the_ring.positions import game, kinds, position

#: Stands for passing among the answers.
PASS = "(pass)"


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
    return game(script, dice=pools, to_act=side, **{**holding(card, *also), **parts})


def play_card(card: str, *choices: Any, **parts: Any) -> Game[State]:
    """Play `card` with the Event die and answer what it asks, whoever is asked."""
    play = hold(card, **parts)
    play.choose(CARDS[card].side, "event:play-event")
    play.choose(CARDS[card].side, card)
    return answer(play, *choices)


def answer(play: Game[State], *choices: Any) -> Game[State]:
    """Answer the open questions one after the other; Gandalf the Grey as Guide never draws (WR-18)."""
    for choice in (*choices, None):
        if kinds(play) == ["gandalf-draw"]:
            play.choose(FP, None)
        if choice is not None:
            play.choose(play.pending[0].seat, None if choice == PASS else choice)
    return play


def done(play: Game[State]) -> bool:
    """Whether the card is resolved and the next action is asked for."""
    return kinds(play) == ["action"]


def may_play(card: str, **parts: Any) -> bool:
    """Whether the condition of the card holds."""
    return EVENTS[card].condition(position(**parts))


def figures(play: Game[State], side: str, region: str, *, inside: bool = False) -> dict[str, int]:
    """Return the figures and characters of a side in a region, empty if there are none."""
    force = play.state.forces.get(INSIDE[region] if inside else FIELD[side][region])
    return force.items() if force else {}


def free(play: Game[State], region: str, *, inside: bool = False) -> dict[str, int]:
    """Return the Free Peoples figures of a region."""
    return figures(play, FP, region, inside=inside)


def shadow(play: Game[State], region: str, *, inside: bool = False) -> dict[str, int]:
    """Return the Shadow figures of a region."""
    return figures(play, SH, region, inside=inside)


def tiles(value: int | str, count: int = 1, *, reveal: bool = False) -> list[str]:
    """Return standard Hunt tiles of a value."""
    return [t for t, x in TILES.items() if x.standard and x.value == value and x.reveal == reveal][:count]
