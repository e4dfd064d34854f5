"""The steps of the story on the picture of a mail: a red mark with the number of its line, and an arrow for a march."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from math import hypot
from typing import Any

from games.boards.maps.geometry import number
from games.boards.war_of_the_ring.chart import places
from rules.war_of_the_ring.board import REGIONS

#: Lines that move somebody or bring somebody in, and where their data say to; of more steps the newest are shown.
KINDS = {
    "army-moved": "target",
    "nazgul-moved": "target",
    "attack-declared": "target",
    "retreated": "target",
    "companions-moved": "region",
    "character-entered": "region",
    "recruited": "region",
    "fellowship-declared": "region",
    "fellowship-found": "region",
    "settlement-captured": "region",
}
MOST = 12
FILL, INK = "#8f1714", "#ffffff"


def steps_of(lines: Iterable[Mapping[str, Any]], taken: Collection[str], size: float) -> str:
    """Return the marks of the lines that have a `step` in the mail, `size` units from middle to tip.

    `taken` are the regions in whose middle the number of a choice stands.
    """
    full = [places()[region].stack for region in taken]
    arrows, marks = [], []
    for line in [line for line in lines if line.get("step") and line["kind"] in KINDS][-MOST:]:
        target, source = line["data"].get(KINDS[line["kind"]]), line["data"].get("source")
        if target not in REGIONS:
            continue
        x, y = places()[target].stack
        if source in REGIONS and source != target:
            begin = places()[source].stack
            arrows.append(_arrow(begin, (x, y), size))
            x, y = (begin[0] + x) / 2, (begin[1] + y) / 2
        else:
            y -= size * 1.4
        while any(hypot(x - a, y - b) < size * 1.5 for a, b in full):
            x += size * 1.5
        full.append((x, y))
        marks.append(_mark(int(line["step"]), x, y, size))
    return "".join((*arrows, *marks))


def _arrow(begin: tuple[float, float], end: tuple[float, float], size: float) -> str:
    """Return an arrow that ends before the figures of its region."""
    length = hypot(end[0] - begin[0], end[1] - begin[1]) or 1.0
    dx, dy = (end[0] - begin[0]) / length, (end[1] - begin[1]) / length
    tip = (end[0] - dx * size * 0.6, end[1] - dy * size * 0.6)
    back = (tip[0] - dx * size * 0.8, tip[1] - dy * size * 0.8)
    side = (-dy * size * 0.45, dx * size * 0.45)
    head = (tip, (back[0] + side[0], back[1] + side[1]), (back[0] - side[0], back[1] - side[1]))
    points = " ".join(f"{number(x)},{number(y)}" for x, y in head)
    return (
        f'<path d="M{number(begin[0])} {number(begin[1])}L{number(back[0])} {number(back[1])}" fill="none" '
        f'stroke="{FILL}" stroke-width="{number(size / 4)}"/><polygon points="{points}" fill="{FILL}"/>'
    )


def _mark(shown: int, x: float, y: float, size: float) -> str:
    half, digits = number(size), number(size * 1.08)
    return (
        f'<g transform="translate({number(x)} {number(y)})">'
        f'<path d="M0-{half}L{half} 0L0 {half}L-{half} 0z" fill="{FILL}" stroke="{INK}" '
        f'stroke-width="{number(size / 9)}"/><text y="{number(size * 0.37)}" font-size="{digits}" '
        f'style="fill:{INK};text-anchor:middle">{shown}</text></g>'
    )
