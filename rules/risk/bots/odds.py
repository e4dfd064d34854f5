"""The odds of dice: the chance of a conquest, what it leaves, and how long the Fellowship still travels."""

from functools import cache

from rules.risk.data import FELLOWSHIP_LEAVES, MOUNT_DOOM, PATH
from rules.risk.odds import fight

#: Larger hosts are weighed as if they were so large, each side in proportion.
LARGEST = 36
#: Turns beyond which nobody looks.
FARTHEST = 60
#: Chance that a die lets the Fellowship leave.
LEAVES = (7 - FELLOWSHIP_LEAVES) / 6


@cache
def conquest(
    attackers: int, defenders: int, attack_bonus: int = 0, defence_bonus: int = 0
) -> tuple[float, float]:
    """Return the chance that `attackers`, one of whom stays behind, conquer a territory by fighting to the end.

    The second number is how many of them are left then, on average.
    """
    scale = max(1.0, max(attackers, defenders) / LARGEST)
    chance, left = fight(
        round(attackers / scale), max(1, round(defenders / scale)), attack_bonus, defence_bonus
    )
    return chance, scale * left / chance if chance else 0.0


@cache
def goes_on(stop: int, turns: int, doom_roll: int) -> float:
    """Return the chance that the game is not over after so many more turns, with the Fellowship at `stop`.

    `doom_roll` or more destroys the Ring.
    """
    if turns <= 0:
        return 1.0
    holds_out = (doom_roll - 1) / 6
    if stop >= MOUNT_DOOM:
        return float(holds_out**turns)
    leaves = LEAVES if PATH[stop].die else 1.0
    arrives = holds_out if stop + 1 == MOUNT_DOOM else 1.0
    onward = goes_on(stop + 1, turns - 1, doom_roll)
    return leaves * arrives * onward + (1 - leaves) * goes_on(stop, turns - 1, doom_roll)


@cache
def turns_to_come(stop: int, players: int, doom_roll: int) -> float:
    """Return how many turns a player has after this one, on average."""
    return sum(goes_on(stop, players * number, doom_roll) for number in range(1, FARTHEST // players))
