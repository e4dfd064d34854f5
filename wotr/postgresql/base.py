"""The database backend (`ENGINE = "wotr.postgresql"`)."""

import select
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from typing import Any

from django.db.backends.postgresql import base
from django.db.backends.utils import CursorWrapper

Parameters = Sequence[Any] | Mapping[str, Any]


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that asks the server whether it lives only when there is a reason to doubt it.

    What a transaction writes last can go to the server in one trip with its COMMIT (`send_later`), and several
    questions can be asked in one (`fetch_together`): both by the pipelines of libpq.

    Attributes:
        commits: how many transactions came as far as their COMMIT.
    """

    commits = 0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._later: list[tuple[str, Parameters]] = []

    def prepared_cursor(self) -> CursorWrapper:
        """Return a cursor whose statements PostgreSQL prepares once for a connection and plans no more."""
        self.send_now()
        return self._prepared()

    def _prepared(self) -> CursorWrapper:
        self.ensure_connection()
        return self._prepare_cursor(base.ServerBindingCursor(self.connection))  # type: ignore[attr-defined,call-arg,no-any-return]  # as `cursor` does

    def fetch_together(self, questions: Sequence[tuple[str, Parameters]]) -> list[list[tuple[Any, ...]]]:
        """Return the rows that each of several statements finds, which are sent in one trip."""
        self.send_now()
        self.ensure_connection()
        with ExitStack() as open_cursors:
            cursors = [open_cursors.enter_context(self._prepared()) for _ in questions]
            with self.wrap_database_errors, self.connection.pipeline():
                for cursor, (statement, parameters) in zip(cursors, questions, strict=True):
                    cursor.execute(statement, parameters)
            return [list(cursor.fetchall()) for cursor in cursors]

    def send_later(self, statement: str, parameters: Parameters) -> None:
        """Send a statement before the next one of this transaction, or in one trip with its COMMIT.

        Whatever the database has against it is raised there.
        """
        self._later.append((statement, parameters))
        if not self.in_atomic_block:
            self.send_now()

    def send_now(self) -> None:
        """Send what is waiting."""
        later, self._later = self._later, []
        for statement, parameters in later:
            with self._prepared() as cursor:
                cursor.execute(statement, parameters)

    def create_cursor(self, name: str | None = None) -> Any:
        self.send_now()
        return super().create_cursor(name)

    def _commit(self) -> None:
        self.commits += 1
        if not self._later:
            super()._commit()  # type: ignore[misc]  # the stubs name public methods only
            return
        with self.wrap_database_errors, self.connection.pipeline():
            self.send_now()
            self.connection.execute("COMMIT", prepare=False)  # its own `commit` would wait once more

    def _rollback(self) -> None:
        self._later.clear()
        super()._rollback()  # type: ignore[misc]  # likewise

    def close(self) -> None:
        self._later.clear()
        super().close()

    def is_usable(self) -> bool:
        """Return whether the connection still works.

        An idle connection has nothing to read; one that the server has closed has. Only then it is tried.
        """
        if self.connection is None or self.connection.closed:
            return False
        poll = select.poll()
        poll.register(self.connection.fileno(), select.POLLIN)
        return True if not poll.poll(0) else bool(super().is_usable())
