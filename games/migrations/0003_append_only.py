"""The database itself refuses to change the log: events are only ever inserted."""

from django.db import migrations

SQLITE = """
CREATE TRIGGER games_event_no_update BEFORE UPDATE ON games_event
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END
"""

POSTGRESQL = """
CREATE FUNCTION games_event_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'the log is append-only'; END $$;
CREATE TRIGGER games_event_no_change BEFORE UPDATE OR DELETE ON games_event
FOR EACH ROW EXECUTE FUNCTION games_event_refuse()
"""


def forward(apps, schema_editor):
    vendor = schema_editor.connection.vendor
    if vendor == "sqlite":
        schema_editor.execute(SQLITE)
    elif vendor == "postgresql":
        schema_editor.execute(POSTGRESQL)


def backward(apps, schema_editor):
    vendor = schema_editor.connection.vendor
    if vendor == "sqlite":
        schema_editor.execute("DROP TRIGGER games_event_no_update")
    elif vendor == "postgresql":
        schema_editor.execute("DROP TRIGGER games_event_no_change ON games_event")
        schema_editor.execute("DROP FUNCTION games_event_refuse()")


class Migration(migrations.Migration):
    dependencies = [("games", "0002_link_nonce")]

    operations = [migrations.RunPython(forward, backward)]
