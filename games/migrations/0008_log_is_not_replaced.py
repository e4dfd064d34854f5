"""SQLite refuses to replace an event as well: `INSERT OR REPLACE` deletes the former row and asks no trigger for DELETE.

Whatever alters games_event later makes SQLite copy the table, and lose this trigger: it has to create it again.
"""

from django.db import migrations

#: What the new row would push out: the event of its id, or the one of its number in its game.
THERE = """
EXISTS (SELECT 1 FROM games_event former WHERE former.id = NEW.id)
OR EXISTS (SELECT 1 FROM games_event former WHERE former.game_id = NEW.game_id AND former.seq = NEW.seq)
"""

SQLITE = (
    "DROP TRIGGER IF EXISTS games_event_no_replace",
    f"""
    CREATE TRIGGER games_event_no_replace BEFORE INSERT ON games_event WHEN {THERE}
    BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END
    """,
)

BACK = ("DROP TRIGGER games_event_no_replace",)


def forward(apps, schema_editor):
    for statement in SQLITE if schema_editor.connection.vendor == "sqlite" else ():
        schema_editor.execute(statement)


def backward(apps, schema_editor):
    for statement in BACK if schema_editor.connection.vendor == "sqlite" else ():
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("games", "0007_words_known_when_the_seed_was_fixed")]

    operations = [migrations.RunPython(forward, backward)]
