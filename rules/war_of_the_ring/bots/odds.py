"""The likely cost and gain of a battle: expected hits, round by round (WR-10.10 to 10.12, WR-11)."""

from math import exp
from typing import NamedTuple

from rules.war_of_the_ring.bots import knowledge
from rules.war_of_the_ring.position.box import box_of
from rules.war_of_the_ring.position.catalogue import NATION_OF, REGIONS, UNIT_SET
from rules.war_of_the_ring.position.state import Force, State, leadership

_DICE = 5
_MOST_ROUNDS = 8
#: Power in a die that a character adds.
CAPTAIN = 0.6


class Strength(NamedTuple):
    """The strength of a party in battle: Army units, the hits they can take, Leadership, dice that characters add.

    The exact odds look at the Captains of the West, too, and at the dice that a card takes from each roll.
    """

    units: int
    hits: int
    leadership: int
    captains: int = 0
    dice_lost: int = 0

    @property
    def power(self) -> float:
        """One number for comparing Armies: about the hits it can take and deal."""
        return (
            self.hits + 0.4 * min(self.leadership, self.units, _DICE) + by_captains(self.captains, self.units)
        )


NOBODY = Strength(0, 0, 0)


def by_captains(captains: int, units: int) -> float:
    """Return the power in dice that characters add to those of the units, up to five in all."""
    return CAPTAIN * min(captains, max(0, _DICE - units)) if captains else 0.0


def strength(s: State, force: Force | None, region: str, *, attacking: bool = False) -> Strength:
    """Return the strength of a force that stands in `region`; `attacking` leaves out who is not at war."""
    if force is None:
        return NOBODY
    units = hits = 0
    for kind, count in force.figures.items():
        if kind in UNIT_SET and (not attacking or s.steps[NATION_OF[kind]] == 0):
            units += count
            hits += count * (2 if kind.endswith("elite") else 1)
    if not units:
        return NOBODY
    counted = knowledge.of(box_of(s.options).sets).captains
    captains = sum(counted.get(c, 0) for c in force.characters) if counted else 0
    return Strength(units, hits, leadership(s, force, region), captains)


class Forecast(NamedTuple):
    """Expected losses in hits of both sides, and the chance that the defender is gone."""

    attacker_lost: float
    defender_lost: float
    win: float


def _logistic(x: float) -> float:
    return 1.0 / (1.0 + exp(-x)) if x > -30 else 0.0


def _hits(units: float, leaders: float, chance: float) -> float:
    dice = min(units, _DICE)
    return dice * chance + min(leaders, dice * (1 - chance)) * chance


def field_battle(
    attacker: Strength, defender: Strength, region: str, *, rounds: int = _MOST_ROUNDS
) -> Forecast:
    """Forecast a battle in the open, fought to the end (or for `rounds`)."""
    a, d = float(attacker.hits), float(defender.hits)
    hard = REGIONS[region].settlement in ("city", "fortification")
    for number in range(rounds):
        if a <= 0 or d <= 0:
            break
        chance = 1 / 6 if hard and number == 0 else 1 / 3
        mine = _hits(min(attacker.units, a) + attacker.captains, attacker.leadership, chance)
        theirs = _hits(min(defender.units, d) + defender.captains, defender.leadership, 1 / 3)
        a, d = a - theirs, d - mine
    margin = max(a, 0.0) - max(d, 0.0)
    return Forecast(attacker.hits - max(a, 0.0), defender.hits - max(d, 0.0), _logistic(1.1 * margin))


def siege_assault(attacker: Strength, garrison: Strength) -> Forecast:
    """Forecast one round against a besieged Stronghold, and another that an Elite may buy."""
    mine = _hits(attacker.units + attacker.captains, attacker.leadership, 1 / 6)
    theirs = min(float(attacker.hits), _hits(garrison.units + garrison.captains, garrison.leadership, 1 / 3))
    win = _logistic(2.0 * (mine - garrison.hits))
    return Forecast(theirs, min(mine, float(garrison.hits)), win)
