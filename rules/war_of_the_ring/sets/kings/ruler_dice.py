"""Ruler dice: when they are rolled, the die that is discarded for one, Dismay tokens (KM-2, KM-4, KM-10.6)."""

from collections.abc import Callable
from typing import Any

from rules.core.chance import Dice
from rules.core.decisions import Decision, OneOf, offer
from rules.core.settled import unless_settled
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position import dice
from rules.war_of_the_ring.position.catalogue import DICE, FP, SH, SIDES, Side
from rules.war_of_the_ring.position.moments import RECOVER, ROLL_DONE, Roll
from rules.war_of_the_ring.position.roles import leader
from rules.war_of_the_ring.position.state import State, place_of
from rules.war_of_the_ring.sets.kings.sovereigns import awakened, sovereign_name
from rules.war_of_the_ring.sets.kings.state import CHIEFTAINS, SET, kings

T = Table[Any]
#: The Ruler die of each side.
RULER: dict[Side, str] = {kind.side: kind.id for kind in DICE.values() if kind.set == SET}
#: What one would rather discard, if nothing else is known: Events of the Shadow, an Army of the Free Peoples.
LEAST_MISSED = ("eye", "event", "army", "muster", "muster-army", "character", "will-of-the-west")


# -- phase 1 -----------------------------------------------------------------------------------------


def _has_come(s: State, side: Side) -> bool:
    """Whether a side has a Ruler in play, an awakened Sovereign or a Chieftain: it rolls a die more (KM-2.1, 2.2)."""
    return bool(awakened(s)) if side == FP else any(place_of(s, c) for c in CHIEFTAINS)


@RECOVER.reaction(30, lambda s, about: True)
def recover(t: T, about: None) -> Procedure[None]:
    """The Ruler dice that are rolled this turn; nobody has been tempted yet (KM-2)."""
    part = kings(t.state)
    part.pool = [RULER[side] for side in SIDES if _has_come(t.state, side)]
    part.discarded, part.attempted = {}, []
    part.token_used = part.palantir_used = False
    yield from ()


def _in_pool(kind: str) -> Callable[[State], bool]:
    return lambda s: kind in kings(s).pool


for _kind in RULER.values():
    dice.IN_POOL.of(_kind)(_in_pool(_kind))


@dice.COMES_BACK.of(RULER[FP])
def _comes_back(s: State) -> bool:
    """Whether the Ruler die that moved the Fellowship is recovered, whichever set asks first (KM-2.3, KM-2.5)."""
    return _has_come(s, FP)


# -- phase 4 -----------------------------------------------------------------------------------------


def is_ruler_die(die: str) -> bool:
    """Return whether a die is a Ruler die."""
    return dice.split(die)[0] in RULER.values()


def ruler_die(s: State, side: Side) -> str | None:
    """Return the Ruler die of a side as it lies before it, or as an Eye in the Hunt Box; None if it does not."""
    return next((die for die in dice.special_dice(s, side) if dice.split(die)[0] == RULER[side]), None)


def discardable(s: State, side: Side) -> list[str]:
    """Return the dice of which a side with a Ruler die must discard one: that die, or a standard one (KM-4.2, 4.4)."""
    ruler = ruler_die(s, side)
    return (
        [] if ruler is None else [ruler, *(d for d in dice.in_order(s.dice[side]) if not dice.is_special(d))]
    )


def includes(die: str, other: str) -> bool:
    """Return whether a die of a side can do all that another of it can, and more (KM-5.2, 5.4).

    It shows all the other's results beside further ones, or is a Ruler die that shows the same. An Eye can do nothing;
    in the Hunt Box it does what no other die does, and so it is neither included nor includes.
    """
    if dice.EYE in (dice.face_of(die), dice.face_of(other)) or is_ruler_die(other):
        return False
    results, others = set(dice.results_of(die)), set(dice.results_of(other))
    return results > others or (results == others and is_ruler_die(die))


def least_missed(choices: list[str]) -> str:
    """Return the die that one would rather discard, if nothing else is known; it never includes another one."""
    return min(choices, key=lambda die: (LEAST_MISSED.index(dice.face_of(die)), is_ruler_die(die)))


@ROLL_DONE.reaction(30, lambda s, roll: bool(kings(s).pool))
def discard_one(t: T, roll: Roll) -> Procedure[None]:
    """Who has rolled a Ruler die discards it or a standard die, the Shadow first (KM-4.2)."""
    for side in (SH, FP):
        if discardable(t.state, side):
            yield from _discard(t, side)


def _discard(t: T, side: Side) -> Procedure[None]:
    s = t.state
    choices = discardable(s, side)
    question = Decision(
        leader(s, side),
        "discard-die",
        "Which die do you discard for the Ruler die? It does nothing this turn.",
        OneOf(choices, dice.die_name),
        "KM-4.2",
        weight="light",
        standing=True,
        fallback=least_missed(choices),
    )
    die: str = yield unless_settled(question)
    dice.set_aside(s, side, die)
    kings(s).discarded[side] = die
    t.announce("die-discarded", side=side, die=die)


# -- Dismay ------------------------------------------------------------------------------------------


def dismay_ways(s: State) -> list[str]:
    """Return what a Dismay token can do, as `token:side`: that side rolls its Ruler die again (KM-10.6)."""
    if not s.options.get("dismay_tokens"):
        return []
    sides = [side for side in (SH, FP) if ruler_die(s, side) is not None]
    return [f"{token}:{side}" for token in kings(s).dismay for side in sides]


def dismay_label(value: str) -> str:
    """Return what a Dismay token can do in words."""
    token, _, side = value.partition(":")
    whose = "your own" if side == SH else "the Free Peoples'"
    return f"The token of {sovereign_name(token)}: {whose} Ruler die is rolled again"


@ROLL_DONE.reaction(40, lambda s, roll: bool(dismay_ways(s)))
def dismay(t: T, roll: Roll) -> Procedure[None]:
    """The Shadow may spend Dismay tokens to let a Ruler die be rolled again (KM-10.6)."""
    s = t.state
    while ways := dismay_ways(s):
        way: str | None = yield offer(
            leader(s, SH),
            "dismay",
            "Spend a Dismay token to roll a Ruler die again?",
            OneOf(ways, dismay_label),
            "KM-10.6",
            pass_label="Keep them",
        )
        if way is None:
            return
        token, _, side = way.partition(":")
        die = ruler_die(s, side)
        assert die is not None
        kings(s).dismay.remove(token)
        dice.set_aside(s, side, die)
        rolled: list[int] = yield Dice("ruler-die-again", 1)
        new = dice.turned(die, DICE[RULER[side]].faces[rolled[0] - 1])
        dice.lay_out(s, side, new)
        t.announce("dismay-used", sovereign=token, side=side, die=die, result=dice.face_of(new))


def take_dismay(t: T, sovereign: str) -> None:
    """A Ruler token that was used goes to the Shadow, where that is played (KM-10.6)."""
    if t.state.options.get("dismay_tokens"):
        kings(t.state).dismay.append(sovereign)
        t.announce("dismay-gained", sovereign=sovereign)
