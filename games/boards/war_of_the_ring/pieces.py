"""The figures of War of the Ring as counters on the map: a row is a Nation's tab, then its figures, then seals.

The side is told by the outline, the Nation by colour and emblem, the kind of figure by its silhouette. What stands in
too many or too long rows is heaped: shown in brief, and as a whole where a reader points.
"""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec

from games.boards.war_of_the_ring.sets import Mark
from rules.war_of_the_ring.position.catalogue import FP, NATIONS, SH, UNIQUE, figure_name

#: How large counters are drawn on the map: all that follows is in units of the counters.
UNIT = 0.94
#: The size of a figure, and what its crown, horns or wings add above it; the pitch of rows.
FIGURE, CROWN, PITCH = 22.0, 4.2, 24.6
#: How far the next thing in a row stands from the left edge of one.
PITCHES = {
    "tab": 11.6,
    "regular": 16.4,
    "elite": 17.2,
    "leader": 17.2,
    "named": 17.2,
    "nazgul": 19.0,
    "seal": 21.0,
}
#: What juts out of its pitch, left and right.
JUTS = {"tab": 0.4, "regular": 0.0, "elite": 1.2, "leader": 1.2, "named": 1.2, "nazgul": 2.2, "seal": 0.6}
#: A row that is longer, or a pile of more rows, is heaped.
LONGEST, MOST_ROWS = 100.0 / UNIT, 2
#: The wall around a besieged garrison: beside, above and below it; and the gap between two sides.
WALL_SIDE, WALL_TOP, WALL_LOW, GAP = 5.0, 5.0, 3.0, 3.0
#: The gap between a row and who stands beside it without being of any Force.
SPACE = 4.0

SORTS = ("regular", "elite", "leader")
SIDE_NAMES = {FP: "Free Peoples", SH: "Shadow"}
#: Whose figures stand in no Force.
NOBODY = "nobody"


class Part(msgspec.Struct):
    """One thing in a row; `x` is its left edge.

    `kind` is tab, regular, elite, leader, named, nazgul or seal; `name` is a Nation, or the Character of a seal, or the
    Leader with a name; `count` is the number on a figure, `look` a class of a seal that is marked.
    """

    kind: str
    name: str
    count: int = 0
    x: float = 0.0
    look: str = ""


class Row(msgspec.Struct):
    """A row of parts that touch, around x = 0; `y` is the upper edge of its figures."""

    parts: list[Part]
    width: float
    y: float = 0.0


class Stack(msgspec.Struct, kw_only=True):
    """The figures of one side in one region, whole in `rows`, in `brief` as they are shown if they are heaped.

    `side` is NOBODY for who stands there without being of any Force.
    """

    side: str
    besieged: bool
    rows: list[Row]
    brief: list[Row]
    words: str
    has_units: bool


class Block(msgspec.Struct):
    """A stack as it is drawn: its rows in their places, and the wall (left, top, right, low) around a garrison."""

    side: str
    rows: list[Row]
    wall: tuple[float, float, float, float] | None


class Heap(msgspec.Struct):
    """All stacks of a region as they are drawn around their middle; `width` and `height` hold crowns and walls."""

    blocks: list[Block]
    width: float
    height: float


def words_of(
    figures: dict[str, int], characters: list[str], marks: Mapping[str, Mark] = MappingProxyType({})
) -> str:
    """Return figures in words (`Gondor 3 Regulars, 1 Elite; Nazgûl 2; Strider`), and how Characters are marked.

    A Leader with a name is told like a Character, and that he is a Leader.
    """
    parts = []
    for nation, facts in NATIONS.items():
        counts = [
            f"{n} {sort.capitalize()}{'s' if n > 1 else ''}"
            for sort in SORTS
            if (n := figures.get(f"{nation}-{sort}", 0))
        ]
        if counts:
            parts.append(f"{facts.name} {', '.join(counts)}")
    if figures.get("nazgul"):
        parts.append(f"{figures['nazgul']} Nazgûl")
    parts += [f"{figure_name(kind)} (Leader)" for kind in named_in(figures)]
    people = [f"{figure_name(c)} ({marks[c].word})" if c in marks else figure_name(c) for c in characters]
    return "; ".join([*parts, *people])


