"""An app's tables brought to one of its migrations, for tests of what becomes of the rows of a running server."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor


def bring(app: str, name: str) -> Any:
    """Bring the tables of an app to a migration. Returns the apps, with their models, of that time."""
    executor = MigrationExecutor(connection)
    executor.migrate([(app, name)])
    return executor.loader.project_state([(app, name)]).apps


def bring_to_newest(app: str) -> None:
    """Bring the tables of an app to where all other tests expect them."""
    executor = MigrationExecutor(connection)
    executor.migrate([node for node in executor.loader.graph.leaf_nodes() if node[0] == app])


def newest_afterwards(app: str) -> Any:
    """Return a fixture that, whatever a test does to the tables of an app, brings them back to the newest."""

    @pytest.fixture
    def newest() -> Iterator[None]:
        yield
        bring_to_newest(app)

    return newest
