"""Words for the draws may come with moves (docs/fair-dice.md): a second scheme of chance.

A game that has begun goes on in the first scheme to its end. A table that still waits gets the second; when the words
were given that it has already is not known, so these are taken for such as the server knew.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import F


def take_over_waiting_tables(apps, schema_editor):
    Game, Seat = apps.get_model("games", "Game"), apps.get_model("games", "Seat")
    waiting = Game.objects.filter(status="open").exclude(commitment="")
    Seat.objects.filter(game__in=waiting).exclude(salt="").update(salt_early=True)
    waiting.update(scheme=2, committed_at=F("created_at"))


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0004_log_is_not_truncated"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Reservation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("commitment", models.CharField(max_length=64)),
                ("sealed_seed", models.TextField()),
                ("committed_at", models.DateTimeField()),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reserved_seed",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        # Nullable, so that SQLite does not copy the log's table and lose the triggers that guard it.
        migrations.AddField("event", "word", models.CharField(blank=True, max_length=64, null=True)),
        migrations.AddField("game", "scheme", models.PositiveSmallIntegerField(default=1)),
        migrations.AddField("game", "committed_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("game", "mix", models.CharField(blank=True, max_length=64)),
        migrations.AddField("seat", "salt_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("seat", "salt_early", models.BooleanField(default=False)),
        migrations.RunPython(take_over_waiting_tables, migrations.RunPython.noop),
    ]
