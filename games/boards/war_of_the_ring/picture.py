"""A picture of War of the Ring for mails: the map, cut to what is asked and to what has moved, or as a whole.

What is cut out is drawn as on the page, large enough for a phone; of the whole map one reads how strong who is where.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import hypot
from typing import Any

from django.template.loader import render_to_string

from games.boards import Scene
from games.boards.choices import choices_of
from games.boards.colours import by_day, filled_in, mixed
from games.boards.grounds import Box, Ground
from games.boards.lettering import Name
from games.boards.maps.geometry import Box as PieceBox
from games.boards.maps.geometry import around, number
from games.boards.maps.pictures import (
    CHOICE,
    STEP,
    arrows,
    asked_at,
    cut_of,
    is_seen,
    lit,
    lozenges,
    marked,
    names,
    numbers_of,
    words,
)
from games.boards.marks import Deed
from games.boards.pictures import ACT, SANS, SERIF, WIDTH, Picture
from games.boards.sprites import Sprite
from games.boards.war_of_the_ring import drawing, partners, regions, sets, story, svg
from games.boards.war_of_the_ring.chart import chart, places, source
from games.boards.war_of_the_ring.fellowship import RING, company
from games.boards.war_of_the_ring.numbers import badges, marks_of
from games.boards.war_of_the_ring.pieces import SEALED, SORTS, Heap
from rules.war_of_the_ring.position.catalogue import FP, NATIONS, REGIONS, UNIT_SET

#: The height of the number of what was done, and the radius of that of a choice, on the whole map, in units.
STEP_OF_ALL, CHOICE_OF_ALL = 48.0, 21.5
BLACK = "#000000"
#: Colours of pieces that are the same by day and night.
_PIECES = (
    "#ffffff", "#fffaf0", "#14344b", "#2a0707", "#8f1714", "#241803", "#100c09", "#f3cf6b", "#f0cc6c",
    "#f7ecd0", "#ffd9c4", "#c28a0a", "#b3261e", "#fff3c9", "#cdbd97",
)  # fmt: skip
#: Pieces of the whole map, in units: the height of a shield, and the size of its number; how much larger the
#: Fellowship is than on the page.
SHIELD, NUMBER, MARKER = 29.0, 25.0, 1.6


def picture(scene: Scene, numbers: Mapping[str, int]) -> Picture:
    """Return the picture of a position; `numbers` are those of the choices in the mail."""
    asked = asked_at(choices_of(scene.decision), numbers, REGIONS)
    marks, done = lit_in(scene, asked), story.done(scene.recent)
    box = cut_of(chart(), marks)
    if box is None:
        return _whole(scene.view, marks, asked, done)
    heaps = regions.heaps_of(regions.piles_of(scene.view))
    return part_of(scene, box, marks, heaps, regions.boxes_of(heaps), asked, done)


def lit_in(scene: Scene, asked: Iterable[str]) -> dict[str, str]:
    """Return the regions that are marked: where something can be chosen, what it is about, what has moved."""
    return marked(scene, asked, story.touched(scene.recent or scene.lines), REGIONS)


def _whole(
    view: Mapping[str, Any], marks: Mapping[str, str], asked: Mapping[str, int], done: Sequence[Deed]
) -> Picture:
    """Return the whole map, with the strength of each Army."""
    shields = _shields(view)
    its = _aside(company(view, {}), shields)
    piles = _together(shields)
    at = badges(asked, piles, its, CHOICE_OF_ALL, MARKER)
    steps = marks_of(done, piles, its, list(at.values()), size=STEP_OF_ALL, scale=MARKER)
    parts: tuple[Sprite | Name, ...] = (
        *lit(chart(), marks),
        *arrows(steps, STEP_OF_ALL),
        *(piece.sprite for piece in shields),
        _company(its, MARKER),
        *numbers_of(asked, at, CHOICE_OF_ALL),
        *lozenges(steps, STEP_OF_ALL),
    )
    told = words(marks, chart(), whole=True, of="Middle-earth")
    return Picture("", (0, 0, *canvas()), told, _palette(), _ground(), parts=parts, style=_style())


def part_of(
    scene: Scene,
    box: Box,
    marks: Mapping[str, str],
    heaps: Mapping[str, Heap],
    boxes: Mapping[str, PieceBox],
    asked: Mapping[str, int],
    done: Sequence[Deed] = (),
) -> Picture:
    """Return a part of the map as the page draws it, with the numbers of what is asked (0: none) and was done.

    `heaps` are the figures by region, `boxes` where they stand.
    """
    view, scale = scene.view, WIDTH / box[2]
    its = company(view, boxes)
    at = badges(asked, boxes, its, CHOICE / scale, 1.0)
    steps = marks_of(done, boxes, its, list(at.values()), size=STEP / scale)
    captured = {region: side for region in REGIONS if (side := regions.taken(view, region))}
    ink, halo = _colours()["--m-ink"], _colours()["--m-land"]
    parts: tuple[Sprite | Name, ...] = (
        *lit(chart(), marks),
        *names(places(), box, scale, {*marks, *captured, *heaps}, ink, halo),
        *arrows(steps, STEP / scale),
        *(svg.banner_sprite(places()[region].sign, side) for region, side in captured.items()),
        *(
            sprite
            for region, heap in heaps.items()
            if is_seen(boxes[region], box)
            for sprite in svg.sprites(heap, *boxes[region][:2])
        ),
        _company(its, 1.0),
        *numbers_of(asked, at, CHOICE / scale),
        *lozenges(steps, STEP / scale),
    )
    told = words(marks, chart(), whole=False, of="Middle-earth")
    return Picture(
        "", box, told, _palette(), _ground(), parts=parts, style=f"<defs>{_shapes()}</defs>{_style()}"
    )


def canvas() -> tuple[int, int]:
    """Return how wide and how high the map is, in its units."""
    return chart().width, chart().height


# -- what never changes ----------------------------------------------------------------------------------------------


@cache
def _colours() -> dict[str, str]:
    return by_day("base.css", "map.css", "titles/war_of_the_ring.css", "titles/war_of_the_ring_map.css")


@cache
def _ground() -> Ground:
    """Return the map without names and pieces, in the colours of the page."""
    colours = _colours()
    land, shore, ink = colours["--m-land"], colours["--m-shore"], colours["--m-ink"]
    file = filled_in(drawing.FILE.read_text(encoding="utf-8"), colours)
    defs = file[file.index("<style>") : file.index("</svg>")]
    doom = source()["geometry"]["mordorTrack"][-1]  # whose sign the font does not have
    star = f"M{doom['x']} {doom['y'] - 7}l1.8 5.2 5.2 1.8-5.2 1.8-1.8 5.2-1.8-5.2-5.2-1.8 5.2-1.8z"
    fields = "".join(
        f'<use href="#{id}" fill="{mixed(land, colours[f"--nation-{facts.nation}"], 0.8) if facts.nation else land}"/>'
        for id, facts in REGIONS.items()
    )
    return Ground(
        f'{defs}<rect width="{canvas()[0]}" height="{canvas()[1]}" fill="{colours["--m-sea"]}"/>'
        f'<g fill="none" stroke="{shore}" stroke-linejoin="round">'
        '<use href="#layer-coast" stroke-width="22" opacity=".5"/>'
        '<use href="#layer-coast" stroke-width="11" opacity=".75"/></g>'
        f'<use href="#layer-island" fill="{land}" stroke="{colours["--m-coast"]}" stroke-width="1.2"/>'
        f'<g stroke="{colours["--m-border"]}" stroke-width=".9">{fields}</g>'
        '<use href="#layer-bands" fill="none" stroke-width="3" stroke-linecap="round" opacity=".75"/>'
        '<use href="#layer-terrain" opacity=".7"/>'
        f'<use href="#layer-rivers" fill="none" stroke="{colours["--m-river"]}" stroke-linecap="round"/>'
        f'<use href="#layer-lakes" fill="{colours["--m-sea"]}" stroke="{colours["--m-river"]}" stroke-width="1.2"/>'
        '<use href="#layer-walls"/>'
        f'<use href="#layer-coast" fill="none" stroke="{colours["--m-coast"]}" stroke-width="1.8"/>'
        f'<g font-family="{SERIF}" font-weight="700" text-anchor="middle" fill="{ink}"><use href="#layer-track"/></g>'
        f'<path d="{star}" fill="{ink}"/>'
        f'<use href="#layer-signs" stroke="{land}" stroke-width="1" paint-order="stroke"/>',
        *canvas(),
    )


@cache
def _shapes() -> str:
    """Return the emblems and the shapes of counters, as the page has them."""
    file = render_to_string("games/board/war_of_the_ring/sprite.html")
    return file[file.index("<defs>") + 6 : file.index("</defs>")] + "".join(
        map(render_to_string, sets.shapes())
    )


@cache
def _palette() -> tuple[str, ...]:
    """Return all colours of the drawing, and what lies between the commonest of them."""
    colours = _colours()
    land, sea, ink = colours["--m-land"], colours["--m-sea"], colours["--m-ink"]
    grounds = ("shore", "border", "river", "coast", "wild-ink")
    signs = ("ridge", "peak", "wood", "wood-ink", "hill", "step")
    found = [
        land,
        sea,
        ink,
        mixed(sea, land, 0.5),
        mixed(land, ink, 0.5),
        colours["--piece-paper"],
        colours["--piece-ink"],
    ]
    found += [colours[f"--m-{name}"] for name in grounds] + [colours[f"--map-{name}"] for name in signs]
    for nation in NATIONS:
        own = colours[f"--nation-{nation}"]
        flag = colours[f"--flag-{nation}"]
        found += [mixed(land, own, 0.8), mixed(land, own, 0.4), flag, mixed(flag, BLACK, 0.7)]
    found += [colours["--free-peoples"], colours["--shadow-side"]]
    found += [ACT, mixed(land, ACT, 0.86), mixed(land, ACT, 0.45), *_PIECES]
    found += re.findall(r"#[0-9a-f]{6}", sets.drawn())
    return tuple(dict.fromkeys(found))


@cache
def _style() -> str:
    colours = _colours()
    own = {nation: colours[f"--flag-{nation}"] for nation in NATIONS}
    flags = "".join(
        f".n-{nation} .tab{{fill:{mixed(flag, BLACK, 0.78)}}}.n-{nation} .regular use{{fill:{flag}}}"
        f".n-{nation} .elite use{{fill:{mixed(flag, BLACK, 0.62)}}}"
        for nation, flag in own.items()
    ) + "".join(
        f".p-{player}{{fill:{own[nation]}}}.army-rim.p-{player}{{fill:none;stroke:{own[nation]}}}"
        for player, nation in SEALED.items()
    )
    return (
        "<style>"
        f"text{{font-family:'{SANS}';font-weight:800;text-anchor:middle}}"
        ".pile{stroke-linejoin:round;stroke-linecap:round}.fig text{font-size:18px;fill:#fffaf0}"
        ".tab{stroke:#fffaf0;stroke-width:.8}.emblem{fill:#fffaf0}.regular use{stroke:#fffaf0;stroke-width:1.1}"
        ".elite use{stroke:#f0cc6c;stroke-width:1.3}.pole{stroke-width:1.8}"
        ".leader use{fill:#f3cf6b;stroke:#241803;stroke-width:1.1}.fig.leader text{fill:#241803}"
        f".nazgul use{{fill:#100c09;stroke:#f7ecd0;stroke-width:1}}{flags}"
        ".rim{fill:none;stroke-width:.8}.companion{fill:#f7ecd0;stroke:#14344b;stroke-width:1.7}"
        ".of-companion{fill:#14344b}.minion{fill:#2a0707;stroke:#ffd9c4;stroke-width:1}.of-minion{fill:#ffd9c4}"
        f"{sets.drawn()}"
        ".siege{fill:none;stroke:#8f1714;stroke-width:1.8}.siege.is-case{stroke:#fff6e0;stroke-width:4}"
        ".wall{fill:#cdbd97;stroke:#100c09;stroke-width:1.3}"
        f".m-banner path{{fill:{colours['--free-peoples']};stroke:#100c09;stroke-width:1}}"
        ".m-banner.side-shadow path{fill:#8f1714}.m-banner use{fill:#fffaf0}"
        "</style>"
    )


# -- what stands on the map ------------------------------------------------------------------------------------------


def _company(its: Mapping[str, Any], scale: float) -> Sprite:
    """Return the ring of the Fellowship with its progress, or with its step on the Mordor Track."""
    shown = its["progress"] if its["mordor"] is None else its["mordor"]
    ring = "#c28a0a" if its["hidden"] else "#b3261e"
    dashes = ' stroke-dasharray="4.7 2.2"' if its["hidden"] else ""
    drawn = (
        f'<circle r="{number(RING / 2)}" fill="#fff3c9" stroke="#5a3e00" stroke-width=".9"/>'
        f'<circle r="11" fill="#fffaf0" stroke="{ring}" stroke-width="3.8"{dashes}/>'
        f'<text y="5.2" font-size="15" fill="#3b2900">{shown}</text>'
    )
    return Sprite(drawn, (-16.0, -16.0, 32.0, 32.0), its["x"], its["y"], scale)


# -- the whole map ---------------------------------------------------------------------------------------------------


def _shields(view: Mapping[str, Any]) -> "list[_Shield]":
    """Return who stands where, and how strong: Army units on a shield, figures that lead as a crest above it."""
    armies = partners.armies(view, view["forces"])
    pieces = [_Shield(army) for army in armies]
    _move_apart(pieces)
    return pieces


def _colour_of(figures: Mapping[str, int]) -> str:
    """Return the colour of the Nation that most Army units are of, the Nazgûl's where there are none."""
    counts = {nation: sum(figures.get(f"{nation}-{sort}", 0) for sort in SORTS) for nation in NATIONS}
    most = max(counts, key=lambda nation: counts[nation])
    return _colours()[f"--flag-{most}"] if counts[most] else "#100c09"


