"""The rows of a game's log for whoever reads them, out of their tables or out of the game's archive.

Who plays on, and so needs no archive, may ask the models themselves.
"""

import operator
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, TypeVar, cast

from django.db import models
from django.db.models import QuerySet

from games.ledger import rows
from games.ledger.archive_format import Columns, Contents, opened
from games.models import Archive, Checkpoint, Event, Game, LogLine

M = TypeVar("M", bound=models.Model)

#: Archives that a process keeps unpacked.
KEPT_OPEN = 4


def events(game: Game) -> QuerySet[Event]:
    """Return the events of a game."""
    return _rows(game, Event)


def lines(game: Game) -> QuerySet[LogLine]:
    """Return the lines of a game's story."""
    return _rows(game, LogLine)


def checkpoints(game: Game) -> QuerySet[Checkpoint]:
    """Return the kept positions of a game."""
    return _rows(game, Checkpoint)


def _rows(game: Game, model: type[M]) -> QuerySet[M]:
    unpacked = _unpacked(game, model)
    if unpacked is not None:
        return cast(QuerySet[M], unpacked)  # it answers what is asked of these rows
    return model._default_manager.filter(game=game)


def _unpacked(game: Game, model: type[M]) -> "Unpacked[M] | None":
    if game.log_kept != Game.LogKept.ARCHIVE:
        return None
    try:
        return Unpacked(model, _contents(game.key).tables[model._meta.db_table])
    except Archive.DoesNotExist:
        return None  # its rows have just come back


# -- what every page asks, in statements that are worded once -----------------------------------

#: Of a line of the story its number, seq, kind, data, and who may read it (`visible_to`).
Told = tuple[int, int, str, dict[str, Any], list[str]]


@dataclass(frozen=True)
class Part:
    """A part of a game's story: lines of the events after `since`, up to `until`, from a `number` on.

    Attributes:
        kinds, but: only lines of these kinds, if any is named; none of those.
    """

    until: int
    since: int = -1
    number: int = 0
    kinds: Collection[str] = ()
    but: Collection[str] = ()


def told(game: Game, part: Part, *, newest: bool, first: int, most: int) -> list[Told]:
    """Return lines of a part, from the `first` on, beginning with its oldest or its newest."""
    names = ("number", "seq", "kind", "data", "visible_to")
    unpacked = _unpacked(game, LogLine)
    if unpacked is not None:
        unpacked = unpacked.filter(seq__lte=part.until, seq__gt=part.since, number__gte=part.number)
        unpacked = unpacked.filter(kind__in=part.kinds) if part.kinds else unpacked
        found = unpacked.exclude(kind__in=part.but).order_by("-number" if newest else "number")
        return found.values_list(*names)[first : first + most]
    where = "row.game_id = %s AND row.seq <= %s AND row.seq > %s AND row.number >= %s"
    asked = [game.pk, part.until, part.since, part.number]
    if part.kinds:
        where += f" AND {rows.among('row.kind')}"
        asked.append(rows.members(part.kinds))
    if part.but:
        where += f" AND NOT {rows.among('row.kind')}"
        asked.append(rows.members(part.but))
    where += f" ORDER BY row.number {'DESC' if newest else 'ASC'} LIMIT %s OFFSET %s"
    return rows.values(LogLine, names, where, [*asked, most, first])


def happened(game: Game, numbers: Iterable[int]) -> dict[int, tuple[int | None, list[Any]]]:
    """Return of the events with these numbers when they happened, and their chance."""
    names, wanted = ("seq", "at", "chance"), [*numbers]
    unpacked = _unpacked(game, Event)
    found: Sequence[tuple[Any, ...]]
    if unpacked is not None:
        found = unpacked.filter(seq__in=wanted).values_list(*names)
    else:
        where = f"row.game_id = %s AND {rows.among('row.seq')}"
        found = rows.values(Event, names, where, [game.pk, rows.members(wanted)])
    return {seq: (at, chance) for seq, at, chance in found}


