"""Ornaments of a map, drawn for its beauty."""

from math import cos, pi, sin

from games.boards.maps.geometry import number, pair


def rose(x: float, y: float, size: float) -> str:
    """Return a compass rose around a point: two rings, eight points, each half light and half dark."""
    rings = "".join(
        f'<circle r="{number(size * r)}" fill="none"{thin}/>'
        for r, thin in ((0.66, ""), (0.74, ' stroke-width=".5"'))
    )
    halves: dict[bool, list[str]] = {True: [], False: []}
    for point in range(8):
        angle, long = point * pi / 4, size * (0.6 if point % 2 else 1.1)
        tip = pair(sin(angle) * long, -cos(angle) * long)
        for side in (-1, 1):
            turn, waist = angle + side * pi / 8, size * 0.2
            flank = pair(sin(turn) * waist, -cos(turn) * waist)
            halves[side > 0].append(f"M0 0L{tip}L{flank}z")
    return (
        f'<g transform="translate({number(x)} {number(y)})">{rings}'
        f'<path d="{"".join(halves[True])}"/><path d="{"".join(halves[False])}" fill="var(--m-sea)"/>'
        f'<path d="M-3.2-{number(size * 1.24)}v-7l5.6 7v-7" fill="none" stroke-width="1.6"/></g>'
    )
