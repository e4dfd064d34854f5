"""The database backend (`ENGINE = "wotr.postgresql"`)."""

import select

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that asks the server whether it lives only when there is a reason to doubt it.

    Attributes:
        commits: how many transactions came as far as their COMMIT.
    """

    commits = 0

    def _commit(self) -> None:
        self.commits += 1
        super()._commit()  # type: ignore[misc]  # the stubs name public methods only

    def is_usable(self) -> bool:
        """Return whether the connection still works.

        An idle connection has nothing to read; one that the server has closed has. Only then it is tried.
        """
        if self.connection is None or self.connection.closed:
            return False
        poll = select.poll()
        poll.register(self.connection.fileno(), select.POLLIN)
        return True if not poll.poll(0) else bool(super().is_usable())
