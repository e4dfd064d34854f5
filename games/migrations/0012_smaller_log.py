"""What a submission leaves in the log takes less room.

Entries and lines are known by their number in their game alone. An entry's hash is kept in bytes, and the hash before
it not at all: it is that of the entry before. What a line says is kept as its text, and a submission's digests as
numbers, half as long.

PostgreSQL writes the three tables anew, one after the other, parted or not: for so long one of them needs its room
twice. SQLite copies them.
"""

from importlib import import_module
from typing import Any

from django.db import migrations, models

from games.models.fields import HashField, PlainJSONField

log = import_module("games.migrations.0002_append_only_log")

#: The first eight bytes of a digest as a number.
_NUMBER = "('x' || encode(substr({0}, 1, 8), 'hex'))::bit(64)::bigint"
POSTGRESQL = (
    """
    ALTER TABLE games_event
    DROP COLUMN id, DROP COLUMN prev_hash, DROP CONSTRAINT one_event_of_each_number,
    ALTER COLUMN hash TYPE bytea USING decode(hash, 'hex'),
    ADD CONSTRAINT games_event_pkey PRIMARY KEY (game_id, seq)
    """,
    """
    ALTER TABLE games_logline
    DROP COLUMN id, DROP CONSTRAINT one_log_line_of_each_number,
    ALTER COLUMN data TYPE text, ALTER COLUMN visible_to TYPE text,
    ADD CONSTRAINT games_logline_pkey PRIMARY KEY (game_id, number)
    """,
    f"""
    ALTER TABLE games_submission
    ALTER COLUMN key_digest TYPE bigint USING {_NUMBER.format("key_digest")},
    ALTER COLUMN sent_digest TYPE bigint USING {_NUMBER.format("sent_digest")}
    """,
)
#: What a new entry would push out on SQLite: its row has a number all the same, which nobody names.
NO_REPLACE = """
CREATE TRIGGER games_event_no_replace BEFORE INSERT ON games_event
WHEN EXISTS (SELECT 1 FROM games_event former WHERE former.rowid = NEW.rowid)
OR EXISTS (SELECT 1 FROM games_event former WHERE former.game_id = NEW.game_id AND former.seq = NEW.seq)
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END
"""
#: Columns that SQLite copies otherwise than they are.
FUNCTIONS = {
    "hash": ("bytes_of_hash", bytes.fromhex),
    "key_digest": ("number_of_digest", lambda digest: int.from_bytes(digest[:8], "big", signed=True)),
    "sent_digest": ("number_of_digest", lambda digest: int.from_bytes(digest[:8], "big", signed=True)),
}


def lead_over(apps: Any, schema_editor: Any) -> None:
    """Give the tables their new form; the models have it already."""
    if schema_editor.connection.vendor == "postgresql":
        for statement in POSTGRESQL:
            schema_editor.execute(statement)
        return
    for name, function in FUNCTIONS.values():
        schema_editor.connection.connection.create_function(name, 1, function)
    for name in ("Event", "LogLine", "Submission"):
        _copy(apps.get_model("games", name), schema_editor)
    no_update, no_delete, _ = log.FORWARD["sqlite"]
    for statement in (no_update, no_delete, NO_REPLACE):
        schema_editor.execute(statement)


def _copy(model: Any, schema_editor: Any) -> None:
    table, columns = model._meta.db_table, [field.column for field in model._meta.concrete_fields]
    values = [f'{FUNCTIONS[name][0]}("{name}")' if name in FUNCTIONS else f'"{name}"' for name in columns]
    named = ", ".join(f'"{name}"' for name in columns)
    schema_editor.execute(f"ALTER TABLE {table} RENAME TO {table}_former")
    schema_editor.create_model(model)
    schema_editor.execute(
        f"INSERT INTO {table} ({named}) SELECT {', '.join(values)} FROM {table}_former ORDER BY id"
    )
    schema_editor.execute(f"DROP TABLE {table}_former")  # and with it its triggers


class Migration(migrations.Migration):
    dependencies = [("games", "0011_dropped_orders")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveConstraint("event", "one_event_of_each_number"),
                migrations.RemoveField("event", "id"),
                migrations.RemoveField("event", "prev_hash"),
                migrations.AlterField("event", "hash", HashField()),
                migrations.AddField(
                    "event",
                    "pk",
                    models.CompositePrimaryKey(
                        "game_id", "seq", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                migrations.RemoveConstraint("logline", "one_log_line_of_each_number"),
                migrations.RemoveField("logline", "id"),
                migrations.AddField(
                    "logline",
                    "pk",
                    models.CompositePrimaryKey(
                        "game_id", "number", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                migrations.AlterField("logline", "data", PlainJSONField(default=dict)),
                migrations.AlterField("logline", "visible_to", PlainJSONField(default=list)),
                migrations.AlterField("submission", "key_digest", models.BigIntegerField()),
                migrations.AlterField("submission", "sent_digest", models.BigIntegerField()),
            ]
        ),
        migrations.RunPython(lead_over, migrations.RunPython.noop),
    ]
