"""Turns are kept: whoever has waited longest since their last one is the next, whichever worker sweeps."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("notifications", "0004_deliveries_have_names")]

    operations = [
        migrations.CreateModel(
            name="Turn",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("lane", models.CharField(max_length=24)),
                ("owner", models.CharField(max_length=64)),
                ("at", models.DateTimeField()),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("lane", "owner"), name="one_turn_each")],
            },
        ),
    ]