def newest_answer(game: Game, seat: str, until: int) -> int | None:
    """Return the number of the newest event that a seat itself has caused: not the clock, not an ally."""
    unpacked = _unpacked(game, Event)
    if unpacked is not None:
        own = unpacked.filter(seat=seat, by=None, seq__lte=until).exclude(kind=Event.Kind.TIMEOUT)
        newest = own.order_by("-seq").first()
        return newest.seq if newest is not None else None
    where = (
        'row.game_id = %s AND row.seat = %s AND row."by" IS NULL AND row.seq <= %s AND row.kind <> %s'
        " ORDER BY row.seq DESC LIMIT 1"
    )
    found = rows.values(Event, ("seq",), where, [game.pk, seat, until, Event.Kind.TIMEOUT])
    return found[0][0] if found else None


@lru_cache(maxsize=KEPT_OPEN)
def _contents(key: str) -> Contents:
    """Return what is in a game's archive, which never changes. Raises Archive.DoesNotExist, Damaged."""
    return opened(Archive.objects.get(game__key=key))


# -- rows that are in no table -----------------------------------------------------------------


def _equals(value: Any, wanted: Any) -> bool:
    return bool(value == wanted)


def _is_in(value: Any, wanted: Any) -> bool:
    return value in wanted


def _is_none(value: Any, wanted: Any) -> bool:
    return bool((value is None) == wanted)


_LOOKUPS: Mapping[str, Callable[[Any, Any], Any]] = {
    "": _equals,
    "in": _is_in,
    "isnull": _is_none,
    "lt": operator.lt,
    "lte": operator.le,
    "gt": operator.gt,
    "gte": operator.ge,
}


class Values(list[Any]):
    """Values of rows out of an archive."""

    def first(self) -> Any:
        return self[0] if self else None


class Unpacked(Generic[M]):
    """Rows out of an archive, asked like a query set: as far as the log of a game that is over is asked anything."""

    def __init__(self, model: type[M], columns: Columns, places: Sequence[int] | None = None) -> None:
        self._model, self._columns = model, columns
        self._places = range(len(next(iter(columns.values())))) if places is None else places

    def _with(self, places: Sequence[int]) -> "Unpacked[M]":
        return Unpacked(self._model, self._columns, places)

    def _test(self, wanted: Mapping[str, Any]) -> Callable[[int], bool]:
        """Return what tells whether everything `wanted` holds of the row at a place."""
        tests = []
        for name, value in wanted.items():
            column, _, lookup = name.partition("__")
            value = set(value) if lookup == "in" else value
            tests.append((self._columns[column], _LOOKUPS[lookup], value))
        return lambda place: all(test(column[place], value) for column, test, value in tests)

    def filter(self, **wanted: Any) -> "Unpacked[M]":
        return self._with([*filter(self._test(wanted), self._places)])

    def exclude(self, **unwanted: Any) -> "Unpacked[M]":
        holds = self._test(unwanted)
        return self._with([place for place in self._places if not holds(place)])

    def order_by(self, name: str) -> "Unpacked[M]":
        column = self._columns[name.removeprefix("-")]
        return self._with(sorted(self._places, key=column.__getitem__, reverse=name.startswith("-")))

    def values_list(self, *names: str, flat: bool = False) -> "Values":
        columns = [self._columns[name] for name in names]
        if flat:
            return Values(columns[0][place] for place in self._places)
        return Values(tuple(column[place] for column in columns) for place in self._places)

    def iterator(self, chunk_size: int | None = None) -> Iterator[M]:
        return iter(self)

    def __iter__(self) -> Iterator[M]:
        names = list(self._columns)
        for place in self._places:
            yield self._model(**{name: self._columns[name][place] for name in names})

    def first(self) -> M | None:
        return next(iter(self), None)

    def exists(self) -> bool:
        return bool(self._places)
