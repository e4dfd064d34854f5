"""The report after a game of War of the Ring: curves by turn, luck against expectation, losses (REP-10)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from games.boards.war_of_the_ring.pieces import SIDE_NAMES
from rules.war_of_the_ring.action_dice import die_name
from rules.war_of_the_ring.board import (
    CARDS,
    CHARACTERS,
    FP,
    NATION_OF,
    NATIONS,
    NAZGUL,
    REGIONS,
    SH,
    SIDES,
    enemy,
    figure_name,
)

Line = dict[str, Any]

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


def chance_to_hit(needed: int, bonus: int) -> float:
    """Return how likely a die hits: a 1 never, a 6 always (WR-10.10)."""
    return sum(d != 1 and (d == 6 or d + bonus >= needed) for d in range(1, 7)) / 6


class _Tally:
    """What the lines of a game add up to."""

    def __init__(self) -> None:
        self.points = dict.fromkeys(SIDES, 0)
        self.corruption = self.progress = self.mordor = 0
        self.losses: dict[str, Counter[str]] = {side: Counter() for side in SIDES}
        self.cards: dict[str, list[str]] = {side: [] for side in SIDES}
        self.by_turn: dict[str, list[float]] = {name: [0] for name in self.now()}
        self.luck: dict[str, list[float]] = {side: [0] for side in SIDES}
        self.hits: dict[str, int] = dict.fromkeys(SIDES, 0)
        self.rolled: dict[str, int] = dict.fromkeys(SIDES, 0)
        self.hunt: list[float] = [0]
        self.faces: dict[str, Counter[str]] = {side: Counter() for side in SIDES}
        self.battles = self.hunts = self.turns = 0

    def now(self) -> dict[str, int]:
        """Return what the curves by turn show, as it stands."""
        return {
            **self.points,
            "corruption": self.corruption,
            "progress": self.progress,
            "mordor": self.mordor,
            **{f"cards-{side}": len(cards) for side, cards in self.cards.items()},
            **{f"losses-{side}": losses.total() for side, losses in self.losses.items()},
        }

    def end_turn(self) -> None:
        for name, value in self.now().items():
            self.by_turn[name].append(value)

    def roll(self, data: dict[str, Any]) -> None:
        side, dice = data["side"], data["dice"]
        expected = len(dice) * chance_to_hit(data["needed"], data.get("bonus", 0))
        self.luck[side].append(round(self.luck[side][-1] + data["hits"] - expected, 2))
        self.hits[side] += data["hits"]
        self.rolled[side] += len(dice)

    def hunted(self, data: dict[str, Any]) -> None:
        dice = len(data["dice"]) + len(data["rerolled"])
        expected = dice * sum(d != 1 and d + data["bonus"] >= 6 for d in range(1, 7)) / 6
        self.hunt.append(round(self.hunt[-1] + data["successes"] - expected, 2))
        self.hunts += 1

    def read(self, line: Line) -> None:
        kind, data = line["kind"], line["data"]
        if kind == "turn-begins":
            if self.turns:
                self.end_turn()
            self.turns = data["turn"]
        elif kind == "settlement-captured":
            self.points[data["side"]] += data["points"]
        elif kind == "settlement-recaptured":
            self.points[enemy(data["side"])] -= REGIONS[data["region"]].vp
        elif kind in ("corrupted", "healed"):
            self.corruption = data["corruption"]
        elif kind == "fellowship-moved":
            self.progress = data["progress"]
        elif kind in ("fellowship-declared", "fellowship-revealed", "mordor-entered"):
            self.progress = 0
        elif kind == "mordor-step":
            self.mordor = data["step"]
        elif kind in ("combat-rolled", "leader-rerolled", "additional-attack"):
            self.roll(data)
        elif kind == "hunt-rolled":
            self.hunted(data)
        elif kind == "action-dice-rolled":
            self.faces[data["side"]].update(data["dice"])
        elif kind in ("casualty", "struck-down", "fell-with-army"):
            self.lose(data)
        elif kind == "card-played":
            self.cards[data["side"]].append(CARDS[data["card"]].title)
        elif kind == "attack-declared":
            self.battles += 1

    def lose(self, data: dict[str, Any]) -> None:
        figure = data["figure"]
        if data.get("how", "lose") == "lose":
            nation = NATION_OF.get(figure)
            side = NATIONS[nation].side if nation else data.get("side")
            if side in self.losses:
                self.losses[side][figure] += data.get("count", 1)


def _lost(figure: str, count: int) -> str:
    """Return lost figures of one kind (`2 Gondor Regulars`, `3 Nazgûl`, `Gimli`)."""
    name = figure_name(figure)
    if figure in CHARACTERS:
        return name
    return f"{count} {name}{'s' if count > 1 and figure != NAZGUL else ''}"


def report(lines: list[Line]) -> dict[str, Any]:
    """Return the report of a finished game; `lines` is its whole story, oldest first."""
    tally = _Tally()
    for line in lines:
        tally.read(line)
    tally.end_turn()
    turns = tally.by_turn

    def sides(values: dict[str, list[float]], of: str = "") -> list[Series]:
        return [Series(SIDE_NAMES[s], style, values[of + s]) for s, style in ((SH, "two"), (FP, "one"))]

    way = [Series("Corruption", "two", turns["corruption"]), Series("Progress", "one", turns["progress"])]
    if any(turns["mordor"]):
        way.append(Series("Mordor", "three", turns["mordor"]))
    return {
        "plots": [
            plot(
                "Victory points",
                "At the end of each turn. The Shadow wins with 10, the Free Peoples with 4.",
                "Turn",
                sides(turns),
                most=4,
            ),
            plot("The way of the Ring", "At the end of each turn.", "Turn", way, most=12),
            plot(
                "Luck in battle",
                "Hits above or below what the dice promise, added up roll by roll.",
                "Roll",
                sides(tally.luck),
                least=-1,
            ),
            plot(
                "Luck of the Hunt",
                "Successes above or below what the dice promise, hunt by hunt.",
                "Hunt",
                [Series("The Hunt", "two", tally.hunt)],
                least=-1,
            ),
            plot("Event cards", "Played by the end of each turn.", "Turn", sides(turns, "cards-"), most=4),
            plot(
                "Casualties", "Figures lost by the end of each turn.", "Turn", sides(turns, "losses-"), most=4
            ),
        ],
        "turns": tally.turns,
        "battles": tally.battles,
        "hunts": tally.hunts,
        "sides": [
            {
                "side": side,
                "name": SIDE_NAMES[side],
                "hits": tally.hits[side],
                "rolled": tally.rolled[side],
                "expected": round(tally.hits[side] - tally.luck[side][-1], 1),
                "faces": [{"name": die_name(d), "count": n} for d, n in tally.faces[side].most_common()],
                "losses": [_lost(figure, n) for figure, n in tally.losses[side].most_common()],
                "cards": tally.cards[side],
            }
            for side in SIDES
        ],
    }
