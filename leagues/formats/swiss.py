"""Swiss (TOU-5): equals meet, nobody twice, sides balanced; one bye where the number is odd.

The pairing is a matching of least cost (networkx). What costs, and in which order, says leagues.formats.swiss_cost;
what costs least is the distance from the partner that folding the score group would give. Small fields are paired so
that the rounds to come have a way left (leagues.formats.swiss_lookahead).
"""

from collections.abc import Sequence
from dataclasses import replace
from math import ceil, log2
from typing import ClassVar

from leagues.formats import lateness, play_off, tie_breaks
from leagues.formats.base import (
    WIN,
    Arrival,
    Draw,
    Entrants,
    Meeting,
    Meetings,
    OpenFormat,
    Pair,
    Settings,
    Table,
)
from leagues.formats.swiss_cost import (
    BOTH_SIDES,
    BYE,
    POINTS,
    SIDES,
    WEIGHTS,
    Player,
    Weights,
    cost_of_bye,
    cost_of_points,
    cost_of_sides,
    players_of,
    seating,
)
from leagues.formats.swiss_lookahead import MOST_PLAYERS, Lookahead
from rules import OptionField

ORDER = ("buchholz", "sonneborn-berger", "direct", "wins", "weaker-side")

#: Above this number the field is paired in parts, so that a thousand are paired in seconds.
DENSE = 90
#: Players of one part.
PART = 64
#: How many likely partners on either side are looked at where parts do not work out.
WINDOW = 6

MOST_ROUNDS = 30

#: Being kept apart weighs as much as so many meetings before: more than whatever else a pair can cost.
APART = 10**6


def match(
    players: Sequence[Player],
    met: dict[Pair, int],
    blocked: frozenset[Pair],
    weights: Weights,
    ahead: Lookahead | None = None,
) -> list[Pair]:
    """Return the pairs of a round; {player, -1} is a bye. People who block each other are never paired.

    Args:
        ahead: what is known of the rest of the event; small fields are paired with a look at it.
    """
    if len(players) > DENSE:
        found = _in_parts(players, met, blocked, weights)
        if found is not None:
            return found
    wide = len(players) if len(players) <= DENSE else WINDOW
    while True:
        costs = _costs(players, met, blocked, wide, weights)
        found = _cheapest(players, costs)
        if _is_clean(found, players, met) or wide >= len(players):
            covered = set().union(*found) if found else set()
            if ahead is not None and len(players) <= MOST_PLAYERS and covered >= {p.id for p in players}:
                return ahead.best(found, costs)
            left = [frozenset((p.id, BYE - 1 - n)) for n, p in enumerate(players) if p.id not in covered]
            return found + left
        wide = min(len(players), wide * 6)


def _is_clean(pairs: Sequence[Pair], players: Sequence[Player], met: dict[Pair, int]) -> bool:
    """Return whether everybody is paired, and nobody with somebody they have met."""
    covered = set().union(*pairs) if pairs else set()
    return all(not met.get(pair) for pair in pairs) and all(p.id in covered for p in players)


