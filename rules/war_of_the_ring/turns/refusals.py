"""Why an action cannot be taken with a die, in a player's words (WR-3.5, WR-4)."""

from __future__ import annotations

from collections.abc import Callable

from rules.core.decisions import Refusal
from rules.war_of_the_ring.position import dice
from rules.war_of_the_ring.position.box import box_of
from rules.war_of_the_ring.position.catalogue import SETS, SH, Side
from rules.war_of_the_ring.position.state import State
from rules.war_of_the_ring.position.uses import ACTS, TWO_ANSWERS, USES, would_do
from rules.war_of_the_ring.turns import action_dice
from rules.war_of_the_ring.turns.action_dice import WILL, faces_of, ring_barred

#: The code of a use that none of the sets of the game brings.
NOT_IN_GAME = "not-in-game"


def action(s: State, side: Side) -> Callable[[object], Refusal]:
    """Return the `why_not` of the question for an action."""

    def why_not(choice: object) -> Refusal:
        if not isinstance(choice, str):
            return None
        head, _, rest = choice.partition(":")
        if choice == "pass":
            return "cannot-pass", "You may pass only with fewer unused dice than the other side.", "WR-3.5"
        if choice in ACTS:
            return _no_act(s, side, choice)
        if head == "ring":
            old, _, new = rest.partition(">")
            return _no_ring(s, side, old, new) if dice.is_die(old) and dice.is_die(new) else None
        die = rest if head == "skip" else head
        if dice.is_die(die) and die not in s.dice[side]:
            return "no-die", f"You have no {dice.called(die)}.", "WR-3.5"
        name, _, answer = rest.partition(":")
        return _no_use(s, side, die, name, answer) if dice.is_die(die) and name in USES else None

    return why_not


def _no_act(s: State, side: Side, id: str) -> Refusal:
    """Return why a side does not do now what takes no die."""
    act = ACTS[id]
    if act.set not in box_of(s.options).sets:
        return NOT_IN_GAME, f"{SETS[act.set].name} is not played at this table.", "WR-3.5"
    if act.side != side:
        return "not-yours", "That is for the other side to do.", "WR-4.5"
    words = act.why_not(s)
    if words is None:
        words = ("That is for a side that has a die left.", "WR-3.5")
    return "not-now", *words


def _no_ring(s: State, side: Side, old: str, new: str) -> Refusal:
    """Return why an Elven Ring does not turn a die from `old` to `new`."""
    if not s.rings[side]:
        return "ring", "You have no Elven Ring.", "WR-4.10"
    if side in s.ring_used:
        return "ring", "You have used an Elven Ring: at most one Ring in a turn.", "WR-4.11"
    if barred := ring_barred(s, side):
        return "ring", barred, "WR-4.11"
    if dice.face_of(old) == "eye":
        return "ring", "Dice in the Hunt Box cannot be turned.", "WR-4.12"
    if old not in s.dice[side]:
        return "ring", f"You have no {dice.called(old)}.", "WR-4.10"
    if not dice.ring_may_change(side, old):
        return "ring", f"No Elven Ring turns the {dice.kind_of(side, old).name} die.", "WR-4.10"
    if new == dice.face_of(old):
        return "ring", f"That die shows {dice.die_name(new)} already.", "WR-4.10"
    if new == WILL:
        return "ring", "No Elven Ring makes a Will of the West.", "WR-4.11"
    if new not in dice.kind_of(side, old).faces:
        return "ring", f"No die of yours shows {dice.die_name(new)}.", "WR-4.10"
    if new == "eye" and len(s.dice[side]) == 1:
        return "ring", "Your last die cannot be turned to an Eye at this table.", "WR-4.12"
    return "ring", "An Elven Ring of this turn can be used from the next turn on.", "WR-4.11"


def _no_use(s: State, side: Side, die: str, name: str, answer: str) -> Refusal:
    """Return why a die is not used so, or not for what was named together with the use."""
    use = USES[name]
    if use.set not in box_of(s.options).sets:
        return NOT_IN_GAME, "That is not in this game.", "WR-4.5"
    if use.side not in (None, side):
        return "not-yours", "That is for the other side to do.", "WR-4.5"
    if use.result == "army" and dice.face_of(die) == "muster" and side == SH and s.messenger_used:
        return "messenger", "The Messenger has turned a Muster result to Army already this turn.", "WR-18"
    if use.result is not None and not would_do(s, side, die, faces_of(s, side, die), use):
        return "wrong-die", f"That takes a result of {dice.die_name(use.result)}.", "WR-4.5"
    if answer and use.answer is not None:
        able = answer in use.answer.values(s, side)
        if able and name in action_dice.uses(s, side, die):
            return TWO_ANSWERS, "Name the use of the die first, and what is asked then behind it.", "WR-3.5"
        refusal = None if able else use.answer.why_not(s, side)(answer)
        if refusal:
            return refusal
    return "not-now", *use.why_not(s, side, die)
