"""The ends of battles by their dice alone: exact, without cards, fought to the end (WR-10.10 to 10.12, WR-11)."""

from functools import lru_cache
from math import comb
from typing import NamedTuple

from rules.war_of_the_ring.bots.odds import Strength
from rules.war_of_the_ring.position.catalogue import REGIONS

_DICE = 5
#: A die hits on 5 and 6, on 6 alone against walls.
_USUAL, _HARD = 2, 1

#: The chance of each number of hits, from none on.
Hits = tuple[float, ...]


class Ending(NamedTuple):
    """The end of a fight: the chances that one side alone is left, and what both lose on average, in hits.

    Both Armies may fall in the same round: `win` and `held` add up to one only together with that.
    """

    win: float
    held: float
    attacker_lost: float
    defender_lost: float


#: The chances that one side alone is left, and the hits that both can still take at the end, on average.
_Left = tuple[float, float, float, float]
#: How a fight ends from every number of hits that attacker and defender can still take.
_Table = list[list[_Left]]


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
def field_battle(attacker: Strength, defender: Strength, region: str, *, begun: bool = False) -> Ending:
    """Return how a battle in the open, or a sortie, ends if neither side gives way.

    The walls of a City and of a Fortification count in the first round only; `begun` says that it is over.
    """
    ends = _to_the_end(attacker, defender)
    if begun or REGIONS[region].settlement not in ("city", "fortification"):
        return _ending(attacker, defender, ends[attacker.hits][defender.hits])
    left = _round(attacker, defender, attacker.hits, defender.hits, _HARD, ends)
    return _ending(attacker, defender, left)


@lru_cache(1024)
def siege_assault(attacker: Strength, garrison: Strength, *, rounds: int = 1) -> Ending:
    """Return how some rounds against a besieged Stronghold end; `win` is the chance that it falls in them."""
    most, least = range(attacker.hits + 1), range(garrison.hits + 1)
    ends = [[_settled(a, d) for d in least] for a in most]
    for _ in range(rounds - 1):
        ends = [
            [_round(attacker, garrison, a, d, _HARD, ends) if a and d else _settled(a, d) for d in least]
            for a in most
        ]
    return _ending(attacker, garrison, _round(attacker, garrison, attacker.hits, garrison.hits, _HARD, ends))


def _ending(attacker: Strength, defender: Strength, left: _Left) -> Ending:
    win, held, mine, theirs = left
    return Ending(win, held, attacker.hits - mine, defender.hits - theirs)


def _settled(a: int, d: int) -> _Left:
    """Return the end of a fight in which nobody rolls any more, with the hits that both can still take."""
    return float(a > 0 and not d), float(d > 0 and not a), float(a), float(d)


@lru_cache(64)
def _to_the_end(attacker: Strength, defender: Strength) -> _Table:
    """Return how rounds without walls end, fought until an Army is gone."""
    ends: _Table = []
    for a in range(attacker.hits + 1):
        ends.append([])
        for d in range(defender.hits + 1):
            ends[a].append(_settled(a, d))
            if a and d:
                ends[a][d] = _round(attacker, defender, a, d, _USUAL, ends, again=True)
    return ends


def _round(
    attacker: Strength, defender: Strength, a: int, d: int, sixths: int, ends: _Table, *, again: bool = False
) -> _Left:
    """Return how a battle ends from a round on; with `again` a round without a hit is rolled once more."""
    win = held = mine = theirs = 0.0
    dealt, taken = _roll(attacker, a, sixths), _roll(defender, d, _USUAL)
    for lost, chance in enumerate(taken):
        row = ends[a - lost if lost < a else 0]
        for scored, other in enumerate(dealt):
            if again and not scored and not lost:
                continue
            both = chance * other
            after = row[d - scored if scored < d else 0]
            win += both * after[0]
            held += both * after[1]
            mine += both * after[2]
            theirs += both * after[3]
    once = 1 - dealt[0] * taken[0] if again else 1.0
    return win / once, held / once, mine / once, theirs / once


def _roll(party: Strength, left: int, sixths: int) -> Hits:
    """Return the hits of a party that can still take some: it keeps as many units as it can (WR-10.12)."""
    dice = min(min(party.units, left) + party.captains, _DICE)
    if party.dice_lost:
        dice = max(1, dice - party.dice_lost)
    return hits(dice, min(party.leadership, _DICE), sixths)
