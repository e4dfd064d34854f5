"""The games that anybody may watch, those that moved last first, without a look at all others."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0007_sweeps")]

    operations = [
        migrations.AddIndex(
            "game",
            models.Index(
                fields=["status", "visibility", "spectators", "-moved_at", "-id"],
                condition=models.Q(status="running", visibility="public", spectators="all"),
                name="game_to_watch",
            ),
        ),
    ]
