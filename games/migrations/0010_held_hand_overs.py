"""A move that only hands over is held for a short while, in which it can be taken back; no game holds any yet."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0009_told_by_mail")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="game",
            name="held_until",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name="clockchange",
            name="kind",
            field=models.CharField(
                choices=[
                    ("gift", "Time given"),
                    ("grace", "Grace"),
                    ("absent", "Absent"),
                    ("back", "Back"),
                    ("handed", "Handed over"),
                ],
                max_length=6,
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(held_until__isnull=False), fields=["held_until"], name="game_held"
            ),
        ),
    ]
