"""What a submission leaves in the log takes less room.

Entries, lines and submissions are known by what they are in their game alone. An entry's hash is kept in bytes, and
the hash before it not at all: it is that of the entry before. What was drawn, and what a line says, is kept as its
text, and that everybody may read a line as null. A submission's digests are numbers, half as long, and of its time the
day is kept. Positions that are kept from now on are packed.

PostgreSQL writes the three tables anew, parted or not, in one transaction; SQLite copies them. Until its end there is
room needed for both, of which the new ones take two thirds of the old.
"""

from importlib import import_module
from typing import Any

from django.db import migrations, models

import games.models.log
from games.models.fields import HashField, PackedField, PlainJSONField

log = import_module("games.migrations.0002_append_only_log")

#: The first eight bytes of a digest as a number.
_NUMBER = "('x' || encode(substr({0}, 1, 8), 'hex'))::bit(64)::bigint"
POSTGRESQL = (
    """
    ALTER TABLE games_event
    DROP COLUMN id, DROP COLUMN prev_hash, DROP CONSTRAINT one_event_of_each_number,
    ALTER COLUMN hash TYPE bytea USING decode(hash, 'hex'), ALTER COLUMN chance TYPE text,
    ADD CONSTRAINT games_event_pkey PRIMARY KEY (game_id, seq)
    """,
    """
    ALTER TABLE games_logline
    DROP COLUMN id, DROP CONSTRAINT one_log_line_of_each_number,
    ALTER COLUMN data TYPE text, ALTER COLUMN visible_to DROP NOT NULL,
    ALTER COLUMN visible_to TYPE text USING NULLIF(visible_to::text, '["*"]'),
    ADD CONSTRAINT games_logline_pkey PRIMARY KEY (game_id, number)
    """,
    f"""
    ALTER TABLE games_submission
    DROP COLUMN id, DROP CONSTRAINT one_submission_for_each_key,
    ALTER COLUMN created_at TYPE date USING (created_at AT TIME ZONE 'UTC')::date,
    ALTER COLUMN key_digest TYPE bigint USING {_NUMBER.format("key_digest")},
    ALTER COLUMN sent_digest TYPE bigint USING {_NUMBER.format("sent_digest")},
    ADD CONSTRAINT games_submission_pkey PRIMARY KEY (game_id, key_digest)
    """,
    "ALTER TABLE games_submission RENAME COLUMN created_at TO day",
    "CREATE INDEX submission_day ON games_submission (day)",
)
#: What a new entry would push out on SQLite: its row has a number all the same, which nobody names.
NO_REPLACE = """
CREATE TRIGGER games_event_no_replace BEFORE INSERT ON games_event
WHEN EXISTS (SELECT 1 FROM games_event former WHERE former.rowid = NEW.rowid)
OR EXISTS (SELECT 1 FROM games_event former WHERE former.game_id = NEW.game_id AND former.seq = NEW.seq)
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END
"""
#: What SQLite copies otherwise than it is.
VALUES = {
    "hash": "bytes_of_hash(hash)",
    "visible_to": """NULLIF(visible_to, '["*"]')""",
    "key_digest": "number_of_digest(key_digest)",
    "sent_digest": "number_of_digest(sent_digest)",
    "day": "date(created_at)",
}


def lead_over(apps: Any, schema_editor: Any) -> None:
    """Give the tables their new form; the models have it already."""
    if schema_editor.connection.vendor == "postgresql":
        for statement in POSTGRESQL:
            schema_editor.execute(statement)
        return
    connection = schema_editor.connection.connection
    connection.create_function("bytes_of_hash", 1, bytes.fromhex)
    connection.create_function("number_of_digest", 1, _number_of)
    for name in ("Event", "LogLine", "Submission"):
        _copy(apps.get_model("games", name), schema_editor)
    no_update, no_delete, _ = log.FORWARD["sqlite"]
    for statement in (no_update, no_delete, NO_REPLACE):
        schema_editor.execute(statement)


def _number_of(digest: bytes) -> int:
    return int.from_bytes(digest[:8], "big", signed=True)


def _copy(model: Any, schema_editor: Any) -> None:
    table, columns = model._meta.db_table, [field.column for field in model._meta.concrete_fields]
    named = ", ".join(f'"{name}"' for name in columns)
    values = ", ".join(VALUES.get(name, f'"{name}"') for name in columns)
    schema_editor.execute(f"ALTER TABLE {table} RENAME TO {table}_former")
    schema_editor.create_model(model)
    schema_editor.execute(f"INSERT INTO {table} ({named}) SELECT {values} FROM {table}_former ORDER BY id")
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
                migrations.AlterField("event", "chance", PlainJSONField(default=list)),
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
                migrations.AlterField("logline", "visible_to", PlainJSONField(default=list, usual='["*"]')),
                migrations.AlterField("checkpoint", "snapshot", PackedField()),
                migrations.AlterField("submission", "key_digest", models.BigIntegerField()),
                migrations.AlterField("submission", "sent_digest", models.BigIntegerField()),
                migrations.RemoveConstraint("submission", "one_submission_for_each_key"),
                migrations.RemoveField("submission", "id"),
                migrations.RemoveField("submission", "created_at"),
                migrations.AddField("submission", "day", models.DateField(default=games.models.log.today)),
                migrations.AddField(
                    "submission",
                    "pk",
                    models.CompositePrimaryKey(
                        "game_id", "key_digest", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                migrations.AddIndex("submission", models.Index(fields=["day"], name="submission_day")),
            ]
        ),
        migrations.RunPython(lead_over, migrations.RunPython.noop),
    ]
