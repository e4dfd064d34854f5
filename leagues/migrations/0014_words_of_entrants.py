"""Entrants give a word for the draws of their games, which have seeds that were fixed before."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("leagues", "0013_tie_breaks")]

    operations = [
        migrations.AddField("entrant", "salt", models.CharField(blank=True, max_length=64)),
        migrations.AddField("entrant", "salt_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("pairing", "seed_number", models.PositiveIntegerField(blank=True, null=True)),
        migrations.AddConstraint(
            "pairing",
            models.UniqueConstraint(fields=("competition", "seed_number"), name="one_game_of_each_seed"),
        ),
    ]
