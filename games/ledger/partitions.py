"""The large tables of the log in partitions, on PostgreSQL, while the server goes on; and back.

A table is made anew beside the one that is there, and filled: a trigger writes into both what is written meanwhile,
and everything else is copied, a thousand rows at a time. When both hold the same, they change places, for which all
games wait some milliseconds. Django's models know nothing of it. What is read of a game is in one partition, for they
are made by a hash of the game, with which every primary key begins.
"""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, TypeVar

from django.db import OperationalError, connection, transaction

#: What grows with every move.
TABLES = ("games_event", "games_logline", "games_submission")
#: What all of them refer to, and by what they are parted.
OF, BY = "games_game", "game_id"
#: Rows that are copied at once, and locked meanwhile.
AT_ONCE = 1_000
#: Seconds for which a lock is waited for, while others wait behind; how often it is tried, and seconds between.
LOCK_SECONDS, TRIES, PAUSE_SECONDS = 1, 60, 1.0
#: From which version on a table in partitions can have the triggers that protect the log.
LEAST_VERSION = 13

T = TypeVar("T")

Say = Callable[[str], None]


class NotPossible(Exception):
    """A sentence about why a table cannot be parted."""


@dataclass(frozen=True)
class Size:
    """A table as it is: bytes with its indexes, rows by the last estimate, and partitions; 0 for none."""

    table: str
    size: int
    rows: int
    parts: int


def sizes() -> list[Size]:
    """Return the tables that can be parted as they are."""
    return [
        Size(
            table,
            *_one(
                "SELECT COALESCE(sum(pg_total_relation_size(c.oid)), 0)::bigint,"
                " COALESCE(sum(GREATEST(c.reltuples, 0)) FILTER (WHERE c.relkind = 'r'), 0)::bigint,"
                " (SELECT count(*) FROM pg_inherits WHERE inhparent = %s::regclass)"
                " FROM pg_class c WHERE c.oid = %s::regclass"
                " OR c.oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = %s::regclass)",
                table,
                table,
                table,
            ),
        )
        for table in TABLES
    ]


def clear(table: str) -> None:
    """Take away what a run has left that did not come to its end, if there is any."""
    _Remaking(table, 0).clear()


def remake(table: str, parts: int, say: Say) -> None:
    """Make a table anew, in so many partitions, or in one piece for 0.

    Whatever goes wrong, the table stays as it was, and what was begun is taken away, unless no lock comes for that
    either: then whatever is written goes into both, until `clear` or another run.

    Raises:
        NotPossible: not here, or not with this table. OperationalError: a lock did not come.
    """
    if connection.vendor != "postgresql" or connection.pg_version // 10_000 < LEAST_VERSION:  # type: ignore[attr-defined]
        raise NotPossible(f"Only PostgreSQL has partitions that will do, from version {LEAST_VERSION} on.")
    remaking = _Remaking(table, parts)
    remaking.clear()
    try:
        remaking.make()
        _with_lock(remaking.mirror)
        copied = remaking.copy()
        say(f"{table}: {copied} rows copied")
        remaking.compare()
        began = time.perf_counter()
        _with_lock(remaking.change_places)
        say(f"{table}: changed places in {1000 * (time.perf_counter() - began):.0f} ms")
    except BaseException:
        remaking.clear()
        raise


# -- SQL ---------------------------------------------------------------------------------------


