"""Counters as SVG text. There are some fifty on a page: written directly, they cost a tenth of a template.

Every value is a number or a fixed id; the words are escaped.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from games.boards.maps.geometry import number
from games.boards.war_of_the_ring.pieces import ROW, Medallion, Row, Stack
from rules.war_of_the_ring.board import SH


def figures(stacks: Sequence[Stack], x: float, y: float, scale: float) -> SafeString:
    """Return the figures of a region, drawn around its place."""
    if not stacks:
        return SafeString("")
    inner = "".join(_stack(stack) for stack in stacks)
    place = f"translate({number(x)} {number(y)}) scale({scale})"
    return mark_safe(f'<g class="m-stack" transform="{place}">{inner}</g>')  # see above


def banner(at: tuple[float, float], side: str | None) -> SafeString:
    """Return the banner of the side that has captured a Settlement, over its sign."""
    if side is None:
        return SafeString("")
    sign = "eye" if side == SH else "star"
    return mark_safe(
        f'<g class="m-banner side-{side}" transform="translate({at[0]} {at[1]})">'
        '<path d="M-7-9v17M-7-9H7L3-4l4 5H-7"/>'
        f'<use href="#i-{sign}" transform="translate(-5 -8) scale(.5)"/></g>'
    )  # see above


def _stack(stack: Stack) -> str:
    wall = f'<path class="wall" d="M{stack.wall}"/>' if stack.besieged else ""
    parts = "".join(map(_row, stack.rows)) + "".join(map(_medallion, stack.medallions))
    return f'<g class="stack s-{stack.side}" transform="translate(0 {number(stack.top)})">{wall}{parts}</g>'


def _row(row: Row) -> str:
    x, y = number(row.x), number(row.y)
    plate = ""
    if row.nation != "nazgul":
        plate = (
            f'<rect x="{x}" y="{y}" width="{number(row.width)}" height="{ROW}" class="plate"/>'
            f'<rect x="{x}" y="{y}" width="{ROW}" height="{ROW}" class="flag"/>'
            f'<use href="#e-{row.nation}" x="{x}" y="{y}"/>'
        )
    cells = "".join(
        f'<use href="#c-{c.kind}" x="{number(c.x)}" y="{y}"/>'
        f'<text class="t-{c.kind}" x="{number(c.x + 4.8)}" y="{number(row.y + 8.3)}">{c.count}</text>'
        for c in row.cells
    )
    return f'<g class="row n-{row.nation}">{plate}{cells}</g>'


def _medallion(pill: Medallion) -> str:
    return (
        f'<g class="pill" transform="translate({number(pill.x)} {number(pill.y)})">'
        f'<rect x="-{number(pill.half)}" width="{number(pill.width)}" height="8.5" rx="4.2"/>'
        f'<text y="6.4">{escape(pill.text)}</text></g>'
    )
