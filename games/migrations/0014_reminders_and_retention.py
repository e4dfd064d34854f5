"""How often a seat was reminded, and when it wants to be; the log of a game that is deleted goes with it."""

from django.db import migrations, models

SQLITE = """
CREATE TRIGGER games_event_no_delete BEFORE DELETE ON games_event
WHEN NOT EXISTS (SELECT 1 FROM games_discarded gone WHERE gone.game = OLD.game_id)
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END
"""
SQLITE_BEFORE = """
CREATE TRIGGER games_event_no_delete BEFORE DELETE ON games_event
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END
"""
POSTGRESQL = """
CREATE OR REPLACE FUNCTION games_event_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND EXISTS (SELECT 1 FROM games_discarded gone WHERE gone.game = OLD.game_id) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the log is append-only';
END $$
"""
POSTGRESQL_BEFORE = """
CREATE OR REPLACE FUNCTION games_event_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'the log is append-only'; END $$
"""


def _guard(schema_editor, sqlite, postgresql):
    vendor = schema_editor.connection.vendor
    if vendor == "sqlite":
        schema_editor.execute("DROP TRIGGER IF EXISTS games_event_no_delete")
        schema_editor.execute(sqlite)
    elif vendor == "postgresql":
        schema_editor.execute(postgresql)


def forward(apps, schema_editor):
    _guard(schema_editor, SQLITE, POSTGRESQL)


def backward(apps, schema_editor):
    _guard(schema_editor, SQLITE_BEFORE, POSTGRESQL_BEFORE)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0013_table_channels"),
    ]

    operations = [
        migrations.CreateModel(
            name="Discarded",
            fields=[
                ("game", models.BigIntegerField(primary_key=True, serialize=False)),
            ],
        ),
        migrations.AddField(
            model_name="seat",
            name="remind_later_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="seat",
            name="remind_later_for",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="seat",
            name="reminded_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="seat",
            name="reminded_count",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.RunPython(forward, backward),
    ]
