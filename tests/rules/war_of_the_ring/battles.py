"""Battles to write examples with: who stands where, which cards are held, and dice as told.

The script gives the dice in the order in which they fall: additional attacks, the attacker's Combat roll,
the defender's, then the Leader re-rolls in the same order. A roll of another size is an error, so every
script also says how many dice each side has.
"""

from typing import Any

from rules import Game
from rules.war_of_the_ring.position.catalogue import FP, NATIONS, SH, Side, enemy
from rules.war_of_the_ring.position.state import FIELD, INSIDE, State, deck_name, initial_state
from tests.rules.war_of_the_ring.positions import game, kinds

#: Two regions of no Nation and without a Settlement.
PLAIN, NEXT_TO_PLAIN = "dagorlad", "noman-lands"


def holding(*cards: str) -> dict[str, Any]:
    """Return the parts of a position in which the sides hold exactly these cards."""
    s = initial_state({})
    for card in cards:
        s.decks[deck_name(card)].remove(card)
    hands = {FP: [c for c in cards if c.startswith("fp")], SH: [c for c in cards if c.startswith("sh")]}
    return {"hands": hands, "decks": s.decks}


def begin(
    script: list[list[Any]],
    *,
    shadow: dict[str, int],
    free: dict[str, int],
    attacker: Side = SH,
    region: str = PLAIN,
    source: str = NEXT_TO_PLAIN,
    inside: Side | None = None,
    party: dict[str, int] | None = None,
    elsewhere: dict[str, dict[str, int]] | None = None,
    cards: tuple[str, ...] = (),
    at_war: tuple[str, ...] = tuple(NATIONS),
    **more: Any,
) -> Game[State]:
    """Let one side attack with `party`, or with all it has, up to the first question of the battle.

    `inside` names the side besieged in the Stronghold of `region`; then both Armies are there.
    `elsewhere` sets up other regions.
    """
    figures = {SH: shadow, FP: free}
    if inside is None:
        forces = {source: figures[attacker], region: figures[enemy(attacker)]}
    else:
        source = region
        forces = {region: figures[enemy(inside)], f"{region}/inside": figures[inside]}
    dice = (["muster-army", "event"], []) if attacker == FP else ([], ["army", "event"])
    forces |= elsewhere or {}
    play = game(script, forces=forces, dice=dice, at_war=at_war, **{**holding(*cards), **more})
    play.choose(attacker, "muster-army:attack" if attacker == FP else "army:attack")
    play.choose(attacker, f"{source}>{region}")
    if kinds(play) == ["attackers"]:
        play.choose(attacker, party or figures[attacker])
    return play


def fight(script: list[list[Any]], *, cards: tuple[str, ...] = (), **parts: Any) -> Game[State]:
    """Attack, stand in the field where that is asked, and lay the cards that are held."""
    play = begin(script, cards=cards, **parts)
    while kinds(play) in (["stand"], ["combat-card"], ["white-rider"]):
        asked = play.pending[0]
        laid = next((c for c in cards if c.startswith("fp") == (asked.seat == FP)), None)
        play.choose(asked.seat, {"stand": "field", "combat-card": laid, "white-rider": None}[asked.kind])
    return play


def offers(play: Game[State], card: str) -> bool:
    """Return whether the side that is asked for a Combat card could lay this one."""
    assert kinds(play) == ["combat-card"]
    return card in play.pending[0].options.values


def left(play: Game[State], side: Side, region: str = PLAIN, *, inside: bool = False) -> dict[str, int]:
    """Return what a side still has in a region."""
    force = play.state.forces.get(INSIDE[region] if inside else FIELD[side][region])
    return force.items() if force else {}
