"""The switch that the rewritten code asks: which mutant is on. It is copied into the tree of the mutants as `_mutants`.

Beside it remembers which sites were reached. The process of pytest reads `REACHED` itself; every other one, such as a
server that a test starts, appends what it reaches first to the file that `MUTANTS_REACHED` names.
"""

import os

ACTIVE = int(os.environ.get("MUTANT", "0"))
REACHED: set[int] = set()
#: Where to append what is reached, if somebody else has to read it.
told: str | None = os.environ.get("MUTANTS_REACHED")


def on(site: int) -> bool:
    """Return whether the mutant of this site is switched on, and remember that somebody came here."""
    if site not in REACHED:
        REACHED.add(site)
        if told is not None:
            with open(told, "a", encoding="ascii") as file:
                file.write(f"{site}\n")
    return site == ACTIVE
