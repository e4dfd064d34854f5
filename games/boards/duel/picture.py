"""A picture of Duel for mails: how both sides stand, the cards that lie, and the map."""

from collections.abc import Mapping, Sequence
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
from games.boards.pictures import ACT, CASING, DONE, SANS, SERIF, WIDTH, Picture, badge, lozenge
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
    colours = _colours()
    svg = (
        f"<defs>{_icons()}</defs>{_style()}"
        f'<rect width="{WIDTH}" height="{number(map_at)}" fill="{colours["--surface"]}"/>'
        + "".join(_side(drawn, side, row * LINE) for row, side in enumerate(drawn["sides"]))
        + "".join(_ghost(place, cards_at) for place in drawn["gone"] if drawn["display"])
        + "".join(
            _card(slot, cards_at, numbers) for slot in sorted(drawn["display"], key=lambda slot: slot["row"])
        )
        + f'<g transform="translate(0 {number(map_at)}) scale({MAP_SCALE})">{_map(drawn["map"], numbers)}</g>'
    )
    words = f"Both sides, the cards of chapter {drawn['chapter']}, and the map of Middle-earth."
    box = (0, 0, WIDTH, map_at + CANVAS[1] * MAP_SCALE)
    return Picture(svg, box, words, _palette(), _ground(), ground_from=map_at)


def glimpse(scene: Scene) -> Picture:
    """Return a small picture for lists of games: the cards that can be taken, or the map where that is asked about."""
    drawn = board(replace(scene, recent=()))
    cards = sorted(drawn["display"], key=lambda slot: slot["row"])
    if not cards or any(region["value"] for region in drawn["map"]["regions"]):
        svg = f"<defs>{_icons()}</defs>{_style()}{_map(drawn['map'], {})}"
        return Picture(svg, (0, 0, *CANVAS), "The map of Middle-earth.", _palette(), _ground())
    free = [slot for slot in cards if slot["acts"]] or [slot for slot in cards if not slot["covered_by"]]
    columns = [slot["column"] for slot in free]
    wide, high = GLIMPSE
    left = min(max((min(columns) + max(columns)) / 24 * WIDTH - wide / 2, 0.0), WIDTH - wide)
    top = max((cards[-1]["row"] - 1) * STEP + CARD[1] + 10 - high, -24.0)
    ground = f'<rect y="-24" width="{WIDTH}" height="640" fill="{_colours()["--felt"]}"/>'
    svg = f"<defs>{_icons()}</defs>{_style()}{ground}{''.join(_card(slot, 0, {}) for slot in cards)}"
    return Picture(svg, (left, top, wide, high), f"Cards of chapter {drawn['chapter']}.", _palette())


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
        "<style>"
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


def _icon(name: str, x: float, y: float, size: float, css: str = "") -> str:
    place = f'x="{number(x)}" y="{number(y)}" width="{number(size)}" height="{number(size)}"'
    return f'<use href="#i-{name}" {place}{f" class={css!r}" if css else ""}/>'


def _side(drawn: Mapping[str, Any], side: Mapping[str, Any], top: float) -> str:
    """Return how a side stands: its coins, and the three ways in which it may win."""
    quest = drawn["quest"]
    facts = (
        ("coin", str(side["coins"])),
        ("ring", f"{quest[side['id']]}/{quest['length']}"),
        ("unit", f"{side['presence']}/{len(REGIONS)}"),
        ("elves", f"{side['support']}/{len(RACES)}"),
    )
    parts = [
        f'<rect y="{number(top)}" width="{WIDTH}" height="{LINE - 2}" fill="{_colours()["--raised"]}"/>',
        f'<circle cx="28" cy="{number(top + LINE / 2)}" r="11" class="{side["id"]}"/>',
        f'<text x="50" y="{number(top + 34)}" font-size="28">{escape(side["name"])}</text>',
    ]
    for place, (icon, words) in enumerate(facts):
        x = 318 + place * 122
        parts.append(_icon(icon, x, top + 9, 32, side["id"]))
        parts.append(f'<text x="{x + 40}" y="{number(top + 34)}" font-size="27">{words}</text>')
    return "".join(parts)


