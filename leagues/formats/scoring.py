"""The worth of a finished game at a table of three or more to everybody (TOU-10).

With two at a table there is one answer, a win 2 and a draw 1 to each, and all three systems give it. Sources:

- `winner`: the draw-size scoring of webDiplomacy, and how Rally the Troops splits a win among several winners.
- `places`: the Borda count of tournaments, in which those who are level share the mean of their places; the same
  idea as the rank scoring of Diplomacy tournaments (Carnage), without its bonus for a win.
- `shares`: the sum-of-squares scoring of webDiplomacy, `n² / Σn²`. There it is for draws only, and who wins alone
  takes all; here it is for every game that is counted to its end, for a game with points always names a winner. A
  title that knows victories at a stroke tells counts in which nobody but the winner has any.
"""

from collections.abc import Sequence
from math import fsum

#: What a won game of two is worth, and what is shared out at a larger table; a draw gives half to each of two.
WIN = 2.0

WINNER, PLACES, SHARES = "winner", "places", "shares"

#: The systems, as a founder chooses between them.
SYSTEMS = {
    WINNER: "The winner takes all; who win together share",
    PLACES: "By places: more for everybody whom one leaves behind",
    SHARES: "In shares, by the squares of what everybody has at the end",
}


def points(
    system: str,
    seats: int,
    winners: Sequence[int],
    places: Sequence[Sequence[int]] = (),
    counts: Sequence[float] = (),
) -> tuple[float, ...]:
    """Return what each seat gets for a decided game, by the number of the seat.

    Nobody gets anything where nobody has won. Otherwise the points of a game add up to `total(system, seats)`.

    Args:
        winners: seats that have won; all of them for a draw.
        places: the other seats from the first to the last, those who are level together, as far as the title
            ranks them; whoever it leaves out is last. Winners stand first, whatever it says.
        counts: what each seat has at the end by the title's own count, if it has one; nothing below 0 counts.

    >>> points("winner", 4, [2]), points("winner", 3, [0, 1])
    ((0.0, 0.0, 2.0, 0.0), (1.0, 1.0, 0.0))
    >>> points("places", 4, [2], [[0], [1, 3]])
    (4.0, 1.0, 6.0, 1.0)
    >>> points("shares", 3, [0], counts=[2, 1, 1])
    (1.3333333333333333, 0.3333333333333333, 0.3333333333333333)
    """
    if not winners:
        return (0.0,) * seats
    if seats > 2 and system == PLACES:
        return _by_places(seats, _order(seats, winners, places))
    if seats > 2 and system == SHARES and any(count > 0 for count in counts):
        return _by_squares(winners, counts)
    return tuple(WIN / len(winners) if seat in winners else 0.0 for seat in range(seats))


def total(system: str, seats: int) -> float:
    """Return what the points of a decided game add up to."""
    return WIN * seats * (seats - 1) / 2 if system == PLACES else WIN


def place_of_each(seats: int, winners: Sequence[int], places: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return the place of each seat, from 1; those who are level share the best of their places. Args as in `points`.

    >>> place_of_each(4, [2], [[0, 3], [1]])
    (2, 4, 1, 2)
    """
    found = [0] * seats
    ahead = 0
    for group in _order(seats, winners, places):
        for seat in group:
            found[seat] = ahead + 1
        ahead += len(group)
    return tuple(found)


def together(places: Sequence[Sequence[int]], teams: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    """Return places in which those of a team are level: all of them where the best of them stands.

    >>> together([[0], [1], [2, 3]], [[0, 2], [1, 3]])
    ((0, 2), (1, 3))
    """
    team_of = {seat: team for team in teams for seat in team}
    placed: set[int] = set()
    found = []
    for group in places:
        level = sorted({ally for seat in group for ally in team_of.get(seat, (seat,))} - placed)
        found += [tuple(level)] if level else []
        placed.update(level)
    return tuple(found)


def _order(seats: int, winners: Sequence[int], places: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return everybody from the first to the last, those who are level together."""
    order = [sorted(set(winners))]
    placed = set(winners)
    for group in places:
        level = sorted(set(group) - placed)
        order += [level] if level else []
        placed.update(level)
    rest = [seat for seat in range(seats) if seat not in placed]
    return order + ([rest] if rest else [])


def _by_places(seats: int, order: Sequence[Sequence[int]]) -> tuple[float, ...]:
    """Return a win for everybody whom one leaves behind, half of it for everybody with whom one is level."""
    found = [0.0] * seats
    behind = seats
    for group in order:
        behind -= len(group)
        for seat in group:
            found[seat] = WIN * behind + WIN / 2 * (len(group) - 1)
    return tuple(found)


def _by_squares(winners: Sequence[int], counts: Sequence[float]) -> tuple[float, ...]:
    """Return shares by the squares of the counts; a winner counts for as much as the best of the others."""
    best = max(counts)
    squares = [(best if seat in winners else max(0.0, count)) ** 2 for seat, count in enumerate(counts)]
    return tuple(WIN * square / fsum(squares) for square in squares)


def words(system: str, seats: int) -> str:
    """Return what a game is worth, in a sentence for players.

    >>> words("places", 4)
    'By places: a game is worth 6, 4, 2 and 0 points, from the first to the last; who are level share them.'
    """
    if seats == 2:
        return "A win counts 2, a draw 1."
    if system == PLACES:
        *worth, last = (f"{WIN * behind:.0f}" for behind in range(seats - 1, -1, -1))
        each = f"{', '.join(worth)} and {last} points, from the first to the last"
        return f"By places: a game is worth {each}; who are level share them."
    if system == SHARES:
        return (
            "In shares: the 2 points of a game go to everybody by the square of what they have at the end; a "
            "winner counts for as much as the best of the others. Where the game counts nothing, or is decided "
            "otherwise than by playing it to its end, the winners share them."
        )
    return "The winner takes the 2 points of a game; who win together share them."
