"""Adding that gives the same last digit on every version of Python."""

from collections.abc import Iterable


def added(numbers: Iterable[float]) -> float:
    """Return numbers added one after the other, each sum rounded.

    `sum` does so up to Python 3.11 and makes up for what is rounded off from 3.12 on: a last digit decides what a bot
    prefers, and where a drawing rounds.

    >>> added([0.1] * 10) == 1.0
    False
    """
    total = 0.0
    for number in numbers:
        total += number
    return total
