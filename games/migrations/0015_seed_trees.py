"""The seeds of an event's games are fixed together, and a seat may have a word that the server put there."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0014_kept_answers")]

    operations = [
        migrations.AddField("game", "tree", models.JSONField(blank=True, default=dict)),
        migrations.AddField("seat", "salt_by_server", models.BooleanField(default=False)),
        migrations.CreateModel(
            name="SeedTree",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("event", models.CharField(max_length=12)),
                ("number", models.PositiveSmallIntegerField()),
                ("root", models.CharField(max_length=64)),
                ("branches", models.BinaryField()),
                ("sealed_secret", models.TextField()),
                ("fixed_at", models.DateTimeField()),
                ("used", models.PositiveIntegerField(default=0)),
            ],
            options={
                "ordering": ("event", "number"),
                "constraints": [
                    models.UniqueConstraint(fields=("event", "number"), name="one_seed_tree_of_each_number")
                ],
            },
        ),
    ]
