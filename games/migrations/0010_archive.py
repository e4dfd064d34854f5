"""The logs of games that have been over for long are packed, each in one row, which the database refuses to change.

Like the log itself it goes only with its game, or when its rows come back (0002, games.models.Discarded).
"""

from importlib import import_module
from typing import Any

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q

log = import_module("games.migrations.0002_append_only_log")

FORWARD = {
    "sqlite": (
        """
        CREATE TRIGGER games_archive_no_update BEFORE UPDATE ON games_archive
        BEGIN SELECT RAISE(ABORT, 'an archive is never changed'); END
        """,
        f"""
        CREATE TRIGGER games_archive_no_delete BEFORE DELETE ON games_archive WHEN NOT {log.GONE}
        BEGIN SELECT RAISE(ABORT, 'an archive is never changed'); END
        """,
        """
        CREATE TRIGGER games_archive_no_replace BEFORE INSERT ON games_archive
        WHEN EXISTS (SELECT 1 FROM games_archive former WHERE former.game_id = NEW.game_id)
        BEGIN SELECT RAISE(ABORT, 'an archive is never changed'); END
        """,
    ),
    "postgresql": (
        """
        CREATE TRIGGER games_archive_no_change BEFORE UPDATE OR DELETE ON games_archive
        FOR EACH ROW EXECUTE FUNCTION games_event_refuse()
        """,
        """
        CREATE TRIGGER games_archive_no_truncate BEFORE TRUNCATE ON games_archive
        FOR EACH STATEMENT EXECUTE FUNCTION games_event_keep()
        """,
        # It is packed already.
        "ALTER TABLE games_archive ALTER COLUMN packed SET STORAGE EXTERNAL",
    ),
}


def protect(apps: Any, schema_editor: Any) -> None:
    """Let the database refuse to change an archive; who takes it back drops the table, and with it the triggers."""
    for statement in FORWARD.get(schema_editor.connection.vendor, ()):
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("games", "0009_submission_answers")]

    operations = [
        migrations.AddField(
            "game",
            "log_kept",
            models.CharField(
                blank=True,
                choices=[
                    ("both", "Archived, its rows still there"),
                    ("archive", "Archived"),
                    ("held", "In rows, not to be archived by itself"),
                ],
                max_length=8,
                null=True,
            ),
        ),
        migrations.AddIndex(
            "game",
            models.Index(
                fields=["status", "log_kept", "finished_at"],
                condition=Q(status="finished", log_kept__isnull=True),
                name="game_to_archive",
            ),
        ),
        migrations.AddIndex(
            "game", models.Index(fields=["finished_at"], condition=Q(log_kept="both"), name="game_archived")
        ),
        migrations.CreateModel(
            "Archive",
            [
                (
                    "game",
                    models.OneToOneField(
                        "games.game",
                        django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="archive",
                        serialize=False,
                    ),
                ),
                ("digest", models.CharField(max_length=64)),
                ("packed", models.BinaryField()),
                ("ended_by", models.CharField(blank=True, max_length=40)),
                ("created_at", models.DateTimeField()),
            ],
        ),
        migrations.RunPython(protect, migrations.RunPython.noop),
    ]
