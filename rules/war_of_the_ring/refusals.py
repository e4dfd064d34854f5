"""Why an action cannot be taken with a die, in a player's words (WR-3.5, WR-4)."""

from __future__ import annotations

from collections.abc import Callable

from rules.core.decisions import Refusal
from rules.war_of_the_ring.action_dice import FACES, LABELS, die_name, faces_of
from rules.war_of_the_ring.catalogue import FACES as DIE_FACES
from rules.war_of_the_ring.catalogue import FP, SH, Side
from rules.war_of_the_ring.state import State

#: The result that each use takes; where none is named, any will do.
RESULTS = {
    "character": (
        "leader-move",
        "leader-attack",
        "move-fellowship",
        "hide-fellowship",
        "separate",
        "move-companions",
        "move-nazgul",
    ),
    "army": ("move-armies", "attack"),
    "muster": ("diplomacy", "recruit", "minion", "voice"),
    "event": ("draw", "play-event"),
    "will-of-the-west": ("upgrade",),
}
NEEDED = {use: result for result, uses in RESULTS.items() for use in uses}
#: Uses that only one side has.
OWNED = {
    **dict.fromkeys(
        ("move-fellowship", "hide-fellowship", "separate", "move-companions", "upgrade", "boromir"), FP
    ),
    **dict.fromkeys(("legolas", "gimli", "discard-palantir", "discard-denethors-folly"), FP),
    **dict.fromkeys(("move-nazgul", "minion", "voice", "discard-power-too-great"), SH),
    "discard-tom-bombadil": SH,
}
#: What is in the way of a use that the die would allow, and the rule.
IN_THE_WAY = {
    "leader-move": ("None of your Armies with a Leader can move.", "WR-8.4"),
    "leader-attack": ("None of your Armies with a Leader can attack.", "WR-10.1"),
    "move-fellowship": ("The Fellowship is revealed: hide it first.", "WR-14.13"),
    "hide-fellowship": ("The Fellowship is hidden.", "WR-14.9"),
    "separate": ("Nobody can leave the Fellowship now.", "WR-14.10"),
    "move-companions": ("No Companion on the map can move.", "WR-9.2"),
    "move-nazgul": ("No Nazgûl or Minion can move.", "WR-9.4"),
    "move-armies": ("None of your Armies can move.", "WR-8.1"),
    "attack": ("None of your Armies can attack.", "WR-10.1"),
    "diplomacy": ("None of your Nations can advance.", "WR-13.5"),
    "recruit": ("None of your Nations at war can recruit now.", "WR-7.5"),
    "minion": ("No Minion can enter play now.", "WR-9.7"),
    "voice": ("The Voice of Saruman is not heard now.", "WR-18"),
    "draw": ("Both your decks are empty.", "WR-5.2"),
    "play": ("No card in your hand can be played with this die now.", "WR-6.1"),
    "play-event": ("No card in your hand can be played now.", "WR-6.2"),
    "upgrade": ("Neither Aragorn nor Gandalf the White can enter play now.", "WR-9.6"),
    "boromir": ("Boromir cannot advance Gondor now.", "WR-18"),
    "legolas": ("Legolas cannot advance the Elves now.", "WR-18"),
    "gimli": ("Gimli cannot advance the Dwarves now.", "WR-18"),
}


def action(s: State, side: Side) -> Callable[[object], Refusal]:
    """Return the `why_not` of the question for an action."""

    def why_not(choice: object) -> Refusal:
        if not isinstance(choice, str):
            return None
        head, _, rest = choice.partition(":")
        if choice == "pass":
            return "cannot-pass", "You may pass only with fewer unused dice than the other side.", "WR-3.5"
        if head == "ring":
            old, _, new = rest.partition(">")
            return _no_ring(s, side, old, new) if {old, new} <= {*FACES, "eye"} else None
        die = rest if head == "skip" else head
        if die in (*FACES, "eye") and die not in s.dice[side]:
            return "no-die", f"You have no {die_name(die)} die.", "WR-3.5"
        return _no_use(s, side, die, rest) if die in FACES and rest in LABELS else None

    return why_not


def _no_ring(s: State, side: Side, old: str, new: str) -> Refusal:
    """Return why an Elven Ring does not turn a die from `old` to `new`."""
    if not s.rings[side]:
        return "ring", "You have no Elven Ring.", "WR-4.10"
    if side in s.ring_used:
        return "ring", "You have used an Elven Ring: at most one Ring in a turn.", "WR-4.11"
    if old == "eye":
        return "ring", "Dice in the Hunt Box cannot be turned.", "WR-4.12"
    if old not in s.dice[side]:
        return "ring", f"You have no {die_name(old)} die.", "WR-4.10"
    if new == old:
        return "ring", f"That die shows {die_name(new)} already.", "WR-4.10"
    if new == "will-of-the-west":
        return "ring", "No Elven Ring makes a Will of the West.", "WR-4.11"
    if new not in DIE_FACES[side]:
        return "ring", f"No die of yours shows {die_name(new)}.", "WR-4.10"
    if new == "eye" and len(s.dice[side]) == 1:
        return "ring", "Your last die cannot be turned to an Eye at this table.", "WR-4.12"
    return "ring", "An Elven Ring of this turn can be used from the next turn on.", "WR-4.11"


def _no_use(s: State, side: Side, die: str, use: str) -> Refusal:
    if OWNED.get(use, side) != side:
        return "not-yours", "That is for the other side to do.", "WR-4.5"
    needed = NEEDED.get(use)
    if needed == "army" and die == "muster" and side == SH and s.messenger_used:
        return "messenger", "The Messenger has turned a Muster result to Army already this turn.", "WR-18"
    if needed is not None and needed not in faces_of(s, side, die):
        return "wrong-die", f"That takes a result of {die_name(needed)}.", "WR-4.5"
    sentence, rule = IN_THE_WAY.get(use, ("No card on the table can be discarded so now.", "WR-6.5"))
    return "not-now", sentence, rule
