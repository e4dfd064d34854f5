"""The rounds in which an entrant will not play; nobody has asked so far."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0009_entry_conditions"),
    ]

    operations = [
        migrations.AddField("entrant", "byes", models.JSONField(default=list)),
    ]
