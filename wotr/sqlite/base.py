"""The database backend (`ENGINE = "wotr.sqlite"`)."""

import fcntl
from collections.abc import Sequence
from typing import IO, Any

from django.db.backends.sqlite3 import base
from django.db.backends.utils import CursorWrapper


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that queues for its turn to write.

    SQLite has one writer at a time, and whoever waits for it sleeps in growing steps: among many some are passed over
    again and again. So whoever begins a transaction first waits for a lock on a file beside the database (flock(2)):
    the system wakes those who wait as soon as the writer before them is done, or dead.

    Attributes:
        commits: how many transactions came as far as their COMMIT.
    """

    commits = 0
    _queue: IO[bytes] | None = None
    _has_turn = False

    def prepared_cursor(self) -> CursorWrapper:
        """Return a cursor, as on PostgreSQL (wotr.postgresql): here statements are prepared by themselves."""
        return self.cursor()

    def fetch_together(self, questions: Sequence[tuple[str, Any]]) -> list[list[tuple[Any, ...]]]:
        """Return the rows that each of several statements finds: SQLite is a call away, there is no trip to save."""
        found = []
        for statement, parameters in questions:
            with self.cursor() as cursor:
                found.append(list(cursor.execute(statement, parameters).fetchall()))
        return found

    def send_later(self, statement: str, parameters: Any) -> None:
        """Execute a statement, likewise."""
        with self.cursor() as cursor:
            cursor.execute(statement, parameters)

    def _start_transaction_under_autocommit(self) -> None:
        if not self.is_in_memory_db():
            if self._queue is None:
                self._queue = open(f"{self.settings_dict['NAME']}-queue", "ab")  # noqa: SIM115  # as long as the connection
            fcntl.flock(self._queue, fcntl.LOCK_EX)
            self._has_turn = True
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]  # the stubs name public methods only
        except BaseException:
            self._pass_on()
            raise

    def _commit(self) -> None:
        self.commits += 1
        super()._commit()  # type: ignore[misc]
        self._pass_on()  # who fails to commit rolls back

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._pass_on()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._pass_on()
            if self._queue is not None:
                self._queue.close()
                self._queue = None

    def _pass_on(self) -> None:
        if self._has_turn and self._queue is not None:
            self._has_turn = False
            fcntl.flock(self._queue, fcntl.LOCK_UN)
