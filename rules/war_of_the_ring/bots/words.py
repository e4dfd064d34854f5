"""Chances and losses in words."""


def percent(chance: float) -> int:
    """Return a chance in percent; what may happen is neither sure nor impossible, what cannot happen has none."""
    return min(99, max(1, round(100 * chance))) if chance else 0


def hits(number: float) -> str:
    """Return an expected number of hits."""
    whole = round(number)
    return "1 hit" if whole == 1 else f"{whole or 'no'} hits"


def units(number: int) -> str:
    """Return a number of Army units."""
    return "1 unit" if number == 1 else f"{number} units"
