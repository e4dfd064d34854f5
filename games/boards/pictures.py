"""Pictures of positions, for readers who have no page before them: mails show them beside the board in text.

A title says in sprites and names what its viewer may see; here it becomes a PNG that is small enough for a mail.
"""

import sys
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO

from PIL import Image

from games.boards.grounds import SHRINKING, Box, Ground, cut, image_of
from games.boards.lettering import Name, write
from games.boards.maps.geometry import number
from games.boards.sprites import Sprite, lay, reach

#: The families of these fonts: names of places, and whatever is read at a glance.
SERIF, SANS = "Alegreya", "Alegreya Sans ExtraBold"
#: The colour of what can be chosen: no Nation and no side has it.
ACT = "#8c1d9e"
#: The colours of what the others did, and of what makes it stand out from the ground.
DONE, CASING = "#8f1714", "#fff6e0"
#: How wide a picture is, in pixels: twice as wide as a phone shows it.
WIDTH = 800
#: What a picture may weigh; one that weighs more is made smaller.
MOST_BYTES = 59_000
#: How hard a picture is packed: harder takes six times as long, for 4 % less.
_LEVEL = 6
#: The smallest that one is made, as a part of its width.
_LEAST = 0.3
#: A smaller picture weighs as its width to the power of 1.5, and a tenth more, for its edges are blurred. How much
#: smaller one is made for that, and how much for the next time, if it still is too heavy.
_BLURRED, _NEARLY = 0.935, 0.98
#: A sign is a square of so many units, and so many pixels of a mail; it is drawn twice as fine.
SIGN = 32


@dataclass(frozen=True)
class Picture:
    """A picture of a position: what stands on a ground, cut to `box`, in units of the ground.

    The ground lies everywhere below it, or, whole and as wide as the picture, from a height on (`ground_from`); where
    there is none, `paper` is the colour. On it lie the `parts`, one after the other: sprites, drawn once in a process
    with the `style` before them (sheets of style and `<defs>`), and names. `svg` are elements above all of them, which
    are drawn anew for each picture.

    It comes out in the colours of its `palette` (at most 256, as `#rrggbb`), which keeps it light and its small signs
    clear. `words` say what there is to see, for readers who see no pictures.
    """

    svg: str
    box: Box
    words: str
    palette: tuple[str, ...]
    ground: Ground | None = None
    ground_from: float = 0.0
    paper: str = "#ffffff"
    parts: tuple[Sprite | Name, ...] = ()
    style: str = ""


def badge(shown: int, x: float, y: float, radius: float, *, main: bool = True) -> list[Sprite]:
    """Return the number of a choice in the mail, none for 0; what is not the main thing to do stands in a ring."""
    if not shown:
        return []
    fill, ink, edge = (ACT, "#ffffff", "#ffffff") if main else ("#ffffff", ACT, ACT)
    svg = (
        f'<circle r="20" fill="{fill}" stroke="{edge}" stroke-width="2.9"/>'
        f'<text y="8" font-size="24" style="fill:{ink};text-anchor:middle">{shown}</text>'
    )
    return [Sprite(svg, (-23.0, -23.0, 46.0, 46.0), x, y, radius / 20)]


def lozenge(shown: int, x: float, y: float, half: float) -> Sprite:
    """Return the number of what was done, from its middle to a corner `half` units: the same as in the story."""
    svg = (
        f'<path d="M0-20L20 0L0 20L-20 0z" fill="{DONE}" stroke="{CASING}" stroke-width="3.3" stroke-linejoin="round"/>'
        f'<text y="7.4" font-size="21.6" style="fill:{CASING};text-anchor:middle">{shown}</text>'
    )
    return Sprite(svg, (-23.0, -23.0, 46.0, 46.0), x, y, half / 20)


def way(line: str, widths: tuple[float, float]) -> Sprite:
    """Return a way as an arrow: path data of absolute coordinates, how wide it is with its casing and without."""
    drawn = "".join(
        f'<path d="{line}" stroke="{colour}" stroke-width="{number(width)}"/>'
        for colour, width in zip((CASING, DONE), widths, strict=True)
    )
    svg = f'<g fill="none" stroke-linecap="round" stroke-linejoin="round">{drawn}</g>'
    return Sprite(svg, reach(line, widths[0]))


def png_of(picture: Picture, most: int = MOST_BYTES, width: int = WIDTH) -> bytes:
    """Return a picture as PNG of at most `most` bytes: `width` pixels wide if it can be, nothing if it cannot be drawn.

    Raises:
        ValueError: what the title has drawn is no SVG.
    """
    _, _, wide, high = picture.box
    size = (width, round(width * high / wide))
    image = _ground_of(picture, size)
    scale, style = width / wide, sys.intern(picture.style)  # what is kept holds on to it
    for part in picture.parts:
        if isinstance(part, Name):
            write(image, part, picture.box, scale)
        else:
            lay(image, part, style, picture.box, scale)
    if picture.svg:
        view = f'viewBox="{" ".join(map(number, picture.box))}" width="{size[0]}" height="{size[1]}"'
        over = image_of(f'<svg xmlns="http://www.w3.org/2000/svg" {view}>{picture.svg}</svg>')
        image.paste(over, (0, 0), over)
    return _packed(image, picture.palette, min(most, MOST_BYTES))


def _ground_of(picture: Picture, size: tuple[int, int]) -> Image.Image:
    """Return the ground of a picture as an image of `size` pixels."""
    ground, top = picture.ground, round(picture.ground_from * size[0] / picture.box[2])
    if ground is not None and not top:
        return cut(ground, picture.box, size)
    image = Image.new("RGB", size, picture.paper)
    if ground is not None:
        image.paste(cut(ground, (0.0, 0.0, ground.width, ground.height), (size[0], size[1] - top)), (0, top))
    return image


@lru_cache(maxsize=64)
def png_of_sign(svg: str) -> bytes:
    """Return a sign as PNG, in few colours and without a ground: it stands on paper by day and by night."""
    side = 2 * SIGN
    view = f'viewBox="0 0 {SIGN} {SIGN}" width="{side}" height="{side}"'
    image = image_of(f'<svg xmlns="http://www.w3.org/2000/svg" {view}>{svg}</svg>')
    target = BytesIO()
    image.quantize(12, method=Image.Quantize.FASTOCTREE).save(target, "PNG", optimize=True)
    return target.getvalue()


def _packed(image: Image.Image, palette: tuple[str, ...], most: int) -> bytes:
    """Return the PNG in these colours, as large as its weight allows."""
    few = Image.new("P", (1, 1))
    few.putpalette([int(colour[at : at + 2], 16) for colour in palette for at in (1, 3, 5)])
    share = 1.0
    while share >= _LEAST:
        size = (round(image.width * share), round(image.height * share))
        shown = image if share == 1 else image.resize(size, SHRINKING)
        target = BytesIO()
        shown.quantize(palette=few, dither=Image.Dither.NONE).save(target, "PNG", compress_level=_LEVEL)
        weight = target.tell()
        if weight <= most:
            return target.getvalue()
        share *= (most / weight) ** (2 / 3) * (_BLURRED if share == 1 else _NEARLY)
    return b""
