"""Facts of a title instead of columns that only one has; and who played together."""

from typing import Any

from django.db import migrations, models

#: The columns so far, and the facts that they become.
NUMBERS = {
    "tokens": "action_tokens",
    "rings": "dwarven_rings",
    "muster_points": "muster_points",
    "turns": "turns",
    "corruption": "corruption",
    "mordor": "mordor",
    "initial_eyes": "initial_eyes",
    "aragorn_turn": "aragorn_turn",
    "treebeard_used": "treebeard_used",
}
LISTS = ("expansions", "captured")
#: The title that told lists, empty ones too.
TELLS_LISTS = "war-of-the-ring"


def to_facts(apps: Any, schema_editor: Any) -> None:
    """Write what the columns hold into the facts; what they do not know is left out."""
    rows = []
    model = apps.get_model("leagues", "ResultRecord")
    for row in model.objects.only("title", *NUMBERS, *LISTS).iterator(chunk_size=500):
        row.facts = {
            fact: getattr(row, name) for name, fact in NUMBERS.items() if getattr(row, name) is not None
        }
        row.facts |= {name: getattr(row, name) for name in LISTS if row.title == TELLS_LISTS}
        rows.append(row)
        if len(rows) == 500:
            model.objects.bulk_update(rows, ["facts"])
            rows.clear()
    model.objects.bulk_update(rows, ["facts"])


def to_columns(apps: Any, schema_editor: Any) -> None:
    """Write the facts back into the columns."""
    model = apps.get_model("leagues", "ResultRecord")
    for row in model.objects.iterator(chunk_size=500):
        for name, fact in NUMBERS.items():
            setattr(row, name, row.facts.get(fact))
        for name in LISTS:
            setattr(row, name, row.facts.get(name, []))
        row.save(update_fields=[*NUMBERS, *LISTS])


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0002_audit_is_append_only"),
    ]

    operations = [
        migrations.AddField("resultrecord", "facts", models.JSONField(default=dict)),
        migrations.AddField("recordseat", "team", models.PositiveSmallIntegerField(blank=True, null=True)),
        migrations.RunPython(to_facts, to_columns),
        *[migrations.RemoveField("resultrecord", name) for name in (*NUMBERS, *LISTS)],
    ]
