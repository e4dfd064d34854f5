"""The worth of the answers to the questions of Event cards."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.core.decisions import Amount, Choice, Counts, Decision, Subset
from rules.war_of_the_ring.bots import road
from rules.war_of_the_ring.bots.judgement import Judgement
from rules.war_of_the_ring.position.catalogue import FP, NAZGUL, SH
from rules.war_of_the_ring.position.state import FIELD, INSIDE, besieged, controller, level_of
from rules.war_of_the_ring.war import battle, movement

#: The card that moves the Ring-bearers instead of an Army.
CRUEL_WEATHER = "sh-char-10"
#: Power of an Army that a card brings or moves, where the question does not tell.
SOME_POWER = 3.0
#: Dice that become Eyes first.
_SPARE_DICE = ("event", "character", "muster", "army", "muster-army")


def _context(decision: Decision) -> Mapping[str, Any]:
    return decision.context or {}


def region(j: Judgement, decision: Decision, value: str) -> float:
    """A region: enemies to strike, or a place where figures come or go."""
    if _context(decision).get("card") == CRUEL_WEATHER:
        return float(road.steps_to_mordor(value))
    regions: Sequence[str] = decision.options.values  # type: ignore[union-attr]  # asked of `OneOf` only
    if all(_enemies(j, r) for r in regions):
        return 1.0 + _enemies(j, value)
    return 1.0 + place(j, value, SOME_POWER)


def _enemies(j: Judgement, region: str) -> float:
    """Power of the enemies in a region, garrisons included; those at our gates count double."""
    own = j.armies
    inside = INSIDE.get(region, "") if controller(j.s, region) == own.foe else ""
    power = own.at(FIELD[own.foe][region]).holding() + (own.at(inside).holding() if inside else 0.0)
    threatened = besieged(j.s, region) and controller(j.s, region) == j.side
    return power * (2.0 if threatened else 1.0)


def place(j: Judgement, region: str, power: float) -> float:
    """Worth of `power` more in a region."""
    here = j.armies.own_powers.get(region, 0.0)
    more = here + power
    return j.armies.place_worth(region, more, more) - j.armies.place_worth(region, here, here)


def march_from(j: Judgement, decision: Decision, value: str) -> float:
    """An Army to set on the march: the strong ones, far from what they could take."""
    power = j.armies.own_powers.get(value, 0.0)
    return 0.3 * power - j.armies.risk(value, 0.0)


def march_to(j: Judgement, decision: Decision, value: str) -> float:
    """The next region of a march, against stopping here."""
    own = j.armies
    here = str(_context(decision).get("from", value))
    power = max(own.own_powers.get(here, 0.0), 2 * SOME_POWER)
    worth = own.reach(value, power) - own.reach(here, power)
    if controller(j.s, value) == own.foe and not besieged(j.s, value):
        worth += own.capture_worth(value)
    return worth


def way(j: Judgement, decision: Decision, value: str) -> float:
    """A way to use a card."""
    s = j.s
    if value == "attack":
        return max(
            (j.armies.attack_worth(*p.split(">")) for p in battle.attack_pairs(s, j.side)), default=-1.0
        )
    if value == "move":
        if j.side == FP:
            return road.step_worth(s)
        return max((j.pair(p) for p in movement.move_pairs(s, SH)), default=-1.0)
    if value == "corruption":
        return 6.0 - s.fellowship.corruption - (4.0 if s.fellowship.mordor is not None else 0.0)
    if value == "eliminate":
        return 1.5
    return {"hide": 3.0, "recruit": 2.0, "hunt": 1.8}.get(value, 1.0)


def nation(j: Judgement, decision: Decision, value: str) -> float:
    """A Nation that comes nearer to war, or by the enemy's card farther from it."""
    return j.nation(value) if j.side == FP else 1.0 + 3.0 / (1.0 + j.s.steps[value])


def figure(j: Judgement, decision: Decision, value: str) -> float:
    """A figure that dies: the enemy's best, one's own least."""
    return j.strike(decision, value.partition("@")[0])


def pair(j: Judgement, decision: Decision, value: str) -> float:
    """Nazgûl in one region and their victims in another."""
    source, _, target = value.partition(">")
    force = j.s.forces.get(FIELD[SH][source])
    count = force.figures.get(NAZGUL, 0) if force else 0
    return 0.5 * count + _enemies(j, target)


#: Worth of a value, by kind of question.
WORTHS: dict[str, Callable[[Judgement, Decision, str], float]] = {
    "event-region": region,
    "march-from": march_from,
    "march-to": march_to,
    "event-way": way,
    "event-nation": nation,
    "event-figure": figure,
    "event-pair": pair,
    "free-card": lambda j, decision, value: j.event(value),
}


def whole(j: Judgement, decision: Decision) -> Choice:
    """Return the answer to a question of a card that is not one of several; None to leave it to others."""
    options = decision.options
    if isinstance(options, Amount) and decision.kind == "event-number":
        return options.high
    if isinstance(options, Subset) and decision.kind == "event-companions":
        least = sorted(options.items, key=lambda c: level_of(j.s, c))[: options.minimum]
        return [c for c in options.items if c in least]
    if isinstance(options, Counts) and decision.kind == "event-dice":
        left = min(2, options.most)
        eyes: dict[str, int] = {}
        for die in _SPARE_DICE:
            count = min(left, options.limits.get(die, 0))
            if count:
                eyes[die] = count
                left -= count
        return eyes
    return None
