"""Version 2 of the tie-breaks: what is over keeps the table that it ended with, by version 1.

The places of an event that is over were told to everybody, and stand with its entrants.
"""

from typing import Any

from django.db import migrations


def keep_the_tables(apps: Any, schema_editor: Any) -> None:
    """Write the version by which its table was made into every event that is over."""
    model = apps.get_model("leagues", "Competition")
    for row in model.objects.filter(status="finished").only("settings").iterator(chunk_size=500):
        row.settings = {**row.settings, "tie_breaks": 1}
        row.save(update_fields=["settings"])


def forget_the_version(apps: Any, schema_editor: Any) -> None:
    """Take the version away, which was not known before."""
    model = apps.get_model("leagues", "Competition")
    for row in model.objects.only("settings").iterator(chunk_size=500):
        row.settings = {name: value for name, value in row.settings.items() if name != "tie_breaks"}
        row.save(update_fields=["settings"])


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0012_team_events"),
    ]

    operations = [
        migrations.RunPython(keep_the_tables, forget_the_version),
    ]
