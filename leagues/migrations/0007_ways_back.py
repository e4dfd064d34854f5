"""Ways back: which games were lost by leaving, and what has moved people on a ladder.

A ladder that runs begins its list of moves with the order in which it stands; results from before are not in it, and
a director corrects them by setting rungs. Games lost by leaving before now are not marked: they stand.
"""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models
from django.utils import timezone


def begin_the_moves(apps: Any, schema_editor: Any) -> None:
    """Write the order of every running ladder as if everybody had come in one after the other."""
    moves = apps.get_model("leagues", "RungMove")
    entrants = apps.get_model("leagues", "Entrant").objects
    here = entrants.filter(
        competition__format="ladder", competition__status="running", state="entered"
    ).order_by("competition", "place", "pk")
    moves.objects.bulk_create(
        [moves(competition_id=e.competition_id, kind="join", entrant=e, at=timezone.now()) for e in here],
        batch_size=500,
    )


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0006_weights_of_a_swiss"),
    ]

    operations = [
        migrations.AddField("place", "by_leaving", models.BooleanField(default=False)),
        migrations.CreateModel(
            name="RungMove",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("join", "Came in at the foot"),
                            ("left", "Left, or was taken out"),
                            ("result", "A challenge was decided"),
                            ("set", "A director set the rung"),
                        ],
                        max_length=8,
                    ),
                ),
                ("place", models.PositiveIntegerField(default=0)),
                ("at", models.DateTimeField()),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rung_moves",
                        to="leagues.competition",
                    ),
                ),
                (
                    "entrant",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rung_moves",
                        to="leagues.entrant",
                    ),
                ),
                (
                    "pairing",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rung_move",
                        to="leagues.pairing",
                    ),
                ),
            ],
            options={"ordering": ("pk",)},
        ),
        migrations.RunPython(begin_the_moves, migrations.RunPython.noop),
    ]
