"""Events of teams: teams, those they ask, their matches; in every event that there is everybody plays alone."""

import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0011_pairings_by_hand"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="competition",
            name="team_size",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="entrant",
            name="board",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="pairing",
            name="board",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.CreateModel(
            name="Match",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("group", models.CharField(blank=True, max_length=20)),
                ("slot", models.CharField(blank=True, max_length=12)),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="matches",
                        to="leagues.competition",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="matches",
                        to="leagues.round",
                    ),
                ),
            ],
            options={
                "ordering": ("competition_id", "number"),
            },
        ),
        migrations.AddField(
            model_name="pairing",
            name="match",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="games",
                to="leagues.match",
            ),
        ),
        migrations.CreateModel(
            name="Team",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=40)),
                (
                    "state",
                    models.CharField(
                        choices=[("entered", "In"), ("incomplete", "Was not complete"), ("out", "Is out")],
                        default="entered",
                        max_length=10,
                    ),
                ),
                ("seed", models.PositiveIntegerField(default=0)),
                ("group", models.CharField(blank=True, max_length=20)),
                ("place", models.PositiveIntegerField(default=0)),
                ("founded_at", models.DateTimeField()),
                ("final_place", models.PositiveIntegerField(default=0)),
                ("final_of", models.PositiveIntegerField(default=0)),
                ("champion", models.BooleanField(default=False)),
                (
                    "captain",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="teams_led",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="teams",
                        to="leagues.competition",
                    ),
                ),
            ],
            options={
                "ordering": ("competition_id", "seed", "pk"),
            },
        ),
        migrations.AddField(
            model_name="match",
            name="first",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to="leagues.team"
            ),
        ),
        migrations.AddField(
            model_name="match",
            name="second",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="leagues.team",
            ),
        ),
        migrations.AddField(
            model_name="entrant",
            name="team",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="members",
                to="leagues.team",
            ),
        ),
        migrations.CreateModel(
            name="TeamInvitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="leagues.team",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="team_invitations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("team_id", "pk"),
            },
        ),
        migrations.AddConstraint(
            model_name="team",
            constraint=models.UniqueConstraint(
                models.F("competition"),
                django.db.models.functions.text.Lower("name"),
                name="team_called_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.UniqueConstraint(
                fields=("competition", "number"), name="one_match_of_each_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="teaminvitation",
            constraint=models.UniqueConstraint(fields=("team", "user"), name="asked_into_team_once"),
        ),
    ]
