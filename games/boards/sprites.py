"""Sprites: what pictures show again and again, drawn once in a process for its size and then only laid down."""

import re
import zlib
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass, replace
from math import ceil, floor
from threading import Lock
from typing import Any, Self

from PIL import Image, ImageColor

from games.boards.grounds import Box, image_of

#: What a process keeps of them, in bytes: most of three titles.
MOST_BYTES = 5_000_000
#: How much more than its bytes a kept one takes.
_AROUND = 600
#: The coordinates of a point in path data.
_PAIR = re.compile(r"(-?[\d.]+) ?(-?[\d.]+)")
#: Those of more pixels are kept packed, and all of one ink, which are large and plain.
_LARGE = 15_000
#: What is all of one ink is drawn half as fine where a unit has more pixels than this, and enlarged: it takes a quarter
#: of the time.
_PLAIN = 1.6

#: A drawn sprite: its colours, or its one ink; how much of what is below it covers; where its corner is from its point,
#: and its size.
_Layer = Image.Image | bytes
_Drawn = tuple[_Layer | tuple[int, ...], _Layer, tuple[int, int, int, int]]


@dataclass(frozen=True)
class Sprite:
    """SVG elements around a point, which lies at `x`, `y` of the ground.

    `box` is what they cover at most (left, top, width, height), in their own units, `scale` of which are a unit of the
    ground. What is all of one colour has it as its `ink`, as `#rrggbb`, and needs no style.
    """

    svg: str
    box: Box
    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0
    ink: str = ""

    def moved(self, x: float, y: float, scale: float = 1.0) -> Self:
        """Return it as it lies where a part of `scale` is put at a point."""
        return replace(self, x=x + self.x * scale, y=y + self.y * scale, scale=self.scale * scale)


def reach(line: str, room: float) -> Box:
    """Return what path data of absolute coordinates covers at most, with so much room around it.

    >>> reach("M10 20L-5-5", 1)
    (-6.0, -6.0, 17.0, 27.0)
    """
    xs, ys = zip(*((float(x), float(y)) for x, y in _PAIR.findall(line)), strict=True)
    return min(xs) - room, min(ys) - room, max(xs) - min(xs) + 2 * room, max(ys) - min(ys) + 2 * room


class _Kept:
    """Drawn sprites, those that were laid down last, up to MOST_BYTES."""

    def __init__(self) -> None:
        self._drawn: OrderedDict[Hashable, _Drawn] = OrderedDict()
        self._lock, self._bytes = Lock(), 0

    def found(self, key: Hashable) -> _Drawn | None:
        """Return a drawn sprite, None where it is not kept."""
        with self._lock:
            drawn = self._drawn.get(key)
            if drawn is not None:
                self._drawn.move_to_end(key)
            return drawn

    def keep(self, key: Hashable, drawn: _Drawn) -> None:
        """Keep a drawn sprite, and let go of what was not laid down for the longest."""
        with self._lock:
            if key not in self._drawn:
                self._drawn[key] = drawn
                self._bytes += _weight(drawn)
            while self._bytes > MOST_BYTES:
                self._bytes -= _weight(self._drawn.popitem(last=False)[1])


_KEPT = _Kept()


def lay(image: Image.Image, sprite: Sprite, style: str, box: Box, scale: float) -> None:
    """Lay a sprite on an image of a box of the ground, which has `scale` pixels for each unit.

    Raises ValueError if it is no SVG.
    """
    fine = round(sprite.scale * scale, 3)
    x, y = round((sprite.x - box[0]) * scale), round((sprite.y - box[1]) * scale)
    left, top, wide, high = (edge * fine for edge in sprite.box)
    if x + left >= image.width or y + top >= image.height or x + left + wide <= 0 or y + top + high <= 0:
        return
    coarse = 2 if sprite.ink and fine > _PLAIN else 1
    key = "" if sprite.ink else style, sprite.svg, sprite.box, sprite.ink, fine / coarse
    drawn = _KEPT.found(key)
    if drawn is None:
        drawn = _drawn(*key)
        _KEPT.keep(key, drawn)
    colours, shape, (across, down, *size) = drawn
    covers = _unpacked("L", shape, drawn)
    if coarse > 1:
        covers = covers.resize([side * coarse for side in size], Image.Resampling.BILINEAR)
    image.paste(_unpacked("RGB", colours, drawn), (x + across * coarse, y + down * coarse), covers)


def _drawn(style: str, svg: str, box: Box, ink: str, fine: float) -> _Drawn:
    """Draw a sprite, with `fine` pixels for each of its units: its point lies between pixels, and air is cut off."""
    left, top = floor(box[0] * fine), floor(box[1] * fine)
    wide, high = ceil((box[0] + box[2]) * fine) - left, ceil((box[1] + box[3]) * fine) - top
    view = " ".join(f"{pixels / fine:.4f}" for pixels in (left, top, wide, high))
    image = image_of(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" width="{wide}" height="{high}">{style}{svg}</svg>'
    )
    seen = image.getbbox() or (0, 0, 1, 1)
    image = image.crop(seen)
    shape, at = image.getchannel("A"), (left + seen[0], top + seen[1], *image.size)
    if ink:
        return ImageColor.getrgb(ink), _packed(shape), at
    if image.width * image.height > _LARGE:
        return _packed(image.convert("RGB")), _packed(shape), at
    return image.convert("RGB"), shape, at


def _packed(layer: Image.Image) -> bytes:
    return zlib.compress(layer.tobytes(), 1)


def _unpacked(mode: str, layer: Any, drawn: _Drawn) -> Any:
    """Return a layer of a drawn sprite as an image, or its ink."""
    return Image.frombytes(mode, drawn[2][2:], zlib.decompress(layer)) if isinstance(layer, bytes) else layer


def _weight(drawn: _Drawn) -> int:
    """Return about how many bytes a drawn sprite takes."""
    colours, shape, (*_, wide, high) = drawn
    if isinstance(shape, bytes):
        return _AROUND + len(shape) + (len(colours) if isinstance(colours, bytes) else 0)
    return _AROUND + 5 * wide * high
