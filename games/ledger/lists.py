"""What lists of games show, in three statements: what belongs on a page, its games, and their seats with their people.

What belongs on a page is found by one statement of many parts, one for each list, number or fact. Each part names what
it finds, so that a page asks for all of it at once.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.ledger import lookups, rows
from games.models import Game, Seat


@dataclass(frozen=True)
class Mark:
    """Something that belongs on a page.

    Attributes:
        game, row: the numbers of a game, and of what is meant in it, 0 for none. number: of whatever is counted.
        at: a moment as the database gives it: it only compares with others. words: what else is said of it.
    """

    game: int
    row: int
    number: int
    at: Any
    words: str


def part(
    what: str,
    source: str = "",
    *,
    game: str = "CAST(0 AS bigint)",
    row: str = "CAST(0 AS bigint)",
    number: str = "CAST(0 AS bigint)",
    at: str = "CAST(NULL AS timestamptz)",
    words: str = "''",
) -> str:
    """Return one part of the statement: marks called `what`, from the SQL `source` (FROM …, WHERE …)."""
    return f"SELECT * FROM (SELECT '{what}' AS what, {game}, {row}, {number}, {at}, {words} {source}) AS of_{what}"


def find(parts: Sequence[str], parameters: Mapping[str, Any]) -> dict[str, list[Mark]]:
    """Return what the parts find, by what it is called, each in no certain order."""
    found: dict[str, list[Mark]] = {}
    for what, *mark in rows.fetch(" UNION ALL ".join(parts), parameters):
        found.setdefault(what, []).append(Mark(*mark))
    return found


def games(wanted: Iterable[int]) -> dict[int, Game]:
    """Return games by their numbers, each with its seats and the people there; two statements, or none for no games."""
    numbers = {*wanted}
    if not numbers:
        return {}
    found = {game.pk: game for game in rows.select(Game, rows.among("row.id"), [rows.members(numbers)])}
    seat_games(found.values())
    return found


def seat_games(games: Collection[Game]) -> None:
    """Read the seats of games and the people there, as `prefetch_related("seats__user")` does; one statement."""
    numbers = rows.members(game.pk for game in games)
    _seat(games, rows.select(Seat, rows.among("row.game_id"), [numbers], join="user"))


def game_with_seats(key: str) -> Game | None:
    """Return the game with this key, with its seats and the people there, likewise; None where there is none."""
    found, seats = lookups.with_seats(key)
    _seat(found, seats)
    return found[0] if found else None


def _seat(games: Iterable[Game], found: Iterable[Seat]) -> None:
    seats: dict[int, list[Seat]] = {}
    for seat in found:
        seats.setdefault(seat.game_id, []).append(seat)
    for game in games:
        own = seats.get(game.pk, [])
        kept: Any = game.seats.all()
        kept._result_cache, kept._prefetch_done = own, True
        vars(game)["_prefetched_objects_cache"] = {"seats": kept}
        for seat in own:
            seat.game = game
