"""Reading and writing rows on the hot path: the ORM's fields and values, statements worded only once.

Compiling a statement costs Django several times what the database needs to run it. Here every statement is
worded once for a process; values still go through the fields of the models, in both directions.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Generic, TypeVar

import orjson
from django.db import connection, models
from django.db.models.expressions import Col

M = TypeVar("M", bound=models.Model)

#: How a value of the database becomes one of Python; None where it is one already.
Converter = Callable[[Any], Any]


# -- statements --------------------------------------------------------------------------------


def fetch(statement: str, parameters: Sequence[Any] | Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """Return the rows that a statement finds, as the database gives them."""
    with connection.prepared_cursor() as cursor:  # type: ignore[attr-defined]  # wotr.postgresql, wotr.sqlite
        cursor.execute(statement, parameters)
        return list(cursor.fetchall())


def among(column: str) -> str:
    """Return the condition that a column is one of some numbers or words: the parameter is `members` of them."""
    if connection.vendor == "postgresql":
        return f"{column} = ANY(%s)"
    return f"{column} IN (SELECT value FROM json_each(%s))"


def members(wanted: Iterable[int] | Iterable[str]) -> Any:
    """Return numbers or words as one parameter, so that a statement is the same however many they are."""
    return [*wanted] if connection.vendor == "postgresql" else orjson.dumps([*wanted]).decode()


# -- reading -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Selection(Generic[M]):
    """The rows of `model` for which `where` holds, in the model's own order.

    Attributes:
        where: SQL; the columns of the model are called `row.…`.
        join: name of a foreign key whose row is read along, as by `select_related`.
        lock: keep the rows locked until the end of the transaction (where the database can).
    """

    model: type[M]
    where: str
    parameters: Sequence[Any]
    join: str = ""
    lock: bool = False

    @property
    def statement(self) -> str:
        return _select(self.model, self.where, self.join, self.lock)

    def read(self, found: Iterable[Sequence[Any]]) -> list[M]:
        """Return the objects of rows as the database gives them."""
        own = _reader(self.model)
        if not self.join:
            return [own(values) for values in found]
        field, other = _joined(self.model, self.join)
        width = len(_fields(self.model))
        read_other = _reader(other)
        rows = []
        for values in found:
            row = own(values[:width])
            key = values[width + _key_place(other)]
            field.set_cached_value(row, None if key is None else read_other(values[width:]))
            rows.append(row)
        return rows


def select(model: type[M], where: str, parameters: Sequence[Any], *, join: str = "") -> list[M]:
    """Return the rows of a `Selection`."""
    selection = Selection(model, where, parameters, join)
    return selection.read(fetch(selection.statement, parameters))


def first(
    model: type[M], where: str, parameters: Sequence[Any], *, join: str = "", lock: bool = False
) -> M | None:
    """Return the first row of a `Selection`, or None."""
    selection = Selection(model, where, parameters, join, lock)
    found = selection.read(fetch(selection.statement, parameters))
    return found[0] if found else None


def values(
    model: type[models.Model], names: tuple[str, ...], where: str, parameters: Sequence[Any]
) -> list[tuple[Any, ...]]:
    """Return only the named fields of rows, as they are in Python; `where` is that of a `Selection`, with its order."""
    statement, converters = _values_of(model, names, where)
    found = fetch(statement, parameters)
    if not converters:
        return found
    changed = [list(row) for row in found]
    for place, convert in converters:
        for row in changed:
            row[place] = convert(row[place])
    return [tuple(row) for row in changed]


def select_together(*selections: Selection[Any]) -> list[list[Any]]:
    """Return the rows of several selections; each sees what is there when those before it are done.

    PostgreSQL is asked for all of them in one trip.
    """
    questions = [(each.statement, each.parameters) for each in selections]
    found = connection.fetch_together(questions)  # type: ignore[attr-defined]  # wotr.postgresql, wotr.sqlite
    return [each.read(values) for each, values in zip(selections, found, strict=True)]


@cache
def _values_of(
    model: type[models.Model], names: tuple[str, ...], where: str
) -> tuple[str, list[tuple[int, Converter]]]:
    """Return the statement of `values`, and how what it finds is converted."""
    quote = connection.ops.quote_name
    fields: list[Any] = [model._meta.get_field(name) for name in names]
    columns = ", ".join(f"row.{quote(str(field.column))}" for field in fields)
    converters = [(place, convert) for place, field in enumerate(fields) for convert in _converters(field)]
    return f"SELECT {columns} FROM {quote(model._meta.db_table)} row WHERE {where}", converters


@cache
def _select(model: type[models.Model], where: str, join: str, lock: bool) -> str:
    quote = connection.ops.quote_name
    columns = [f"row.{quote(str(field.column))}" for field in _fields(model)]
    source = f"{quote(model._meta.db_table)} row"
    if join:
        field, other = _joined(model, join)
        columns += [f"joined.{quote(str(f.column))}" for f in _fields(other)]
        source += (
            f" LEFT JOIN {quote(other._meta.db_table)} joined"
            f" ON joined.{quote(str(other._meta.pk.column))} = row.{quote(str(field.column))}"
        )
    statement = f"SELECT {', '.join(columns)} FROM {source} WHERE {where}"
    order = [name for name in model._meta.ordering or () if isinstance(name, str)]
    if order and not lock:
        pairs = [(name.lstrip("-"), " DESC" if name.startswith("-") else "") for name in order]
        named = [(str(model._meta.get_field(name).column), way) for name, way in pairs]  # type: ignore[union-attr]  # plain fields
        statement += " ORDER BY " + ", ".join(f"row.{quote(column)}{way}" for column, way in named)
    if lock and connection.features.has_select_for_update:
        statement += " FOR UPDATE OF row" if join else " FOR UPDATE"
    return statement


@cache
def _joined(model: type[models.Model], name: str) -> tuple[Any, type[models.Model]]:
    field = model._meta.get_field(name)
    return field, field.related_model  # type: ignore[return-value]  # a foreign key's is a model


@cache
def _key_place(model: type[models.Model]) -> int:
    return next(place for place, field in enumerate(_fields(model)) if field.primary_key)


@cache
def _reader(model: type[M]) -> Callable[[Sequence[Any]], M]:
    """Return what makes an object of a row's values."""
    names = [field.attname for field in _fields(model)]
    width = len(names)
    converters = [(place, c) for place, field in enumerate(_fields(model)) for c in _converters(field)]
    alias = connection.alias

    def read(values: Sequence[Any]) -> M:
        row = list(values[:width])
        for place, convert in converters:
            row[place] = convert(row[place])
        return model.from_db(alias, names, row)

    return read


