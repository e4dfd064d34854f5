"""The check before an upgrade: a database from before 0.9 has had all migrations that those of 0.9 replace, or none."""

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Error, Tags, register
from django.db import connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

#: The first version with these migrations, and the last code with those that they replace.
SQUASHED, LAST_BEFORE = "0.9", "7add0a1d"
WAY = (
    f"Run `manage.py migrate` with that code first (commit {LAST_BEFORE}), then with this: docs/upgrading.md"
)


def left_behind(database: str) -> list[str]:
    """Return the apps whose tables in a database are neither as 0.9 makes them nor as the last code before it did."""
    applied = set(MigrationRecorder(connections[database]).applied_migrations())
    known = {app for app, _ in applied}
    behind = set()
    loader = MigrationLoader(None)
    for (app, name), migration in loader.replacements.items():
        former = set(migration.replaces)
        done = former & applied
        if (app, name) in applied or done == former or former <= loader.disk_migrations.keys():
            continue
        # Where a first migration was interrupted, the second has none of those that it replaces.
        if done or (migration.initial and app in known):
            behind.add(app)
    return sorted(behind)


@register(Tags.database)
def check_databases(*, databases: Sequence[str] | None = None, **more: Any) -> list[CheckMessage]:
    """Say before a migration which version a database that is too old has to go through."""
    return [
        Error(
            f"This database is from before {SQUASHED}, and had not had all migrations of the last code before "
            f"({', '.join(behind)}). Nothing was changed.",
            hint=WAY,
            id="wotr.E001",
        )
        for database in databases or ()
        if (behind := left_behind(database))
    ]
