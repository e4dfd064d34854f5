"""The database itself refuses to change the log: events are inserted, and deleted only with their whole game.

SQLite refuses to replace an event, too: `INSERT OR REPLACE` deletes the former row and asks no trigger for DELETE.
PostgreSQL refuses to empty the log as well: TRUNCATE asks no trigger that looks at rows. There, pages of games keep
room, so that a new position needs no index entries.

Whatever alters games_event later makes SQLite copy the table, and lose these triggers: it has to create them again.
"""

from django.db import migrations

#: Whether the game is being deleted (games.models.log.Discarded).
GONE = "EXISTS (SELECT 1 FROM games_discarded gone WHERE gone.game = OLD.game_id)"
#: What the new row would push out: the event of its id, or the one of its number in its game.
THERE = """
EXISTS (SELECT 1 FROM games_event former WHERE former.id = NEW.id)
OR EXISTS (SELECT 1 FROM games_event former WHERE former.game_id = NEW.game_id AND former.seq = NEW.seq)
"""

FORWARD = {
    "sqlite": (
        """
        CREATE TRIGGER games_event_no_update BEFORE UPDATE ON games_event
        BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END
        """,
        f"""
        CREATE TRIGGER games_event_no_delete BEFORE DELETE ON games_event WHEN NOT {GONE}
        BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END
        """,
        f"""
        CREATE TRIGGER games_event_no_replace BEFORE INSERT ON games_event WHEN {THERE}
        BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END
        """,
    ),
    "postgresql": (
        f"""
        CREATE FUNCTION games_event_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF TG_OP = 'DELETE' AND {GONE} THEN
            RETURN OLD;
          END IF;
          RAISE EXCEPTION 'the log is append-only';
        END $$
        """,
        """
        CREATE TRIGGER games_event_no_change BEFORE UPDATE OR DELETE ON games_event
        FOR EACH ROW EXECUTE FUNCTION games_event_refuse()
        """,
        """
        CREATE FUNCTION games_event_keep() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'the log is append-only'; END $$
        """,
        """
        CREATE TRIGGER games_event_no_truncate BEFORE TRUNCATE ON games_event
        FOR EACH STATEMENT EXECUTE FUNCTION games_event_keep()
        """,
        "ALTER TABLE games_game SET (fillfactor = 50)",
        "ALTER TABLE games_seat SET (fillfactor = 70)",
    ),
}

BACKWARD = {
    "sqlite": (
        "DROP TRIGGER games_event_no_update",
        "DROP TRIGGER games_event_no_delete",
        "DROP TRIGGER games_event_no_replace",
    ),
    "postgresql": (
        "DROP TRIGGER games_event_no_change ON games_event",
        "DROP TRIGGER games_event_no_truncate ON games_event",
        "DROP FUNCTION games_event_refuse()",
        "DROP FUNCTION games_event_keep()",
        "ALTER TABLE games_game RESET (fillfactor)",
        "ALTER TABLE games_seat RESET (fillfactor)",
    ),
}


def forward(apps, schema_editor):
    for statement in FORWARD.get(schema_editor.connection.vendor, ()):
        schema_editor.execute(statement)


def backward(apps, schema_editor):
    for statement in BACKWARD.get(schema_editor.connection.vendor, ()):
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    replaces = [
        ("games", "0002_log_is_append_only"),
        ("games", "0004_log_is_not_truncated"),
        ("games", "0008_log_is_not_replaced"),
    ]

    dependencies = [("games", "0001_version_0_9")]

    operations = [migrations.RunPython(forward, backward)]
