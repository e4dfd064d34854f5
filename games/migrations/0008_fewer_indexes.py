"""Drop indexes that a move pays for and nobody needs: a unique pair that begins with the game finds as well.

Only the indexes are touched: changing the columns would make SQLite copy the tables, and lose the triggers
that protect the log. On PostgreSQL, pages of games keep room, so that a new position needs no index entries.
"""

import django.db.models.deletion
from django.db import migrations, models

DROPPED = (
    ("checkpoint", "game_id"),
    ("event", "game_id"),
    ("logline", "game_id"),
    ("seat", "game_id"),
    ("seat", "link_digest"),
    ("submission", "game_id"),
)


def _index(schema_editor, model, column, suffix=""):
    return schema_editor.quote_name(schema_editor._create_index_name(f"games_{model}", [column], suffix))


def forward(apps, schema_editor):
    for model, column in DROPPED:
        schema_editor.execute(f"DROP INDEX {_index(schema_editor, model, column)}")
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(f"DROP INDEX {_index(schema_editor, 'seat', 'link_digest', '_like')}")
        schema_editor.execute("ALTER TABLE games_game SET (fillfactor = 50)")
        schema_editor.execute("ALTER TABLE games_seat SET (fillfactor = 70)")


def backward(apps, schema_editor):
    for model, column in DROPPED:
        name = _index(schema_editor, model, column)
        schema_editor.execute(f"CREATE INDEX {name} ON games_{model} ({column})")
    if schema_editor.connection.vendor == "postgresql":
        name = _index(schema_editor, "seat", "link_digest", "_like")
        schema_editor.execute(f"CREATE INDEX {name} ON games_seat (link_digest varchar_pattern_ops)")
        schema_editor.execute("ALTER TABLE games_game RESET (fillfactor)")
        schema_editor.execute("ALTER TABLE games_seat RESET (fillfactor)")


def _game(related_name):
    return models.ForeignKey(
        db_index=False,
        on_delete=django.db.models.deletion.CASCADE,
        related_name=related_name,
        to="games.game",
    )


class Migration(migrations.Migration):
    dependencies = [("games", "0007_pauses_and_absence")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(forward, backward)],
            state_operations=[
                migrations.AlterField("checkpoint", "game", _game("checkpoints")),
                migrations.AlterField("event", "game", _game("events")),
                migrations.AlterField("logline", "game", _game("log_lines")),
                migrations.AlterField("seat", "game", _game("seats")),
                migrations.AlterField("submission", "game", _game("submissions")),
                migrations.AlterField("seat", "link_digest", models.CharField(blank=True, max_length=64)),
            ],
        ),
        migrations.RemoveIndex("seat", "games_seat_user_id_79dc15_idx"),
        migrations.AddIndex(
            "seat",
            models.Index(
                condition=models.Q(("link_digest", ""), _negated=True),
                fields=["link_digest"],
                name="seat_link",
            ),
        ),
    ]
