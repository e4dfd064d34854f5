"""The figures of War of the Ring as counters on the map, and every region in words."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from games.boards.maps.chart import source
from games.boards.maps.layout import SIGN, Place, layout
from rules.war_of_the_ring.board import FP, NATIONS, REGIONS, SH, figure_name

ROW, CELL, GAP = 10.5, 9.5, 1.5
#: Figures are drawn no smaller than this, and step aside no further, in units.
LEAST_SCALE, MOST_SHIFT = 0.78, 7.0
PILL_LETTER = 4.1

SIDE_NAMES = {FP: "Free Peoples", SH: "Shadow"}
SETTLEMENTS = {"stronghold": "Stronghold", "city": "City", "town": "Town", "fortification": "Fortification"}
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


class Stack(msgspec.Struct):
    """The figures of one side in one place, as drawn around the origin."""

    side: str
    besieged: bool
    rows: list[Row]
    medallions: list[Medallion]
    top: float
    width: float
    height: float
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
    if force["besieged"]:
        words += " (besieged)"
    return Stack(force["side"], force["besieged"], rows, medallions, 0, width, y, words)


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


def tower(stacks: list[Stack], place: Place) -> tuple[list[Stack], float]:
    """Return the stacks of a region one above the other around the origin, and the scale that fits."""
    for stack in stacks:
        if stack.besieged:
            stack.height += 4
            stack.width += 6
    total = sum(s.height for s in stacks) + GAP * (len(stacks) - 1)
    y = -total / 2
    for stack in stacks:
        stack.top = y + (4 if stack.besieged else 0)
        y += stack.height + GAP
    width = max((s.width for s in stacks), default=0)
    scale = min(1.0, (place.room[1] + 4) / max(total, 1), (place.room[0] + 12) / max(width, 1))
    return stacks, round(max(scale, LEAST_SCALE), 2)


def clear_of_sign(place: Place, width: float) -> float:
    """Return how far a tower of `width` moves sideways, so that it covers the settlement sign less."""
    apart = place.stack[0] - place.sign[0]
    if not 0 < abs(apart) < (width + SIGN) / 2 or abs(place.stack[1] - place.sign[1]) > SIGN:
        return 0.0
    shift = min((width + SIGN) / 2 - abs(apart), MOST_SHIFT)
    return round(shift if apart > 0 else -shift, 1)


def clear_of_name(place: Place, height: float) -> float:
    """Return how far a tower of `height` moves up or down, so that it grows away from the name."""
    too_tall = max(0.0, height - place.room[1]) / 2
    return round(too_tall if place.name[1] < place.stack[1] else -too_tall, 1)


class Spot(msgspec.Struct):
    """A region of the page: its figures as drawn, and all that is known of it in words."""

    id: str
    name: str
    kind: str
    nation: str | None
    x: float
    y: float
    sign: tuple[float, float]
    scale: float
    stacks: list[Stack]
    banner: str
    words: str
    beyond: str
    choices: list[dict[str, str]]
    marks: str
    svg: str = ""
    why: str = ""
    mine: bool = False


def kind_of(region: str) -> str:
    """Return what a region is (`Stronghold of Gondor`, `wilderness`)."""
    facts = REGIONS[region]
    nation = NATIONS[facts.nation].name if facts.nation else ""
    if facts.settlement == "none":
        return f"land of {nation}" if nation else "wilderness"
    return f"{SETTLEMENTS[facts.settlement]}{f' of {nation}' if nation else ''}"


@cache
def beyond(region: str) -> str:
    """Return what lies around a region, in words."""
    near = ", ".join(sorted(REGIONS[r].name for r in REGIONS[region].adjacent))
    pairs = [pair[:2] for pair in source()["impassable"] if region in pair[:2]]
    closed = ", ".join(sorted(REGIONS[b if a == region else a].name for a, b in pairs))
    return f"Next to {near}." + (f" Closed by mountains: {closed}." if closed else "")


def spots(
    view: dict[str, Any], choices: dict[str, list[dict[str, str]]], touched: set[str], glowing: set[str]
) -> list[Spot]:
    """Return all regions; `choices` are the buttons of each, `touched` what the story moved lately."""
    forces: dict[str, list[dict[str, Any]]] = {}
    for force in view["forces"]:
        forces.setdefault(force["region"], []).append(force)
    found = []
    for region, facts in REGIONS.items():
        place = layout()[region]
        here = sorted(forces.get(region, []), key=lambda f: (not f["besieged"], f["side"]))
        stacks, scale = tower([stack_of(f) for f in here], place)
        height = (sum(s.height for s in stacks) + GAP * (len(stacks) - 1)) * scale if stacks else 0
        width = max((s.width for s in stacks), default=0) * scale
        taken = view["control"].get(region) if region in view["captured"] else None
        words = [kind_of(region)]
        if taken:
            words.append(f"captured by the {SIDE_NAMES[taken]}")
        marks = [
            *(["is-choice"] if region in glowing else []),
            *(["is-touched"] if region in touched else []),
            *([f"of-{facts.nation}"] if facts.nation else []),
        ]
        found.append(
            Spot(
                region,
                facts.name,
                kind_of(region),
                facts.nation,
                place.stack[0] + clear_of_sign(place, width),
                place.stack[1] + clear_of_name(place, height),
                place.sign,
                scale,
                stacks,
                taken or "",
                ", ".join([*words, *(s.words for s in stacks)]),
                beyond(region),
                choices.get(region, []),
                " ".join(marks),
            )
        )
    return found
