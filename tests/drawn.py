"""What a picture shows, as text."""

import re

from games.boards.pictures import DONE
from games.boards.sprites import Sprite


def svg_of(picture):
    """Return the SVG of all sprites of a picture, one after the other, each in its place and size."""
    return "".join(
        f'<g transform="translate({part.x:g} {part.y:g}) scale({part.scale:g})">{part.svg}</g>'
        for part in picture.parts
        if isinstance(part, Sprite)
    )


def ways(svg):
    """Return where the arrows begin in the SVG of a picture."""
    return [found.start() for found in re.finditer(rf'stroke="{DONE}" stroke-width="[\d.]+"/>', svg)]