class _Shield:
    def __init__(self, army: partners.Army) -> None:
        force = army.force
        self.region = force["region"]
        figures, at = force["figures"], places()[self.region]
        self.units = sum(n for kind, n in figures.items() if kind in UNIT_SET)
        self.leads = sum(n for kind, n in figures.items() if kind not in UNIT_SET) + len(force["characters"])
        self.side, self.besieged = force["side"], force["besieged"]
        self.text = str(self.units or self.leads)
        self.width = NUMBER * 0.56 * len(self.text) + 11
        self.fill = _colour_of(figures)
        aside = list(SEALED).index(army.players[0]) * 0.01 if army.players else 0.0
        self.x, self.y = at.stack[0] + aside, at.stack[1] + (0.01 if self.side == FP else -0.01)

    @property
    def sprite(self) -> Sprite:
        half, high = self.width / 2, SHIELD / 2
        edge = "#cdbd97" if self.besieged else "#fffaf0"
        top = f"M{-half} {-high}H{half}"
        if not self.units:
            shape = f"M{-half} 0a{half} {high * 0.8} 0 1 1 {self.width} 0a{half} {high * 0.8} 0 1 1 {-self.width} 0z"
        elif self.side == FP:
            low, side = high * 0.8, high * 0.3
            shape = f"{top}V{side}Q{half} {low} 0 {high * 1.1}Q{-half} {low} {-half} {side}z"
        else:
            notch = f"M{-half} {-high}L{-half / 2} {-high * 0.78}L0 {-high}L{half / 2} {-high * 0.78}L{half} {-high}"
            shape = f"{notch}V{high * 0.55}L0 {high * 1.15}L{-half} {high * 0.55}z"
        crest = f'<path d="M-7 {-high}l-2-7 5 3 4-6 4 6 5-3-2 7z" fill="#f3cf6b" stroke="#241803" stroke-width="1"/>'
        drawn = (
            f"{crest if self.leads and self.units else ''}"
            f'<path d="{shape}" fill="{self.fill}" stroke="{edge}" stroke-width="2.2"/>'
            f'<text y="{number(NUMBER * 0.3)}" font-size="{number(NUMBER)}" fill="#fffaf0">{self.text}</text>'
        )
        box = (-half - 3, -high - 15, self.width + 6, SHIELD + 22)
        return Sprite(drawn, box, self.x, self.y)


