"""Acts that make mail to others are counted for a day."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("notifications", "0008_senders")]

    operations = [
        migrations.CreateModel(
            "Approach",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("act", models.CharField(max_length=24)),
                ("by", models.CharField(max_length=64)),
                ("to", models.CharField(blank=True, max_length=64)),
                ("at", models.DateTimeField(db_index=True)),
            ],
            options={
                "verbose_name_plural": "approaches",
                "indexes": [
                    models.Index(fields=["by", "at"], name="approach_by"),
                    models.Index(fields=["to", "at"], name="approach_to"),
                ],
            },
        ),
    ]