def named_in(figures: Mapping[str, int]) -> list[str]:
    """Return the Leaders with a name that are among figures."""
    return [kind for kind in UNIQUE if figures.get(kind)]


# -- rows ------------------------------------------------------------------------------------------------------------


def row_of(parts: Sequence[Part], pitch: float | None = None) -> Row:
    """Return a row of parts that touch, or stand `pitch` apart."""
    x, left, right = 0.0, 0.0, 0.0
    for part in parts:
        part.x = x
        jut, step = JUTS[part.kind], PITCHES[part.kind]
        left, right = min(left, x - jut), max(right, x + step + jut)
        x += pitch or step
    for part in parts:
        part.x = round(part.x - (left + right) / 2, 1)
    return Row(list(parts), right - left)


def _nations(figures: dict[str, int]) -> list[list[Part]]:
    """Return the parts of each Nation, the Nazgûl with the last of them."""
    found = []
    for nation in NATIONS:
        parts = [Part(sort, nation, n) for sort in SORTS if (n := figures.get(f"{nation}-{sort}", 0))]
        parts += [Part("named", kind) for kind in named_in(figures) if UNIQUE[kind].nation == nation]
        if parts:
            found.append([Part("tab", nation), *parts])
    if figures.get("nazgul"):
        nazgul = Part("nazgul", "sauron", figures["nazgul"])
        beside = [parts for parts in found if parts[0].name == "sauron"] or found[-1:]
        if beside:
            beside[0].append(nazgul)
        else:
            found.append([nazgul])
    return found


def _length(parts: Iterable[Part]) -> float:
    return sum(PITCHES[part.kind] for part in parts)


def _whole(figures: dict[str, int], characters: Sequence[str]) -> list[Row]:
    """Return every figure in rows: a Nation in each, seals where a row has room for them."""
    rows = _nations(figures)
    for character in characters:
        fitting = [parts for parts in rows if _length(parts) + PITCHES["seal"] <= LONGEST]
        if not fitting:
            rows.append([])
            fitting = rows[-1:]
        min(fitting, key=_length).append(Part("seal", character))
    return [row_of(parts) for parts in rows]


def _brief(figures: dict[str, int], characters: Sequence[str]) -> list[Row]:
    """Return an Army in one row of sums under the tabs of its Nations, its seals overlapping in a second."""
    nations = _nations(figures)
    tabs = [Part("tab", parts[0].name) for parts in nations if parts[0].kind == "tab"]
    sums = []
    for sort in (*SORTS, "nazgul"):
        alike = [part for parts in nations for part in parts if part.kind == sort]
        if alike:
            most = max(alike, key=lambda part: part.count)
            sums.append(Part(sort, most.name, sum(part.count for part in alike)))
    first, named = [*tabs, *sums], [Part("named", kind) for kind in named_in(figures)]
    seals = [*named, *(Part("seal", character) for character in characters)]
    rows = [row_of(first)] if first else []
    if len(seals) == 1 and first and _length(first) + PITCHES["seal"] <= LONGEST:
        return [row_of([*first, *seals])]
    if seals:
        room = max(_length(first), 3 * PITCHES["seal"]) - PITCHES["seal"]
        rows.append(row_of(seals, min(PITCHES["seal"], room / max(1, len(seals) - 1))))
    return rows


def stack_of(force: dict[str, Any], marks: Mapping[str, Mark] = MappingProxyType({})) -> Stack:
    """Return the counters of a force, whose Characters may be marked."""
    figures, characters = force["figures"], force["characters"]
    words = f"{SIDE_NAMES[force['side']]}: {words_of(figures, characters, marks)}"
    return Stack(
        side=force["side"],
        besieged=force["besieged"],
        rows=_marked(_whole(figures, characters), marks),
        brief=_marked(_brief(figures, characters), marks),
        words=f"{words} (besieged)" if force["besieged"] else words,
        has_units=any(kind.endswith(("-regular", "-elite")) for kind in figures),
    )


