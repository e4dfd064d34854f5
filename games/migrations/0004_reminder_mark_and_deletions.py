"""A mark for each reminder; events without a time (imported records); no event is ever deleted."""

from django.db import migrations, models

SQLITE = """
CREATE TRIGGER games_event_no_{what} BEFORE {event} ON games_event
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END
"""


def forward(apps, schema_editor):
    # Django has copied the table to change a column, and SQLite drops a table's triggers with it.
    # PostgreSQL refuses both since 0003.
    if schema_editor.connection.vendor == "sqlite":
        for what in ("update", "delete"):
            schema_editor.execute(f"DROP TRIGGER IF EXISTS games_event_no_{what}")
            schema_editor.execute(SQLITE.format(what=what, event=what.upper()))


def backward(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute("DROP TRIGGER games_event_no_delete")


class Migration(migrations.Migration):
    dependencies = [("games", "0003_append_only")]

    operations = [
        migrations.AddField("seat", "reminded_mark", models.PositiveSmallIntegerField(default=0)),
        migrations.AlterField("event", "at", models.BigIntegerField(blank=True, null=True)),
        migrations.RunPython(forward, backward),
    ]
