"""The sequence of play (WR-3): six phases, turn after turn, until somebody has won."""

from functools import partial

from rules.core.chance import Dice
from rules.core.decisions import Amount, Decision, OneOf
from rules.core.settled import unless_settled
from rules.core.table import CHECKPOINT, Procedure, Table
from rules.war_of_the_ring.position import dice, event_cards, outcome
from rules.war_of_the_ring.position.catalogue import FACES, FP, SH, SIDES, Side, enemy
from rules.war_of_the_ring.position.moments import (
    ACTION_CHOSEN,
    ACTION_OVER,
    DRAWING,
    FELLOWSHIP_PHASE,
    HANDS_READY,
    RECOVER,
    ROLL_DONE,
    SETTING_UP,
    Drawing,
    Fallen,
    Roll,
)
from rules.war_of_the_ring.position.players import is_bid_for, seat_of
from rules.war_of_the_ring.position.roles import actor, leader
from rules.war_of_the_ring.position.state import State
from rules.war_of_the_ring.position.uses import ACTS, acts
from rules.war_of_the_ring.quest import fellowship
from rules.war_of_the_ring.turns import action_dice, actions, card_play, handicap, previews, refusals


def flow(t: Table[State]) -> Procedure[None]:
    """Play on from the phase that the state names; every phase begins with a checkpoint."""
    phases = {
        "setup": _begin,
        "bidding": bidding,
        "draw": draw_phase,
        "fellowship": fellowship_phase,
        "hunt-allocation": hunt_allocation,
        "action-roll": action_roll,
        "actions": action_resolution,
        "victory-check": victory_check,
    }
    while True:
        yield CHECKPOINT
        yield from phases[t.state.phase](t)


def _begin(t: Table[State]) -> Procedure[None]:
    t.announce("game-begins")
    if is_bid_for(t.state.options):
        t.state.phase = "bidding"
        return
    yield from SETTING_UP.come(t, None)
    t.state.phase = "draw"


def bidding(t: Table[State]) -> Procedure[None]:
    """Before the first turn: who plays which side, for how many Dwarven Rings."""
    in_secret = t.state.options.get("sealed_bidding")
    yield from handicap.sealed_bidding(t) if in_secret else handicap.bidding(t)
    yield from SETTING_UP.come(t, None)
    t.state.phase = "draw"


def draw_phase(t: Table[State]) -> Procedure[None]:
    """Phase 1: recover the dice, draw two cards each, discard to the limit (WR-3.1)."""
    s = t.state
    s.turn += 1
    t.announce("turn-begins", turn=s.turn)
    yield from RECOVER.come(t, None)
    s.hunt_minimum = dice.recovered_by_free_peoples(s) > 0
    s.hunt_box = dice.empty_box()
    s.dice = {FP: [], SH: []}
    s.ring_used = []
    s.rings_fresh = 0
    s.declared = s.mordor_attempt = s.messenger_used = False
    drawing = Drawing()
    yield from DRAWING.come(t, drawing)
    for side in SIDES:
        if side not in drawing.done:
            for deck in ("character", "strategy"):
                yield from event_cards.draw(t, seat_of(s, side), deck, "phase-1")
    yield from event_cards.enforce_limits_together(t)
    yield from HANDS_READY.come(t, None)
    s.phase = "fellowship"


def fellowship_phase(t: Table[State]) -> Procedure[None]:
    """Phase 2 (WR-3.2)."""
    yield from FELLOWSHIP_PHASE.come(t, None)
    yield from fellowship.fellowship_phase(t)
    t.state.phase = "hunt-allocation"


def hunt_allocation(t: Table[State]) -> Procedure[None]:
    """Phase 3: the Shadow puts dice into the Hunt Box (WR-3.3)."""
    s = t.state
    low = 1 if s.hunt_minimum else 0
    high = min(dice.allocatable(s), max(1, len(s.fellowship.companions)))
    question = Decision(
        leader(s, SH),
        "hunt-allocation",
        "How many dice go into the Hunt Box?",
        Amount(low, high),
        "WR-3.3",
        fallback=low,
        standing=True,
    )
    number = yield unless_settled(question)
    s.hunt_box[SH] = number
    t.announce("hunt-allocated", dice=number)
    s.phase = "action-roll"


