"""That no notice is written twice is told on PostgreSQL by digests of their keys, whose index takes half the room.

The keys stay, and nobody asks for one.
"""

from typing import Any

from django.db import migrations

TABLE, NAME = "notifications_delivery", "delivery_of_key"


def lead_over(apps: Any, schema_editor: Any) -> None:
    """Put the index in the place of the constraint; SQLite keeps it."""
    connection = schema_editor.connection
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, TABLE)
    schema_editor.execute(f"CREATE UNIQUE INDEX {NAME} ON {TABLE} ((md5(dedupe_key)::uuid))")
    for name, constraint in found.items():
        if constraint["unique"] and constraint["columns"] == ["dedupe_key"]:
            schema_editor.execute(f"ALTER TABLE {TABLE} DROP CONSTRAINT {schema_editor.quote_name(name)}")


class Migration(migrations.Migration):
    dependencies = [("notifications", "0002_leaner_notices")]

    operations = [migrations.RunPython(lead_over, migrations.RunPython.noop)]
