"""Looking ahead in a small Swiss: which pairs of a round leave the rounds to come without a second game or bye.

A round can be as good as possible by itself and leave the next one without a way: of six people, three rounds can leave
two triangles of those who have not met. So in small fields what is left is tried out, to the last planned round.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from leagues.formats.base import Pair
from leagues.formats.swiss_cost import BYE, MOST_LEAN, Player, Weights, seating

#: Fields of up to so many are looked at.
MOST_PLAYERS = 16
#: Ways of pairing a round that are looked at: all of up to twelve people (10,395).
MOST_WAYS = 12_000
#: Rounds to come that are tried for one such way, and for all of them.
MOST_TRIED, MOST_TRIED_OF_ALL = 500, 5_000


@dataclass
class Lookahead:
    """The rest of an event as it is known before a round is paired.

    Attributes:
        players: everybody who is there, also those who are not paired in this round.
        met: how often two have met; blocked: who is never paired.
        fixed: pairs of this round that are given, at its first tables.
        resting: who will not play in each of the rounds after this one, as they have said.
    """

    players: Mapping[int, Player]
    met: Mapping[Pair, int]
    blocked: frozenset[Pair]
    fixed: Sequence[Pair]
    resting: Sequence[Collection[int]]
    weights: Weights
    _failed: set[object] = field(default_factory=set)
    _tried: int = 0
    _most: int = 0

    def best(self, found: list[Pair], costs: Mapping[Pair, int]) -> list[Pair]:
        """Return the cheapest pairs that leave a way through as many of the rounds to come as any do.

        They are no worse than the cheapest of all (`found`) in what stands above points: limits, second games and byes
        of this round, and who is kept apart.

        Args:
            costs: of each pair that is possible; {player, BYE} is a bye.
        """
        least = sum(costs[pair] // self.weights.rest for pair in found)
        away = set(self.players).difference(*found, *self.fixed)
        # A second game in this round takes nobody away whom somebody has not met.
        rounds = [*self.resting] if least else [away, *self.resting]
        most = _most_rounds(self.players, self._unmet(), rounds) - (not least)
        if most < 1 or self._leaves_a_way(found, most):
            return found
        others = list(islice(self._as_good(found, costs, least), MOST_WAYS))
        others.sort(key=lambda pairs: sum(costs[pair] for pair in pairs))
        for horizon in range(most, 0, -1):
            for pairs in others:
                if self._tried > MOST_TRIED_OF_ALL:
                    return found
                if self._leaves_a_way(pairs, horizon):
                    return pairs
        return found

    def _as_good(self, found: list[Pair], costs: Mapping[Pair, int], least: int) -> Iterator[list[Pair]]:
        """Yield the ways of pairing this round whose evils above the points are those of the cheapest (`least`)."""

        def ways(left: frozenset[int], evil: int) -> Iterator[list[Pair]]:
            if not left:
                yield []
                return
            first = max(left)
            for second in left - {first}:
                pair = frozenset((first, second))
                more = evil + costs[pair] // self.weights.rest if pair in costs else least + 1
                if more <= least:
                    for rest in ways(left - pair, more):
                        yield [pair, *rest]

        place = {player: number for number, player in enumerate(self.players)} | {BYE: len(self.players)}
        for pairs in ways(frozenset().union(*found), 0):
            yield sorted(pairs, key=lambda pair: min(place[member] for member in pair))

    # -- the rounds to come ------------------------------------------------------------------------

    def _leaves_a_way(self, pairs: Sequence[Pair], horizon: int) -> bool:
        """Return whether it is shown that so many rounds can follow without a second game, bye or broken limit."""
        self._most = self._tried + MOST_TRIED
        pairs = [*self.fixed, *pairs]
        return self._goes_on(self._after(self.players, pairs), self._unmet(pairs), self.resting[:horizon])

    def _unmet(self, pairs: Sequence[Pair] = ()) -> dict[int, frozenset[int]]:
        """Return whom everybody can still meet for the first time, after `pairs` of this round."""
        met = {pair for pair, times in self.met.items() if times}.union(pairs, self.blocked)
        return {
            one: frozenset(other for other in self.players if frozenset((one, other)) not in met) - {one}
            for one in self.players
        }

    def _goes_on(
        self,
        players: Mapping[int, Player],
        unmet: Mapping[int, frozenset[int]],
        resting: Sequence[Collection[int]],
    ) -> bool:
        """Return whether rounds can follow, one for each of `resting`, in which people meet only who are `unmet`."""
        if not resting:
            return True
        if _most_rounds(players, unmet, resting) < len(resting):
            return False
        state = (
            *map(frozenset, resting),
            *unmet.values(),
            *((p.sides, p.byes > 0) for p in players.values()),
        )
        if state in self._failed or self._tried > self._most:
            return False
        self._tried += 1
        here = frozenset(players).difference(resting[0])
        if len(here) % 2:
            here |= {BYE}
        for pairs in self._rounds(here, players, unmet):
            left = {one: others - _partner(one, pairs) for one, others in unmet.items()}
            if self._goes_on(self._after(players, pairs), left, resting[1:]):
                return True
            if self._tried > self._most:
                return False
        self._failed.add(state)
        return False

    def _rounds(
        self, here: frozenset[int], players: Mapping[int, Player], unmet: Mapping[int, frozenset[int]]
    ) -> Iterator[list[Pair]]:
        """Yield the ways in which those who are there can be paired, whoever has the fewest choices first."""
        choices = {one: self._choices(one, here, players, unmet) for one in here if one != BYE}
        if not choices:
            yield []
            return
        one = min(choices, key=lambda player: len(choices[player]))
        for other in choices[one]:
            for rest in self._rounds(here - {one, other}, players, unmet):
                yield [frozenset((one, other)), *rest]

    def _choices(
        self,
        one: int,
        here: frozenset[int],
        players: Mapping[int, Player],
        unmet: Mapping[int, frozenset[int]],
    ) -> list[int]:
        """Return with whom somebody can be paired; `BYE` for a first bye."""
        own = players[one]
        found = [BYE] if BYE in here and not own.byes else []
        return found + [
            other
            for other in sorted(unmet[one] & here)
            if not self.weights.beyond
            or max(own.lean, -players[other].lean) < MOST_LEAN
            or max(-own.lean, players[other].lean) < MOST_LEAN
        ]

    def _after(self, players: Mapping[int, Player], pairs: Sequence[Pair]) -> dict[int, Player]:
        """Return everybody after a round, with the sides that they have had in it where these are balanced."""
        after = dict(players)
        for table, pair in enumerate(pairs):
            if BYE in pair:
                (rests,) = pair - {BYE}
                after[rests] = replace(after[rests], byes=after[rests].byes + 1)
            elif self.weights.beyond:
                one, other = pair
                for side, who in enumerate(seating(players[one], players[other], table)):
                    lean, sides = players[who].lean + 1 - 2 * side, (*players[who].sides, side)
                    after[who] = replace(players[who], lean=lean, sides=sides)
        return after


def _most_rounds(
    players: Mapping[int, Player], unmet: Mapping[int, frozenset[int]], resting: Sequence[Collection[int]]
) -> int:
    """Return how many rounds can follow before somebody has met everybody, and has rested."""
    left = {one: len(unmet[one]) for one in players}
    may_rest = {one for one, player in players.items() if not player.byes}
    for number, away in enumerate(resting):
        here = [one for one in players if one not in away]
        if len(here) % 2:
            for one in may_rest.intersection(here):
                left[one] += 1
            may_rest.difference_update(here)
        for one in here:
            left[one] -= 1
        if any(left[one] < 0 for one in here):
            return number
    return len(resting)


def _partner(one: int, pairs: Sequence[Pair]) -> Pair:
    """Return the pair of somebody; nobody where they are in none."""
    return next((pair for pair in pairs if one in pair), frozenset())