def action_roll(t: Table[State]) -> Procedure[None]:
    """Phase 4: roll the Action dice, special ones with the others; every Eye goes to the Hunt Box (WR-3.4)."""
    s = t.state
    rolled_eyes = 0
    roll = Roll(s.hunt_box[SH], {}, {})
    for side in SIDES:
        count = dice.pool_size(s, side) - (s.hunt_box[SH] if side == SH else 0)
        rolled: list[int] = yield Dice(f"{side}-action-dice", count, 6)
        faces = [FACES[side][n - 1] for n in rolled]
        eyes = faces.count("eye")
        s.hunt_box[SH] += eyes
        rolled_eyes += eyes
        s.dice[side] = sorted(f for f in faces if f != "eye")
        special = yield from _roll_special(t, side)
        roll.count[side], roll.special[side] = len(faces) + len(special), special
        t.announce("action-dice-rolled", side=side, dice=[*faces, *(fallen.die for fallen in special)])
    yield from handicap.roll_again(t, rolled_eyes)
    yield from ROLL_DONE.come(t, roll)
    s.to_act = FP
    s.phase = "actions"


def _roll_special(t: Table[State], side: Side) -> Procedure[list[Fallen]]:
    """Roll the special dice of a side and lay them out; returns them as they fell."""
    kinds = dice.special_pool(t.state, side)
    if not kinds:
        return []
    rolled: list[int] = yield Dice(f"{side}-special-dice", len(kinds), 6)
    special = [
        Fallen(dice.showing(kind, kind.faces[n - 1]), n - 1) for kind, n in zip(kinds, rolled, strict=True)
    ]
    for fallen in special:
        dice.lay_out(t.state, side, fallen.die)
    return special


def action_resolution(t: Table[State]) -> Procedure[None]:
    """Phase 5: one action, then the other side; ends when no dice are left (WR-3.5)."""
    s = t.state
    side = s.to_act
    if not _may_act(s, side):
        side = enemy(side)
    if not _may_act(s, side):
        if s.fellowship.mordor is not None and not s.mordor_attempt:
            outcome.corrupt(t, 1, "mordor-idle")
        s.phase = "victory-check"
        return
    yield from act(t, side)
    ACTION_OVER.follow(t, side)
    s.to_act = enemy(side)


def _may_act(s: State, side: Side) -> bool:
    """Whether a side has dice, or something that it may do without any while the other side has some."""
    return bool(s.dice[side]) or (bool(s.dice[enemy(side)]) and bool(acts(s, side)))


def act(t: Table[State], side: Side) -> Procedure[None]:
    """Use a die, pass, skip, or do what takes no die; an Elven Ring may turn a die first (WR-3.5, 4.10)."""
    s = t.state
    while _may_act(s, side):
        may_pass = action_dice.may_pass(s, side)
        value = yield Decision(
            actor(s, side),
            "action",
            "Which action do you take?",
            OneOf(action_dice.listing(s, side), action_dice.label),
            "WR-3.5",
            fallback="pass" if may_pass else f"skip:{dice.in_order(s.dice[side])[0]}",
            standing=may_pass,
            why_not=refusals.action(s, side),
            context={"playable": card_play.listing(s, side, None)},
            ahead=partial(previews.of_action, s, side),
        )
        verb, _, rest = value.partition(":")
        if verb == "ring":
            yield from actions.use_ring(t, side, rest)
            continue
        if value in ACTS and ACTS[value].is_free:
            yield from ACTS[value].run(t, side)
            continue
        ACTION_CHOSEN.follow(t, side)
        if value in ACTS:
            t.announce("act", side=side, act=value)
            yield from ACTS[value].run(t, side)
        elif verb == "pass":
            t.announce("passed", side=side)
        elif verb == "skip":
            s.dice[side].remove(rest)
            t.announce("die-skipped", side=side, die=rest)
        else:
            yield from actions.perform(t, side, value)
        return


def victory_check(t: Table[State]) -> Procedure[None]:
    """Phase 6 (WR-3.6)."""
    outcome.check_military(t)
    t.state.phase = "draw"
    yield from ()
