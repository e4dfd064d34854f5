"""Reasons why an action cannot be taken with a die, in a player's words (WR-3.5, WR-4)."""

from collections.abc import Callable

from rules.core.decisions import Refusal
from rules.war_of_the_ring.position import dice
from rules.war_of_the_ring.position.box import box_of
from rules.war_of_the_ring.position.catalogue import SETS, SH, Side
from rules.war_of_the_ring.position.state import State
from rules.war_of_the_ring.position.uses import ACTS, TWO_ANSWERS, USES, no_act, obeys_another, would_do
from rules.war_of_the_ring.turns import action_dice
from rules.war_of_the_ring.turns.action_dice import WILL, faces_of

#: The code of a use that none of the sets of the game brings.
NOT_IN_GAME = "not-in-game"


def action(s: State, side: Side) -> Callable[[object], Refusal]:
    """Return the `why_not` of the question for an action."""

    def why_not(choice: object) -> Refusal:
        if not isinstance(choice, str):
            return None
        head, _, rest = choice.partition(":")
        if choice == "pass":
            if action_dice.may_pass(s, side):
                return None
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
    if act.side not in (None, side):
        return "not-yours", "That is for the other side to do.", "WR-4.5"
    words = no_act(s, side, act)
    return ("not-now", *words) if words else None


def _no_ring(s: State, side: Side, old: str, new: str) -> Refusal:
    """Return why an Elven Ring does not turn a die from `old` to `new`, None where it does."""
    words = action_dice.no_ring(s, side)
    if words:
        return "ring", *words
    if dice.face_of(old) == "eye":
        return "ring", "Dice in the Hunt Box cannot be turned.", "WR-4.12"
    if old not in s.dice[side]:
        return "ring", f"You have no {dice.called(old)}.", "WR-4.10"
    if not dice.ring_may_change(side, old):
        return "ring", f"No Elven Ring turns the {dice.kind_of(side, old).name} die.", "WR-4.10"
    told = {
        "same": (f"That die shows {dice.die_name(new)} already.", "WR-4.10"),
        WILL: ("No Elven Ring makes a Will of the West.", "WR-4.11"),
        "last": ("Your last die cannot be turned to an Eye at this table.", "WR-4.12"),
    }
    code = action_dice.no_face(s, side, dice.face_of(old), new)
    if code:
        return "ring", *told[code]
    if new not in dice.kind_of(side, old).faces:
        return "ring", f"No die of yours shows {dice.die_name(new)}.", "WR-4.10"
    if action_dice.only_fresh_rings(s, side):
        return "ring", "An Elven Ring of this turn can be used from the next turn on.", "WR-4.11"
    return None


def _no_use(s: State, side: Side, die: str, name: str, answer: str) -> Refusal:
    """Return why a die is not used so, or not for what was named together with the use; None where it is."""
    use = USES[name]
    may = name in action_dice.uses(s, side, die)
    if may and not answer:
        return None
    if use.set not in box_of(s.options).sets:
        return NOT_IN_GAME, "That is not in this game.", "WR-4.5"
    if use.side not in (None, side):
        return "not-yours", "That is for the other side to do.", "WR-4.5"
    if use.whose is not None and (refusal := obeys_another(s, side, use.whose)):
        return refusal
    if use.result == "army" and dice.face_of(die) == "muster" and side == SH and s.messenger_used:
        return "messenger", "The Messenger has turned a Muster result to Army already this turn.", "WR-18"
    if use.result is not None and not would_do(s, side, die, faces_of(s, side, die), use):
        return "wrong-die", f"That takes a result of {dice.die_name(use.result)}.", "WR-4.5"
    if answer and use.answer is not None:
        able = answer in use.answer.values(s, side)
        if able and may:
            return TWO_ANSWERS, "Name the use of the die first, and what is asked then behind it.", "WR-3.5"
        refusal = None if able else use.answer.why_not(s, side)(answer)
        if refusal:
            return refusal
    return "not-now", *use.why_not(s, side, die)