def _ghost(place: Mapping[str, Any], top: float) -> str:
    """Return the place of a card that was taken, with the number of that, where it is new."""
    if not place["marks"]:
        return ""
    (width, height), x = CARD, place["column"] * WIDTH / 12 - CARD[0] / 2
    return (
        f'<g transform="translate({number(x)} {number(top + (place["row"] - 1) * STEP)})">'
        f'<rect x="2" y="2" width="{width - 4}" height="{height - 4}" rx="8" fill="none" '
        f'stroke="{_colours()["--line-strong"]}" stroke-width="2" stroke-dasharray="7 6"/>'
        f"{_lozenges(place['marks'], width / 2, STEP / 2)}</g>"
    )


def _lozenges(marks: Sequence[int], x: float, y: float, half: float = 18.0) -> str:
    """Return the numbers of what was done at one place, beside each other around a point."""
    first = x - (len(marks) - 1) * half
    return "".join(lozenge(shown, first + 2 * half * n, y, half) for n, shown in enumerate(marks))


def _card(slot: Mapping[str, Any], top: float, numbers: Mapping[str, int]) -> str:
    """Return a card that lies: its kind, what it gives, what it costs, and the numbers of what can be done with it."""
    colours, face = _colours(), slot["face"]
    (width, height), room = CARD, WIDTH / 12
    x, y = slot["column"] * room - width / 2, top + (slot["row"] - 1) * STEP
    box = f'x="1" y="1" width="{width - 2}" height="{height - 2}" rx="8"'
    place = f'<g transform="translate({number(x)} {number(y)})">'
    if face is None:
        inner = f'x="9" y="9" width="{width - 18}" height="{height - 18}" rx="5" fill="none" stroke="#f2cd6a"'
        return f'{place}<rect {box} fill="{colours["--wax"]}" stroke="{colours["--wax-deep"]}"/><rect {inner}/></g>'
    band = colours[f"--card-{face['colour']}"]
    parts = [
        f'<rect {box} fill="{colours["--raised"]}" stroke="{colours["--line-strong"]}" stroke-width="2"/>',
        f'<path d="M1 {BAND}V9a8 8 0 0 1 8-8H{width - 9}a8 8 0 0 1 8 8V{BAND}z" fill="{band}"/>',
        _gains(face, width),
        _cost(slot, width, height),
    ]
    if slot["acts"]:
        parts.append(f'<rect {box} fill="none" stroke="{ACT}" stroke-width="4"/>')
        for act, (at, main) in zip(slot["acts"], ((17.0, True), (width - 17, False)), strict=False):
            parts.append(badge(numbers.get(act["value"], 0), at, 15.0, 17.0, main=main))
    parts.append(_lozenges(slot["marks"], width / 2, 5.0, 16.0))
    return f"{place}{''.join(parts)}</g>"


def _gains(face: Mapping[str, Any], width: float) -> str:
    """Return what a card gives in signs, and for Units where they go."""
    signs = [(1, skill) for skill in face["gives"]] + [(1, skill) for skill in face["choice"]]
    signs += [(1, face["race"])] if face["race"] else []
    signs += [(effect["amount"], effect["icon"]) for effect in face["effects"]]
    size = ICON if len(signs) < 3 else 28.0
    parts: list[str] = []
    wide = sum(size + 4 + (15 if amount > 1 else 0) for amount, _ in signs)
    x = (width - wide) / 2
    for amount, icon in signs:
        if amount > 1:
            parts.append(f'<text x="{number(x)}" y="{BAND + 29}" font-size="25">{amount}</text>')
            x += 15
        parts.append(_icon(icon, x, BAND + 4, size))
        x += size + 4
    if face["colour"] == "red":
        for row, line in enumerate(face["title"].split(" / ")):
            parts.append(
                f'<text x="7" y="{number(BAND + 55 + 17 * row)}" font-size="16">{escape(line)}</text>'
            )
    return "".join(parts)


