"""The database itself refuses to change the log: events are inserted, and deleted only with their whole game.

On PostgreSQL, pages of games keep room, so that a new position needs no index entries.

Whatever alters games_event later makes SQLite copy the table, and lose these triggers: it has to create them again.
"""

from django.db import migrations

#: Whether the game is being deleted (games.models.log.Discarded).
GONE = "EXISTS (SELECT 1 FROM games_discarded gone WHERE gone.game = OLD.game_id)"

SQLITE = (
    "DROP TRIGGER IF EXISTS games_event_no_update",
    "DROP TRIGGER IF EXISTS games_event_no_delete",
    """
    CREATE TRIGGER games_event_no_update BEFORE UPDATE ON games_event
    BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END
    """,
    f"""
    CREATE TRIGGER games_event_no_delete BEFORE DELETE ON games_event WHEN NOT {GONE}
    BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END
    """,
)

POSTGRESQL = (
    f"""
    CREATE OR REPLACE FUNCTION games_event_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'DELETE' AND {GONE} THEN
        RETURN OLD;
      END IF;
      RAISE EXCEPTION 'the log is append-only';
    END $$
    """,
    "DROP TRIGGER IF EXISTS games_event_no_change ON games_event",
    """
    CREATE TRIGGER games_event_no_change BEFORE UPDATE OR DELETE ON games_event
    FOR EACH ROW EXECUTE FUNCTION games_event_refuse()
    """,
    "ALTER TABLE games_game SET (fillfactor = 50)",
    "ALTER TABLE games_seat SET (fillfactor = 70)",
)

BACK = {
    "sqlite": SQLITE[:2],
    "postgresql": (
        "DROP TRIGGER games_event_no_change ON games_event",
        "DROP FUNCTION games_event_refuse()",
        "ALTER TABLE games_game RESET (fillfactor)",
        "ALTER TABLE games_seat RESET (fillfactor)",
    ),
}


def forward(apps, schema_editor):
    for statement in {"sqlite": SQLITE, "postgresql": POSTGRESQL}.get(schema_editor.connection.vendor, ()):
        schema_editor.execute(statement)


def backward(apps, schema_editor):
    for statement in BACK.get(schema_editor.connection.vendor, ()):
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("games", "0001_version_0_1")]

    operations = [migrations.RunPython(forward, backward)]
