"""The figures of War of the Ring as counters on the map: a row is a Nation's tab, then its figures, then seals.

The side is told by the outline, the Nation by colour and emblem, the kind of figure by its silhouette. What stands in
too many or too long rows is heaped: shown in brief, and as a whole where a reader points. Where partners stand in one
region, each Army lies on a tray with the seal of its player at the left, a mixed one with that of its commander.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any

import msgspec

from games.boards.war_of_the_ring.sets import Mark
from rules.war_of_the_ring.position.catalogue import FP, NATIONS, SH, UNIQUE, figure_name
from rules.war_of_the_ring.position.players import NAMES

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
#: The room of a tray left and right of its rows, above their crowns and below; the gap below it, and half of its seal.
TRAY_LEFT, TRAY_RIGHT, TRAY_ABOVE, TRAY_BELOW, TRAY_GAP, HALF_SEAL = 8.0, 2.8, 2.6, 2.2, 0.8, 7.6
#: How far the rows on a tray stand right of the middle of tray and seal.
SHIFT = (TRAY_LEFT + HALF_SEAL - TRAY_RIGHT) / 2
#: The gap between a row and who stands beside it without being of any Force.
SPACE = 4.0
#: How far the line that holds besiegers to their wall runs beside them.
GRIP = 4.0

SORTS = ("regular", "elite", "leader")
#: The Nation whose sign and colour a player's seal has.
SEALED = {"gondor": "gondor", "rohan": "rohan", "witch-king": "sauron", "saruman": "isengard"}
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

    `side` is NOBODY for who stands there without being of any Force. `players` are those whose Army it is where
    partners stand in one region, of a mixed one its commander first.
    """

    side: str
    besieged: bool
    rows: list[Row]
    brief: list[Row]
    words: str
    has_units: bool
    players: tuple[str, ...] = ()


#: A rectangle around the middle of a pile: left, top, right, low.
Frame = tuple[float, float, float, float]


class Block(msgspec.Struct):
    """A stack as it is drawn: its rows in their places, the wall around a garrison, and the tray of its `players`."""

    side: str
    rows: list[Row]
    wall: Frame | None = None
    players: tuple[str, ...] = ()
    tray: Frame | None = None


class Heap(msgspec.Struct):
    """All stacks of a region as they are drawn around their middle; `width` and `height` hold crowns and walls.

    `siege` is what the line that holds besiegers to the wall runs around: from the foot of the wall to the middle of
    their last row.
    """

    blocks: list[Block]
    width: float
    height: float
    siege: Frame | None = None


def words_of(
    figures: dict[str, int], characters: list[str], marks: Mapping[str, Mark] = MappingProxyType({})
) -> str:
    """Return figures in words (`Gondor 3 Regulars, 1 Elite; Nazgûl 2; Strider`), and how Characters are marked.

    A Leader with a name is told like a Character, and that he is a Leader.
    """
    parts = []
    for nation, kinds, _ in _kinds():
        counts = [
            f"{n} {sort.capitalize()}{'s' if n > 1 else ''}"
            for sort, kind in kinds
            if (n := figures.get(kind, 0))
        ]
        if counts:
            parts.append(f"{NATIONS[nation].name} {', '.join(counts)}")
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


@cache
def _kinds() -> list[tuple[str, list[tuple[str, str]], list[str]]]:
    """Return by Nation its kinds of figures, each behind its sort, and its Leaders with a name."""
    return [
        (
            nation,
            [(sort, f"{nation}-{sort}") for sort in SORTS],
            [kind for kind, leader in UNIQUE.items() if leader.nation == nation],
        )
        for nation in NATIONS
    ]


def _nations(figures: dict[str, int]) -> list[list[Part]]:
    """Return the parts of each Nation, the Nazgûl with the last of them."""
    found = []
    for nation, kinds, named in _kinds():
        parts = [Part(sort, nation, n) for sort, kind in kinds if (n := figures.get(kind, 0))]
        parts += [Part("named", kind) for kind in named if figures.get(kind)]
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


def stack_of(
    force: dict[str, Any],
    marks: Mapping[str, Mark] = MappingProxyType({}),
    players: tuple[str, ...] = (),
) -> Stack:
    """Return the counters of a force, whose Characters may be marked; `players` as of a stack."""
    figures, characters = force["figures"], force["characters"]
    words = f"{_whose(force['side'], players)}: {words_of(figures, characters, marks)}"
    rows, brief = _whole(figures, characters), _brief(figures, characters)
    if len(players) == 1:
        first = SEALED[players[0]]
        rows, brief = _untabbed(rows, first), _untabbed(brief, first)
    return Stack(
        side=force["side"],
        besieged=force["besieged"],
        rows=_marked(rows, marks),
        brief=_marked(brief, marks),
        words=f"{words} (besieged)" if force["besieged"] else words,
        has_units=any(kind.endswith(("-regular", "-elite")) for kind in figures),
        players=players,
    )


def _whose(side: str, players: Sequence[str]) -> str:
    """Return whose an Army is, in words."""
    if not players:
        return SIDE_NAMES[side]
    name = NAMES[players[0]]
    return f"{name}'s Army" if len(players) == 1 else f"mixed Army, {name} commands"


