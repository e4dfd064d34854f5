"""PostgreSQL refuses to empty the log as well: TRUNCATE asks no trigger that looks at rows.

SQLite has no TRUNCATE, and a DELETE of everything asks the trigger of every row.
"""

from django.db import migrations

POSTGRESQL = (
    """
    CREATE OR REPLACE FUNCTION games_event_keep() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'the log is append-only'; END $$
    """,
    "DROP TRIGGER IF EXISTS games_event_no_truncate ON games_event",
    """
    CREATE TRIGGER games_event_no_truncate BEFORE TRUNCATE ON games_event
    FOR EACH STATEMENT EXECUTE FUNCTION games_event_keep()
    """,
)

BACK = (
    "DROP TRIGGER games_event_no_truncate ON games_event",
    "DROP FUNCTION games_event_keep()",
)


def forward(apps, schema_editor):
    for statement in POSTGRESQL if schema_editor.connection.vendor == "postgresql" else ():
        schema_editor.execute(statement)


def backward(apps, schema_editor):
    for statement in BACK if schema_editor.connection.vendor == "postgresql" else ():
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("games", "0003_asks_in_one_place")]

    operations = [migrations.RunPython(forward, backward)]
