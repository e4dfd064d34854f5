"""What allies may answer in a seat's place, and who has answered so.

A column of the log that may be empty and has no default is added in place: SQLite does not copy the table, and its
triggers stay (0002_append_only_log).
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0002_append_only_log"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="by",
            field=models.CharField(blank=True, max_length=40, null=True),
        ),
        migrations.AddField(
            model_name="seat",
            name="partners",
            field=models.JSONField(blank=True, default=dict),
        ),
    ]