def _converters(field: "models.Field[Any, Any]") -> list[Converter]:
    column = Col(field.model._meta.db_table, field)
    both = connection.ops.get_db_converters(column) + field.get_db_converters(connection)
    return [partial(_convert, convert, column) for convert in both]


def _convert(convert: Any, column: Col, value: Any) -> Any:
    return convert(value, column, connection)


# -- writing -----------------------------------------------------------------------------------


@cache
def _fields(model: type[models.Model], names: tuple[str, ...] = ()) -> "list[models.Field[Any, Any]]":
    concrete = model._meta.concrete_fields
    return [field for field in concrete if not names or field.name in names]


@cache
def _new_fields(model: type[models.Model]) -> "list[models.Field[Any, Any]]":
    return [field for field in _fields(model) if not field.primary_key]


@cache
def _insert(model: type[models.Model], count: int) -> str:
    quote = connection.ops.quote_name
    fields = _new_fields(model)
    columns = ", ".join(quote(str(field.column)) for field in fields)
    values = ", ".join(["(" + ", ".join(["%s"] * len(fields)) + ")"] * count)
    return f"INSERT INTO {quote(model._meta.db_table)} ({columns}) VALUES {values}"


@cache
def _update(model: type[models.Model], names: tuple[str, ...]) -> str:
    quote = connection.ops.quote_name
    pairs = ", ".join(f"{quote(str(field.column))} = %s" for field in _fields(model, names))
    key = quote(str(model._meta.pk.column))
    return f"UPDATE {quote(model._meta.db_table)} SET {pairs} WHERE {key} = %s"


def _values(row: models.Model, fields: "list[models.Field[Any, Any]]", *, add: bool) -> list[Any]:
    return [field.get_db_prep_save(field.pre_save(row, add), connection) for field in fields]


class Writes:
    """Writes that are kept together and sent to the database at once.

    PostgreSQL gets them as one statement; SQLite, which is only a call away, takes them one by one.
    """

    def __init__(self) -> None:
        self._waiting: list[tuple[str, list[Any]]] = []
        self._updated: set[tuple[type[models.Model], Any]] = set()

    def insert(self, rows: Sequence[models.Model]) -> None:
        """Insert rows of one model, without learning their primary keys."""
        if rows:
            fields = _new_fields(type(rows[0]))
            parameters = [value for row in rows for value in _values(row, fields, add=True)]
            self._waiting.append((_insert(type(rows[0]), len(rows)), parameters))

    def update(self, row: models.Model, names: Sequence[str]) -> None:
        """Write the named fields of a stored row."""
        model, chosen = type(row), tuple(names)
        if (model, row.pk) in self._updated:
            self.send()  # one statement may change a row only once
        self._updated.add((model, row.pk))
        parameters = [*_values(row, _fields(model, chosen), add=False), row.pk]
        self._waiting.append((_update(model, chosen), parameters))

    def send(self) -> None:
        """Send what is waiting.

        Where a row to be updated is not there any more SQLite raises RuntimeError here, PostgreSQL DataError as soon as
        it is asked for more, at the latest with the COMMIT.
        """
        waiting, self._waiting = self._waiting, []
        expected = len(self._updated)
        self._updated.clear()
        if not waiting:
            return
        if connection.vendor == "postgresql":
            together = _together(tuple(statement for statement, _ in waiting))
            connection.send_later(  # type: ignore[attr-defined]  # wotr.postgresql
                together, [*(value for _, values in waiting for value in values), expected]
            )
            return
        found = 0
        with connection.cursor() as cursor:
            for statement, values in waiting:
                cursor.execute(statement, values)
                found += cursor.rowcount if statement.startswith("UPDATE") else 0
        if found != expected:
            raise RuntimeError("a row that should be written is not there any more")


@cache
def _together(statements: tuple[str, ...]) -> str:
    """Return one statement that does what several do, and fails if not as many rows were updated as its last parameter.

    The text that it cannot read as a number is what the database says then.
    """
    parts, counts = [], ["0"]
    for number, statement in enumerate(statements):
        if statement.startswith("UPDATE"):
            statement += " RETURNING 1"
            counts.append(f"(SELECT count(*) FROM w{number})")
        parts.append(f"w{number} AS ({statement})")
    return (
        f"WITH {', '.join(parts)}, updated AS (SELECT {' + '.join(counts)} AS rows)"
        " SELECT CASE WHEN rows = %s THEN rows ELSE CAST(rows || ' rows were there to be written' AS bigint) END"
        " FROM updated"
    )
