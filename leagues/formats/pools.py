"""Spreading people over pools: strength evenly, and those who avoid each other as far as possible apart."""

from collections.abc import Sequence
from itertools import combinations

from leagues.formats.base import Entrant, Pair


def pools(
    entrants: Sequence[Entrant],
    size: int,
    blocked: frozenset[Pair] = frozenset(),
    apart: frozenset[Pair] = frozenset(),
) -> list[list[Entrant]]:
    """Return entrants in pools of about `size`, strength spread by snaking, no blocked pair in one pool.

    Everybody goes to the pool that the snake names, or to the next one in which nobody is blocked; where no
    such pool is left, blocked people share a pool, and their game is left out. People who are kept apart are spread
    in the same way, as far as blocks allow it; if they share a pool they play.
    """
    avoided = blocked | apart
    ordered = sorted((e for e in entrants if e.active), key=lambda e: e.seed)
    count = max(1, round(len(ordered) / size))
    room = [len(ordered) // count + (1 if k < len(ordered) % count else 0) for k in range(count)]
    filled: list[list[Entrant]] = [[] for _ in range(count)]
    for position, entrant in enumerate(ordered):
        turn, place = divmod(position, count)
        start = place if turn % 2 == 0 else count - 1 - place
        free = [k for k in (*range(start, count), *range(start)) if len(filled[k]) < room[k]]
        good = [k for k in free if not any(frozenset((entrant.id, o.id)) in avoided for o in filled[k])]
        filled[(good or free)[0]].append(entrant)
    _separate(filled, avoided)
    _separate(filled, blocked)
    return filled


def _separate(filled: list[list[Entrant]], blocked: frozenset[Pair]) -> None:
    """Swap members between pools as long as that parts blocked pairs."""

    def clashes(pool: list[Entrant]) -> int:
        return sum(frozenset((a.id, b.id)) in blocked for a, b in combinations(pool, 2))

    improved = bool(blocked)
    while improved:
        improved = False
        for first, second in combinations(filled, 2):
            if not clashes(first) and not clashes(second):
                continue
            for i in range(len(first)):
                for j in range(len(second)):
                    before = clashes(first) + clashes(second)
                    first[i], second[j] = second[j], first[i]
                    if clashes(first) + clashes(second) < before:
                        improved = True
                    else:
                        first[i], second[j] = second[j], first[i]


def pool_name(number: int) -> str:
    """Return the name of a pool: `Pool A` … `Pool Z`, `Pool AA` ….

    >>> pool_name(0), pool_name(27)
    ('Pool A', 'Pool AB')
    """
    letters = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return f"Pool {letters}"
