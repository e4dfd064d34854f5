"""Direct encounter counts only among those whom all before it has left level; what is over keeps the table it ended with.

The places of an event that is over were told to everybody, and stand with its entrants.
"""

from typing import Any

from django.db import migrations

FORMATS = ("swiss", "season")


def keep_the_tables(apps: Any, schema_editor: Any) -> None:
    """Write into every event that is over, and has the tie-break, that it was counted among equal points."""
    model = apps.get_model("leagues", "Competition")
    over = model.objects.filter(format__in=FORMATS, status="finished")
    for row in over.only("settings").iterator(chunk_size=500):
        row.settings = {**row.settings, "direct_among": "points"}
        row.save(update_fields=["settings"])


def forget(apps: Any, schema_editor: Any) -> None:
    """Take the setting away, which was not known before."""
    model = apps.get_model("leagues", "Competition")
    for row in model.objects.filter(format__in=FORMATS).only("settings").iterator(chunk_size=500):
        row.settings = {name: value for name, value in row.settings.items() if name != "direct_among"}
        row.save(update_fields=["settings"])


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0012_team_events"),
    ]

    operations = [
        migrations.RunPython(keep_the_tables, forget),
    ]
