"""A side's choices with its Action dice now: use one, skip one, pass, or turn one by an Elven Ring (WR-3.5, WR-4)."""

from collections.abc import Iterator
from functools import partial

from rules.core.listings import Listing
from rules.war_of_the_ring.position import dice
from rules.war_of_the_ring.position.catalogue import FP, SH, Side, enemy
from rules.war_of_the_ring.position.state import State, who_can
from rules.war_of_the_ring.position.uses import ACTS, USES, Words, acts, possible
from rules.war_of_the_ring.position.voices import Voice, first
from rules.war_of_the_ring.turns import card_play

WILL = "will-of-the-west"


def label(value: str) -> str:
    """Return an action `die:use` in words."""
    if value in ACTS:
        return ACTS[value].label
    die, _, use = value.partition(":")
    if value == "pass":
        return "Pass"
    if die == "skip":
        return f"Skip: discard {dice.one(use)}"
    if die == "ring":
        old, _, new = use.partition(">")
        return f"Elven Ring: turn {dice.die_name(old)} to {dice.die_name(new)}"
    return f"{dice.called(die)}: {USES[use].label}"


# -- what may be done --------------------------------------------------------------------------------


def faces_of(s: State, side: Side, die: str) -> tuple[str, ...]:
    """Return the results that a die can be used as, the Messenger included (WR-18)."""
    results = dice.results_of(die)
    if by_messenger(s, side, die):
        return (*results, "army")
    return results


def by_messenger(s: State, side: Side, die: str) -> bool:
    """Return whether the Messenger can turn a die to Army."""
    if dice.face_of(die) != "muster" or side != SH or s.messenger_used:
        return False
    return who_can(s, "messenger-of-the-dark-tower") is not None


def uses(
    s: State, side: Side, die: str, known: dict[str, bool] | None = None, only: str | None = None
) -> Iterator[str]:
    """Yield every legal use of a die, or `only` one; `known` keeps what hangs on its result from die to die."""
    return possible(s, side, die, faces_of(s, side, die), known, only)


def icons_of(faces: tuple[str, ...]) -> frozenset[str]:
    """Return the card icons that these results match."""
    return frozenset(faces) & {"character", "army", "muster"}


def may_play(s: State, side: Side, die: str) -> bool:
    """Return whether a card can be played by the icon that a die shows (WR-6.1)."""
    return card_play.may_play(s, side, icons_of(faces_of(s, side, die)))


def may_give_ring(s: State, side: Side, die: str) -> bool:
    """Return whether a Will of the West, or any die and an Elven Ring, can pay for something (WR-6.5)."""
    ring = s.rings[FP] and FP not in s.ring_used and not ring_barred(s, FP)
    return dice.face_of(die) == WILL or bool(ring)


#: Why a side may use no Elven Ring this turn, beside the Ring of the turn, in words.
ring_barred: Voice[[Side], str | None] = Voice(first)
#: Whether a side has used an Elven Ring this turn for something else than a die.
ring_spent: Voice[[Side], bool] = Voice(any)


def ring_was_used(s: State, side: Side) -> bool:
    """Return whether a side has used an Elven Ring this turn, for whatever."""
    return side in s.ring_used or ring_spent(s, side)


def no_ring(s: State, side: Side) -> Words | None:
    """Return why a side turns no die by an Elven Ring now, whichever it is (WR-4.10, 4.11)."""
    if not s.rings[side]:
        return "You have no Elven Ring.", "WR-4.10"
    if side in s.ring_used:
        return "You have used an Elven Ring: at most one Ring in a turn.", "WR-4.11"
    barred = ring_barred(s, side)
    return (barred, "WR-4.11") if barred else None


def only_fresh_rings(s: State, side: Side) -> bool:
    """Return whether all Elven Rings of a side came to it this turn, at a table where these wait for the next one."""
    return side == SH and s.rings_fresh >= s.rings[SH] and not s.options.get("ring_on_arrival", True)


def no_face(s: State, side: Side, shown: str, face: str) -> str | None:
    """Return the code of what keeps an Elven Ring from turning a die to another of its faces (WR-4.10 to 4.12)."""
    if face == shown:
        return "same"
    if face == WILL:
        return WILL
    last = face == "eye" and side == SH and len(s.dice[side]) == 1
    return "last" if last and not s.options.get("ring_empties_pool", True) else None


def ring_changes(s: State, side: Side) -> list[str]:
    """Return the changes of a die that an Elven Ring can make (WR-4.10 to 4.12)."""
    if no_ring(s, side) or only_fresh_rings(s, side):
        return []
    return [
        f"ring:{die}>{face}"
        for die in dice.in_order(s.dice[side])
        if dice.ring_may_change(side, die)
        for shown in (dice.face_of(die),)
        for face in dict.fromkeys(dice.kind_of(side, die).faces)
        if no_face(s, side, shown, face) is None
    ]


def may_pass(s: State, side: Side) -> bool:
    """Return whether a side has fewer unused dice than the other one (WR-3.5)."""
    return len(s.dice[side]) < len(s.dice[enemy(side)])


def options(s: State, side: Side) -> list[str]:
    """Return every action of a side: `die:use`, `pass`, `skip:die`, `ring:die>new`."""
    own = dice.in_order(s.dice[side])
    known: dict[str, bool] = {}
    values = [f"{die}:{use}" for die in own for use in uses(s, side, die, known)]
    if may_pass(s, side):
        values.append("pass")
    values += [f"skip:{die}" for die in own]
    return values + ring_changes(s, side) + acts(s, side)


def listing(s: State, side: Side) -> Listing:
    """Return the actions of a side as the values of a question."""
    return Listing(partial(options, s, side), partial(is_option, s, side))


def is_option(s: State, side: Side, value: str) -> bool:
    """Return whether an action is one of the `options` of a side; no other one is looked at."""
    die, _, rest = value.partition(":")
    if die in s.dice[side]:
        return rest in uses(s, side, die, only=rest)
    if value == "pass":
        return may_pass(s, side)
    if die == "skip":
        return rest in s.dice[side]
    return value in (ring_changes(s, side) if die == "ring" else acts(s, side))
