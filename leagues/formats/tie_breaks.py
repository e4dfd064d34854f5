"""Tie-breaks (TOU-12), each a function of the tallies and meetings, with a sentence that explains it."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from math import fsum

from leagues.formats.base import (
    LEVEL,
    WIN,
    Entrants,
    Line,
    Meeting,
    Meetings,
    Settings,
    Table,
    Tally,
    line_of,
    ranked,
    tally,
)

NAMES = {
    "boards": "Board points",
    "direct": "Direct encounter",
    "sonneborn-berger": "Sonneborn-Berger",
    "buchholz": "Buchholz",
    "wins": "Games won",
    "weaker-side": "Wins with the weaker side",
}

EXPLAINED = {
    "boards": "Board points: the points of all games on the boards of the team; a bye counts as a draw on each.",
    "direct": "Direct encounter: the points from the games among those who are level in all that stands before it.",
    "sonneborn-berger": "Sonneborn-Berger: the points of everybody beaten, and half those of everybody drawn.",
    "buchholz": "Buchholz: the points of the opponent of every game; in a bye as if of one who has drawn every game.",
    "wins": "Games won: the number of games won.",
    "weaker-side": "Wins with the weaker side: games won with the side that wins less often in this event.",
}

INDIVIDUALLY = "Own: games won for oneself, of those that were won with allies; they count for no place."

#: The setting that holds the version by which an event's tables are made; without it the newest. What was over under
#: version 1 stays as it was decided: direct encounter among all with as many points, whatever had
#: parted them before, and a bye in Buchholz as one game, of however many the round had.
VERSION = "tie_breaks"


def sonneborn_berger(entrant: int, tallies: Mapping[int, Tally]) -> float:
    """Return the sum of the points of beaten opponents, and half those of drawn ones."""
    return fsum(
        tallies[other].points * points / WIN
        for other, points in tallies[entrant].opponents
        if other in tallies
    )


def buchholz(entrant: int, tallies: Mapping[int, Tally], games_per_bye: int = 1) -> float:
    """Return the sum of the opponents' points, game by game; in each game of a bye half of what could be won in all."""
    own = tallies[entrant]
    without = own.byes * games_per_bye
    met = fsum(tallies[other].points for other, _ in own.opponents if other in tallies)
    return met + without * (own.played + without) * WIN / 2


def direct(entrant: int, tallies: Mapping[int, Tally], level: Collection[int]) -> float:
    """Return the points from games against those who are `level` with somebody in all that decides before."""
    return fsum(points for other, points in tallies[entrant].opponents if other in level)


def _direct(
    tallies: Mapping[int, Tally], keys: Mapping[int, tuple[float, ...]], *, among_points: bool
) -> dict[int, float]:
    """Return everybody's direct encounter among those with the same key: points and tie-breaks so far."""
    alike = {e: (t.points, t.boards) for e, t in tallies.items()} if among_points else keys
    level: dict[tuple[float, ...], set[int]] = {}
    for entrant, key in alike.items():
        level.setdefault(key, set()).add(entrant)
    return {entrant: direct(entrant, tallies, level[key]) for entrant, key in alike.items()}


def weaker_wins(entrant: int, meetings: Iterable[Meeting], weaker_side: int | None) -> float:
    """Return the games won with the weaker side; 0 where no side is the weaker one."""
    if weaker_side is None:
        return 0.0
    played = [m for m in meetings if m.points and not m.is_bye and m.sides[weaker_side] == entrant]
    return float(sum(m.points_of(entrant) >= WIN for m in played))


def weaker_side_of(meetings: Iterable[Meeting]) -> int | None:
    """Return the side of two that has won less often, None if they are level."""
    won = [0, 0]
    for meeting in meetings:
        if meeting.points and len(meeting.sides) == 2 and max(meeting.points) >= WIN:
            won[meeting.points.index(max(meeting.points))] += 1
    if won[0] == won[1]:
        return None
    return 0 if won[0] < won[1] else 1


def with_ties(
    lines: Sequence[Line], keys: Mapping[int, tuple[float, ...]], names: Sequence[str]
) -> tuple[Line, ...]:
    """Return lines that say what puts them ahead of the next one with as many points.

    Args:
        keys: points and tie-breaks of each entrant, as the lines are ranked. names: of the tie-breaks.
    """
    result = []
    for line, after in zip_longest(lines, lines[1:]):
        tie = ""
        if (
            after is not None
            and keys[line.entrant][0] == keys[after.entrant][0]
            and (line.played or after.played)
        ):
            values = zip(names, keys[line.entrant][1:], keys[after.entrant][1:], strict=True)
            tie = next((name for name, own, other in values if own != other), LEVEL)
        result.append(replace(line, tie=tie))
    return tuple(result)


def standings(
    name: str,
    entrants: Entrants,
    meetings: Meetings,
    order: Sequence[str],
    weaker_side: int | None = None,
    worth: str = "A win counts 2, a draw 1.",
    *,
    points: Mapping[int, float] | None = None,
    counts: Mapping[int, Tally] | None = None,
    settings: Settings | None = None,
) -> Table:
    """Return a table by points and the tie-breaks in `order`; those who have left stand with their results.

    Args:
        worth: what a game is worth, in a sentence for players.
        points: by which everybody is ranked, else those of their games. counts: games as the lines tell them, else all.
        settings: the games of a round, which a bye stands for, and the version (`VERSION`).
    """
    tallies = tally(entrants, meetings)
    points = points or {entrant: own.points for entrant, own in tallies.items()}
    counts = counts or tallies
    settings = settings or {}
    is_first = settings.get(VERSION) == 1
    games = 1 if is_first else int(settings.get("games_per_round", 1))
    byes = Counter(m.sides[0] for m in meetings if m.is_bye and m.is_decided)
    keys: dict[int, tuple[float, ...]] = {e.id: (points[e.id],) for e in entrants}
    for kind in order:
        if kind == "direct":
            values = _direct(tallies, keys, among_points=is_first)
        elif kind == "weaker-side":
            values = {entrant: weaker_wins(entrant, meetings, weaker_side) for entrant in keys}
        elif kind == "buchholz":
            values = {entrant: buchholz(entrant, tallies, games) for entrant in keys}
        elif kind == "sonneborn-berger":
            values = {entrant: sonneborn_berger(entrant, tallies) for entrant in keys}
        elif kind == "boards":
            values = {entrant: own.boards for entrant, own in tallies.items()}
        else:
            values = {entrant: float(own.won) for entrant, own in tallies.items()}
        keys = {entrant: (*key, values[entrant]) for entrant, key in keys.items()}
    rows = []
    for e in sorted(entrants, key=lambda e: e.seed):
        own, *breaks = keys[e.id]
        line = replace(line_of(e, counts[e.id]), points=own, breaks=tuple(breaks), byes=byes[e.id])
        rows.append((keys[e.id], line))
    names = tuple(NAMES[kind] for kind in order)
    individual = (INDIVIDUALLY,) if any(own.won_individually for own in counts.values()) else ()
    explained = (worth, *individual, *(EXPLAINED[kind] for kind in order))
    return Table(name, with_ties(ranked(rows), keys, names), names, explained)
