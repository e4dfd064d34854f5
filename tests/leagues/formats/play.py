"""Playing events out on paper."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from leagues.formats import FORMATS, Draw, Entrant, Meeting

Decide = Callable[[Meeting], tuple[float, ...]]


def people(number: int, **more: Any) -> list[Entrant]:
    return [Entrant(n, n, **more) for n in range(1, number + 1)]


def prepared(kind: str, entrants: list[Entrant], settings: Mapping[str, Any], draw: Draw) -> list[Entrant]:
    """The entrants with the groups and places that the format gives them at the start."""
    places = FORMATS[kind].prepare(entrants, settings, draw)
    return [
        replace(e, group=places[e.id][0], place=places[e.id][1]) if e.id in places else e for e in entrants
    ]


def by_chance(seed: int, draws: float = 0.1) -> Decide:
    rng = Random(seed)

    def decide(meeting: Meeting) -> tuple[float, ...]:
        if rng.random() < draws:
            return tuple(2 / len(meeting.sides) for _ in meeting.sides)
        winner = rng.randrange(len(meeting.sides))
        return tuple(2.0 if n == winner else 0.0 for n in range(len(meeting.sides)))

    return decide


def better_seed_wins(meeting: Meeting) -> tuple[float, ...]:
    best = min(meeting.sides)
    return tuple(2.0 if side == best else 0.0 for side in meeting.sides)


def play_out(
    kind: str,
    entrants: list[Entrant],
    decide: Decide,
    draw: Draw | None = None,
    **raw: Any,
) -> tuple[list[Entrant], list[Meeting], dict[str, Any]]:
    """Pair and decide round after round until the format pairs no more."""
    draw = draw or Draw()
    settings = FORMATS[kind].normalise(raw, draw.seats)
    entrants = prepared(kind, entrants, settings, draw)
    meetings: list[Meeting] = []
    while row := FORMATS[kind].pair(entrants, meetings, settings, draw):
        meetings += [m if m.is_decided else replace(m, points=decide(m)) for m in row]
        assert len(meetings) < 20_000
    return entrants, meetings, settings


def met(meetings: list[Meeting]) -> Counter[frozenset[int]]:
    return Counter(frozenset(m.sides) for m in meetings if len(m.sides) == 2)


def leans(meetings: list[Meeting]) -> dict[int, int]:
    """For each player: games on the first side less those on the second."""
    lean: Counter[int] = Counter()
    for meeting in meetings:
        if len(meeting.sides) == 2:
            lean[meeting.sides[0]] += 1
            lean[meeting.sides[1]] -= 1
    return dict(lean)
