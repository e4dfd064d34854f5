"""Names on the map of a picture, written by FreeType: each is drawn once in a process for its size and its colours."""

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor

from PIL import Image, ImageColor, ImageDraw, ImageFont

from games.boards.grounds import FONTS, Box

#: How wide the halo of a name is, from letter to edge, in units.
HALO = 1.2
#: How much of a name that does not count is seen.
FAINT = 0.7
#: Names that a process keeps, some 10 KB each: those of a map in the sizes of its pictures.
_KEPT = 600
#: How much larger letters are drawn at first: at the size of a picture they would stand on whole pixels, unevenly.
_FINER = 4


@dataclass(frozen=True)
class Name:
    """A line of a name: the middle of its base line and the height of its letters, in units of the ground.

    `ink` and `halo` are colours as `#rrggbb`. What does not count is `faint`.
    """

    words: str
    x: float
    y: float
    size: float
    ink: str
    halo: str
    faint: bool = False


def write(image: Image.Image, name: Name, box: Box, scale: float) -> None:
    """Write a name on an image of a box of the ground, which has `scale` pixels for each unit."""
    letters, shape, (left, top) = _written(
        name.words, round(name.size * scale, 1), round(HALO * scale, 1), name.ink, name.halo, name.faint
    )
    at = round((name.x - box[0]) * scale) + left, round((name.y - box[1]) * scale) + top
    image.paste(letters, at, shape)


@lru_cache(maxsize=_KEPT)
def _written(
    words: str, size: float, edge: float, ink: str, halo: str, faint: bool
) -> tuple[Image.Image, Image.Image, tuple[int, int]]:
    """Return a name in its colours, how much of it covers what is below, and where its corner is from its middle."""
    font = ImageFont.truetype(FONTS[0], size * _FINER)
    left, top, right, low = (
        at / _FINER for at in font.getbbox(words, anchor="ms", stroke_width=edge * _FINER)
    )
    corner = floor(left), floor(top)
    room = ceil(right) - corner[0], ceil(low) - corner[1]
    middle = -corner[0] * _FINER, -corner[1] * _FINER
    masks = []
    for width in (edge, 0.0):
        mask = Image.new("L", (room[0] * _FINER, room[1] * _FINER))
        ImageDraw.Draw(mask).text(middle, words, 255, font, "ms", stroke_width=width * _FINER)
        masks.append(mask.reduce(_FINER))
    shape, inner = masks
    letters = Image.new("RGB", room, ImageColor.getrgb(halo))
    letters.paste(ImageColor.getrgb(ink), mask=inner)
    return letters, shape.point([round(value * FAINT) for value in range(256)]) if faint else shape, corner