def _in_parts(
    players: Sequence[Player], met: dict[Pair, int], blocked: frozenset[Pair], weights: Weights
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
        found = _cheapest(ordered, _costs(ordered, met, blocked, len(part), weights))
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


def _costs(
    players: Sequence[Player], met: dict[Pair, int], blocked: frozenset[Pair], wide: int, weights: Weights
) -> dict[Pair, int]:
    """Return what each pair costs that is looked at; {player, -1} is a bye where the number is odd."""
    costs: dict[Pair, int] = {}
    fold = _fold(players)
    for i, first in enumerate(players):
        for j in _candidates(i, fold, len(players), wide):
            second = players[j]
            pair = frozenset((first.id, second.id))
            if pair in blocked:
                continue
            cost = weights.again * met.get(pair, 0) + cost_of_points(first, second, weights)
            cost += cost_of_sides(first, second, weights)
            cost += abs(abs(i - j) - fold[i]) if first.points == second.points else abs(i - j)
            costs[pair] = cost
    if len(players) % 2:
        last = players[-1].points
        for i, player in enumerate(players):
            costs[frozenset((player.id, BYE))] = cost_of_bye(player, last, weights) + len(players) - i
    return costs


def _cheapest(players: Sequence[Player], costs: dict[Pair, int]) -> list[Pair]:
    """Return as many pairs as there can be, the cheapest together, those of the best players first."""
    import networkx  # type: ignore[import-untyped]  # no type hints; large, and only a pairing needs it

    graph = networkx.Graph()
    graph.add_nodes_from(p.id for p in players)
    graph.add_edges_from((*pair, {"weight": -cost}) for pair, cost in costs.items())
    matching = networkx.max_weight_matching(graph, maxcardinality=True)
    place = {p.id: i for i, p in enumerate(players)} | {BYE: len(players)}
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


def rounds_words(settings: Settings) -> str:
    """Return how many rounds a Swiss has."""
    return (
        f"{settings['rounds']} rounds" if settings["rounds"] else "As many rounds as a knock-out would need"
    )


def _resting(entrants: Entrants, number: int, settings: Settings) -> list[int]:
    """Return who asked not to play in a round, the best seeds first; nobody where there are no byes on request."""
    if not lateness.most_byes(settings):
        return []
    asked = [e for e in entrants if e.active and number in e.byes]
    return [e.id for e in sorted(asked, key=lambda e: e.seed)]


def _by_hand(players: Sequence[Player], draw: Draw) -> list[Pair]:
    """Return the pairs by hand of a round that can be kept: both are there, and nobody is in two of them."""
    free = {player.id for player in players}
    pairs = []
    for one, other in draw.by_hand:
        pair = frozenset((one, other))
        if pair <= free and len(pair) == 2 and pair not in draw.blocked:
            pairs.append(pair)
            free -= pair
    return pairs


class Swiss(OpenFormat):
    """A Swiss tournament."""

    id = "swiss"
    name = "Swiss"
    summary = "A fixed number of rounds; you meet people who have done as well as you, nobody twice."
    least_entrants = 3
    fields: ClassVar[tuple[OptionField, ...]] = (
        OptionField(
            "rounds",
            "Rounds",
            "number",
            0,
            minimum=0,
            maximum=MOST_ROUNDS,
            help="0: as many as a knock-out would need.",
        ),
        OptionField(
            "games_per_round",
            "Games in a round",
            "choice",
            "1",
            choices={"1": "One", "2": "Two, one with each side"},
        ),
        OptionField(
            "weights",
            "What weighs more",
            "choice",
            POINTS,
            choices={
                POINTS: "Points: you meet people with as many; sides are balanced among them",
                SIDES: "Sides: they are balanced, even if you meet people with more or fewer points",
            },
            help="For rounds of one game; with two, everybody has both sides.",
        ),
        lateness.SWISS_LATE,
        lateness.BYES,
        lateness.BYE_WORTH,
        play_off.FIRST_TIE,
    )

    def pair(self, entrants: Entrants, meetings: Meetings, settings: Settings, draw: Draw) -> list[Meeting]:
        number = max((m.round for m in meetings), default=0) + 1
        if number > self.length(entrants, meetings, settings):
            tables = self.tables(entrants, meetings, settings)
            return play_off.due(tables, meetings, settings, grouped=False)
        everybody = players_of(entrants, meetings)
        if len(everybody) < 2:
            return []
        double = settings["games_per_round"] == "2"
        to_come = range(number, self.length(entrants, meetings, settings) + 1)
        resting, *later = [_resting(entrants, coming, settings) for coming in to_come]
        players = [player for player in everybody if player.id not in resting]
        weights = BOTH_SIDES if double else WEIGHTS[settings.get("weights", POINTS)]
        met: dict[Pair, int] = {}
        for meeting in meetings:
            if not meeting.is_bye and meeting.slot in ("", "1"):
                pair = frozenset(meeting.sides)
                met[pair] = met.get(pair, 0) + 1
        for pair in draw.apart:
            met[pair] = met.get(pair, 0) + APART
        fixed = _by_hand(players, draw)
        free = [player for player in players if not any(player.id in pair for pair in fixed)]
        by_id = {p.id: p for p in players}
        ahead = Lookahead({p.id: p for p in everybody}, met, draw.blocked, fixed, later, weights)
        games = 2 if double else 1
        result = [
            lateness.empty_round(number, entrant, lateness.ASKED, settings["bye_worth"], games)
            for entrant in resting
        ]
        for table, pair in enumerate(fixed + match(free, met, draw.blocked, weights, ahead)):
            people = [by_id[i] for i in pair if i in by_id]
            if len(people) == 1:
                result.append(Meeting(number, (people[0].id,), points=(WIN * games,), played=False))
                continue
            sides = seating(people[0], people[1], table)
            result.append(Meeting(number, sides, slot="1" if double else ""))
            if double:
                result.append(Meeting(number, (sides[1], sides[0]), slot="2"))
        return result

    def tables(
        self, entrants: Entrants, meetings: Meetings, settings: Settings, weaker_side: int | None = None
    ) -> list[Table]:
        games = play_off.without(meetings)
        table = tie_breaks.standings("Standings", entrants, games, ORDER, weaker_side, settings=settings)
        table = play_off.settled(table, entrants, meetings)
        byes = "A bye counts as a win." + lateness.bracket_words(settings)
        return [replace(table, explained=(*table.explained, byes))]

    def length(self, entrants: Entrants, meetings: Meetings, settings: Settings) -> int:
        """Return how many rounds there are, but for a play-off: who comes late makes it no longer."""
        late = lateness.latecomers(meetings)
        return self.rounds(sum(entrant.id not in late for entrant in entrants), settings) or 0

    def why_not_late(self, entrants: Entrants, meetings: Meetings, settings: Settings, draw: Draw) -> str:
        if not lateness.is_taken(settings):
            return super().why_not_late(entrants, meetings, settings, draw)
        paired = max((m.round for m in meetings), default=0)
        if 2 * paired > self.length(entrants, meetings, settings):
            return "More than half of the rounds are paired: nobody can enter any more."
        return ""

    def arrive(
        self, newcomer: int, entrants: Entrants, meetings: Meetings, settings: Settings, draw: Draw
    ) -> Arrival:
        """Let somebody in at the last place; every round that was paired without them counts as the settings say."""
        place = max((e.place for e in entrants), default=0) + 1
        paired = max((m.round for m in meetings), default=0)
        games = int(settings["games_per_round"])
        missed = [
            lateness.empty_round(number, newcomer, lateness.LATE, settings["late_entry"], games)
            for number in range(1, paired + 1)
        ]
        return Arrival("", place, tuple(missed))

    def rounds(self, number: int, settings: Settings) -> int | None:
        return int(settings["rounds"]) or max(1, ceil(log2(max(2, number))))

    def words(self, settings: Settings, seats: int = 2) -> list[str]:
        return [
            f"{rounds_words(settings)}. Nobody meets anybody twice while that can be avoided.",
            *self._pairing_words(settings),
            "If the number is odd, one of the last, who has not had it before, gets a bye, which counts as a win.",
            *lateness.swiss_words(settings),
            *lateness.bye_words(settings),
            play_off.words(settings),
        ]

    def _pairing_words(self, settings: Settings) -> list[str]:
        """Return who meets whom, and who has which side, as sentences for players."""
        if settings["games_per_round"] == "2":
            return [
                "You meet people with as many points as you, as far as that is possible.",
                "In each round you play two games against the same opponent, one with each side.",
            ]
        if settings.get("weights", POINTS) == SIDES:
            return [
                "In each round you play one game. Sides come before points: people who had the same side more often "
                "do not meet while that can be avoided; among the others you meet people with as many points as you.",
            ]
        return [
            "In each round you play one game, against somebody with as many points as you or, where that is not "
            "possible, about as many: points come before sides.",
            "Nobody has one side more than two times more often than the other, nor three times in a row while that "
            "can be avoided. Otherwise whoever had a side more often gets the other one; if both are alike, the "
            "latest game in which your sides differed decides, and you change.",
        ]
