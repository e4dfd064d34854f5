"""How battles end by their dice alone: exact, without cards, fought to the end (WR-10.10 to 10.12, WR-11)."""

from __future__ import annotations

from functools import lru_cache
from math import comb

from rules.core.adding import added
from rules.war_of_the_ring.board import REGIONS
from rules.war_of_the_ring.bots.odds import Forecast, Strength

_DICE = 5
#: A die hits on 5 and 6, on 6 alone against walls.
_USUAL, _HARD = 2, 1

#: The chance of each number of hits, from none on.
Hits = tuple[float, ...]


@lru_cache(512)
def hits(dice: int, again: int, sixths: int) -> Hits:
    """Return how likely each number of hits is, if of the dice that fail up to `again` are rolled once more."""
    first, chances = _binomial(dice, sixths), [0.0] * (dice + 1)
    for scored, chance in enumerate(first):
        for more, second in enumerate(_binomial(min(again, dice - scored), sixths)):
            chances[scored + more] += chance * second
    return tuple(chances)


def _binomial(dice: int, sixths: int) -> Hits:
    chance = sixths / 6
    return tuple(comb(dice, n) * chance**n * (1 - chance) ** (dice - n) for n in range(dice + 1))


@lru_cache(1024)
def field_battle(attacker: Strength, defender: Strength, region: str) -> Forecast:
    """Return how a battle in the open, or a sortie, ends if neither side gives way.

    `win` is the chance that the defender is gone and the attacker is not.
    """
    ends = _ends(attacker, defender)
    walls = REGIONS[region].settlement in ("city", "fortification")
    if not walls:
        win, lost, dealt = ends[attacker.hits][defender.hits]
        return Forecast(lost, dealt, win)
    win, lost, dealt = _round(attacker, defender, attacker.hits, defender.hits, _HARD, ends)
    return Forecast(lost, dealt, win)


def siege_assault(attacker: Strength, garrison: Strength) -> Forecast:
    """Return how one round against a besieged Stronghold ends; `win` is the chance that it falls in it."""
    mine, theirs = _roll(attacker, attacker.hits, _HARD), _roll(garrison, garrison.hits, _USUAL)
    win = added(mine[garrison.hits :])
    return Forecast(_expected(theirs, attacker.hits), _expected(mine, garrison.hits), win)


#: Of a battle from some point on: the chance to win, and what both sides lose on average, in hits.
_End = tuple[float, float, float]


def _ends(attacker: Strength, defender: Strength) -> list[list[_End]]:
    """Return how the battle ends from every number of hits that the sides can still take."""
    ends: list[list[_End]] = []
    for a in range(attacker.hits + 1):
        ends.append([])
        for d in range(defender.hits + 1):
            settled = not a or not d
            ends[a].append((float(a > 0 and not d), 0.0, 0.0) if settled else (0.0, 0.0, 0.0))
            if not settled:
                ends[a][d] = _round(attacker, defender, a, d, _USUAL, ends)
    return ends


def _round(
    attacker: Strength, defender: Strength, a: int, d: int, sixths: int, ends: list[list[_End]]
) -> _End:
    """Return how a battle ends from a round on; a round without a hit is rolled again."""
    win = lost = dealt = 0.0
    mine, theirs = _roll(attacker, a, sixths), _roll(defender, d, _USUAL)
    for scored, chance in enumerate(mine):
        for taken, other in enumerate(theirs):
            if not scored and not taken and sixths == _USUAL:
                continue
            after = ends[max(0, a - taken)][max(0, d - scored)]
            win += chance * other * after[0]
            lost += chance * other * (min(a, taken) + after[1])
            dealt += chance * other * (min(d, scored) + after[2])
    once = 1 - mine[0] * theirs[0] if sixths == _USUAL else 1.0
    return win / once, lost / once, dealt / once


def _roll(party: Strength, left: int, sixths: int) -> Hits:
    """Return the hits of a party that can still take some."""
    return hits(min(party.units, left, _DICE), min(party.leadership, _DICE), sixths)


def _expected(chances: Hits, most: int) -> float:
    return added(chance * min(number, most) for number, chance in enumerate(chances))