def _together(shields: Iterable[_Shield]) -> dict[str, PieceBox]:
    """Return the boxes of the shields of each region."""
    corners: dict[str, list[tuple[float, float]]] = {}
    for piece in shields:
        half, high = piece.width / 2, SHIELD / 2
        at = [(piece.x - half, piece.y - high), (piece.x + half, piece.y + high)]
        corners.setdefault(piece.region, []).extend(at)
    return {region: around(points) for region, points in corners.items()}


def _aside(its: dict[str, Any], shields: Iterable[_Shield]) -> dict[str, Any]:
    """Return the Fellowship next to the middle of its region, where it covers no shield if that can be."""
    if its["mordor"] is not None:
        return its
    taken = [(piece.x, piece.y) for piece in shields]
    x, y = places()[its["region"]].stack
    near = [(x, y), *((x + dx * 36, y + dy * 36) for dx, dy in ((1, 0), (-1, 0), (0, -1), (0, 1)))]
    near += [(x + dx * 28, y + dy * 28) for dx, dy in ((1, -1), (-1, -1), (1, 1), (-1, 1))]
    best = max(near, key=lambda at: min([34.0, *(hypot(at[0] - a, at[1] - b) for a, b in taken)]))
    return {**its, "x": best[0], "y": best[1]}


def _move_apart(pieces: list[_Shield]) -> None:
    """Push shields that meet away from each other, a little at a time."""
    for _ in range(40):
        moved = False
        for index, one in enumerate(pieces):
            for other in pieces[index + 1 :]:
                dx, dy = other.x - one.x, other.y - one.y
                wide, high = (one.width + other.width) / 2 + 1 - abs(dx), SHIELD + 2 - abs(dy)
                if wide <= 0 or high <= 0:
                    continue
                length, push = hypot(dx, dy) or 1.0, min(wide, high) / 2
                for piece, way in ((one, -push), (other, push)):
                    piece.x += dx / length * way
                    piece.y += dy / length * way
                moved = True
        if not moved:
            break
