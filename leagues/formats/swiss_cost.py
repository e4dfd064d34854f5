"""The cost of a pair of a Swiss, and who has which side; the pairing takes the pairs that cost least together.

What an event puts first is one of its settings (`POINTS_FIRST`, `SIDES_FIRST`). With points first it is the order of
the Dutch system of FIDE: limits on sides that are kept, then points, then the wish for the other side.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from leagues.formats.base import Entrant, Meeting, tally

#: Who is paired with it rests.
BYE = -1

#: Games that somebody may have more on one side than on the other.
MOST_LEAN = 2
#: Games in a row on the same side after which the next is to be on the other.
MOST_IN_A_ROW = 2


@dataclass(frozen=True, slots=True)
class Player:
    """An entrant as the pairing needs to know them.

    Attributes:
        lean: games on the first side less those on the second.
        sides: the side of every game so far (0 the first, 1 the second), the earliest first.
        byes: rounds in which nobody sat opposite.
    """

    id: int
    seed: int
    points: float
    lean: int = 0
    sides: tuple[int, ...] = ()
    byes: int = 0


@dataclass(frozen=True, slots=True)
class Weights:
    """The cost of each evil of a pairing; whatever costs more is avoided before everything that costs less.

    Attributes:
        beyond: a side more than `MOST_LEAN` times more often than the other. again: playing somebody again.
        rest: a second bye. in_a_row: more than `MOST_IN_A_ROW` games in a row on one side.
        points: the square of the difference of points. sides: both have had the same side more often.
        turn: both had the same side last, and neither has had one more often.
    """

    beyond: int
    again: int
    rest: int
    in_a_row: int
    points: int
    sides: int
    turn: int


POINTS, SIDES = "points", "sides"

#: Points before sides: nobody is paired away from their points for a side, but at the limits.
POINTS_FIRST = Weights(
    beyond=10**28, again=10**25, rest=10**22, in_a_row=10**19, points=10**12, sides=10**9, turn=10**6
)
#: Sides before points: who had the same side more often meet only if nothing else is left.
SIDES_FIRST = Weights(beyond=0, again=10**13, rest=10**12, in_a_row=0, points=10**4, sides=10**9, turn=0)

WEIGHTS = {POINTS: POINTS_FIRST, SIDES: SIDES_FIRST}
#: A round of two games, one with each side: there is nothing to balance.
BOTH_SIDES = Weights(beyond=0, again=10**25, rest=10**22, in_a_row=0, points=10**12, sides=0, turn=0)


def players_of(entrants: Sequence[Entrant], meetings: Sequence[Meeting]) -> list[Player]:
    """Return the active entrants in the order in which they are paired: by points, then by seed."""
    tallies = tally(entrants, meetings)
    sides: dict[int, list[int]] = {}
    byes: dict[int, int] = {}
    for meeting in sorted(meetings, key=lambda m: m.round):
        if meeting.is_bye and meeting.slot:
            continue  # a round that somebody missed is no rest
        if meeting.is_bye:
            byes[meeting.sides[0]] = byes.get(meeting.sides[0], 0) + 1
            continue
        for index, somebody in enumerate(meeting.sides):
            sides.setdefault(somebody, []).append(index)
    players = []
    for entrant in entrants:
        if entrant.active:
            had = tuple(sides.get(entrant.id, ()))
            lean = had.count(0) - had.count(1)
            points = tallies[entrant.id].points
            players.append(Player(entrant.id, entrant.seed, points, lean, had, byes.get(entrant.id, 0)))
    return sorted(players, key=lambda p: (-p.points, p.seed))


def seating(first: Player, second: Player, table: int) -> tuple[int, int]:
    """Return two players by side, as their ids.

    The limits come first: nobody goes beyond `MOST_LEAN`, nor beyond `MOST_IN_A_ROW`, if the other can be spared it.
    Then whoever had the first side more often gets the second. If both are alike, the latest game in which they had
    different sides decides: they change. If there is none, the better seed has the first side at every other table.

    Args:
        table: number of the pair in its round, from 0.
    """
    here, there = _limits(first, second), _limits(second, first)
    if here != there:
        return (first.id, second.id) if here < there else (second.id, first.id)
    if first.lean != second.lean:
        return (second.id, first.id) if first.lean > second.lean else (first.id, second.id)
    for one, other in zip(reversed(first.sides), reversed(second.sides), strict=False):
        if one != other:
            return (second.id, first.id) if one == 0 else (first.id, second.id)
    higher, lower = (first, second) if first.seed < second.seed else (second, first)
    return (higher.id, lower.id) if table % 2 == 0 else (lower.id, higher.id)


def _limits(on_first: Player, on_second: Player) -> tuple[int, int]:
    """Return how many of two players a seating takes beyond the difference, and beyond the row, that is allowed."""
    beyond = (on_first.lean >= MOST_LEAN) + (on_second.lean <= -MOST_LEAN)
    in_a_row = sum(
        player.sides[-MOST_IN_A_ROW:] == (side,) * MOST_IN_A_ROW
        for player, side in ((on_first, 0), (on_second, 1))
    )
    return beyond, in_a_row


def cost_of_sides(first: Player, second: Player, weights: Weights) -> int:
    """Return what a pair costs for its sides, seated as well as may be."""
    beyond, in_a_row = min(_limits(first, second), _limits(second, first))
    cost = weights.beyond * beyond + weights.in_a_row * in_a_row
    if first.lean * second.lean > 0:
        return cost + weights.sides
    if first.lean == second.lean == 0 and first.sides and first.sides[-1:] == second.sides[-1:]:
        return cost + weights.turn
    return cost


def cost_of_points(first: Player, second: Player, weights: Weights) -> int:
    """Return what a pair costs for the difference of its points."""
    return int(weights.points * (first.points - second.points) ** 2)


def cost_of_bye(player: Player, last: float, weights: Weights) -> int:
    """Return what it costs to let somebody rest, where `last` are the fewest points of all."""
    return weights.rest * player.byes + int(weights.points * 4 * (player.points - last) ** 2)
