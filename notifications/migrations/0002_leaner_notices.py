"""A notice costs fewer indexes: none for patterns, and none of its place where it has none.

Nobody asks for names and keys of notices by how they begin, for which Django gives PostgreSQL an index of its own
beside that of a unique column.
"""

from typing import Any

from django.db import migrations, models
from django.db.models import Q

TABLE = "notifications_delivery"


def drop_for_patterns(apps: Any, schema_editor: Any) -> None:
    if schema_editor.connection.vendor == "postgresql":
        for column in ("dedupe_key", "name"):
            name = schema_editor._create_index_name(TABLE, [column], suffix="_like")
            schema_editor.execute(f"DROP INDEX IF EXISTS {name}")


def drop_of_place(apps: Any, schema_editor: Any) -> None:
    name = schema_editor._create_index_name(TABLE, ["place_id"])
    schema_editor.execute(f"DROP INDEX IF EXISTS {name}")


class Migration(migrations.Migration):
    dependencies = [("notifications", "0001_version_0_9")]

    operations = [
        migrations.RunPython(drop_for_patterns, migrations.RunPython.noop),
        # SQLite would copy the whole table for what is an index.
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(drop_of_place, migrations.RunPython.noop)],
            state_operations=[
                migrations.AlterField(
                    "delivery",
                    "place",
                    models.ForeignKey(
                        "notifications.place",
                        models.CASCADE,
                        null=True,
                        blank=True,
                        db_index=False,
                        related_name="deliveries",
                    ),
                )
            ],
        ),
        migrations.AddIndex(
            "delivery",
            models.Index(fields=["place"], condition=Q(place__isnull=False), name="delivery_place"),
        ),
    ]
