"""Plots of a report: curves with axes, drawn on the server for `games/board/plots.html`."""

import msgspec

#: The drawing area of a plot, in units.
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 240, 40, 96, 14, 28


class Series(msgspec.Struct):
    """One curve: its name, its style (`one`, `two`, `three`), its values at 0, 1, 2 ..."""

    name: str
    style: str
    values: list[float]
    path: str = ""
    end: tuple[float, float] = (0, 0)


class Plot(msgspec.Struct):
    """A plot with axes, ready to be drawn: `across` and `up` are ticks with their places."""

    title: str
    note: str
    axis: str
    series: list[Series]
    across: list[tuple[float, str]] = []
    up: list[tuple[float, str]] = []
    zero: float | None = None

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the drawing."""
        return WIDTH, HEIGHT

    @property
    def span(self) -> tuple[int, int]:
        """Where the curves begin and end, from the left."""
        return LEFT, WIDTH - RIGHT

    @property
    def base(self) -> int:
        """Where the words of the ticks below the curves stand."""
        return HEIGHT - BOTTOM + 17

    @property
    def axis_place(self) -> tuple[int, int]:
        """Where the name of the axis stands."""
        return WIDTH - 50, HEIGHT - 3


def plot(
    title: str, note: str, axis: str, series: list[Series], *, least: float = 0, most: float = 1
) -> Plot:
    """Return a plot of `series`, its scale from `least` to `most` or as far as the values go."""
    values = [v for s in series for v in s.values]
    low, high = min([least, *values]), max([most, *values])
    length = max(len(s.values) for s in series)
    wide, tall = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def x(index: float) -> float:
        return round(LEFT + wide * index / max(1, length - 1), 1)

    def y(value: float) -> float:
        return round(TOP + tall * (high - value) / ((high - low) or 1), 1)

    for curve in series:
        points = [(x(i), y(v)) for i, v in enumerate(curve.values)]
        curve.path = "M" + "L".join(f"{px} {py}" for px, py in points)
        curve.end = points[-1]
    _spread(series)
    every = max(1, -(-length // 12))
    step = next(n for n in (1, 2, 5, 10, 20, 50, 100) if n * 6 >= high - low or n == 100)
    first = int(low // step) * step
    ups = [v for v in range(first, int(high) + step, step) if low <= v <= high]
    return Plot(
        title,
        note,
        axis,
        series,
        [(x(i), str(i)) for i in range(0, length, every)],
        [(y(v), str(v)) for v in ups],
        y(0) if low < 0 else None,
    )


def _spread(series: list[Series]) -> None:
    """Move the names at the ends of the curves apart."""
    taken: list[float] = []
    for curve in sorted(series, key=lambda s: s.end[1]):
        at = max([curve.end[1], *(t + 16 for t in taken)])
        taken.append(at)
        curve.end = (curve.end[0] + 6, round(at + 4, 1))
    over = max(0.0, max(taken) - (HEIGHT - BOTTOM))
    for curve in series:
        curve.end = (curve.end[0], round(curve.end[1] - over, 1))