def _do(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def _all(query: str, *values: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        return list(cursor.fetchall())


def _one(query: str, *values: Any) -> tuple[Any, ...]:
    return _all(query, *values)[0]


def _with_lock(work: Callable[[], T]) -> T:
    """Do something in a transaction that waits for no lock for long: so long all others would wait behind it."""
    for _ in range(TRIES - 1):
        try:
            with _impatient():
                return work()
        except OperationalError as error:
            if "lock timeout" not in str(error) and "deadlock" not in str(error):
                raise
            time.sleep(PAUSE_SECONDS)
    with _impatient():
        return work()


@contextmanager
def _impatient() -> Iterator[None]:
    with transaction.atomic():
        _do(f"SET LOCAL lock_timeout = '{LOCK_SECONDS}s'")
        yield


# -- one table ---------------------------------------------------------------------------------


class _Remaking:
    """A table that is made anew: `next` is the new one until they change places."""

    def __init__(self, table: str, parts: int) -> None:
        self.table, self.parts = table, parts
        self.next, self.trigger = f"{table}_next", f"{table}_mirror"
        #: What constraints and indexes of the new table are called in the end, by what they are called until then.
        self.names: dict[str, str] = {}

    @cached_property
    def key(self) -> list[str]:
        """The columns of the primary key."""
        found = _all(
            "SELECT attname FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY(indkey)"
            " WHERE indrelid = %s::regclass AND indisprimary ORDER BY array_position(indkey::int2[], attnum)",
            self.table,
        )
        return [name for (name,) in found]

    def clear(self) -> None:
        """Take away what a run has left that did not come to its end."""
        if any(_one("SELECT to_regclass(%s), to_regproc(%s)", self.next, self.trigger)):
            _with_lock(self._clear)

    def _clear(self) -> None:
        _do(f"LOCK TABLE {OF} IN ACCESS EXCLUSIVE MODE")
        _do(f"DROP TRIGGER IF EXISTS {self.trigger} ON {self.table}")
        _do(f"DROP FUNCTION IF EXISTS {self.trigger}()")
        _do(f"DROP TABLE IF EXISTS {self.next}")

    # -- making --------------------------------------------------------------------------------

    def make(self) -> None:
        """Make the new table, empty, with everything that belongs to the old one."""
        _with_lock(self._make)

    def _make(self) -> None:
        parted = f"PARTITION BY HASH ({BY})" if self.parts else ""
        like = "INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE INCLUDING COMMENTS"
        _do(f"CREATE TABLE {self.next} (LIKE {self.table} {like}) {parted}")
        for number in range(self.parts):
            values = f"WITH (MODULUS {self.parts}, REMAINDER {number})"
            _do(f"CREATE TABLE {self.next}_p{number} PARTITION OF {self.next} FOR VALUES {values}")
        self._make_constraints()
        self._make_indexes()
        self._make_triggers()

    def _make_constraints(self) -> None:
        """Make keys and references; what is checked in each row came along."""
        found = _all(
            "SELECT conname, contype::text, pg_get_constraintdef(oid) FROM pg_constraint"
            " WHERE conrelid = %s::regclass AND contype IN ('p', 'u', 'f') ORDER BY contype, conname",
            self.table,
        )
        for number, (name, kind, definition) in enumerate(found):
            if kind != "f":  # references have names within their table
                self._require_game(name, definition)
                self.names[f"{self.next}_{number}"] = name
                name = f"{self.next}_{number}"
            _do(f"ALTER TABLE {self.next} ADD CONSTRAINT {name} {definition}")

    def _make_indexes(self) -> None:
        """Make the indexes that belong to no key."""
        found = _all(
            "SELECT c.relname, i.indisunique, pg_get_indexdef(c.oid) FROM pg_index i"
            " JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = %s::regclass"
            " AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = c.oid AND contype IN ('p', 'u', 'x'))",
            self.table,
        )
        for number, (name, unique, definition) in enumerate(found, start=100):
            if unique:
                self._require_game(name, definition)
            self.names[f"{self.next}_{number}"] = name
            made = f"INDEX {self.next}_{number} ON {self.next} USING"
            _do(re.sub(r"INDEX \S+ ON (ONLY )?\S+ USING", made, definition, count=1))

    def _require_game(self, name: str, definition: str) -> None:
        if self.parts and BY not in definition:
            raise NotPossible(
                f"{name} of {self.table} would not hold across partitions: it does not name the game."
            )

    def _make_triggers(self) -> None:
        """Let the new table be protected as the old one is, and each of its partitions for itself."""
        found = _all(
            "SELECT pg_get_triggerdef(oid), tgtype & 1 = 0 FROM pg_trigger WHERE tgrelid = %s::regclass"
            " AND NOT tgisinternal AND tgname <> %s",
            self.table,
            self.trigger,
        )
        for definition, is_of_statement in found:
            tables = [self.next]
            if is_of_statement:  # those of rows are passed on to partitions by themselves
                tables += [f"{self.next}_p{number}" for number in range(self.parts)]
            for name in tables:
                _do(re.sub(rf" ON \S*\b{self.table} ", f" ON {name} ", definition, count=1))

    # -- filling -------------------------------------------------------------------------------

    def mirror(self) -> None:
        """Write into both from now on. Whoever writes at this moment is waited for."""
        former = " AND ".join(f"{name} = OLD.{name}" for name in self.key)
        _do(
            f"CREATE FUNCTION {self.trigger}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            f" IF TG_OP <> 'INSERT' THEN DELETE FROM {self.next} WHERE {former}; END IF;"
            f" IF TG_OP <> 'DELETE' THEN INSERT INTO {self.next} VALUES (NEW.*) ON CONFLICT DO NOTHING; END IF;"
            " RETURN NULL; END $$"
        )
        _do(
            f"CREATE TRIGGER {self.trigger} AFTER INSERT OR UPDATE OR DELETE ON {self.table}"
            f" FOR EACH ROW EXECUTE FUNCTION {self.trigger}()"
        )

    def copy(self) -> int:
        """Copy what was there before. Returns how many rows.

        What is copied is locked against changes meanwhile, or it could be deleted there before it is copied. Whether
        its games are there is looked up with the commit, for which it waits for their moves.
        """
        key = ", ".join(self.key)
        order, last, copied = f"ORDER BY {key} LIMIT {AT_ONCE} FOR SHARE", (), 0
        put = f"put AS (INSERT INTO {self.next} SELECT * FROM part ON CONFLICT DO NOTHING)"
        newest = f"(SELECT ARRAY[{key}]::bigint[] FROM part ORDER BY ({key}) DESC LIMIT 1)"
        while True:
            after = f"WHERE ({key}) > ({', '.join(map(str, last))})" if last else ""
            part = f"WITH part AS (SELECT * FROM {self.table} {after} {order}), {put}"
            last, number = _with_lock(partial(_one, f"{part} SELECT {newest}, count(*) FROM part"))
            if not number:
                break
            copied += number
        _do(f"ANALYZE {self.next}")
        return copied

    def compare(self) -> None:
        """Raise NotPossible unless both hold the same rows, at one moment; nobody waits for that."""
        whole = "SELECT count(*), COALESCE(sum(hashtextextended(row::text, 0)::numeric), 0)"
        with transaction.atomic():
            _do("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            here, there = (_one(f"{whole} FROM {table} row") for table in (self.table, self.next))
        if here != there:
            raise NotPossible(
                f"{self.table} has {here[0]} rows, what was made of it {there[0]}, or they differ."
            )

    # -- changing places -----------------------------------------------------------------------

    def change_places(self) -> None:
        """Let the new table take the place of the old one, which is dropped. All games wait for that."""
        # In the order of a move: first the game, then its log.
        _do(f"LOCK TABLE {OF}, {self.table} IN ACCESS EXCLUSIVE MODE")
        _do(f"DROP TABLE {self.table}")  # and with it its triggers
        _do(f"DROP FUNCTION {self.trigger}()")
        _do(f"ALTER TABLE {self.next} RENAME TO {self.table}")
        for part in range(self.parts):
            _do(f"ALTER TABLE {self.next}_p{part} RENAME TO {self.table}_p{part}")
        for former, name in self.names.items():
            _do(f"ALTER INDEX {former} RENAME TO {name}")  # a key is called as its index is
