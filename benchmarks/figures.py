"""The figures that docs/performance.md keeps, and what has become worse than they are.

A figure is a ratio of one run: processor time against the fixed loop of `tests.costs`, or against something else that
was measured beside it. So a slow machine measures as a quick one does.
"""

import re
from collections.abc import Mapping
from pathlib import Path

from rich.console import Console
from rich.table import Table

DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "performance.md"
#: How much more than the kept figure is no loss yet: as a ratio, and of figures that are hardly anything.
TOLERATED, HARDLY_ANYTHING = 1.15, 0.1
_HEADING = "| figure | kept | since, and why |"
_ROW = re.compile(r"\| ([^|]+?) \| ([0-9.]+) \| ([^|]+?) \|")


def kept() -> dict[str, float]:
    """Return the kept figures by name. Raises ValueError if the document has no table of them."""
    _, heading, rest = DOCUMENT.read_text(encoding="utf-8").partition(_HEADING)
    if not heading:
        raise ValueError(f"{DOCUMENT.name} keeps no figures")
    rows = (_ROW.fullmatch(line) for line in rest.split("\n\n")[0].splitlines()[2:])
    return {row[1]: float(row[2]) for row in rows if row}


def worse(figures: Mapping[str, float]) -> list[str]:
    """Return the names of the figures that are worse than is tolerated; a figure that is not kept is none of them."""
    before = kept()
    known = [(name, figure, before[name]) for name, figure in figures.items() if name in before]
    return [name for name, here, then in known if here > then * TOLERATED and here - then > HARDLY_ANYTHING]


def judge(heading: str, figures: Mapping[str, float]) -> int:
    """Print figures beside those that are kept. Returns the exit code: 1 if one is worse than is tolerated."""
    before, lost = kept(), worse(figures)
    table = Table("figure", "here", "kept", "ratio", title=heading)
    for name, figure in figures.items():
        known = before.get(name)
        ratio = "" if known is None else f"{figure / known:.2f}{' worse' if name in lost else ''}"
        table.add_row(name, f"{figure:.2f}", "" if known is None else f"{known:.2f}", ratio)
    Console(width=110).print(table)
    return 1 if lost else 0
