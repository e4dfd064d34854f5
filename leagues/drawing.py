"""Pictures drawn on the server: brackets and ratings, as SVG that takes its colours from the stylesheet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from leagues.formats.base import number_word
from leagues.formats.knock_out import OPEN, Match

BOX_WIDTH = 164
BOX_HEIGHT = 46
GAP_X = 24
GAP_Y = 14
TOP = 34
#: What decided a level set, as it stands below its match.
LEVEL_BY = {
    "handicap": "level; smaller handicap",
    "time": "level; less time used",
    "seed": "level; better seed",
}
#: Rounds of a bracket with more matches than this are not drawn.
MOST_MATCHES = 32
#: Room for a name beside its score, and of the widths of letters as bold type has them: narrow, wide, all others.
NAME_WIDTH = BOX_WIDTH - 36
NARROW, WIDE, USUAL = ("fijlrtI.,'|!:; -", 6.0), ("mwMWQOG@%", 13.5), 9.6


@dataclass(frozen=True)
class Box:
    """A match with its place in the picture."""

    match: Match
    x: float
    y: float


def bracket(matches: Sequence[Match], names: Mapping[int, str], links: Mapping[str, str]) -> SafeString:
    """Return the picture of a bracket.

    Args:
        names: of the entrants, by id. links: address of each slot's game, by the slot's name.
    """
    boxes: dict[str, Box] = {}
    height = float(TOP)
    width = 0.0
    titles: list[tuple[float, float, str]] = []
    is_double = any(m.slot.bracket == "losers" for m in matches)
    for part in ("winners", "losers"):
        columns = _columns([m for m in matches if m.slot.bracket == part])
        if not columns:
            continue
        rows = max(len(column) for column in columns)
        tall = rows * (BOX_HEIGHT + GAP_Y)
        for number, column in enumerate(columns):
            x = 1.0 + number * (BOX_WIDTH + GAP_X)
            step = tall / len(column)
            titles.append((x, height - 12, _column_title(part, column, columns, number, is_double)))
            for place, match in enumerate(column):
                y = height + step * place + (step - BOX_HEIGHT) / 2
                boxes[match.slot.name] = Box(match, x, y)
            width = max(width, x + BOX_WIDTH)
        height += tall + TOP
    height -= TOP - GAP_Y  # below the last part stands no title
    finals = [m for m in matches if m.slot.bracket == "final" and m.needed]
    middle = height / 2
    for number, match in enumerate(finals):
        x = width + GAP_X
        y = max(float(TOP), middle - BOX_HEIGHT / 2)
        titles.append((x, y - 12, "Final" if number == 0 else "Second final"))
        boxes[match.slot.name] = Box(match, x, y)
        width = x + BOX_WIDTH
    lines = [line for box in boxes.values() for line in _connectors(box, boxes)]
    return format_html(
        '<svg class="bracket" viewBox="0 0 {0} {1}" width="{0}" height="{1}" role="group" '
        'aria-label="Bracket; the list below says the same">{2}{3}{4}</svg>',
        round(width + 2),
        round(height),
        format_html_join("", '<path class="bracket-line" d="{}"/>', ((line,) for line in lines)),
        format_html_join("", '<text class="bracket-title" x="{}" y="{}">{}</text>', titles),
        mark_safe("".join(_box(box, names, links) for box in boxes.values())),
    )


def _columns(matches: Sequence[Match]) -> list[list[Match]]:
    by_column: dict[int, list[Match]] = {}
    for match in matches:
        by_column.setdefault(match.slot.column, []).append(match)
    return [by_column[n] for n in sorted(by_column) if len(by_column[n]) <= MOST_MATCHES]


def _column_title(
    part: str, column: list[Match], columns: list[list[Match]], number: int, is_double: bool
) -> str:
    if part == "losers":
        return f"Losers, round {column[0].slot.column}"
    left = len(columns) - number
    if is_double and left == 1:
        return "Winners' final"
    names = {1: "Final", 2: "Semi-finals", 3: "Quarter-finals"}
    return names.get(left, f"Round {column[0].slot.column}")


def _connectors(box: Box, boxes: Mapping[str, Box]) -> list[str]:
    lines = []
    for place, source in enumerate((box.match.slot.first, box.match.slot.second)):
        start = boxes.get(source.of)
        if source.kind != "winner" or start is None or start.x >= box.x:
            continue
        x1, y1 = start.x + BOX_WIDTH, start.y + BOX_HEIGHT / 2
        y2 = box.y + BOX_HEIGHT * (0.25 + 0.5 * place)
        bend = box.x - GAP_X / 2
        lines.append(f"M{x1:.1f} {y1:.1f}H{bend:.1f}V{y2:.1f}H{box.x:.1f}")
    return lines


def fitting(name: str) -> str:
    """Return a name as far as it fits into a box.

    >>> fitting("theoden"), fitting("a-very-long-name-of-a-rider"), fitting("WWWWWWWWWWWW")
    ('theoden', 'a-very-long-n…', 'WWWWWWWW…')
    """
    room = float(NAME_WIDTH)
    for place, letter in enumerate(name):
        room -= next((width for letters, width in (NARROW, WIDE) if letter in letters), USUAL)
        if room < 0:
            return f"{name[: place - 1]}…"
    return name


def _box(box: Box, names: Mapping[int, str], links: Mapping[str, str]) -> SafeString:
    match = box.match
    rows = []
    for place, entrant in enumerate(match.entrants):
        if entrant is None:
            words, kind = "bye", " is-empty"
        elif entrant == OPEN:
            words, kind = "", " is-empty"
        else:
            words = names.get(entrant, "?")
            kind = " is-winner" if entrant == match.winner else ""
        score = (
            number_word(match.score[place] / 2) if any(match.score) and entrant not in (None, OPEN) else ""
        )
        y = box.y + BOX_HEIGHT * (0.25 + 0.5 * place) + 5
        rows.append(
            format_html(
                '<text class="bracket-name{}" x="{}" y="{}">{}</text>'
                '<text class="bracket-score{}" x="{}" y="{}">{}</text>',
                kind,
                box.x + 9,
                f"{y:.1f}",
                fitting(words),
                kind,
                box.x + BOX_WIDTH - 9,
                f"{y:.1f}",
                score,
            )
        )
    inside = format_html(
        '<rect class="bracket-box" x="{0}" y="{1}" width="{2}" height="{3}" rx="6"/>'
        '<path class="bracket-rule" d="M{0} {4}h{2}"/>{5}{6}',
        box.x,
        f"{box.y:.1f}",
        BOX_WIDTH,
        BOX_HEIGHT,
        f"{box.y + BOX_HEIGHT / 2:.1f}",
        rows[0],
        rows[1],
    )
    if match.level_by:
        right, below = box.x + BOX_WIDTH - 4, f"{box.y + BOX_HEIGHT + 11:.1f}"
        why = LEVEL_BY[match.level_by]
        inside += format_html('<text class="bracket-why" x="{}" y="{}">{}</text>', right, below, why)
    link = links.get(match.slot.name)
    return format_html('<a href="{}">{}</a>', link, inside) if link else format_html("<g>{}</g>", inside)


# -- ratings -----------------------------------------------------------------------------------

PLOT_WIDTH = 640
PLOT_HEIGHT = 220
MARGIN = (10, 14, 26, 52)  # top, right, bottom, left

History = Sequence[tuple[datetime, float]]


def rating_plot(histories: Mapping[str, History]) -> SafeString:
    """Return a plot of ratings over time, a line for each side; "" without any game."""
    points = [point for history in histories.values() for point in history]
    if not points:
        return SafeString("")
    top, right, bottom, left = MARGIN
    first, last = min(at for at, _ in points), max(at for at, _ in points)
    span = max(1.0, (last - first).total_seconds())
    low, high = _bounds([value for _, value in points])

    def x(at: datetime) -> float:
        return left + (at - first).total_seconds() / span * (PLOT_WIDTH - left - right)

    def y(value: float) -> float:
        return top + (high - value) / (high - low) * (PLOT_HEIGHT - top - bottom)

    marks = [low + (high - low) * k / 4 for k in range(5)]
    grid = format_html_join(
        "",
        '<path class="plot-grid" d="M{} {}H{}"/><text class="plot-label" x="{}" y="{}">{}</text>',
        ((left, f"{y(m):.1f}", PLOT_WIDTH - right, left - 6, f"{y(m) + 4:.1f}", round(m)) for m in marks),
    )
    lines = format_html_join(
        "",
        '<polyline class="plot-line plot-line-{}" points="{}"/>{}',
        (
            (
                number,
                " ".join(f"{x(at):.1f},{y(value):.1f}" for at, value in history),
                format_html_join(
                    "",
                    '<circle class="plot-dot plot-line-{}" cx="{}" cy="{}" r="2.5"/>',
                    ((number, f"{x(at):.1f}", f"{y(value):.1f}") for at, value in history[-80:]),
                ),
            )
            for number, history in enumerate(histories.values())
            if history
        ),
    )
    dates = format_html(
        '<text class="plot-label is-start" x="{}" y="{}">{}</text><text class="plot-label" x="{}" y="{}">{}</text>',
        left,
        PLOT_HEIGHT - 8,
        f"{first:%d %b %Y}",
        PLOT_WIDTH - right,
        PLOT_HEIGHT - 8,
        f"{last:%d %b %Y}",
    )
    return format_html(
        '<svg class="plot" viewBox="0 0 {} {}" role="img" aria-label="Ratings over time: {}">{}{}{}</svg>',
        PLOT_WIDTH,
        PLOT_HEIGHT,
        "; ".join(f"{side} now {history[-1][1]:.0f}" for side, history in histories.items() if history),
        grid,
        lines,
        dates,
    )


def _bounds(values: Sequence[float]) -> tuple[float, float]:
    """Return round figures around values, at least a hundred apart."""
    low, high = min(values), max(values)
    if high - low < 100:
        middle = (high + low) / 2
        low, high = middle - 50, middle + 50
    return low // 20 * 20, -(-high // 20) * 20