def bystanders(characters: Sequence[str], marks: Mapping[str, Mark] = MappingProxyType({})) -> Stack:
    """Return the counters of who stands in a region without being of any Force."""
    return Stack(
        side=NOBODY,
        besieged=False,
        rows=_marked(_whole({}, characters), marks),
        brief=_marked(_brief({}, characters), marks),
        words=words_of({}, list(characters), marks),
        has_units=False,
    )


def _marked(rows: list[Row], marks: Mapping[str, Mark]) -> list[Row]:
    """Return rows in which the seals of marked Characters show it."""
    for row in rows if marks else ():
        for part in row.parts:
            if part.kind == "seal" and part.name in marks:
                part.look = marks[part.name].look
    return rows


# -- piles -----------------------------------------------------------------------------------------------------------


def is_heaped(stacks: Sequence[Stack]) -> bool:
    """Return whether the figures of a region are more than the map shows at once.

    A siege, or two sides in one region, has two rows and one more, beside which stands who is of no Force.
    """
    rows = [row for stack in stacks for row in stack.rows]
    if stacks[-1].side == NOBODY and _beside(rows[:-1], rows[-1]):
        rows.pop()
    return len(rows) > MOST_ROWS + (len(stacks) > 1) or any(row.width > LONGEST for row in rows)


def heap_of(stacks: Sequence[Stack], *, brief: bool) -> Heap:
    """Return the figures of a region around their middle, a garrison in its wall above its besiegers.

    Who is of no Force stands beside the last of three rows: as a fourth he would cover the name of the region.
    """
    blocks: list[Block] = []
    y, half = 0.0, 0.0
    for stack in stacks:
        chosen = stack.brief if brief and len(stack.brief) <= len(stack.rows) else stack.rows
        rows = [Row(row.parts, row.width) for row in chosen]
        above = [row for block in blocks for row in block.rows]
        if stack.side == NOBODY and (pair := _beside(above, rows[0])):
            blocks[-1].rows[-1], joined = pair
            blocks.append(Block(stack.side, [joined], None))
            half = max(half, joined.width / 2)
            continue
        width = max(row.width for row in rows)
        top = y
        y += WALL_TOP if stack.besieged else 0
        for row in rows:
            row.y = y + CROWN
            y += PITCH
        y += FIGURE + CROWN - PITCH
        wall = None
        if stack.besieged:
            y += WALL_LOW
            width += 2 * WALL_SIDE
            wall = (-width / 2, top, width / 2, y)
        half = max(half, width / 2)
        blocks.append(Block(stack.side, rows, wall))
        y += GAP
    height = y - GAP
    for block in blocks:
        for row in block.rows:
            row.y -= height / 2
        if block.wall:
            left, top, right, low = block.wall
            block.wall = (left, top - height / 2, right, low - height / 2)
    return Heap(blocks, 2 * half, height)


def _beside(above: Sequence[Row], one: Row) -> tuple[Row, Row] | None:
    """Return the last of some rows and one beside it, each as wide as both; None where it can stand below, or must."""
    if len(above) <= MOST_ROWS:
        return None
    last = above[-1]
    width = last.width + SPACE + one.width
    if width > LONGEST:
        return None

    def moved(row: Row, by: float) -> Row:
        parts = [msgspec.structs.replace(part, x=round(part.x + by, 1)) for part in row.parts]
        return Row(parts, width, last.y)

    return moved(last, (last.width - width) / 2), moved(one, (width - one.width) / 2)


def parts_of(heap: Heap) -> list[tuple[float, float, float]]:
    """Return what a heap covers, row by row and wall by wall, around x = 0: the middle's y, the width, the height."""
    found = []
    for block in heap.blocks:
        if block.wall:
            left, top, right, low = block.wall
            found.append(((top + low) / 2, right - left, low - top))
        else:
            tall = FIGURE + CROWN
            found += [(row.y - CROWN + tall / 2, row.width, tall) for row in block.rows]
    return list(dict.fromkeys(found))
