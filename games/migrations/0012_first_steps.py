"""A game knows of which one it is the rematch, and a seat whether its first turn is explained."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0011_named_tables")]

    operations = [
        migrations.AddField(
            "game",
            "rematch_of",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="rematches",
                to="games.game",
            ),
        ),
        migrations.AddField("seat", "guided", models.BooleanField(default=False)),
    ]
