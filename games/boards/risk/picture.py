"""A picture of Risk for mails: the map, cut to what is asked and to what has moved, or as a whole."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from games.boards import Scene
from games.boards.choices import choices_of
from games.boards.colours import by_day, filled_in, mixed
from games.boards.grounds import Box, Ground
from games.boards.lettering import Name
from games.boards.maps.geometry import Box as PieceBox
from games.boards.maps.marks import laid
from games.boards.maps.pictures import (
    CHOICE,
    CLEAR,
    STEP,
    arrows,
    asked_at,
    cut_of,
    ends_of,
    glimpsed,
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
from games.boards.risk import drawing, pieces, story
from games.boards.risk.chart import chart, key_of, places, stops, table
from games.boards.sprites import Sprite
from rules.risk.data import ARMIES, NEUTRAL, REGIONS, TERRITORIES

#: How much larger counters are where the whole map is seen; the height of the number of what was done there, and the
#: radius of that of a choice, in units.
OF_ALL = 1.6
STEP_OF_ALL, CHOICE_OF_ALL = 48.0, 21.5
#: How much of its region's colour a territory has, the rest is that of the land.
TINT = 0.34
PAPER, INK, GOLD, LEADER, HALO = "#fffaf0", "#17110c", "#c28a0a", "#f3cf6b", "#fff3c9"
DARK_ON = "#1d1503"
#: The armies whose counters are light, with dark digits.
LIGHT = frozenset(("yellow", NEUTRAL))


def picture(scene: Scene, numbers: Mapping[str, int]) -> Picture:
    """Return the picture of a position; `numbers` are those of the choices in the mail."""
    asked = asked_at(choices_of(scene.decision), numbers, TERRITORIES)
    marks, done = _marked(scene, asked), story.done(scene.recent)
    box = cut_of(chart(), marks)
    whole = (0.0, 0.0, float(chart().width), float(chart().height))
    return _part(scene.view, box or whole, marks, asked, done, whole=box is None)


def glimpse(scene: Scene) -> Picture:
    """Return a small picture: what lies where something is asked, else where something moved, or the Fellowship is."""
    marks = _marked(scene, [id for id, _ in ends_of(choices_of(scene.decision), TERRITORIES)])
    box = glimpsed(chart(), marks, stops()[scene.view["fellowship"]["stop"] - 1])
    return _part(scene.view, box, marks, {}, (), whole=False)


def _marked(scene: Scene, asked: Iterable[str]) -> dict[str, str]:
    return marked(scene, asked, story.touched(scene.recent or scene.lines[-1:]), TERRITORIES)


def _part(
    view: Mapping[str, Any],
    box: Box,
    marks: Mapping[str, str],
    asked: Mapping[str, int],
    done: Sequence[Deed],
    *,
    whole: bool,
) -> Picture:
    """Return a part of the map, with the numbers of what is asked (0: none) and was done."""
    scale = WIDTH / box[2]
    larger, step, choice = (
        (OF_ALL, STEP_OF_ALL, CHOICE_OF_ALL) if whole else (1.0, STEP / scale, CHOICE / scale)
    )
    piles = {id: (x, y, w * larger, h * larger) for id, (x, y, w, h) in pieces.boxes(view).items()}
    at = _badges(asked, piles if whole else {}, choice)
    stop = view["fellowship"]["stop"] - 1
    company = (*stops()[stop], pieces.RING * larger, pieces.RING * larger)
    steps = laid(
        table(),
        done,
        {**piles, story.FELLOWSHIP: company},
        {story.FELLOWSHIP: view["fellowship"]["territory"]},
        taken=list(at.values()),
        size=step,
    )
    crowned = pieces.leaders(view)
    counters = [
        _counter(id, here, larger, id in crowned)
        for id, here in view["territories"].items()
        if id in piles and is_seen(piles[id], box)
    ]
    ink, halo = _colours()["--m-ink"], _colours()["--m-land"]
    named = () if whole else names(places(), box, scale, {*marks, *_seen(box)}, ink, halo)
    parts: tuple[Sprite | Name, ...] = (
        *lit(chart(), marks),
        *named,
        *arrows(steps, step),
        *counters,
        _ring(company),
        *numbers_of(asked, at, choice),
        *lozenges(steps, step),
    )
    told = words(marks, chart(), whole=whole, of="Middle-earth")
    return Picture("", box, told, _palette(), _ground(), parts=parts, style=_style())


def _seen(box: Box) -> set[str]:
    """Return the territories whose counter is seen."""
    left, top, width, height = box
    return {
        id
        for id, place in places().items()
        if left < place.stack[0] < left + width and top < place.stack[1] < top + height
    }


def _badges(asked: Mapping[str, int], piles: Mapping[str, PieceBox], radius: float) -> dict[str, PieceBox]:
    """Return where the numbers of choices stand: left of the `piles`, else where they stand on the page."""
    found = {}
    for id in (id for id, shown in asked.items() if shown):
        x, y = key_of(id)
        if id in piles:
            left, y = piles[id][0] - piles[id][2] / 2, piles[id][1]
            x = max(left - radius * 0.6, radius)
        found[id] = (x, y, radius * CLEAR, radius * CLEAR)
    return found


def _counter(id: str, here: Mapping[str, Any], scale: float, is_led: bool) -> Sprite:
    holder = here["holder"]
    fill, ink, edge = (
        colour_of(holder),
        DARK_ON if holder in LIGHT else PAPER,
        INK if holder in LIGHT else PAPER,
    )
    crown = f'<path d="{pieces.CROWN}" fill="{LEADER}" stroke="{INK}" stroke-width="1.1"/>' if is_led else ""
    svg = (
        f'<path d="{pieces.SHAPES[holder]}" fill="{fill}" stroke="{edge}" stroke-width="1.6"/>'
        f'<text y="{pieces.BASE}" font-size="15.6" fill="{ink}"{pieces.narrow(here["battalions"])}>'
        f"{here['battalions']}</text>{crown}"
    )
    return Sprite(svg, (-14.0, -17.0, 28.0, 31.0), *places()[id].stack, scale)


def _ring(company: PieceBox) -> Sprite:
    x, y, size, _ = company
    svg = (
        f'<circle r="9.5" fill="{HALO}" stroke="#5a3e00"/>'
        f'<circle r="6" fill="{PAPER}" stroke="{GOLD}" stroke-width="3.2"/>'
    )
    return Sprite(svg, (-11.0, -11.0, 22.0, 22.0), x, y, size / pieces.RING)


# -- what never changes ----------------------------------------------------------------------------------------------


@cache
def _colours() -> dict[str, str]:
    return by_day("base.css", "map.css", "titles/risk.css")


def colour_of(holder: str) -> str:
    """Return the colour of an army's counters."""
    return _colours()[f"--army-{holder}"]


