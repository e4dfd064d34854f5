"""The numbers of what was done, placed on the map; and, for the picture of a mail, those of the choices, drawn."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.boards.maps.geometry import Box
from games.boards.maps.marks import SIZE, Mark, laid
from games.boards.maps.pictures import CLEAR
from games.boards.marks import Deed
from games.boards.war_of_the_ring.chart import places, table
from games.boards.war_of_the_ring.fellowship import RING, TRACK_IN
from games.boards.war_of_the_ring.story import FELLOWSHIP


def badges(
    asked: Mapping[str, int],
    piles: Mapping[str, Box],
    company: Mapping[str, Any],
    radius: float,
    scale: float,
) -> dict[str, Box]:
    """Return where the numbers of choices stand: left of the figures of their regions, the Fellowship among them.

    Args:
        asked: the number of the choice at each region; 0 where none is shown.
        piles: the boxes of the figures, by region.
        company: the Fellowship, as of `fellowship`, drawn `scale` times as large as on the page.
        radius: that of a badge, in units.
    """
    begin = {region: box[0] - box[2] / 2 for region, box in piles.items()}
    if company["mordor"] is None:
        left = company["x"] - RING / 2 * scale
        begin[company["region"]] = min(begin.get(company["region"], left), left)
    found = {}
    for region in (region for region, shown in asked.items() if shown):
        x, y = places()[region].stack
        x = max(begin[region] - radius * 0.8, radius) if region in begin else x
        found[region] = (x, y, radius * CLEAR, radius * CLEAR)
    return found


def marks_of(
    done: Sequence[Deed],
    piles: Mapping[str, Box],
    company: Mapping[str, Any],
    taken: Sequence[Box],
    *,
    size: float = SIZE,
    scale: float = 1.0,
) -> list[Mark]:
    """Return where the numbers of what was done stand, clear of figures and of what is `taken`; `size` as of `laid`."""
    ring = RING * scale
    full = {**piles, FELLOWSHIP: (company["x"], company["y"], ring, ring)}
    homes = {FELLOWSHIP: company["region"] or TRACK_IN}
    return laid(table(), done, full, homes, taken=taken, size=size)
