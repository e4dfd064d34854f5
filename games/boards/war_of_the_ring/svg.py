"""Counters as SVG text. There are some fifty on a page: written directly, they cost a tenth of a template.

Every value is a number or a fixed id; the words are escaped.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

import msgspec
from django.utils.safestring import SafeString, mark_safe

from games.boards.grounds import Box
from games.boards.maps.geometry import number
from games.boards.sprites import Sprite
from games.boards.war_of_the_ring.pieces import (
    FIGURE,
    UNIT,
    Block,
    Frame,
    Heap,
    Part,
    Row,
    Stack,
    heap_of,
    is_heaped,
)
from rules.war_of_the_ring.position.catalogue import CHARACTERS, FP, SH

#: The teeth of a wall, and the air around what is fanned out, in units of the counters.
TEETH, TOOTH, AIR = 7, 4.0, 6.0
#: How far the line of a siege reaches in below its besiegers.
HOOK = 3.0
#: What shows somebody with a name; and where his sign stands on the banner of a Leader, and how large.
PEOPLE = frozenset(("seal", "named"))
SIGN = "translate(0 .8) scale(.8)"
#: What a part of a row covers at most around its corner, and a banner and the seal of a player around their middles;
#: how far the lines of walls and trays reach beyond them.
PART, BANNER, SEAL, LINE = (
    (-10.0, -12.0, 46.0, 46.0),
    (-9.0, -11.0, 18.0, 21.0),
    (-14.0, -14.0, 28.0, 28.0),
    3.0,
)


def pile(region: str, stacks: Sequence[Stack], shown: Heap, x: float, y: float) -> SafeString:
    """Return the figures of a region as `shown`, around a point; what is heaped also as a whole."""
    fan = _fan(region, heap_of(stacks, brief=False), x, y) if is_heaped(stacks) else ""
    inner = f'<g transform="{_place(x, y)}">{_heap(shown)}{_more(shown) if fan else ""}</g>{fan}'
    kind = "pile is-heap" if fan else "pile"
    return mark_safe(f'<g class="{kind}" id="pile-{region}" data-pile="{region}">{inner}</g>')  # see above


def counters(stack: Stack) -> SafeString:
    """Return the figures of one side as a picture of its own, all of them, as they stand on the map."""
    heap = heap_of([stack], brief=False)
    left, top = number(-heap.width / 2), number(-heap.height / 2)
    box = f'viewBox="{left} {top} {number(heap.width)} {number(heap.height)}"'
    size = f'width="{number(heap.width / 13)}em"'
    return mark_safe(
        f'<svg class="counters" {box} {size} aria-hidden="true">{_heap(heap)}</svg>'
    )  # see above


def banner(region: str, at: tuple[float, float], side: str | None) -> SafeString:
    """Return the banner of the side that has captured a Settlement, over its sign."""
    if side is None:
        return SafeString("")
    return mark_safe(
        f'<g class="m-banner side-{side}" id="banner-{region}" transform="translate({at[0]} {at[1]})">'
        f"{_cloth(side)}</g>"
    )  # see above


def banner_sprite(at: tuple[float, float], side: str) -> Sprite:
    """Return the banner of the side that has captured a Settlement, for a picture."""
    return Sprite(f'<g class="m-banner side-{side}">{_cloth(side)}</g>', BANNER, *at)


def sprites(shown: Heap, x: float, y: float) -> Iterator[Sprite]:
    """Yield the figures of a region around a point, for a picture: as `pile` draws them, each by itself."""
    if shown.siege:
        yield Sprite(_in_pile(_siege(shown.siege)), _framed(shown.siege)).moved(x, y, UNIT)
    for block in shown.blocks:
        for piece in _pieces(block):
            yield piece.moved(x, y, UNIT)


def _pieces(block: Block) -> Iterator[Sprite]:
    """Yield what a block is made of, around the middle of its heap."""
    if block.wall:
        yield Sprite(_in_pile(f'<path class="wall" d="{_wall(*block.wall)}"/>'), _framed(block.wall))
    if block.tray:
        yield Sprite(_in_pile(_rims(block.tray, block.players)), _framed(block.tray))
    for row in block.rows:
        for nation, alike in _by_nation(row):
            for part in alike:
                drawn = _of_nation(nation, _part(msgspec.structs.replace(part, x=0.0), 0.0, block.side))
                yield Sprite(_in_pile(drawn), PART, part.x, row.y)
    if block.tray:
        seal_of_first = _in_pile(f'<g class="seat-seal">{of_seat(block.players[0])}</g>')
        yield Sprite(seal_of_first, SEAL, block.tray[0], (block.tray[1] + block.tray[3]) / 2)


def _in_pile(drawn: str) -> str:
    return f'<g class="pile">{drawn}</g>'


def _framed(frame: Frame) -> Box:
    """Return what a frame covers with its lines."""
    left, top, right, low = frame
    return left - LINE, top - LINE, right - left + 2 * LINE, low - top + 2 * LINE


def _cloth(side: str) -> str:
    sign = "eye" if side == SH else "star"
    return (
        '<path d="M-7-9v17M-7-9H7L3-4l4 5H-7"/>'
        f'<use href="#i-{sign}" transform="translate(-5 -8) scale(.5)"/>'
    )


def _place(x: float, y: float) -> str:
    return f"translate({number(x)} {number(y)}) scale({UNIT})"


def _heap(heap: Heap) -> str:
    return (_siege(heap.siege) if heap.siege else "") + "".join(map(_block, heap.blocks))


def _siege(frame: Frame) -> str:
    """Return the line that holds besiegers to their wall."""
    left, top, right, low = frame
    hook = f"h-{number(HOOK)}"
    beside = f"H{number(left)}V{number(top)}M{number(right)} {number(top)}V{number(low)}"
    path = f"M{number(left + HOOK)} {number(low)}{beside}{hook}"
    return f'<path class="siege is-case" d="{path}"/><path class="siege" d="{path}"/>'


def _more(heap: Heap) -> str:
    """Return the three dots that say there is more to see."""
    return f'<path class="more" d="M-5 {number(heap.height / 2 + 2.4)}h.01m5 0h.01m5 0h.01"/>'


def _fan(region: str, heap: Heap, x: float, y: float) -> str:
    """Return the figures as a whole on a sheet of their own, which the page shows above all others."""
    width, height = heap.width + 2 * AIR, heap.height + 2 * AIR
    x = min(max(x, width / 2 * UNIT), 1000 - width / 2 * UNIT)
    y = min(max(y, height / 2 * UNIT), 700 - height / 2 * UNIT)
    sheet = (
        f'<rect class="sheet" x="{number(-width / 2)}" y="{number(-height / 2)}" '
        f'width="{number(width)}" height="{number(height)}" rx="6"/>'
    )
    return f'<g class="fan" id="fan-{region}" transform="{_place(x, y)}">{sheet}{_heap(heap)}</g>'


def _block(block: Block) -> str:
    wall = f'<path class="wall" d="{_wall(*block.wall)}"/>' if block.wall else ""
    rows = "".join(_row(row, block.side) for row in block.rows)
    lying = _on_tray(rows, block.tray, block.players) if block.tray else rows
    return f'<g class="stack s-{block.side}">{wall}{lying}</g>'


def _on_tray(rows: str, tray: Frame, players: Sequence[str]) -> str:
    """Return rows on a tray, with the seal of its first player."""
    at = f'transform="translate({number(tray[0])} {number((tray[1] + tray[3]) / 2)})"'
    return f'{_rims(tray, players)}{rows}<g class="seat-seal" {at}>{of_seat(players[0])}</g>'


def _rims(tray: Frame, players: Sequence[str]) -> str:
    """Return a tray with the rim of its player, or of a mixed Army a rope of both."""
    left, top = number(tray[0]), number(tray[1])
    width, height = number(tray[2] - tray[0]), number(tray[3] - tray[1])
    box = f'x="{left}" y="{top}" width="{width}" height="{height}" rx="5"'
    first, *others = players
    rim = f'<rect class="army-rim p-{first}" {box}/>'
    for other in others:
        rim = (
            f'<rect class="army-rope" {box}/><rect class="army-rim is-mixed p-{first}" {box}/>'
            f'<rect class="army-rim is-mixed is-other p-{other}" {box}/>'
        )
    return f'<rect class="army-ground" {box}/>{rim}'


def of_seat(player: str) -> str:
    """Return the seal of a player, 19 by 19 around its middle."""
    return f'<use href="#p-{player}" class="p-{player}"/>'


def _wall(left: float, top: float, right: float, low: float) -> str:
    """Return the path of the battlements around a garrison."""
    tooth = (right - left) / (2 * TEETH + 1)
    gap = f"v{number(TOOTH)}h{tooth:.2f}v-{number(TOOTH)}h{tooth:.2f}"
    return f"M{number(left)} {number(low)}V{number(top)}h{tooth:.2f}{gap * TEETH}V{number(low)}z"


def _row(row: Row, side: str) -> str:
    return "".join(
        _of_nation(nation, "".join(_part(part, row.y, side) for part in alike))
        for nation, alike in _by_nation(row)
    )


def _by_nation(row: Row) -> Iterator[tuple[str, Iterator[Part]]]:
    """Return the parts of a row by their Nation, "" for somebody with a name."""
    return groupby(row.parts, key=lambda part: "" if part.kind in PEOPLE else part.name)


def _of_nation(nation: str, drawn: str) -> str:
    return f'<g class="row n-{nation}">{drawn}</g>' if nation else drawn


def _part(part: Part, y: float, side: str) -> str:
    x = number(part.x)
    if part.kind == "tab":
        emblem = f'href="#e-{part.name}" class="emblem" x="{number(part.x + 1)}" y="{number(y + 6)}"'
        return f'<path class="tab" d="M{x} {number(y + 2)}h12v18h-12z"/><use {emblem}/>'
    at = f'transform="translate({x} {number(y + (FIGURE - 20) / 2 if part.kind == "seal" else y)})"'
    if part.kind == "seal":
        look = f" {part.look}" if part.look else ""
        return f'<g class="seal{look}" {at}>{seal(part.name)}</g>'
    if part.kind == "named":
        return f'<g class="fig leader is-named" {at}>{named_leader(part.name)}</g>'
    free = "free" if side == FP else "shadow"
    shape = part.kind if part.kind in ("leader", "nazgul") else f"{part.kind}-{free}"
    wide = ' textLength="13.4" lengthAdjust="spacingAndGlyphs"' if part.count > 9 else ""
    low = {"regular": 17.1, "elite": 17.7, "leader": 16.2, "nazgul": 17.3}[part.kind]
    digits = f'<text x="8" y="{low}"{wide}>{part.count}</text>'
    return f'<g class="fig {part.kind}" {at}><use href="#f-{shape}"/>{digits}</g>'


def seal(character: str) -> str:
    """Return the seal of a Character, 20 by 20: round for the Free Peoples, with spikes for the Shadow."""
    shape = "minion" if CHARACTERS[character].kind == "minion" else "companion"
    return f'<use href="#s-{shape}" class="{shape}"/><use href="#k-{character}" class="of-{shape}"/>'


def named_leader(kind: str) -> str:
    """Return a Leader with a name: the banner of a Leader with his sign."""
    who = kind.removesuffix("-leader")
    return f'<use href="#f-leader"/><use href="#k-{who}" class="sign" transform="{SIGN}"/>'