def _untabbed(rows: list[Row], nation: str) -> list[Row]:
    """Return rows without the tab of the Nation whose sign is on the seal, if there is no other tab."""
    tabs = {part.name for row in rows for part in row.parts if part.kind == "tab"}
    if tabs != {nation}:
        return rows
    return [
        row_of([part for part in row.parts if part.kind != "tab"]) if row.parts[0].kind == "tab" else row
        for row in rows
    ]


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
    if stacks[-1].side == NOBODY and not _is_on_tray(stacks[-2:-1]) and _beside(rows[:-1], rows[-1]):
        rows.pop()
    return len(rows) > MOST_ROWS + (len(stacks) > 1) or any(row.width > LONGEST for row in rows)


def _is_on_tray(stacks: Sequence[Stack | Block]) -> bool:
    return bool(stacks and stacks[-1].players)


def heap_of(stacks: Sequence[Stack], *, brief: bool) -> Heap:
    """Return the figures of a region around their middle, a garrison in its wall above its besiegers.

    Who is of no Force stands beside the last of three rows: as a fourth he would cover the name of the region.
    """
    blocks: list[Block] = []
    garrison = [stack for stack in stacks if stack.besieged]
    y, half = 0.0, 0.0
    for stack in stacks:
        chosen = stack.brief if brief and len(stack.brief) <= len(stack.rows) else stack.rows
        rows = [Row(row.parts, row.width) for row in chosen]
        above = [row for block in blocks for row in block.rows]
        aside = stack.side == NOBODY and not _is_on_tray(blocks)
        if aside and (pair := _beside(above, rows[0])):
            blocks[-1].rows[-1], joined = pair
            blocks.append(Block(stack.side, [joined]))
            half = max(half, joined.width / 2)
            continue
        block, width = Block(stack.side, rows, None, stack.players), max(row.width for row in rows)
        top = y
        y += WALL_TOP if garrison[:1] == [stack] else 0
        y = _set_down(block, y)
        if block.tray:
            width = block.tray[2] - block.tray[0] + HALF_SEAL
        if stack.besieged:
            y += WALL_LOW if stack is garrison[-1] else 0
            width += 2 * WALL_SIDE
            block.wall = (-width / 2, top, width / 2, y)
        half = max(half, width / 2)
        blocks.append(block)
        y += TRAY_GAP if block.tray else GAP
    height = y - (TRAY_GAP if _is_on_tray(blocks) else GAP)
    _join_walls(blocks)
    for block in blocks:
        for row in block.rows:
            row.y -= height / 2
        block.wall, block.tray = _raised(block.wall, height / 2), _raised(block.tray, height / 2)
    siege = _siege(blocks)
    return Heap(blocks, 2 * max(half, siege[2] if siege else 0.0), height, siege)


def _siege(blocks: Sequence[Block]) -> Frame | None:
    """Return what the line of a siege runs around; None where nobody stands before a wall."""
    walls = [block for block in blocks if block.wall]
    before = [block for block in blocks if walls and block.side not in (walls[0].side, NOBODY)]
    if not walls or not before or walls[0].wall is None:
        return None
    half = max(-b.tray[0] + HALF_SEAL if b.tray else row.width / 2 for b in before for row in b.rows) + GRIP
    return -half, walls[0].wall[3], half, before[-1].rows[-1].y + FIGURE / 2


def _set_down(block: Block, y: float) -> float:
    """Put the rows of a block below `y`, on a tray if it has one, and return where it ends."""
    top, width = y + CROWN - TRAY_ABOVE, max(row.width for row in block.rows)
    for row in block.rows:
        row.y = y + CROWN
        y += PITCH
    y += FIGURE + CROWN - PITCH
    if not block.players:
        return y
    for row in block.rows:
        row.parts = [msgspec.structs.replace(part, x=round(part.x + SHIFT, 1)) for part in row.parts]
    y += TRAY_BELOW
    block.tray = (SHIFT - width / 2 - TRAY_LEFT, top, SHIFT + width / 2 + TRAY_RIGHT, y)
    return y


def _join_walls(blocks: Sequence[Block]) -> None:
    """Put one wall around the Armies of a garrison."""
    walls = [block.wall for block in blocks if block.wall]
    first = True
    for block in blocks if len(walls) > 1 else ():
        if block.wall:
            left, right = min(wall[0] for wall in walls), max(wall[2] for wall in walls)
            block.wall = (left, walls[0][1], right, walls[-1][3]) if first else None
            first = False


def _raised(frame: Frame | None, by: float) -> Frame | None:
    if frame is None:
        return None
    left, top, right, low = frame
    return left, top - by, right, low - by


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
        elif block.tray:
            left, top, right, low = block.tray
            found.append(((top + low) / 2, 2 * max(HALF_SEAL - left, right), low - top))
        else:
            tall = FIGURE + CROWN
            found += [(row.y - CROWN + tall / 2, row.width, tall) for row in block.rows]
    return list(dict.fromkeys(found))
