"""The Lore of the Elven Rings, and how the Free Peoples end it and The Gates are Closed (LM-6.6, LM-17)."""

from typing import Any

from rules.core.decisions import OneOf, offer
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position import dice, uses
from rules.war_of_the_ring.position.catalogue import CHARACTERS, DICE, EVENT_FACTS, FACES, FP, SH, Side
from rules.war_of_the_ring.position.moments import ROLL_DONE, Roll
from rules.war_of_the_ring.position.roles import holder
from rules.war_of_the_ring.position.state import State
from rules.war_of_the_ring.position.table_cards import on_table
from rules.war_of_the_ring.sets.base.abilities import ended_by_a_die, ended_by_a_ring, may_end_by_a_ring
from rules.war_of_the_ring.sets.lords.cards.table_cards import GATES, LORE
from rules.war_of_the_ring.sets.lords.state import SET, lords
from rules.war_of_the_ring.turns.action_dice import WILL

T = Table[Any]


# -- turning a die -----------------------------------------------------------------------------------


def _keeper_showed_an_eye(roll: Roll) -> bool:
    keepers = EVENT_FACTS[LORE]["keeper_dice"]
    return any(
        dice.split(fallen.die)[0] in keepers and dice.face_of(fallen.die) == dice.EYE
        for fallen in roll.special[FP]
    )


def changes(s: State, roll: Roll) -> list[str]:
    """Return what the Lore can do, as `die>face`: one die that the Shadow has rolled, to a face that it has."""
    rolled = [*dict.fromkeys(s.dice[SH]), *([dice.EYE] if s.hunt_box[SH] > roll.allocated else [])]
    kept = lords(s).kept.get(SH)
    rolled += [die for die in dice.special_dice(s, SH) if die not in rolled]
    return [
        f"{die}>{face}"
        for die in dice.in_order(rolled)
        for face in dict.fromkeys(FACES[SH] if not dice.is_special(die) else dice.kind_of(SH, die).faces)
        if face != dice.face_of(die)
        or (die == kept and SH in lords(s).starred and not _all_starred(die, face))
    ]


def _all_starred(die: str, face: str) -> bool:
    """Whether a special die has such a face with a star only."""
    kind = DICE[dice.split(die)[0]]
    return all(number in kind.stars for number, other in enumerate(kind.faces) if other == face)


def change_label(change: str) -> str:
    """Return a change in words."""
    die, _, face = change.partition(">")
    words = f"Turn {dice.die_name(die)} to {dice.face_name(face)}"
    return f"{words} without a star" if face == dice.face_of(die) else words


@ROLL_DONE.reaction(20, lambda s, roll: on_table(s, LORE) and _keeper_showed_an_eye(roll))
def lore_of_the_rings(t: T, roll: Roll) -> Procedure[None]:
    """The Shadow may turn one of its dice, in a turn in which a Keeper die came up Eye (LM-6.6)."""
    s = t.state
    change: str | None = yield offer(
        holder(s, LORE),
        "lore-of-the-rings",
        "Turn one of your dice by The Lore of the Elven Rings?",
        OneOf(changes(s, roll), change_label),
        "LM-6.6",
        pass_label="No",
    )
    if change is None:
        return
    die, _, face = change.partition(">")
    dice.set_aside(s, SH, die)
    new = dice.turned(die, face)
    dice.lay_out(s, SH, new)
    part = lords(s)
    if die == part.kept.get(SH):
        part.kept[SH] = new
        part.starred = [side for side in part.starred if side != SH]
        if _all_starred(die, face):
            part.starred.append(SH)
    t.announce("die-turned", side=SH, die=die, result=face)


# -- ending the cards --------------------------------------------------------------------------------


def _may_end_gates(s: State, side: Side, die: str) -> bool:
    """Whether a Will of the West, or a Character result with Gandalf or Gollum as Guide, opens the Gates."""
    if not on_table(s, GATES):
        return False
    guides = CHARACTERS[s.fellowship.guide].person in EVENT_FACTS[GATES]["guides"]
    return dice.face_of(die) == WILL or ("character" in dice.results_of(die) and guides)


for _use in (
    uses.Use(
        id="discard-lore",
        label="discard The Lore of the Elven Rings",
        side=FP,
        set=SET,
        may=may_end_by_a_ring(LORE),
        run=ended_by_a_ring(LORE),
        not_now=("The Lore of the Elven Rings cannot be discarded so now.", "LM-17"),
        missed=False,
    ),
    uses.Use(
        id="discard-gates",
        label="discard The Gates are Closed",
        side=FP,
        set=SET,
        may=_may_end_gates,
        run=ended_by_a_die(GATES),
        not_now=("The Gates are Closed cannot be discarded so now.", "LM-17"),
        missed=False,
    ),
):
    uses.add(_use)
