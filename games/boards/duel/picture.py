"""A picture of Duel for mails: how both sides stand, the cards that lie, and the map."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from django.template.loader import render_to_string
from django.utils.html import escape

from games.boards import Scene
from games.boards.colours import by_day, filled_in, mixed
from games.boards.duel.board import board
from games.boards.duel.chart import CANVAS, OUTLINES, PEAKS, RIVERS
from games.boards.grounds import Ground
from games.boards.maps.geometry import number
from games.boards.pictures import ACT, SANS, SERIF, WIDTH, Picture, badge, lozenge, way
from games.boards.sprites import Sprite, reach
from rules.duel.data import RACES, REGIONS

#: In pixels: the line of a side, a card, and how far one row of cards lies below the other.
LINE, CARD, STEP = 50, (124.0, 104.0), 64.0
BAND, ICON = 20.0, 34.0
#: How much of the display a glimpse shows.
GLIMPSE = (450.0, 300.0)
#: How the map is made as wide as the picture.
MAP_SCALE = WIDTH / CANVAS[0]


def picture(scene: Scene, numbers: Mapping[str, int]) -> Picture:
    """Return the picture of a position; `numbers` are those of the choices in the mail."""
    drawn = board(scene)
    cards_at = 2 * LINE + 8.0
    map_at = cards_at + (drawn["rows"] - 1) * STEP + CARD[1] + 12.0 if drawn["display"] else cards_at
    parts = [
        sprite.moved(0, row * LINE)
        for row, side in enumerate(drawn["sides"])
        for sprite in _side(drawn, side)
    ]
    if drawn["display"]:
        parts += [sprite for place in drawn["gone"] for sprite in _ghost(place, cards_at)]
    parts += _cards(drawn["display"], cards_at, numbers)
    parts += [sprite.moved(0, map_at, MAP_SCALE) for sprite in _map(drawn["map"], numbers)]
    words = f"Both sides, the cards of chapter {drawn['chapter']}, and the map of Middle-earth."
    box = (0, 0, WIDTH, map_at + CANVAS[1] * MAP_SCALE)
    return Picture(
        "", box, words, _palette(), _ground(), map_at, _colours()["--surface"], tuple(parts), _style()
    )


def glimpse(scene: Scene) -> Picture:
    """Return a small picture for lists of games: the cards that can be taken, or the map where that is asked about."""
    drawn = board(replace(scene, recent=()))
    cards = sorted(drawn["display"], key=lambda slot: slot["row"])
    if not cards or any(region["value"] for region in drawn["map"]["regions"]):
        parts, words = tuple(_map(drawn["map"], {})), "The map of Middle-earth."
        return Picture("", (0, 0, *CANVAS), words, _palette(), _ground(), parts=parts, style=_style())
    free = [slot for slot in cards if slot["acts"]] or [slot for slot in cards if not slot["covered_by"]]
    columns = [slot["column"] for slot in free]
    wide, high = GLIMPSE
    left = min(max((min(columns) + max(columns)) / 24 * WIDTH - wide / 2, 0.0), WIDTH - wide)
    top = max((cards[-1]["row"] - 1) * STEP + CARD[1] + 10 - high, -24.0)
    words, felt = f"Cards of chapter {drawn['chapter']}.", _colours()["--felt"]
    parts = tuple(_cards(cards, 0, {}))
    return Picture("", (left, top, wide, high), words, _palette(), paper=felt, parts=parts, style=_style())


# -- what never changes ----------------------------------------------------------------------------------------------


@cache
def _colours() -> dict[str, str]:
    return by_day("titles/duel.css", "base.css")


@cache
def _icons() -> str:
    """Return the symbols of the page."""
    file = filled_in(render_to_string("games/board/duel/icons.svg.html"), _colours())
    return file[file.index("<symbol") : file.rindex("</svg>")]


@cache
def _ground() -> Ground:
    """Return the map without names and pieces, in the colours of the page."""
    colours = _colours()
    sea = colours["--sea"]
    coast = "".join(f'<path d="{path}"/>' for path in OUTLINES.values())
    rivers = "".join(f'<path d="{river}"/>' for river in RIVERS)
    return Ground(
        f'<rect width="{CANVAS[0]}" height="{CANVAS[1]}" fill="{colours["--map-sea"]}"/>'
        f'<g fill="none" stroke="{sea}" stroke-width="16" stroke-opacity=".25">{coast}</g>'
        f'<g fill="{colours["--map-land"]}" stroke="{colours["--line-strong"]}" stroke-width="2.5" '
        f'stroke-linejoin="round">{coast}</g>'
        f'<g fill="none" stroke="{sea}" stroke-width="4" stroke-opacity=".55">{rivers}</g>',
        *CANVAS,
    )


@cache
def _style() -> str:
    colours = _colours()
    return (
        f"<defs>{_icons()}</defs><style>"
        f"text{{font-family:'{SANS}';font-weight:800;fill:{colours['--ink']}}}.middle{{text-anchor:middle}}"
        f".name{{font-family:'{SERIF}';font-weight:700;text-anchor:middle;stroke:{colours['--map-land']};stroke-width:5;"
        "stroke-linejoin:round;paint-order:stroke}"
        f".fellowship{{color:{colours['--fellowship']};fill:{colours['--fellowship']}}}"
        f".sauron{{color:{colours['--sauron']};fill:{colours['--sauron']}}}"
        "</style>"
    )


@cache
def _palette() -> tuple[str, ...]:
    """Return all colours of the drawing, and what lies between the commonest of them."""
    colours = _colours()
    land, ink = colours["--map-land"], colours["--ink"]
    names = (
        "surface",
        "raised",
        "ink-soft",
        "ink-faint",
        "line",
        "line-strong",
        "sea",
        "gold",
        "map-sea",
        "wax",
        "wax-deep",
        "felt",
    )
    found = [
        land,
        ink,
        mixed(land, ink, 0.5),
        mixed(colours["--raised"], ink, 0.5),
        *(colours[f"--{n}"] for n in names),
    ]
    found += [value for name, value in colours.items() if name.startswith(("--card-", "--icon-"))]
    for side in ("fellowship", "sauron"):
        its = colours[f"--{side}"]
        found += [its, mixed(land, its, 0.72), mixed(mixed(land, colours["--sea"], 0.45), its, 0.72)]
    found += [
        mixed(land, colours["--sea"], 0.45),
        mixed(land, colours["--ink-faint"], 0.6),
        mixed(colours["--map-sea"], colours["--sea"], 0.75),
    ]
    found += [ACT, mixed(land, ACT, 0.86), mixed("#ffffff", ACT, 0.5), "#ffffff", "#fff8ec"]
    found += ["#d9a93a", "#7f5709", "#b98217", "#f2cd6a", "#b07d12", "#5d8a3a"]
    return tuple(dict.fromkeys(found))


# -- what changes ----------------------------------------------------------------------------------------------------


def _icon(name: str, x: float, y: float, size: float, css: str = "") -> Sprite:
    of = f" class={css!r}" if css else ""
    svg = f'<use href="#i-{name}" width="{number(size)}" height="{number(size)}"{of}/>'
    return Sprite(svg, (0.0, 0.0, size, size), x, y)


def _text(words: str, x: float, y: float, size: float, css: str = "") -> Sprite:
    """Return words that begin at a point, or whose middle is there, by their class."""
    room = len(words) * size * 0.8 + 8
    of = f' class="{css}"' if css else ""
    svg = f'<text font-size="{number(size)}"{of}>{escape(words)}</text>'
    return Sprite(svg, (-room / 2 if css else -2.0, -size * 1.2, room, size * 1.7), x, y)


def _rectangle(
    wide: float, high: float, look: str, x: float = 0.0, y: float = 0.0, room: float = 0.0
) -> Sprite:
    """Return a rectangle, whose line reaches beyond it by `room`."""
    svg = f'<rect width="{number(wide)}" height="{number(high)}" {look}/>'
    return Sprite(svg, (-room, -room, wide + 2 * room, high + 2 * room), x, y)


def _side(drawn: Mapping[str, Any], side: Mapping[str, Any]) -> Iterator[Sprite]:
    """Yield how a side stands: its coins, and the three ways in which it may win."""
    quest = drawn["quest"]
    facts = (
        ("coin", str(side["coins"])),
        ("ring", f"{quest[side['id']]}/{quest['length']}"),
        ("unit", f"{side['presence']}/{len(REGIONS)}"),
        ("elves", f"{side['support']}/{len(RACES)}"),
    )
    yield _rectangle(WIDTH, LINE - 2, f'fill="{_colours()["--raised"]}"')
    yield Sprite(f'<circle r="11" class="{side["id"]}"/>', (-12.0, -12.0, 24.0, 24.0), 28, LINE / 2)
    yield _text(side["name"], 50, 34, 28)
    for place, (icon, words) in enumerate(facts):
        x = 318 + place * 122
        yield _icon(icon, x, 9, 32, side["id"])
        yield _text(words, x + 40, 34, 27)


def _ghost(place: Mapping[str, Any], top: float) -> Iterator[Sprite]:
    """Yield the place of a card that was taken, with the number of that, where it is new."""
    if not place["marks"]:
        return
    (width, height), x = CARD, place["column"] * WIDTH / 12 - CARD[0] / 2
    look = (
        f'rx="8" fill="none" stroke="{_colours()["--line-strong"]}" stroke-width="2" stroke-dasharray="7 6"'
    )
    y = top + (place["row"] - 1) * STEP
    yield _rectangle(width - 4, height - 4, look, x + 2, y + 2, 2)
    yield from _lozenges(place["marks"], x + width / 2, y + STEP / 2)


def _lozenges(marks: Sequence[int], x: float, y: float, half: float = 18.0) -> list[Sprite]:
    """Return the numbers of what was done at one place, beside each other around a point."""
    first = x - (len(marks) - 1) * half
    return [lozenge(shown, first + 2 * half * n, y, half) for n, shown in enumerate(marks)]


def _cards(slots: Sequence[Mapping[str, Any]], top: float, numbers: Mapping[str, int]) -> list[Sprite]:
    """Return the cards that lie, those of upper rows first."""
    return [
        sprite.moved(slot["column"] * WIDTH / 12 - CARD[0] / 2, top + (slot["row"] - 1) * STEP)
        for slot in sorted(slots, key=lambda slot: slot["row"])
        for sprite in _card(slot, numbers)
    ]


def _card(slot: Mapping[str, Any], numbers: Mapping[str, int]) -> Iterator[Sprite]:
    """Yield a card that lies: its kind, what it gives, what it costs, and the numbers of what can be done with it."""
    colours, face = _colours(), slot["face"]
    width, height = CARD
    box, whole = f'x="1" y="1" width="{width - 2}" height="{height - 2}" rx="8"', (0.0, 0.0, width, height)
    if face is None:
        inner = f'x="9" y="9" width="{width - 18}" height="{height - 18}" rx="5" fill="none" stroke="#f2cd6a"'
        look = f'fill="{colours["--wax"]}" stroke="{colours["--wax-deep"]}"'
        yield Sprite(f"<rect {box} {look}/><rect {inner}/>", whole)
        return
    band = colours[f"--card-{face['colour']}"]
    yield Sprite(
        f'<rect {box} fill="{colours["--raised"]}" stroke="{colours["--line-strong"]}" stroke-width="2"/>'
        f'<path d="M1 {BAND}V9a8 8 0 0 1 8-8H{width - 9}a8 8 0 0 1 8 8V{BAND}z" '
        f'fill="{band}"/>',
        whole,
    )
    yield from _gains(face, width)
    yield from _cost(slot, width, height)
    if slot["acts"]:
        look = f'rx="8" fill="none" stroke="{ACT}" stroke-width="4"'
        yield replace(_rectangle(width - 2, height - 2, look, 1, 1, 2), ink=ACT)
        for act, (at, main) in zip(slot["acts"], ((17.0, True), (width - 17, False)), strict=False):
            yield from badge(numbers.get(act["value"], 0), at, 15.0, 17.0, main=main)
    yield from _lozenges(slot["marks"], width / 2, 5.0, 16.0)


def _gains(face: Mapping[str, Any], width: float) -> Iterator[Sprite]:
    """Yield what a card gives in signs, and for Units where they go."""
    signs = [(1, skill) for skill in face["gives"]] + [(1, skill) for skill in face["choice"]]
    signs += [(1, face["race"])] if face["race"] else []
    signs += [(effect["amount"], effect["icon"]) for effect in face["effects"]]
    size = ICON if len(signs) < 3 else 28.0
    wide = sum(size + 4 + (15 if amount > 1 else 0) for amount, _ in signs)
    x = (width - wide) / 2
    for amount, icon in signs:
        if amount > 1:
            yield _text(str(amount), x, BAND + 29, 25)
            x += 15
        yield _icon(icon, x, BAND + 4, size)
        x += size + 4
    if face["colour"] == "red":
        for row, line in enumerate(face["title"].split(" / ")):
            yield _text(line, 7, BAND + 55 + 17 * row, 16)


def _cost(slot: Mapping[str, Any], width: float, height: float) -> Iterator[Sprite]:
    """Yield what is printed as the price, and on a card that can be taken what it costs its reader."""
    face, x = slot["face"], 8.0
    if face["colour"] != "red":  # there stands where the Units go
        if face["coins"]:
            yield _text(str(face["coins"]), x, height - 9, 20)
            yield _icon("coin", x + 11, height - 26, 20)
            x += 34
        for skill in face["cost"]:
            yield _icon(skill["icon"], x, height - 26, 20)
            x += 21
    if slot["acts"]:
        shown = slot["price"] if not slot["by_chain"] else 0
        fill = "#d9a93a" if slot["affordable"] else _colours()["--line"]
        svg = (
            f'<circle r="15" fill="{fill}" stroke="#7f5709" stroke-width="2"/>'
            f'<text class="middle" y="7" font-size="21">{shown}</text>'
        )
        yield Sprite(svg, (-17.0, -17.0, 34.0, 34.0), width - 18, height - 18)


def _map(drawn: Mapping[str, Any], numbers: Mapping[str, int]) -> list[Sprite]:
    """Return what lies and stands on the map."""
    lands = sorted(drawn["regions"], key=lambda region: bool(region["value"]))
    return [
        *(sprite for region in lands for sprite in _land(region)),
        *(_peak().moved(x, y) for x, y in PEAKS),
        *(way(moved["line"], (15, 8)) for moved in drawn["moved"]),
        *(sprite for region in drawn["regions"] for sprite in _pieces(region, numbers)),
    ]


@cache
def _peak() -> Sprite:
    fill = mixed(_colours()["--map-land"], _colours()["--ink-faint"], 0.6)
    look = f'fill="{fill}" stroke="{_colours()["--ink-soft"]}" stroke-width="1.6"'
    return Sprite(f'<path d="M-15 10L-1-15l5 7 4-4L18 10z" {look}/>', (-18.0, -18.0, 40.0, 32.0))


def _land(region: Mapping[str, Any]) -> Iterator[Sprite]:
    """Yield the colour of whoever holds a region, and its edge where it can be chosen."""
    holder, line = region["units"]["side"] if region["units"] else region["fortress"], region["outline"]
    if holder:
        ink = _colours()[f"--{holder}"]
        yield Sprite(f'<path d="{line}" fill="{ink}" fill-opacity=".28"/>', reach(line, 0), ink=ink)
    if region["value"]:
        look = f'fill="none" stroke="{ACT}" stroke-width="9" stroke-linejoin="round"'
        yield Sprite(f'<path d="{line}" {look}/>', reach(line, 6), ink=ACT)


def _pieces(region: Mapping[str, Any], numbers: Mapping[str, int]) -> Iterator[Sprite]:
    """Yield a region's name, and below it its Units and its Fortress."""
    x, y = region["x"], region["y"]
    yield _text(region["name"], x, y - 8, 33, "name")
    units, fortress = region["units"], region["fortress"]
    wide = (96 if units else 0) + (56 if fortress else 0)
    left = x - wide / 2
    if units:
        look = f'rx="14" fill="#ffffff" style="stroke:{_colours()["--" + units["side"]]};stroke-width:4"'
        yield _rectangle(88, 50, look, left, y + 6, 3)
        yield _icon("unit", left + 8, y + 13, 36, units["side"])
        yield _text(str(units["count"]), left + 50, y + 44, 38)
        left += 96
    if fortress:
        yield _icon("fortress", left + 2, y + 6, 50, fortress)
    if region["value"]:
        yield from badge(numbers.get(region["value"], 0), x - wide / 2 - 30, y + 30, 26)
    marks = region["marks"]
    yield from _lozenges(marks, x + wide / 2 + 28 + 26 * max(0, len(marks) - 1), y + 30, 26.0)
