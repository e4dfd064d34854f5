"""The figures of War of the Ring as counters on the map."""

from __future__ import annotations

from typing import Any

import msgspec

from games.boards.maps.spots import Pile
from rules.war_of_the_ring.board import FP, NATIONS, SH, figure_name

ROW, CELL = 10.5, 9.5
PILL_LETTER = 4.1
#: How much battlements add to a garrison's height and width, in units.
WALL_HEIGHT, WALL_WIDTH = 4.0, 6.0

SIDE_NAMES = {FP: "Free Peoples", SH: "Shadow"}
#: Short names for the medallions.
SHORT = {
    "gandalf-the-grey": "Gandalf",
    "gandalf-the-white": "The White",
    "meriadoc": "Merry",
    "peregrin": "Pippin",
    "witch-king": "Witch-king",
    "mouth-of-sauron": "Mouth",
}
INITIALS = {
    "gandalf-the-grey": "Ga",
    "gandalf-the-white": "GW",
    "witch-king": "WK",
    "mouth-of-sauron": "Mo",
    "saruman": "Sa",
    "gimli": "Gi",
    "gollum": "Go",
}


class Cell(msgspec.Struct):
    """One number on a counter: `kind` is regular, elite, leader or nazgul; `x` is its left side."""

    kind: str
    count: int
    x: float


class Row(msgspec.Struct):
    """One strip of a counter: a Nation with its figures, or a row of characters."""

    nation: str
    cells: list[Cell]
    x: float
    y: float
    width: float


class Medallion(msgspec.Struct):
    """A character's name or initials in a pill; `x` is its middle."""

    text: str
    x: float
    y: float
    width: float

    @property
    def half(self) -> float:
        """Half the width."""
        return round(self.width / 2, 1)


class Stack(Pile, kw_only=True):
    """The figures of one side in one place."""

    side: str
    besieged: bool
    rows: list[Row]
    medallions: list[Medallion]
    words: str

    @property
    def has_units(self) -> bool:
        """Whether there are Army units."""
        return any(cell.kind in ("regular", "elite") for row in self.rows for cell in row.cells)

    @property
    def wall(self) -> str:
        """Path of the battlements around a besieged garrison."""
        left, right, low = -self.width / 2, self.width / 2, self.height - 3
        teeth = "".join(f"v{-3 if i % 2 == 0 else 3}h{(right - left) / 7:.1f}" for i in range(7))
        return f"{left:.1f} {low:.1f}V-1{teeth}V{low:.1f}z"


def short_name(character: str) -> str:
    """Return a character's name as the medallions say it."""
    return SHORT.get(character, figure_name(character).split()[0])


def words_of(figures: dict[str, int], characters: list[str]) -> str:
    """Return figures in words (`Gondor 3 Regulars, 1 Elite; Nazgûl 2; Strider`)."""
    parts = []
    for nation, facts in NATIONS.items():
        counts = [
            f"{n} {sort.capitalize()}{'s' if n > 1 else ''}"
            for sort in ("regular", "elite", "leader")
            if (n := figures.get(f"{nation}-{sort}", 0))
        ]
        if counts:
            parts.append(f"{facts.name} {', '.join(counts)}")
    if figures.get("nazgul"):
        parts.append(f"{figures['nazgul']} Nazgûl")
    return "; ".join([*parts, *map(figure_name, characters)])


def _strips(figures: dict[str, int]) -> list[tuple[str, list[tuple[str, int]]]]:
    strips = []
    for nation in NATIONS:
        cells = [
            (sort, n) for sort in ("regular", "elite", "leader") if (n := figures.get(f"{nation}-{sort}", 0))
        ]
        if cells:
            strips.append((nation, cells))
    if figures.get("nazgul"):
        if strips:
            strips[-1][1].append(("nazgul", figures["nazgul"]))
        else:
            strips.append(("nazgul", [("nazgul", figures["nazgul"])]))
    return strips


def stack_of(force: dict[str, Any]) -> Stack:
    """Return the counter of a force, its rows from the top."""
    rows: list[Row] = []
    y = 0.0
    for nation, cells in _strips(force["figures"]):
        emblem = 0.0 if nation == "nazgul" else ROW
        width = emblem + CELL * len(cells)
        drawn = [Cell(kind, n, -width / 2 + emblem + CELL * i) for i, (kind, n) in enumerate(cells)]
        rows.append(Row(nation, drawn, -width / 2, y, width))
        y += ROW + 0.5
    medallions = _medallions(force["characters"], y)
    if medallions:
        y = medallions[-1].y + 9
    width = max([r.width for r in rows] + [abs(m.x) * 2 + m.width for m in medallions], default=0)
    words = f"{SIDE_NAMES[force['side']]}: {words_of(force['figures'], force['characters'])}"
    walled = force["besieged"]
    return Stack(
        side=force["side"],
        besieged=walled,
        rows=rows,
        medallions=medallions,
        words=f"{words} (besieged)" if walled else words,
        width=width + (WALL_WIDTH if walled else 0),
        height=y + (WALL_HEIGHT if walled else 0),
        above=WALL_HEIGHT if walled else 0,
    )


def _medallions(characters: list[str], top: float) -> list[Medallion]:
    """Return names for up to two characters, initials in rows of four for more."""
    if len(characters) <= 2:
        return [
            Medallion(short_name(c), 0, top + 9 * i, len(short_name(c)) * PILL_LETTER + 6)
            for i, c in enumerate(characters)
        ]
    found = []
    for i, character in enumerate(characters):
        row = [c for j, c in enumerate(characters) if j // 4 == i // 4]
        x = (i % 4 - (len(row) - 1) / 2) * 11.5
        found.append(Medallion(INITIALS.get(character, short_name(character)[:1]), x, top + 9 * (i // 4), 11))
    return found