def _land(region: str) -> str:
    colours = _colours()
    return mixed(colours["--m-land"], colours[f"--region-{region}"], 1 - TINT)


@cache
def _ground() -> Ground:
    """Return the map without names and counters, in the colours of the page."""
    colours = _colours()
    sea, shore, coast = colours["--m-sea"], colours["--m-shore"], colours["--m-coast"]
    file = filled_in(drawing.FILE.read_text(encoding="utf-8"), colours)
    defs = file[file.index("<style>") : file.index("</svg>")]
    fields = "".join(f'<use href="#{id}" fill="{_land(facts.region)}"/>' for id, facts in TERRITORIES.items())
    width, height = chart().width, chart().height
    return Ground(
        f'{defs}<rect width="{width}" height="{height}" fill="{sea}"/>'
        f'<g fill="none" stroke="{shore}" stroke-linejoin="round">'
        '<use href="#layer-coast" stroke-width="22" opacity=".5"/>'
        '<use href="#layer-coast" stroke-width="11" opacity=".75"/></g>'
        f'<use href="#layer-island" fill="{colours["--m-land"]}" stroke="{coast}" stroke-width="1.2"/>'
        f'<g stroke="{colours["--m-border"]}" stroke-width=".9">{fields}</g>'
        '<use href="#layer-bands" fill="none" stroke-width="3" stroke-linecap="round" opacity=".7"/>'
        '<use href="#layer-terrain" opacity=".7"/>'
        f'<use href="#layer-rivers" fill="none" stroke="{colours["--m-river"]}" stroke-linecap="round"/>'
        f'<use href="#layer-lakes" fill="{sea}" stroke="{colours["--m-river"]}" stroke-width="1.2"/>'
        '<use href="#layer-marches"/>'
        f'<use href="#layer-coast" fill="none" stroke="{coast}" stroke-width="1.6"/>'
        '<use href="#layer-walls"/><use href="#layer-lanes"/><use href="#layer-bridges"/>'
        f'<g font-family="{SERIF}" font-weight="700" text-anchor="middle" opacity=".75">'
        '<use href="#layer-regions"/></g><use href="#layer-path"/>'
        f'<use href="#layer-signs" stroke="{colours["--m-land"]}" stroke-width="1" paint-order="stroke"/>',
        width,
        height,
    )


@cache
def _palette() -> tuple[str, ...]:
    """Return all colours of the drawing, and what lies between the commonest of them."""
    colours = _colours()
    land, sea, ink = colours["--m-land"], colours["--m-sea"], colours["--m-ink"]
    found = [land, sea, ink, mixed(sea, land, 0.5), mixed(land, ink, 0.5), PAPER, INK]
    found += [colours[f"--m-{name}"] for name in ("shore", "border", "river", "coast", "path", "sea-soft")]
    found += [colours[f"--map-{name}"] for name in ("ridge", "peak", "wood", "wood-ink", "hill")]
    for region in REGIONS:
        own = colours[f"--region-{region}"]
        found += [
            _land(region),
            own,
            mixed(_land(region), own, 0.5),
            mixed(_land(region), ink, 0.6),
            mixed(_land(region), ACT, 0.86),
        ]
    for holder in (*ARMIES, NEUTRAL):
        army = colour_of(holder)
        found += [army, mixed(army, PAPER, 0.5), mixed(army, INK, 0.6)]
    found += [ACT, mixed(land, ACT, 0.86), mixed(land, ACT, 0.45)]
    found += ["#ffffff", "#8f1714", "#fff6e0", GOLD, LEADER, HALO, DARK_ON, "#5a3e00"]
    return tuple(dict.fromkeys(found))


@cache
def _style() -> str:
    return f"<style>text{{font-family:'{SANS}';font-weight:800;text-anchor:middle}}</style>"