def _cost(slot: Mapping[str, Any], width: float, height: float) -> str:
    """Return what is printed as the price, and on a card that can be taken what it costs its reader."""
    face, x, parts = slot["face"], 8.0, list[str]()
    if face["colour"] != "red":  # there stands where the Units go
        if face["coins"]:
            parts.append(f'<text x="{x}" y="{height - 9}" font-size="20">{face["coins"]}</text>')
            parts.append(_icon("coin", x + 11, height - 26, 20))
            x += 34
        for skill in face["cost"]:
            parts.append(_icon(skill["icon"], x, height - 26, 20))
            x += 21
    if slot["acts"]:
        at = f'transform="translate({width - 18} {height - 18})"'
        shown = slot["price"] if not slot["by_chain"] else 0
        fill = "#d9a93a" if slot["affordable"] else _colours()["--line"]
        parts.append(
            f'<g {at}><circle r="15" fill="{fill}" stroke="#7f5709" stroke-width="2"/>'
            f'<text class="middle" y="7" font-size="21">{shown}</text></g>'
        )
    return "".join(parts)


def _map(drawn: Mapping[str, Any], numbers: Mapping[str, int]) -> str:
    """Return what lies and stands on the map."""
    return (
        "".join(map(_land, sorted(drawn["regions"], key=lambda region: bool(region["value"]))))
        + _peaks()
        + _moved(drawn["moved"])
        + "".join(_pieces(region, numbers) for region in drawn["regions"])
    )


def _moved(ways: Sequence[Mapping[str, Any]]) -> str:
    """Return the ways of Units, as the page draws them."""
    lines = "".join(
        f'<path d="{way["line"]}" stroke="{colour}" stroke-width="{width}"/>'
        for way in ways
        for colour, width in ((CASING, 15), (DONE, 8))
    )
    return f'<g fill="none" stroke-linecap="round" stroke-linejoin="round">{lines}</g>'


@cache
def _peaks() -> str:
    fill = mixed(_colours()["--map-land"], _colours()["--ink-faint"], 0.6)
    peaks = "".join(f"M{x - 15} {y + 10}L{x - 1} {y - 15}l5 7 4-4L{x + 18} {y + 10}z" for x, y in PEAKS)
    return f'<path d="{peaks}" fill="{fill}" stroke="{_colours()["--ink-soft"]}" stroke-width="1.6"/>'


def _land(region: Mapping[str, Any]) -> str:
    """Return the colour of whoever holds a region, and its edge where it can be chosen."""
    holder = region["units"]["side"] if region["units"] else region["fortress"]
    fill = f'fill="{_colours()[f"--{holder}"]}" fill-opacity=".28"' if holder else 'fill="none"'
    edge = f'stroke="{ACT}" stroke-width="9" stroke-linejoin="round"' if region["value"] else ""
    return f'<path d="{region["outline"]}" {fill} {edge}/>' if holder or edge else ""


def _pieces(region: Mapping[str, Any], numbers: Mapping[str, int]) -> str:
    """Return a region's name, and below it its Units and its Fortress."""
    x, y, parts = region["x"], region["y"], list[str]()
    at = f'x="{number(x)}" y="{number(y - 8)}"'
    parts.append(f'<text class="name" {at} font-size="33">{escape(region["name"])}</text>')
    units, fortress = region["units"], region["fortress"]
    wide = (96 if units else 0) + (56 if fortress else 0)
    left = x - wide / 2
    if units:
        parts.append(
            f'<rect x="{number(left)}" y="{number(y + 6)}" width="88" height="50" rx="14" fill="#ffffff" '
            f'style="stroke:{_colours()["--" + units["side"]]};stroke-width:4"/>'
            + _icon("unit", left + 8, y + 13, 36, units["side"])
            + f'<text x="{number(left + 50)}" y="{number(y + 44)}" font-size="38">{units["count"]}</text>'
        )
        left += 96
    if fortress:
        parts.append(_icon("fortress", left + 2, y + 6, 50, fortress))
    if region["value"]:
        parts.append(badge(numbers.get(region["value"], 0), x - wide / 2 - 30, y + 30, 26))
    parts.append(
        _lozenges(region["marks"], x + wide / 2 + 28 + 26 * max(0, len(region["marks"]) - 1), y + 30, 26.0)
    )
    return "".join(parts)
