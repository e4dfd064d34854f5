"""A second reckoning of events, from docs/leagues.md alone: it knows nothing of the formats that it judges.

Points are fractions, and a table is made by splitting those who are level, one tie-break after the other.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property

#: Two people, or one who rests.
Together = frozenset[int]


@dataclass(frozen=True, slots=True)
class Fact:
    """The facts of one game, or of a round without one.

    Attributes:
        people: by side; one alone has a bye. got: the points of each.
        was_played: False for byes, walkovers and games that did not take place.
        is_rest: a bye that was given, not asked for, nor missed by coming later.
    """

    round: int
    people: tuple[int, ...]
    got: tuple[Fraction, ...]
    was_played: bool = True
    is_rest: bool = False

    @property
    def counts(self) -> bool:
        """A game counts if it was played, or somebody got something for it."""
        return self.was_played or any(self.got)


@dataclass(slots=True)
class Reckoned:
    """A line of a table; `breaks` in the order in which they were asked for."""

    rank: int
    points: Fraction
    won: int
    drawn: int
    lost: int
    byes: int
    breaks: list[Fraction]


class Reckoner:
    """The table of one event of games of two, or of one of its pools; `weaker` is `weaker_side` of the whole event."""

    def __init__(
        self, people: Sequence[int], facts: Sequence[Fact], games_per_round: int, weaker: int | None
    ) -> None:
        self.people, self.facts, self.games_per_round, self.weaker = people, facts, games_per_round, weaker
        self.games = [fact for fact in facts if fact.counts and len(fact.people) == 2]
        self.points = dict.fromkeys(people, Fraction(0))
        for fact in facts:
            for one, got in zip(fact.people, fact.got, strict=True):
                self.points[one] += got

    @cached_property
    def games_of(self) -> dict[int, list[tuple[int, Fraction]]]:
        """The opponent in each game of everybody, and what was got off them: 2, 1 where both got as much, 0."""
        found: dict[int, list[tuple[int, Fraction]]] = {one: [] for one in self.people}
        for game in self.games:
            for side, one in enumerate(game.people):
                own, other = game.got[side], game.got[1 - side]
                found[one].append((game.people[1 - side], Fraction(2 * (own > other) + (own == other > 0))))
        return found

    def buchholz(self, one: int) -> Fraction:
        """The points of the opponent of every game; in the games of a bye a point for each game that they have had."""
        met = [self.points[other] for other, _ in self.games_of[one]]
        byes = [fact for fact in self.facts if fact.people == (one,) and fact.counts]
        without = self.games_per_round * len(byes)
        return sum(met, Fraction(0)) + without * (len(met) + without)

    def sonneborn_berger(self, one: int) -> Fraction:
        """The points of everybody beaten, and half those of everybody drawn."""
        return sum((self.points[other] * got / 2 for other, got in self.games_of[one]), Fraction(0))

    def direct(self, one: int, level: Collection[int]) -> Fraction:
        """The points from the games among those who are level."""
        return sum((got for other, got in self.games_of[one] if other in level), Fraction(0))

    def wins(self, one: int) -> Fraction:
        """The number of games won."""
        return Fraction(sum(got == 2 for _, got in self.games_of[one]))

    def weaker_side(self, one: int) -> Fraction:
        """The games won with the side that has won less often in the event; nothing where both have won as often."""
        if self.weaker is None:
            return Fraction(0)
        return Fraction(sum(g.people[self.weaker] == one and g.got[self.weaker] == 2 for g in self.games))

    def table(self, order: Sequence[str]) -> dict[int, Reckoned]:
        """Return the line of everybody by the tie-breaks in `order`."""
        kinds: dict[str, Callable[[int, Collection[int]], Fraction]] = {
            "buchholz": lambda one, level: self.buchholz(one),
            "sonneborn-berger": lambda one, level: self.sonneborn_berger(one),
            "direct": self.direct,
            "wins": lambda one, level: self.wins(one),
            "weaker-side": lambda one, level: self.weaker_side(one),
        }
        breaks: dict[int, list[Fraction]] = {one: [] for one in self.people}
        groups = _split([list(self.people)], lambda one, level: self.points[one])
        for name in order:
            for group in groups:
                for one in group:
                    breaks[one].append(kinds[name](one, group))
            groups = _split(groups, lambda one, level: breaks[one][-1])
        lines: dict[int, Reckoned] = {}
        rank = 1
        for group in groups:
            for one in group:
                off = [got for _, got in self.games_of[one]]
                won, drawn = off.count(Fraction(2)), off.count(Fraction(1))
                byes = sum(fact.people == (one,) for fact in self.facts)
                lost = len(off) - won - drawn
                lines[one] = Reckoned(rank, self.points[one], won, drawn, lost, byes, breaks[one])
            rank += len(group)
        return lines


def _split(groups: list[list[int]], worth: Callable[[int, Collection[int]], Fraction]) -> list[list[int]]:
    """Return groups of people split by what each is worth, the highest first."""
    found = []
    for group in groups:
        of = {one: worth(one, group) for one in group}
        found += [
            [one for one in group if of[one] == value] for value in sorted(set(of.values()), reverse=True)
        ]
    return found


def weaker_side(facts: Sequence[Fact]) -> int | None:
    """Return the side that has won less often; None where both have won as often."""
    won = [sum(len(f.people) == 2 and f.got[side] == 2 for f in facts) for side in (0, 1)]
    return None if won[0] == won[1] else won.index(min(won))


# -- pairings ------------------------------------------------------------------------------------


def sides_of(one: int, facts: Sequence[Fact]) -> list[int]:
    """Return the side of every game that somebody was paired in, the earliest first."""
    return [f.people.index(one) for f in facts if len(f.people) == 2 and one in f.people]


def why_not_seated(first: int, second: int, facts: Sequence[Fact]) -> str:
    """Return what speaks against seating two people so in their next game, in a few words; "" for nothing."""
    one, other = sides_of(first, facts), sides_of(second, facts)

    def broken(on_first: list[int], on_second: list[int]) -> tuple[int, int]:
        apart = (_lean(on_first) >= 2) + (_lean(on_second) <= -2)
        return apart, (on_first[-2:] == [0, 0]) + (on_second[-2:] == [1, 1])

    here, there = broken(one, other), broken(other, one)
    if here != there:
        return "a limit is broken that the other seats keep" if here > there else ""
    if _lean(one) != _lean(other):
        return "who had a side more often has it again" if _lean(one) > _lean(other) else ""
    latest = next(((a, b) for a, b in zip(one[::-1], other[::-1], strict=False) if a != b), None)
    return "they have not changed" if latest == (0, 1) else ""


def _lean(sides: Sequence[int]) -> int:
    return sides.count(0) - sides.count(1)


def beyond_the_limit(people: Collection[int], facts: Sequence[Fact]) -> frozenset[Together]:
    """Return the pairs of whom one would have a side more than two times more often than the other, however seated."""
    lean = {one: _lean(sides_of(one, facts)) for one in people}
    return frozenset(
        frozenset((one, other))
        for one in people
        for other in people
        if one != other and (min(lean[one], lean[other]) >= 2 or max(lean[one], lean[other]) <= -2)
    )


def have_a_way(
    rounds: Sequence[frozenset[int]],
    apart: frozenset[Together],
    rested: frozenset[int],
    not_now: frozenset[Together] = frozenset(),
) -> bool:
    """Return whether rounds can be played without a second game and a second bye, by trying all ways.

    Args:
        rounds: who is there in each. apart: who has met, or never meets. rested: who has had a bye.
        not_now: who does not meet in the first of these rounds.
    """
    everybody = frozenset().union(*rounds)

    def is_enough(number: int, done: frozenset[Together]) -> bool:
        """Whether everybody has as many left to meet, or a bye, as there are rounds for them."""
        is_odd = any(len(here) % 2 for here in rounds[number:])
        for one in everybody:
            left = sum(frozenset((one, other)) not in done for other in everybody - {one})
            left += is_odd and frozenset((one,)) not in done
            if left < sum(one in here for here in rounds[number:]):
                return False
        return True

    @cache
    def goes_on(number: int, done: frozenset[Together]) -> bool:
        if number == len(rounds):
            return True
        return is_enough(number, done) and any(
            goes_on(number + 1, done | pairs)
            for pairs in _ways(rounds[number], done | (frozenset() if number else not_now), False)
        )

    return goes_on(0, apart | {frozenset((one,)) for one in rested})


def _ways(here: frozenset[int], done: frozenset[Together], has_bye: bool) -> Iterator[frozenset[Together]]:
    """Yield all ways in which those who are there can be paired, one of them resting if their number is odd."""
    if not here:
        yield frozenset()
        return
    one = min(here)
    together = [frozenset((one, other)) for other in here - {one}]
    if len(here) % 2 and not has_bye:
        together.append(frozenset((one,)))
    for pair in together:
        if pair not in done:
            for rest in _ways(here - pair, done, has_bye or len(pair) == 1):
                yield rest | {pair}
