"""The road of the Ring-bearers: how far it is, and what the next step may cost."""

from typing import NamedTuple

from rules.war_of_the_ring.position import dice
from rules.war_of_the_ring.position.catalogue import (
    FP,
    GREAT,
    GROUPS,
    ORIGINAL,
    SH,
    TILES,
    distances,
)
from rules.war_of_the_ring.position.state import INSIDE, PARTS, State, controller, level_of, victory_points
from rules.war_of_the_ring.quest import hunt

_ENTRIES: tuple[str, ...] = tuple(GROUPS["mordorEntry"])
#: A haven this near to the gates is worth a way round, while the haste is below `PATIENCE`.
NEAR_MORDOR = 4
PATIENCE = 0.3
#: Damage that the way through Mordor does on average, and what should be left of it after the Companions.
MORDOR_DAMAGE = 10.0
BEARABLE = 6.0


def steps_to_mordor(region: str) -> int:
    """Return how many steps a region lies from the nearest gate of Mordor."""
    return min(distances(gate)[region] for gate in _ENTRIES)


def patient(s: State) -> bool:
    """Return whether the Ring-bearers have time for a way round by a haven near Mordor."""
    return haste(s) < PATIENCE


def steps_to_go(s: State, region: str) -> int:
    """Return the length of the road still to go from a region, by a haven near Mordor if there is time."""
    direct = steps_to_mordor(region)
    if direct <= NEAR_MORDOR or not s.fellowship.corruption or not patient(s):
        return direct
    by = [distances(h)[region] + steps_to_mordor(h) for h in havens(s) if steps_to_mordor(h) <= NEAR_MORDOR]
    return min(by, default=direct)


def havens(s: State) -> list[str]:
    """Return where a declaration heals: Cities and Strongholds of the Free Peoples, still theirs."""
    return [r for r in GREAT if ORIGINAL[r] == FP and controller(s, r) == FP]


class Step(NamedTuple):
    """The likely cost of a step of the Fellowship: expected damage, and the chance of being revealed."""

    damage: float
    reveal: float


def next_step(s: State) -> Step:
    """Return the expected cost of moving the Fellowship now (WR-15.1 to 15.7, WR-16.3)."""
    in_mordor = s.fellowship.mordor is not None
    hunters, movers = dice.eyes_in_box(s), dice.movers_in_box(s)
    chance, eye = 1.0, float(hunters + movers)
    if not in_mordor:
        rolled = hunt.dice_rolled(s, hunters)
        face = min(5, 1 + movers) / 6
        again = min(hunt.rerolls(s), rolled)
        chance = 1.0 - (1.0 - face) ** (rolled + again)
        eye = max(1.0, (rolled + again) * face)
    pool = s.hunt_pool or [t for t in s.tiles_drawn if TILES[t].circulates]
    damage = reveal = 0.0
    for name in pool:
        tile = TILES[name]
        value = tile.value
        damage += eye if value == "eye" else 3.5 if value == "die" else max(-1.0, float(value))
        reveal += tile.reveal
    return Step(chance * damage / len(pool), chance * reveal / len(pool))


def absorbed(s: State) -> float:
    """Return the damage that Companions can still take in place of the Ring-bearers."""
    return float(sum(level_of(s, c) for c in s.fellowship.companions))


def haste(s: State) -> float:
    """Return how pressed the Free Peoples are, from 0 (time enough) to 1 (now or never)."""
    points = victory_points(s, SH)
    garrisons = filter(s.forces.__contains__, INSIDE.values())
    sieges = sum(controller(s, PARTS[place][0]) == FP for place in garrisons)
    return min(1.0, points / 10 + 0.1 * sieges + 0.008 * s.turn)


def tolerance(s: State) -> float:
    """Return the Corruption with which the Ring-bearers go on without resting."""
    pressed = haste(s)
    return 1.0 + 11.0 * max(0.0, pressed - 0.15)


def resting(s: State) -> bool:
    """Return whether the Ring-bearers had better heal where a declaration can take them."""
    fellowship = s.fellowship
    if fellowship.region is None or not fellowship.hidden or fellowship.corruption <= tolerance(s):
        return False
    return rest_region(s) is not None


def rest_region(s: State) -> str | None:
    """Return the haven within reach that loses least of the road, or None."""
    fellowship = s.fellowship
    assert fellowship.region is not None
    steps = distances(fellowship.region)
    near = [r for r in havens(s) if steps[r] <= fellowship.progress]
    return min(near, key=lambda r: (steps_to_go(s, r), r), default=None)


def may_dare_mordor(s: State) -> bool:
    """Return whether the Ring-bearers should enter Mordor: pressed, or fit to bear what waits there."""
    if not patient(s):
        return True
    return s.fellowship.corruption + MORDOR_DAMAGE - 0.9 * min(9.0, absorbed(s)) <= BEARABLE


def lost_by(s: State, region: str) -> int:
    """Return how many steps of the road a declaration or reveal at `region` gives away."""
    fellowship = s.fellowship
    assert fellowship.region is not None
    hoped = max(0, steps_to_go(s, fellowship.region) - fellowship.progress)
    return steps_to_go(s, region) - hoped


def step_worth(s: State) -> float:
    """Return what moving the Fellowship now is worth."""
    fellowship = s.fellowship
    cost = next_step(s)
    corruption = fellowship.corruption
    relief = min(1.0, absorbed(s) / 6)
    weight = (0.9 + 0.12 * corruption) * (1.0 - 0.45 * relief)
    if fellowship.mordor is not None:
        if not s.mordor_attempt:
            return 9.0 if cost.damage < 3.5 or corruption == 11 else -0.3
        return 2.0 + 4.0 * haste(s) - 0.8 * weight * max(0.0, dice.movers_in_box(s) - 0.5)
    assert fellowship.region is not None
    if fellowship.progress >= steps_to_mordor(fellowship.region):
        return -3.0
    if resting(s) or (
        fellowship.progress >= steps_to_mordor(fellowship.region) - 3 and not may_dare_mordor(s)
    ):
        return -2.0
    return 3.8 + 2.5 * haste(s) - weight * cost.damage * 1.3 - 1.2 * cost.reveal
