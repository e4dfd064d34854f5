"""Points come before sides in a Swiss now; whatever has begun keeps the weights it began with.

An event that is still open for registration gets the new order: the rules that its entrants have read promise that
they meet people with as many points.
"""

from typing import Any

from django.db import migrations


def keep_the_weights(apps: Any, schema_editor: Any) -> None:
    """Write into every Swiss what it puts first: sides if it has begun, as it was so far, otherwise points."""
    model = apps.get_model("leagues", "Competition")
    for row in model.objects.filter(format="swiss").only("settings", "status").iterator(chunk_size=500):
        begun = row.status != "registration"
        row.settings = {**row.settings, "weights": "sides" if begun else "points"}
        row.save(update_fields=["settings"])


def forget_the_weights(apps: Any, schema_editor: Any) -> None:
    """Take the setting away, which was not known before."""
    model = apps.get_model("leagues", "Competition")
    for row in model.objects.filter(format="swiss").only("settings").iterator(chunk_size=500):
        row.settings = {name: value for name, value in row.settings.items() if name != "weights"}
        row.save(update_fields=["settings"])


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0005_audit_is_not_replaced"),
    ]

    operations = [
        migrations.RunPython(keep_the_weights, forget_the_weights),
    ]
