"""Swiss (TOU-5): equals meet, nobody twice, sides balanced; one bye where the number is odd.

The pairing is a matching of least cost (networkx). What costs, from dear to cheap: playing somebody again,
a second bye, having one side two more times than the other, a difference of points, and the
distance from the partner that folding the score group would give.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, log2

from leagues.formats import tie_breaks
from leagues.formats.base import WIN, Draw, Entrant, Format, Meeting, Pair, Settings, Table, tally
from rules import OptionField

ORDER = ("buchholz", "sonneborn-berger", "direct", "wins", "weaker-side")

#: Above this number the field is paired in parts, so that a thousand are paired in seconds.
DENSE = 90
#: Players of one part.
PART = 64
#: How many likely partners on either side are looked at where parts do not work out.
WINDOW = 6

_AGAIN = 10**13
_REST = 10**12
_SIDES = 10**9
_SCORE = 10**4
_BYE = -1


@dataclass(frozen=True, slots=True)
class Player:
    """What the pairing needs to know of an entrant: `lean` is games on the first side less the others."""

    id: int
    seed: int
    points: float
    lean: int
    last_side: int
    byes: int


def players_of(entrants: Sequence[Entrant], meetings: Sequence[Meeting]) -> list[Player]:
    """Return the active entrants in the order in which they are paired: by points, then by seed."""
    tallies = tally(entrants, meetings)
    lean: dict[int, int] = {}
    last: dict[int, int] = {}
    for meeting in sorted(meetings, key=lambda m: m.round):
        if not meeting.is_bye:
            for index, side in enumerate(meeting.sides):
                lean[side] = lean.get(side, 0) + (1 if index == 0 else -1)
                last[side] = index
    byes: dict[int, int] = {}
    for meeting in meetings:
        if meeting.is_bye:
            byes[meeting.sides[0]] = byes.get(meeting.sides[0], 0) + 1
    players = [
        Player(e.id, e.seed, tallies[e.id].points, lean.get(e.id, 0), last.get(e.id, 1), byes.get(e.id, 0))
        for e in entrants
        if e.active
    ]
    return sorted(players, key=lambda p: (-p.points, p.seed))


def match(
    players: Sequence[Player], met: dict[Pair, int], blocked: frozenset[Pair], *, sides: bool
) -> list[Pair]:
    """Return the pairs of a round; {player, -1} is a bye. People who block each other are never paired."""
    if len(players) > DENSE:
        found = _in_parts(players, met, blocked, sides)
        if found is not None:
            return found
    wide = len(players) if len(players) <= DENSE else WINDOW
    while True:
        found = _match(players, met, blocked, wide, sides)
        if _is_clean(found, players, met) or wide >= len(players):
            covered = set().union(*found) if found else set()
            left = [frozenset((p.id, _BYE - 1 - n)) for n, p in enumerate(players) if p.id not in covered]
            return found + left
        wide = min(len(players), wide * 6)


def _is_clean(pairs: Sequence[Pair], players: Sequence[Player], met: dict[Pair, int]) -> bool:
    """Return whether everybody is paired, and nobody with somebody they have met."""
    covered = set().union(*pairs) if pairs else set()
    return all(not met.get(pair) for pair in pairs) and all(p.id in covered for p in players)


def _in_parts(
    players: Sequence[Player], met: dict[Pair, int], blocked: frozenset[Pair], sides: bool
) -> list[Pair] | None:
    """Return the pairs of a large field, part by part from the top; None where that does not work out.

    A part that cannot be paired cleanly is joined with the next one.
    """
    order = _sliced(players)
    result: list[Pair] = []
    part: list[Player] = []
    for start in range(0, len(order), PART):
        part += order[start : start + PART]
        if len(part) > 4 * PART:
            return None
        ordered = sorted(part, key=lambda p: (-p.points, p.seed))
        found = _match(ordered, met, blocked, len(part), sides)
        if _is_clean(found, part, met):
            result += found
            part = []
    return None if part else result


def _sliced(players: Sequence[Player]) -> list[Player]:
    """Return the field with large score groups cut so that a part holds both halves of a fold."""
    order: list[Player] = []
    groups: dict[float, list[Player]] = {}
    for player in players:
        groups.setdefault(player.points, []).append(player)
    for group in groups.values():
        half = len(group) // 2
        for start in range(0, half, PART // 2):
            end = min(start + PART // 2, half)
            order += group[start:end] + group[half + start : half + end]
        order += group[2 * half :]
    return order


def _match(
    players: Sequence[Player], met: dict[Pair, int], blocked: frozenset[Pair], wide: int, sides: bool
) -> list[Pair]:
    import networkx  # type: ignore[import-untyped]  # no type hints; large, and only a pairing needs it

    graph = networkx.Graph()
    graph.add_nodes_from(p.id for p in players)
    fold = _fold(players)
    for i, first in enumerate(players):
        for j in _candidates(i, fold, len(players), wide):
            second = players[j]
            pair = frozenset((first.id, second.id))
            if pair in blocked:
                continue
            cost = _AGAIN * met.get(pair, 0) + int(_SCORE * (first.points - second.points) ** 2)
            if sides and first.lean * second.lean > 0:
                cost += _SIDES
            cost += abs(abs(i - j) - fold[i]) if first.points == second.points else abs(i - j)
            graph.add_edge(first.id, second.id, weight=-cost)
    if len(players) % 2:
        last = players[-1].points
        for i, player in enumerate(players):
            cost = _REST * player.byes + int(_SCORE * 4 * (player.points - last) ** 2) + len(players) - i
            graph.add_edge(player.id, _BYE, weight=-cost)
    matching = networkx.max_weight_matching(graph, maxcardinality=True)
    place = {p.id: i for i, p in enumerate(players)} | {_BYE: len(players)}
    return sorted((frozenset(pair) for pair in matching), key=lambda pair: min(place[m] for m in pair))


def _fold(players: Sequence[Player]) -> list[int]:
    """Return, for each player, half the size of the score group: how far below the ideal partner stands."""
    sizes: dict[float, int] = {}
    for player in players:
        sizes[player.points] = sizes.get(player.points, 0) + 1
    return [max(1, sizes[p.points] // 2) for p in players]


def _candidates(i: int, fold: list[int], number: int, wide: int) -> list[int]:
    """Return the places after `i` that are worth a look: near below, and near the folded partner."""
    if wide >= number:
        return list(range(i + 1, number))
    near = range(i + 1, min(number, i + 1 + wide))
    folded = range(max(i + 1, i + fold[i] - wide), min(number, i + fold[i] + wide))
    return sorted({*near, *folded})


class Swiss(Format):
    """A Swiss tournament."""

    id = "swiss"
    name = "Swiss"
    summary = "A fixed number of rounds; you meet people who have done as well as you, nobody twice."
    least_entrants = 3
    fields = (
        OptionField(
            "rounds",
            "Rounds",
            "number",
            0,
            minimum=0,
            maximum=30,
            help="0: as many as a knock-out would need.",
        ),
        OptionField(
            "games_per_round",
            "Games in a round",
            "choice",
            "1",
            choices={"1": "One", "2": "Two, one with each side"},
        ),
    )

    def pair(
        self, entrants: Sequence[Entrant], meetings: Sequence[Meeting], settings: Settings, draw: Draw
    ) -> list[Meeting]:
        number = max((m.round for m in meetings), default=0) + 1
        if number > (self.rounds(len(entrants), settings) or 0):
            return []
        players = players_of(entrants, meetings)
        if len(players) < 2:
            return []
        double = settings["games_per_round"] == "2"
        met: dict[Pair, int] = {}
        for meeting in meetings:
            if not meeting.is_bye and meeting.slot in ("", "1"):
                pair = frozenset(meeting.sides)
                met[pair] = met.get(pair, 0) + 1
        by_id = {p.id: p for p in players}
        result = []
        for table, pair in enumerate(match(players, met, draw.blocked, sides=not double)):
            people = [by_id[i] for i in pair if i in by_id]
            if len(people) == 1:
                points = WIN * (2 if double else 1)
                result.append(Meeting(number, (people[0].id,), points=(points,), played=False))
                continue
            sides = seating(people[0], people[1], table)
            result.append(Meeting(number, sides, slot="1" if double else ""))
            if double:
                result.append(Meeting(number, (sides[1], sides[0]), slot="2"))
        return result

    def tables(
        self,
        entrants: Sequence[Entrant],
        meetings: Sequence[Meeting],
        settings: Settings,
        weaker_side: int | None = None,
    ) -> list[Table]:
        table = tie_breaks.standings("Standings", entrants, meetings, ORDER, weaker_side)
        return [replace(table, explained=(*table.explained, "A bye counts as a win."))]

    def rounds(self, number: int, settings: Settings) -> int | None:
        return int(settings["rounds"]) or max(1, ceil(log2(max(2, number))))

    def words(self, settings: Settings, seats: int = 2) -> list[str]:
        rounds = (
            f"{settings['rounds']} rounds"
            if settings["rounds"]
            else "As many rounds as a knock-out would need"
        )
        games = (
            "In each round you play one game; sides are balanced."
            if settings["games_per_round"] == "1"
            else "In each round you play two games against the same opponent, one with each side."
        )
        return [
            f"{rounds}. You meet people with as many points as you; nobody twice while that can be avoided.",
            games,
            "If the number is odd, one of the last, who has not had it before, gets a bye, which counts as a win.",
        ]


def seating(first: Player, second: Player, table: int) -> tuple[int, int]:
    """Return two players by side: whoever had the first side more often gets the second now.

    If both are alike, the one who had a side last gets the other; if that is alike too, tables alternate.
    """
    if first.lean != second.lean:
        return (second.id, first.id) if first.lean > second.lean else (first.id, second.id)
    if first.last_side != second.last_side:
        return (second.id, first.id) if first.last_side == 0 else (first.id, second.id)
    higher, lower = (first, second) if first.seed < second.seed else (second, first)
    return (higher.id, lower.id) if table % 2 == 0 else (lower.id, higher.id)
